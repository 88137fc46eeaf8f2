# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Instances of einsum: a file of them, their costs along a path, their arrays. Needs NumPy alone."""

import collections
import gzip
import json
import math
import pathlib
import zlib
from dataclasses import asdict, dataclass, field

import numpy


@dataclass
class Instance:
    """One call of einsum. Paths are opt_einsum's: of each step the places in the list of the tensors that are left."""

    name: str
    kind: str
    text: str
    shapes: list
    dtype: str
    paths: dict = field(default_factory=dict)  # by who searched

    def labels(self):
        """Of each input, and of the output."""
        left, output = self.text.split("->")
        return left.split(","), output

    def extents(self):
        inputs, _ = self.labels()
        return {label: extent for labels, shape in zip(inputs, self.shapes) for label, extent in zip(labels, shape)}

    def arrays(self):
        """From a seed that is the name's: positive numbers (phases are small), so that no sum cancels, and so scaled that a
        sum over all labels but the output's is near 1."""
        inputs, output = self.labels()
        extents = self.extents()
        uses = {label: sum(label in labels for labels in inputs) for label in extents}
        values = numpy.random.default_rng(zlib.crc32(self.name.encode()))
        width = 0.5 if len(inputs) < 50 else 0.1
        for labels, shape in zip(inputs, self.shapes):
            scale = math.prod(extents[label] ** (-1 / uses[label]) for label in set(labels) - set(output))
            array = values.uniform(1 - width, 1 + width, shape) * scale
            if numpy.dtype(self.dtype).kind == "c":
                array = array * numpy.exp(1j * values.uniform(-width, width, shape) / 2)
            yield numpy.asarray(array, self.dtype)


@dataclass
class Cost:
    operations: float  # tuples of all labels of a step, summed over the steps
    largest: float  # elements of the largest result of a step
    peak: float  # elements that inputs and results need at once


def steps_of(instance, path):
    """Of each step the places of its tensors, their labels and those of its result; places are as in the path."""
    tensors, output = instance.labels()
    uses = collections.Counter(label for labels in (*tensors, output) for label in set(labels))
    for number, places in enumerate(path):
        taken = [tensors[place] for place in places]
        for place in sorted(places, reverse=True):
            del tensors[place]
        uses.subtract(label for labels in taken for label in set(labels))
        is_last = number == len(path) - 1
        kept = output if is_last else "".join(dict.fromkeys(label for labels in taken for label in labels if uses[label]))
        uses.update(set(kept))
        tensors.append(kept)
        yield tuple(places), taken, kept


def in_letters(taken, kept):
    """The string of a step in a to z and A to Z, which every library reads; None where these are too few."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    seen = list(dict.fromkeys("".join(taken)))
    if len(seen) > len(letters):
        return None
    table = str.maketrans(dict(zip(seen, letters)))
    return f"{','.join(taken)}->{kept}".translate(table)


def cost_of(instance, path):
    extents = instance.extents()

    def count(labels):
        return math.prod(float(extents[label]) for label in set(labels))

    live = sum(math.prod(map(float, shape)) for shape in instance.shapes)
    cost, is_input = Cost(0.0, 0.0, live), [True] * len(instance.shapes)
    for places, taken, kept in steps_of(instance, path):
        cost.operations += count("".join(taken))
        cost.largest = max(cost.largest, count(kept))
        live += count(kept)
        cost.peak = max(cost.peak, live)
        # Inputs belong to the caller and stay; results of steps are freed.
        live -= sum(count(labels) for place, labels in zip(places, taken) if not is_input[place])
        for place in sorted(places, reverse=True):
            del is_input[place]
        is_input.append(False)
    return cost


def read(path):
    """Digits, which one generator takes for labels beyond the 52 letters, become letters of no other use."""
    digits = str.maketrans("0123456789", "".join(chr(0x4E00 + number) for number in range(10)))
    with gzip.open(path, "rt", encoding="utf-8") as file:
        instances = [Instance(**json.loads(line)) for line in file]
    for instance in instances:
        instance.text = instance.text.translate(digits)
    return instances


def write(path, instances):
    """The same bytes for the same instances."""
    lines = "".join(json.dumps(asdict(each), separators=(",", ":")) + "\n" for each in instances)
    pathlib.Path(path).write_bytes(gzip.compress(lines.encode(), mtime=0))
