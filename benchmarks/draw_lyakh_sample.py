#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Prints benchmarks/data/lyakh_sample.tsv: transposes drawn as Lyakh (2015, section 4) draws them.

For every volume, rank and spread (largest extent over smallest, about) one tensor; for every tensor a
random permutation, the inverse of it, and the reversal. The same seed gives the same file.
"""
import math
import random

SEED = 2015
VOLUMES = {"37M": 37e6, "77M": 77e6, "141M": 141e6}
RANKS = (2, 3, 4, 5, 6, 7, 8, 15)
SPREADS = (1, 5, 15)


def draw_extents(rng, volume, rank, spread):
    """`rank` extents with this product, nearly, the largest about `spread` times the smallest."""
    weights = [spread ** (mode / (rank - 1)) for mode in range(rank)]
    rng.shuffle(weights)
    product = 1.0
    for weight in weights:
        product *= weight
    scale = (volume / product) ** (1.0 / rank)
    extents = [max(2, round(scale * weight)) for weight in weights]
    return closest(extents, volume)


def closest(extents, volume):
    """Changes extents by one, in turn the one that helps most, while that brings the product nearer."""
    def miss(trial):
        return abs(math.log(math.prod(trial) / volume))

    while True:
        trials = [extents[:mode] + [extents[mode] + step] + extents[mode + 1:]
                  for mode in range(len(extents)) for step in (-1, 1) if extents[mode] + step >= 2]
        best = min(trials, key=miss)
        if miss(best) >= miss(extents):
            return extents
        extents = best


def draw_permutation(rng, rank):
    identity = list(range(rank))
    perm = identity[:]
    while perm == identity:
        rng.shuffle(perm)
    return perm


def inverse(perm):
    result = [0] * len(perm)
    for position, mode in enumerate(perm):
        result[mode] = position
    return result


def main():
    rng = random.Random(SEED)
    print("# Transposes after Lyakh (2015): volume in elements, rank, spread of extents, permutation.")
    print("# id\telement_bytes\textents\tperm")
    for volume_name, volume in VOLUMES.items():
        for rank in RANKS:
            for spread in SPREADS:
                extents = draw_extents(rng, volume, rank, spread)
                perm = draw_permutation(rng, rank)
                kinds = {"random": perm, "inverse": inverse(perm), "reversal": list(range(rank))[::-1]}
                for kind, chosen in kinds.items():
                    name = f"{volume_name}-rank{rank}-spread{spread}-{kind}"
                    print(name, 8, ",".join(map(str, extents)), ",".join(map(str, chosen)), sep="\t")


if __name__ == "__main__":
    main()
