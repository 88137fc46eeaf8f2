#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""NumPy or PyTorch as a contender: python_worker.py numpy|torch. README.md has the protocol.

Results are verified by index arithmetic and sums in Python, element by element, on samples.
"""

import math
import re
import string
import sys
import time

sys.dont_write_bytecode = True
try:
    import numpy
    from python_ways import WAYS, NotDone
except ImportError as error:
    print(f"failed {error}", flush=True)
    sys.exit(1)

MOST_ELEMENTS = 10_000  # of a transpose
MOST_SAMPLES = 100  # of a contraction
MOST_TERMS = 200_000  # of the sums of all samples


class WrongResult(Exception):
    """What it computed is something else."""


def strides(extents):
    """Of a packed tensor whose first mode is the fastest."""
    return [math.prod(extents[:mode]) for mode in range(len(extents))]


def indices(position, extents):
    for extent in extents:
        yield position % extent
        position //= extent


def samples(count, most):
    most = min(count, most)
    return sorted({number * (count - 1) // max(most - 1, 1) for number in range(most)})


def filled(count, dtype, seed):
    """Numbers of 24 bits in [-1, 1)."""
    mixed = numpy.arange(count, dtype=numpy.uint32)
    mixed *= numpy.uint32(2654435761)
    mixed += numpy.uint32(seed * 40503)
    mixed >>= 8
    values = mixed.astype(dtype)
    values /= 2**23
    values -= 1
    return values


class Server:
    def __init__(self, ways):
        self.ways, self.action = ways, None

    def answer(self, line):
        word, *rest = line.split()
        if word == "about":
            return "about " + self.ways.about()
        if word == "run":
            return self.run(float(rest[0]))
        self.action = None
        dtype = numpy.dtype("f" + rest[0])
        prepare, check = {"transpose": self.transpose, "contract": self.contract}[word](
            dtype, *rest[1:])
        begin = time.perf_counter()
        action = prepare()
        planned = time.perf_counter() - begin
        action()
        check()
        self.action = action
        return f"ready {planned:.6g}"

    def run(self, seconds):
        """The first run is not timed."""
        self.action()
        times = []
        begin = time.perf_counter()
        until = begin + seconds
        while not times or begin < until:
            self.action()
            times.append(f"{time.perf_counter() - begin:.6g}")
            begin = time.perf_counter()
        return " ".join(["times", *times])

    def transpose(self, dtype, extents, perm):
        extents, perm = ([int(part) for part in text.split(",")] for text in (extents, perm))
        rank, flat = len(extents), filled(math.prod(extents), dtype, 1)
        out_extents = [extents[mode] for mode in perm]
        out = numpy.full(out_extents[::-1], numpy.nan, dtype)
        axes = [rank - 1 - mode for mode in reversed(perm)]

        def check():
            in_strides = [strides(extents)[mode] for mode in perm]
            for position in samples(flat.size, MOST_ELEMENTS):
                at = sum(index * stride for index, stride
                         in zip(indices(position, out_extents), in_strides))
                if out.ravel()[position] != flat[at]:
                    raise WrongResult(f"element {position} of the output")

        return lambda: self.ways.transpose(flat.reshape(extents[::-1]), axes, out), check

    def contract(self, dtype, expression, extents):
        size = {label: int(extent) for label, extent
                in (pair.split(":") for pair in extents.split(","))}
        d, l, r = (list(filter(None, part.split(",")))
                   for part in re.findall(r"\(([^)]*)\)", expression))
        letter = dict(zip(size, string.ascii_letters))
        inputs = [filled(math.prod(size[label] for label in labels), dtype, seed)
                  for labels, seed in ((l, 1), (r, 2))]
        shaped = [flat.reshape([size[label] for label in reversed(labels)])
                  for flat, labels in zip(inputs, (l, r))]
        out = numpy.full([size[label] for label in reversed(d)], numpy.nan, dtype)
        equation = "{},{}->{}".format(*("".join(letter[label] for label in reversed(labels))
                                        for labels in (l, r, d)))
        return (lambda: self.ways.contract(equation, *shaped, out),
                lambda: check_contraction(size, (d, l, r), inputs, out.ravel()))


def check_contraction(size, labels, inputs, result):
    d, l, r = labels
    summed = [label for label in l if label not in d]
    terms = math.prod(size[label] for label in summed)

    def offset(factor, index):
        steps = strides([size[label] for label in factor])
        return sum(index[label] * step for label, step in zip(factor, steps))

    for position in samples(result.size, max(2, min(MOST_SAMPLES, MOST_TERMS // terms))):
        index = dict(zip(d, indices(position, [size[label] for label in d])))
        products = []
        for term in range(terms):
            index.update(zip(summed, indices(term, [size[label] for label in summed])))
            products.append(float(inputs[0][offset(l, index)]) *
                            float(inputs[1][offset(r, index)]))
        error = abs(math.fsum(products) - float(result[position]))
        bound = 2 * (terms + 4) * float(numpy.finfo(result.dtype).eps) * sum(map(abs, products))
        if not error <= bound:
            raise WrongResult(f"element {position} is {result[position]}, not "
                              f"{math.fsum(products)}")


def main():
    try:
        ways = WAYS[sys.argv[1]]()
    except (ImportError, OSError) as error:
        print(f"failed {error}".splitlines()[0], flush=True)
        return 1
    server = Server(ways)
    for line in sys.stdin:
        try:
            answer = server.answer(line)
        except NotDone as reason:
            answer = f"unsupported {reason}"
        except WrongResult as reason:
            answer = f"wrong {reason}"
        except Exception as error:  # whatever it is, the driver hears of it
            answer = f"failed {type(error).__name__}: {error}"
        print(answer.replace("\n", " "), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
