# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What is measured: transposes and contractions, how contenders are asked for them, and the rows of
their tables."""

import math
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).parent
sys.path[1:1] = [str(HERE), str(HERE.parent)]  # where the source tree has cases.py
from cases import CaseError, read_cases  # noqa: E402  (after the path)

TIMES = ("threads", "rival", "runs", "min_ms", "median_ms")
DTYPES = {4: "float32", 8: "float64"}


def times_of(contender, times):
    return {"threads": contender.threads, "rival": contender.name, "runs": len(times.seconds),
            "min_ms": 1e3 * min(times.seconds), "median_ms": 1e3 * statistics.median(times.seconds),
            "plan_ms": 1e3 * times.plan}


def over_reference(all_times, times):
    """The shortest time of the references over the shortest of this one; None without any."""
    references = [min(other.seconds) for contender, other in all_times.items()
                  if contender.entry.reference]
    return min(references) / min(times.seconds) if references else None


class Transpose:
    COLUMNS = ("id", "element_bytes", "extents", "perm", *TIMES, "gb_s", "median_gb_s", "of_copy",
               "plan_ms")
    FRACTION = "of_copy"

    def __init__(self, name, extents, perm):
        self.name, self.extents, self.perm = name, extents, perm

    def reduced(self, element_bytes, most_bytes):
        """The largest extent halved until a tensor has no more bytes."""
        extents = list(self.extents)
        while math.prod(extents) * element_bytes > most_bytes and max(extents) > 1:
            extents[extents.index(max(extents))] //= 2
        return Transpose(self.name, extents, self.perm)

    def key(self, element_bytes):
        return {"id": self.name, "element_bytes": element_bytes,
                "extents": ",".join(map(str, self.extents)), "perm": ",".join(map(str, self.perm))}

    def line_of(self, element_bytes):
        line = "transpose " + " ".join(str(value) for value in
                                       list(self.key(element_bytes).values())[1:])
        return lambda entry: line

    def rows(self, element_bytes, all_times):
        gigabytes = 2e-9 * math.prod(self.extents) * element_bytes
        for contender, times in all_times.items():
            row = {**self.key(element_bytes), **times_of(contender, times)}
            yield {**row, "gb_s": gigabytes / row["min_ms"] * 1e3,
                   "median_gb_s": gigabytes / row["median_ms"] * 1e3,
                   "of_copy": over_reference(all_times, times)}


class Contraction:
    COLUMNS = ("id", "expression", "extents", "m", "n", "k", "element_bytes", *TIMES, "gflop_s",
               "of_gemm", "plan_ms")
    FRACTION = "of_gemm"

    def __init__(self, case):
        self.case, self.sizes = case, case.sizes()
        self.name = case.name

    def reduced(self, element_bytes, most_bytes):
        del element_bytes, most_bytes  # contractions are taken as they are
        return self

    def key(self, element_bytes):
        return {"id": self.name, "expression": self.case.expression,
                "extents": self.case.extents_text(), "m": self.sizes.m, "n": self.sizes.n,
                "k": self.sizes.k, "element_bytes": element_bytes}

    def line_of(self, element_bytes):
        d, l, r = (",".join(labels) for labels in (self.case.d, self.case.l, self.case.r))
        whole = f"contract {element_bytes} D({d})=L({l})*R({r}) {self.case.extents_text()}"

        def line(entry):
            if not entry.reference:
                return whole
            m, n = (self.sizes.n, self.sizes.m) if entry.swapped else (self.sizes.m, self.sizes.n)
            return (f"contract {element_bytes} D(m,n)=L(m,k)*R(k,n) "
                    f"m:{m},n:{n},k:{self.sizes.k}")

        return line

    def rows(self, element_bytes, all_times):
        gigaflops = 2e-9 * self.sizes.m * self.sizes.n * self.sizes.k
        for contender, times in all_times.items():
            row = {**self.key(element_bytes), **times_of(contender, times)}
            yield {**row, "gflop_s": gigaflops / row["min_ms"] * 1e3,
                   "of_gemm": over_reference(all_times, times)}


def numbers(text, least):
    values = [int(part) for part in text.split(",")]
    if min(values) < least:
        raise CaseError(f"'{text}' has a number below {least}")
    return values


def parse_transpose(line):
    fields = line.split("\t")
    if len(fields) == 5:
        raise CaseError("blocks of larger arrays are not timed here")
    if len(fields) != 4:
        raise CaseError(f"{len(fields)} fields, not id, element_bytes, extents and perm")
    extents, perm = numbers(fields[2], 1), numbers(fields[3], 0)
    if sorted(perm) != list(range(len(extents))):
        raise CaseError(f"'{fields[3]}' is no permutation of {len(extents)} modes")
    return Transpose(fields[0], extents, perm)


def read_transposes(path):
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found.append(parse_transpose(line))
        except (CaseError, ValueError) as error:
            raise CaseError(f"{path}:{number}: {error}") from None
    return found


def read_contractions(path):
    """Those that are one matrix product; bare ones are what they are held against."""
    found = read_cases(path)
    for case in found:
        sets = [set(labels) for labels in (case.d, case.l, case.r)]
        is_product = all(sum(label in labels for labels in sets) == 2
                         for label in set.union(*sets))
        if not is_product or any(len(labels) != len(set(labels))
                                 for labels in (case.d, case.l, case.r)):
            raise CaseError(f"{path}: {case.name}: {case.expression} is not one matrix product: "
                            "each label must stand in two of the three tensors, once in each")
    return [Contraction(case) for case in found]


def read(kind, path):
    found = {"transposes": read_transposes, "contractions": read_contractions}[kind](path)
    if not found:
        raise CaseError(f"{path}: no case in it")
    return found
