# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The instances of every kind that the package einsum-benchmark generates, from fixed seeds, small ones first."""

import pathlib
import random
import tempfile

from einsum_benchmark import converters, generators

from instances import Instance


def all_kinds():
    """Of each kind, a generator of instances without paths."""
    return {
        "quantum circuit": _circuits(), "matrix product state": _states(), "lattice": _lattices(), "matrix chain": _chains(),
        "tree": _trees(), "language model": _language_models(), "random network": _networks(),
        "random hypernetwork": _hypernetworks(), "random regular graph": _graphs(), "model counting": _formulas(),
        "graphical model": _graphical_models(),
    }


def _made(kind, name, made, number, is_complex=False):
    """Types alternate: half of the instances are of single precision."""
    text, given = made
    shapes = [[int(extent) for extent in getattr(each, "shape", each)] for each in given]
    text = text if "->" in text else text + "->"
    types = ("complex128", "complex64") if is_complex else ("float64", "float32")
    return Instance(name, kind, text, shapes, types[number % 2])


def _circuits():
    sizes = [(12, 1), (20, 1), (30, 1), (8, 2), (10, 2), (12, 2), (14, 2), (16, 2), (18, 2), (20, 2), (24, 2), (30, 2), (8, 3),
             (10, 3), (12, 3), (14, 3)]
    for number, (qubits, depth) in enumerate(sizes):
        made = generators.quantum_computing.maxcut(n=qubits, reg=3, p=depth, seed=number)
        yield _made("quantum circuit", f"maxcut_n{qubits}_p{depth}", made, number, is_complex=True)


def _states():
    sizes = [(10, 4, 10), (20, 4, 16), (40, 8, 16), (100, 8, 20), (20, 20, 32), (40, 20, 32), (100, 40, 20), (20, 60, 64),
             (40, 100, 48), (100, 100, 32)]
    for number, (sites, most, bond) in enumerate(sizes):
        made = generators.quantum_computing.matrix_product_state(n=sites, phys_dim_min=2, phys_dim_max=most, bond_dim=bond,
                                                                 seed=number)
        yield _made("matrix product state", f"mps_n{sites}_d{most}_b{bond}", made, number)


def _lattices():
    sizes = [((4, 4), False, 2), ((6, 6), False, 3), ((8, 8), False, 2), ((10, 10), False, 2), ((12, 12), False, 2),
             ((16, 16), False, 2), ((6, 6), True, 2), ((7, 7), True, 2), ((8, 8), True, 2), ((5, 5), False, 8),
             ((6, 6), False, 6), ((5, 5), False, 12), ((3, 3, 3), False, 2), ((3, 3, 3), False, 4), ((4, 4, 3), False, 2),
             ((4, 4, 4), False, 2), ((3, 3, 3), True, 2)]
    for number, (dims, is_cyclic, extent) in enumerate(sizes):
        made = generators.structured.lattice(dims=list(dims), cyclic=is_cyclic, d_min=extent, seed=number)
        shape = "x".join(map(str, dims)) + ("_cyclic" if is_cyclic else "")
        yield _made("lattice", f"lattice_{shape}_d{extent}", made, number)


def _chains():
    sizes = [(5, 100), (10, 100), (10, 400), (20, 400), (10, 1000), (20, 1000), (100, 200), (100, 600), (200, 300), (10, 2000)]
    for number, (count, most) in enumerate(sizes):
        made = generators.structured.matrix_chain(num_matrices=count, min_dim=10, max_dim=most, is_shuffle=number % 2 == 1,
                                                  seed=number)
        yield _made("matrix chain", f"chain_n{count}_d{most}", made, number)


def _trees():
    sizes = [(20, 6), (50, 8), (100, 8), (100, 12), (200, 8), (300, 6), (400, 12), (600, 8), (800, 6), (1000, 4)]
    for number, (count, most) in enumerate(sizes):
        made = generators.structured.tree(n=count, d_min=2, d_max=most, n_outer=2, seed=number)
        yield _made("tree", f"tree_n{count}_d{most}", made, number)


def _language_models():
    ends = [(1, 3, 11), (1, 8, 64), (1, 20, 200), (2, 2, 8), (2, 3, 16), (2, 4, 32), (3, 2, 4)]
    for number, (depth, hidden, observable) in enumerate(ends):
        made = generators.language_model.p_first_and_last(depth, hidden, observable)
        yield _made("language model", f"ends_m{depth}_h{hidden}_o{observable}", made, number)
    batches = [(1, 3, 11, 100), (1, 8, 64, 50), (1, 6, 200, 400), (1, 4, 1000, 2000), (2, 2, 16, 20), (2, 2, 64, 200)]
    for number, (depth, hidden, observable, batch) in enumerate(batches):
        made = generators.language_model.sliding_likelihood(depth, hidden, observable, batch)
        yield _made("language model", f"likelihood_m{depth}_h{hidden}_o{observable}_b{batch}", made, number)


