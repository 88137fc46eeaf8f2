# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""opt_einsum and ttgt: the one chooses the order of products and the other multiplies, or takes the order as a path.

A Tucker decomposition of rank 4 is multiplied out: core(i,j,k,l) with a factor for each of its labels.
"""

import numpy
import opt_einsum

import ttgt

TEXT = "ijkl,ai,bj,ck,dl->abcd"


def main():
    values = numpy.random.default_rng(1)
    core = values.uniform(-1, 1, (8, 8, 8, 8))
    factors = [values.uniform(-1, 1, (20, 8)) for _ in range(4)]

    # opt_einsum chooses pairs and hands each of them to ttgt.
    by_pairs = opt_einsum.contract(TEXT, core, *factors, backend="ttgt")

    # Or it only chooses: ttgt plans the whole product along this path, and reuses its intermediates' memory.
    path, described = opt_einsum.contract_path(TEXT, core, *factors)
    along = ttgt.einsum(TEXT, core, *factors, optimize=path)

    # Or ttgt chooses by predicted times; opt_einsum takes its path.
    own = ttgt.path(TEXT, core, *factors)
    _, of_own = opt_einsum.contract_path(TEXT, core, *factors, optimize=list(own))
    chosen = ttgt.einsum(TEXT, core, *factors)

    assert numpy.allclose(by_pairs, along) and numpy.allclose(chosen, along)
    print(f"operations: {described.opt_cost:.2e} on opt_einsum's path, {of_own.opt_cost:.2e} on ttgt's")


if __name__ == "__main__":
    main()
