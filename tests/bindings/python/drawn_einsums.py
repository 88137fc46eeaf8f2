# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of einsum that are drawn from a seed: what tests of gradients compare with an array library's own einsum.

TTGT_TEST_STRINGS sets how many a test draws, TTGT_TEST_STRING which one alone.
"""

import os
import random
from typing import NamedTuple

import numpy
from conftest import SEED

LETTERS = "abcdef"
VIEWS = ("as it is", "transposed", "conjugated", "negated", "with gaps", "reversed twice", "expanded")


class Tensor(NamedTuple):
    shape: tuple
    is_complex: bool
    view: str


class Case(NamedTuple):
    number: int
    text: str
    tensors: tuple  # those that are differentiated
    places: tuple  # of each input, the tensor that stands there

    def __str__(self):
        return (f"string {self.number}: {self.text} of {self.tensors} at {self.places}; "
                f"replay with TTGT_TEST_SEED={SEED} TTGT_TEST_STRING={self.number}")

    def operands(self, tensors, as_lists=False):
        """The arguments of einsum; as lists of labels where that is asked for and the string can be written so."""
        inputs = [tensors[place] for place in self.places]
        if not as_lists or "." in self.text or "->" not in self.text:
            return self.text, *inputs
        left, output = self.text.split("->")
        numbers = [[ord(label) - ord("a") for label in labels] for labels in [*left.split(","), output]]
        return *(part for pair in zip(inputs, numbers) for part in pair), numbers[-1]

    def values(self, tensor, kind="signed"):
        """The numbers of a tensor: of both signs, or from 1 to 2."""
        random_values = numpy.random.default_rng([SEED, self.number, tensor])
        shape, is_complex, _ = self.tensors[tensor]
        if kind == "positive":
            return random_values.uniform(1, 2, shape)
        values = random_values.uniform(-1, 1, shape)
        return values + 1j * random_values.uniform(-1, 1, shape) if is_complex else values


def cases(default, first=0):
    """As many as TTGT_TEST_STRINGS says, else `default`, from the number `first` on; or the one of TTGT_TEST_STRING."""
    if "TTGT_TEST_STRING" in os.environ:
        return [drawn_case(int(os.environ["TTGT_TEST_STRING"]))]
    return [drawn_case(first + number) for number in range(int(os.environ.get("TTGT_TEST_STRINGS", default)))]


def drawn_case(number):
    """1 to 4 inputs of ranks 0 to 4: labels recur and are lone, extents are 0 or are repeated from 1, tensors stand twice."""
    draw = random.Random(f"{SEED} {number}")
    extents = {label: 0 if draw.random() < 0.03 else draw.choice([1, 2, 3]) for label in LETTERS}
    inputs, tensors, places = [], [], []
    types = draw.choice([(False,), (True,), (False, True)])
    for _ in range(draw.randint(1, 4)):
        place = draw.randrange(len(tensors)) if tensors and draw.random() < 0.2 else len(tensors)
        if place < len(tensors) and set(tensors[place].shape) <= set(extents.values()):
            # The same tensor, of whichever labels have its extents.
            labels = "".join(draw.choice([label for label in LETTERS if extents[label] == extent])
                             for extent in tensors[place].shape)
        else:
            labels, place = "".join(draw.choices(LETTERS, k=draw.randint(0, 4))), len(tensors)
            shape = [1 if labels.count(label) == 1 and draw.random() < 0.1 else extents[label] for label in labels]
            tensors.append(Tensor(tuple(shape), draw.choice(types), draw.choice(VIEWS)))
        inputs.append(labels)
        places.append(place)
    inputs, tensors = _with_ellipses(draw, inputs, tensors, places)
    return Case(number, _text(draw, inputs), tuple(tensors), tuple(places))


def _with_ellipses(draw, inputs, tensors, places):
    """Some strings with axes that have no label in front; some of their extents are repeated from 1."""
    if draw.random() < 0.85 or len(set(places)) < len(places):
        return inputs, tensors
    batch = [draw.choice([1, 2, 3]) for _ in range(draw.randint(0, 2))]
    for place, labels in enumerate(inputs):
        if draw.random() < 0.7:
            axes = [extent if draw.random() < 0.7 else 1 for extent in batch[draw.randint(0, len(batch)):]]
            inputs[place] = "..." + labels
            tensors[place] = tensors[place]._replace(shape=(*axes, *tensors[place].shape))
    return inputs, tensors


def _text(draw, inputs):
    left = ",".join(inputs)
    if draw.random() < 0.1:
        return left
    seen = sorted({label for label in left if label in LETTERS})
    output = "".join(draw.sample(seen, draw.randint(0, len(seen))))
    return f"{left}->{'...' if '.' in left else ''}{output}"
