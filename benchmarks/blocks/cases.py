# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Cases of contractions of tensors of blocks, read from text (tools/bench/cases/block_case_file.h describes it)."""

import string

import numpy

import ttgt

CODES = string.digits + string.ascii_lowercase + string.ascii_uppercase


class Case:
    """One product D = A * B; blocks are drawn by draw()."""

    def __init__(self, name):
        self.name = name
        self.dtype = "float64"
        self.inputs, self.output = {}, []
        self.modes, self.charges, self.signs, self.moduli = {}, {}, {}, [0]
        self.places, self.counts = {}, {}
        self.blocks, self.tensors = {}, {}

    def read(self, words):
        kind, rest = words[0], words[1:]
        if kind == "dtype":
            self.dtype = rest[0]
        elif kind in "AB":
            self.inputs[kind] = rest
        elif kind == "D":
            self.output = rest
        elif kind == "mode":
            self.modes[rest[0]] = [int(each) for each in rest[1:]]
        elif kind == "charges":
            self.charges[rest[0]] = [[int(part) for part in each.split(",")] for each in rest[1:]]
        elif kind == "signs":
            self.signs[rest[0]] = [int(each) for each in rest[1:]]
        elif kind == "mod":
            self.moduli = [int(each) for each in rest]
        elif kind == "blocks":
            self.places[rest[0]] = rest[2:]
        elif kind in ("pairs", "dblocks", "flops"):
            self.counts[kind] = int(rest[0])

    @property
    def text(self):
        """The expression."""
        left, right = (f"{name}({','.join(self.inputs[name])})" for name in "AB")
        return f"D({','.join(self.output)})={left}*{right}"

    def pair_signs(self, name):
        """The signs, where those of B are turned if that makes shared labels opposite, as contractions want them."""
        if name == "B" and all(modulus == 2 for modulus in self.moduli):
            left = dict(zip(self.inputs["A"], self.signs["A"]))
            return [-left[label] if label in left else sign for label, sign in zip(self.inputs["B"], self.signs["B"])]
        return self.signs[name]

    def draw(self):
        """Random blocks, each in C order."""
        values = numpy.random.default_rng(1)
        for name in "AB":
            sections = [self.modes[label] for label in self.inputs[name]]
            if self.places[name] == ["rule"]:
                charges = [[tuple(each) for each in self.charges[label]] for label in self.inputs[name]]
                places = list(ttgt.BlockArray.from_charges([[0] * len(mode) for mode in sections], charges, self.signs[name],
                                                           (0,) * len(self.moduli), moduli=tuple(self.moduli)))
            else:
                places = [tuple(map(CODES.index, code)) for code in self.places[name]]
            self.blocks[name] = {}
            for place in places:
                shape = tuple(extents[at] for extents, at in zip(sections, place))
                block = values.uniform(-1, 1, shape)
                if self.dtype.startswith("complex"):
                    block = block + 1j * values.uniform(-1, 1, shape)
                self.blocks[name][place] = block.astype(self.dtype)
            self.tensors[name] = ttgt.BlockArray(self.blocks[name], sections, self.dtype)

    def forget(self):
        self.blocks, self.tensors = {}, {}


def read_cases(path):
    cases = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if not words or line.startswith("#"):
                continue
            if words[0] == "case":
                cases.append(Case(words[1]))
            elif words[0] not in ("end", "note"):
                cases[-1].read(words)
    return cases