def _networks():
    sizes = [(8, 3, 6), (10, 3, 8), (10, 4, 6), (10, 4, 9), (12, 4, 8), (15, 4, 5), (20, 3, 8), (20, 3.5, 5), (30, 3, 5),
             (40, 3, 4), (60, 2.5, 5), (150, 2.05, 3)]
    for number, (count, regularity, most) in enumerate(sizes):
        made = generators.random.connected_network(number_of_tensors=count, regularity=regularity, number_of_output_indices=2,
                                                   max_axis_size=most, seed=number)
        yield _made("random network", f"network_n{count}_r{regularity}_d{most}", made, number)


def _hypernetworks():
    sizes = [(8, 3, 6), (10, 3, 6), (10, 4, 4), (15, 3, 5), (20, 3, 4), (20, 4, 3), (30, 3, 4), (40, 3, 3), (60, 3, 2),
             (80, 2.5, 3), (100, 2.5, 2), (200, 2.2, 2)]
    for number, (count, regularity, most) in enumerate(sizes):
        made = _of_first_seed(
            generators.random.connected_hypernetwork, number, number_of_tensors=count, regularity=regularity, max_edge_order=4,
            diagonals_in_hyper_edges=number % 2 == 1, number_of_output_indices=2, max_output_index_order=2,
            number_of_self_edges=2, number_of_single_summation_indices=2, max_axis_size=most)
        yield _made("random hypernetwork", f"hyper_n{count}_r{regularity}_d{most}", made, number)


def _of_first_seed(generator, number, **settings):
    """Of the first seed with which the generator ends: with some it finds no place for an edge and raises."""
    for seed in range(number, number + 1000, 20):
        try:
            return generator(seed=seed, **settings)
        except (AssertionError, ValueError) as error:
            failure = error
    raise failure


def _graphs():
    sizes = [(10, 4), (16, 8), (20, 8), (30, 5), (40, 4), (50, 4), (60, 3), (80, 2), (100, 2), (120, 2)]
    for number, (count, most) in enumerate(sizes):
        made = generators.random.regular(n=count, reg=3, d_min=2, d_max=most, seed=number)
        yield _made("random regular graph", f"regular_n{count}_d{most}", made, number)


def _formulas():
    """Random clauses of up to five variables, as a DIMACS file."""
    sizes = [(20, 20), (30, 30), (40, 40), (60, 50), (80, 60), (100, 80), (150, 110), (200, 140)]
    for number, (variables, clauses) in enumerate(sizes):
        draw = random.Random(number)
        lines = []
        for _ in range(clauses):
            chosen = draw.sample(range(1, variables + 1), draw.randint(1, 5))
            lines.append(" ".join(f"{draw.choice(['', '-'])}{variable}" for variable in chosen) + " 0")
        made = _by_file(f"p cnf {variables} {clauses}\n" + "\n".join(lines) + "\n", converters.tn_from_dimacs_file)
        yield _made("model counting", f"count_v{variables}_c{clauses}", made, number)


def _graphical_models():
    """Grids of variables with a table for each pair of neighbours, as a UAI file."""
    for number, (side, extent) in enumerate([(4, 4), (5, 4), (6, 3), (7, 3), (8, 2), (10, 2), (12, 2), (14, 2)]):
        pairs = [(side * row + column, side * row + column + step) for row in range(side) for column in range(side)
                 for step, ends in ((1, column == side - 1), (side, row == side - 1)) if not ends]
        table = f"{extent * extent}\n" + " ".join(["1.0"] * extent * extent) + "\n"
        text = "\n".join(["MARKOV", str(side * side), " ".join([str(extent)] * side * side), str(len(pairs)),
                          *(f"2 {left} {right}" for left, right in pairs), "", *[table] * len(pairs)])
        made = _by_file(text, converters.tn_from_uai_file)
        yield _made("graphical model", f"grid_s{side}_d{extent}", made, number)


def _by_file(text, converter):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model"
        path.write_text(text, encoding="ascii")
        path.with_suffix(".evid").write_text("0\n", encoding="ascii")
        return converter(str(path))
