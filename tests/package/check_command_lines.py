#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the command lines of README.md, the tutorial and the guides.

check_command_lines.py ROOT BUILD PREFIX PYTHON

ROOT has the sources, BUILD an optimised build with the tools, examples and stress tests, PREFIX an
installation of it; PYTHON can import what the package needs. Every command line runs once, in a
folder of its own that has links to the sources and the files that the lines name.
command_lines.tsv says which lines do not run as they stand, and why. Fails, naming page and line,
where a command fails; where a line is neither a command nor in the table; where an entry of the table
that keeps lines from running fits none.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

sys.dont_write_bytecode = True
from command_lines import AS, COMMAND, DEVICE, TABLE, TEXT, pages, read_table  # noqa: E402  (after the flag)

SECONDS_A_LINE = 600


@dataclass
class Checker:
    """Takes lines one by one. `run` takes a command and returns whether it succeeded, and its output;
    `has_device` says whether a device is there."""
    table: list
    run: object
    has_device: object
    failures: list = field(default_factory=list)
    seen: set = field(default_factory=set)

    def take(self, line):
        is_command = bool(COMMAND.match(line.text))
        entry = next((entry for entry in self.table
                      if entry.fits(line) and is_command != (entry.what == TEXT)), None)
        if entry:
            entry.uses += 1
        elif not is_command:
            self.failures.append(f"{line}\n    is no command; where it is text, {TABLE} must say so")
            return
        command = self.command(line, entry)
        if command and command not in self.seen:
            self.seen.add(command)
            self.run_line(line, command)

    def command(self, line, entry):
        """What is run for the line, or None."""
        if not entry:
            return line.text
        if entry.what == AS:
            return entry.pattern.sub(entry.detail, line.text)
        if entry.what == DEVICE and self.has_device(entry.detail):
            return line.text
        if entry.what != TEXT:
            needs = "needs " if entry.what == DEVICE else ""
            print(f"not run  {line}\n             {needs}{entry.detail}")
        return None

    def run_line(self, line, command):
        begin = time.monotonic()
        succeeded, output = self.run(command)
        print(f"{time.monotonic() - begin:6.1f} s {line}", flush=True)
        if not succeeded:
            self.failures.append(f"{line}\n    failed: {command}\n{output}")

    def finish(self):
        """Failures of all lines, and of entries that keep no line from running."""
        unused = [f"{TABLE}: fits no line: {entry.page} {entry.pattern.pattern}"
                  for entry in self.table if not entry.uses and entry.what != TEXT]
        return self.failures + unused


def make_folder(folder, root, build):
    """Links to the sources and to the build, and the files that the lines name."""
    for path in root.iterdir():
        if not path.name.startswith((".", "build")) or path.name == "build-python":
            (folder / path.name).symlink_to(path)
    for name in ("build-dev", "build-release"):
        (folder / name).symlink_to(build)
    for name, source in (("app.cpp", "tests/package/consumer/main.cpp"),
                         ("app.c", "examples/c/plans.c"),
                         ("app.f90", "tests/package/consumer_fortran/main.f90"),
                         ("molecule.fcidump", "tests/data/chem/h2o_sto3g.fcidump")):
        (folder / name).symlink_to(root / source)
    for name, extents in (("l.npy", ["96", "40"]), ("r.npy", ["40", "80"])):
        subprocess.run([build / "examples/make_inputs", folder / name, *extents], check=True)


def environment_of(folder, build, prefix, python):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TTGT_")}
    paths = [str(build / "tools"), os.path.dirname(python), environment["PATH"]]
    libraries = [path for pattern in ("lib", "lib64", "lib/*") for path in prefix.glob(pattern)
                 if (path / "pkgconfig").is_dir()]
    environment.update({
        "PATH": ":".join(paths),
        "PKG_CONFIG_PATH": ":".join(f"{path}/pkgconfig" for path in libraries),
        "LD_LIBRARY_PATH": ":".join(map(str, libraries)),
        "TTGT_CACHE_DIR": str(folder / "cache"),
        # mpirun refuses root, as which CI may run; the guide says so.
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    })
    return environment


def run_in(folder, environment, command):
    try:
        run = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace", timeout=SECONDS_A_LINE, check=False)
    except subprocess.TimeoutExpired:
        return False, f"took more than {SECONDS_A_LINE} s"
    return run.returncode == 0, run.stdout[-4000:]


def main():
    root, build, prefix = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
    python = sys.argv[4]
    lines = pages(root)
    table = read_table((root / TABLE).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_folder(folder, root, build)
        environment = environment_of(folder, build, prefix, python)
        devices = run_in(folder, environment, "ttgt devices")[1]
        checker = Checker(table, lambda command: run_in(folder, environment, command),
                          lambda device: device in devices)
        for line in lines:
            checker.take(line)
    failures = checker.finish()
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
