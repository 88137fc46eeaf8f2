# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Which contenders there are, and how each is started."""

import dataclasses
import pathlib
import sys

# The worker of each family of rivals that are loaded from a library, and what it does.
FAMILIES = {"hptt": ("worker_hptt", "transposes"), "tblis": ("worker_tblis", "contractions"),
            "blas": ("worker_blas", "contractions")}
COPIES = ("memcpy", "stores", "streaming")
MODULES = ("numpy", "torch")


class BadInput(Exception):
    """What the user asked for cannot be done; nothing was measured."""


@dataclasses.dataclass(frozen=True)
class Entry:
    name: str
    command: tuple
    reference: bool = False  # a copy among transposes, a matrix product among contractions
    swapped: bool = False  # a matrix product that computes the transpose of D
    optional: bool = False  # left out where it cannot start


@dataclasses.dataclass(frozen=True)
class Rival:
    family: str
    label: str
    file: str


def parse_rival(text):
    """"hptt=/some/libhptt.so", or "blas:blis=libblis.so.4" to tell several of a family apart."""
    name, equals, file = text.partition("=")
    family, _, label = name.partition(":")
    if not equals or not file:
        raise BadInput(f"--rival: '{text}' is not of the form NAME=LIBRARY")
    if family not in FAMILIES:
        raise BadInput(f"--rival: '{family}' is none of {', '.join(FAMILIES)}")
    return Rival(family, label or family, file)


def worker(folder, name, *arguments):
    path = pathlib.Path(folder) / name
    if not path.is_file():
        raise BadInput(f"no {name} in '{folder}': build the target rivals_by_turns, or name the "
                       "folder of the workers by --workers")
    return (str(path.resolve()), *arguments)


def products(name, command):
    """Both orientations: D = L * R, and its transpose, which is R's transpose times L's."""
    return [Entry(name, command, reference=True),
            Entry(f"{name}_swapped", command, reference=True, swapped=True)]


def modules():
    script = str(pathlib.Path(__file__).with_name("python_worker.py"))
    return [Entry(name, (sys.executable, script, name), optional=True) for name in MODULES]


def of_rivals(kind, folder, rivals):
    entries = []
    for rival in rivals:
        program, does = FAMILIES[rival.family]
        if does != kind:
            print(f"{rival.label} does {does} alone", file=sys.stderr)
            continue
        command = worker(folder, program, rival.file)
        entries += (products(f"gemm_{rival.label}", command) if rival.family == "blas"
                    else [Entry(rival.label, command)])
    return entries


def line_up(kind, folder, rivals=(), also=(), without=()):
    """Entries of "transposes" or "contractions", by turns in this order."""
    if kind == "transposes":
        entries = [Entry(f"copy_{way}", worker(folder, "worker_copies", way), reference=True)
                   for way in COPIES]
    else:
        entries = products("gemm", worker(folder, "worker_ttgt", "gemm"))
    entries.append(Entry("ttgt", worker(folder, "worker_ttgt", "auto")))
    for way in also:
        entries.append(Entry(f"ttgt_{way}", worker(folder, "worker_ttgt", way)))
    entries += modules() + of_rivals(kind, folder, rivals)
    names = [entry.name for entry in entries]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"two contenders are called {name}; tell them apart by --rival "
                           "FAMILY:LABEL=LIBRARY")
    for name in without:
        if name not in names:
            raise BadInput(f"--without: '{name}' is none of {', '.join(names)}")
    return [entry for entry in entries if entry.name not in without]
