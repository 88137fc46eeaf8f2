#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Prints a case file of contractions drawn at random, for launches that a model is fitted to.

draw_contractions.py COUNT [--seed SEED] [--elements MOST] [--least LEAST]
                     [--outer | --orbitals [--multiple M]]

Rows, columns and inner positions are drawn by the logarithm and divided among one to three labels
each; every fifth contraction has a batch label. The labels of each tensor are in a random order. With
--outer D is the largest tensor by far: two to eight labels, each in L or R alone, and sums of one to
eight terms, of one in every second contraction. With --orbitals each label has one of two extents, as
the occupied and virtual orbitals of coupled cluster have; with --multiple both are multiples of M. The
same arguments give the same file.
"""
import argparse
import random
import string

MOST_FLOPS = 3e11


def log_uniform(rng, low, high):
    return low * (high / low) ** rng.random()


def extents_of(rng, positions):
    """One to three extents whose product is about so many positions."""
    weights = [rng.uniform(0.5, 1.5) for _ in range(rng.randint(1, 3))]
    total = sum(weights)
    return [max(2, round(positions ** (weight / total))) for weight in weights]


def product(extents):
    result = 1
    for extent in extents:
        result *= extent
    return result


def fits(roles, limits):
    """Whether a contraction is neither too small nor too large for a fit."""
    m, n, k, batch = map(product, roles)
    elements = batch * (m * k + n * k + m * n)
    return limits.least < elements < limits.elements and 2 * batch * m * n * k < MOST_FLOPS


def multiple(extent, of):
    """The multiple that is next to an extent; at least one times."""
    return of * max(1, round(extent / of))


def draw(rng, limits):
    """Extents of rows, columns, inner positions and batch that fit the limits."""
    while True:
        roles = [extents_of(rng, log_uniform(rng, 8, 16384)), extents_of(rng, log_uniform(rng, 8, 16384)),
                 extents_of(rng, log_uniform(rng, 4, 65536)),
                 [rng.randint(2, 64)] if rng.random() < 0.2 else []]
        if fits(roles, limits):
            return roles


def draw_outer(rng, limits):
    """Extents of rows, columns and few inner positions; D has at least an eighth of the most elements."""
    d = log_uniform(rng, limits.elements / 8, limits.elements)
    labels = rng.randint(2, 8)
    in_l = rng.randint(1, labels - 1)
    extents = [round(d ** (1 / labels) * rng.uniform(0.75, 1.33)) for _ in range(labels)]
    inner = [rng.choice([2, 3, 4, 6, 8])] if rng.random() < 0.5 else []
    return [extents[:in_l], extents[in_l:], inner, []]


def draw_orbitals(rng, limits):
    """One to three labels each of rows, columns and inner positions; each has one of two extents."""
    while True:
        occupied = multiple(log_uniform(rng, 4, 48), limits.multiple)
        virtual = multiple(occupied * log_uniform(rng, 1, 8), limits.multiple)

        def labels(most):
            return [rng.choice([occupied, virtual]) for _ in range(rng.randint(1, most))]
        roles = [labels(3), labels(3), labels(3), []]
        if fits(roles, limits):
            return roles


def contraction(rng, roles):
    """The expression and the extents as a case file has them."""
    letters = iter(string.ascii_lowercase)
    named = [[(next(letters), extent) for extent in role] for role in roles]
    rows, columns, inner, batch = named

    def operand(name, labels):
        names = [label for label, _ in labels]
        rng.shuffle(names)
        return f"{name}({','.join(names)})"
    text = (f"{operand('D', rows + columns + batch)}={operand('L', rows + inner + batch)}"
            f"*{operand('R', columns + inner + batch)}")
    return text, ",".join(f"{label}:{extent}" for role in named for label, extent in role)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--elements", type=float, default=1e8, help="of all tensors, at most")
    parser.add_argument("--least", type=float, default=1e5, help="elements of all tensors at least; not with --outer")
    parser.add_argument("--multiple", type=int, default=1, help="of which the extents of --orbitals are")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--outer", action="store_true", help="outer products and sums of a few terms")
    kind.add_argument("--orbitals", action="store_true", help="labels of two extents")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    print(f"# draw_contractions.py {options.count} --seed {options.seed} --elements {options.elements:g}"
          + (f" --least {options.least:g}" if options.least != 1e5 else "")
          + (" --outer" if options.outer else " --orbitals" if options.orbitals else "")
          + (f" --multiple {options.multiple}" if options.multiple > 1 else ""))
    draw_roles = draw_outer if options.outer else draw_orbitals if options.orbitals else draw
    for index in range(options.count):
        text, extents = contraction(rng, draw_roles(rng, options))
        print(f"fit{index:03}\t{text}\t{extents}")


if __name__ == "__main__":
    main()
