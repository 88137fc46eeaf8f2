# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What cytnx, symmray and TeNPy make of a contraction of tensors of blocks: the same blocks, one call."""

import importlib.util  # noqa: F401 (cytnx takes it to be imported)

import numpy


class Unfit(Exception):
    """The library has no form for the case; the text says why."""


def check_charges(case):
    """Every rival finds the blocks by charges."""
    if not case.charges:
        raise Unfit("has no charges")
    if set(case.inputs["A"]) & set(case.inputs["B"]) & set(case.output):
        raise Unfit("has a batch label")
    for label in set(case.inputs["A"]) & set(case.inputs["B"]):
        if case.signs["A"][case.inputs["A"].index(label)] == case.signs["B"][case.inputs["B"].index(label)] and not all(
                modulus == 2 for modulus in case.moduli):
            raise Unfit(f"label {label} has one sign in both tensors")


def shared_axes(case):
    left, right = case.inputs["A"], case.inputs["B"]
    shared = [label for label in left if label in right]
    return [left.index(label) for label in shared], [right.index(label) for label in shared]


def tenpy(case):
    """numpy-like arrays of TeNPy: tensordot."""
    import tenpy.linalg.np_conserved as npc

    check_charges(case)
    info = npc.ChargeInfo([1 if modulus == 0 else modulus for modulus in case.moduli])
    arrays = []
    for name in "AB":
        legs = []
        for label, sign in zip(case.inputs[name], case.pair_signs(name)):
            slices = numpy.append(0, numpy.cumsum(case.modes[label]))
            legs.append(npc.LegCharge(info, slices, numpy.array(case.charges[label]), sign))
        array = npc.Array(legs, case.dtype)
        array._data = [numpy.ascontiguousarray(block) for block in case.blocks[name].values()]
        array._qdata = numpy.array(list(case.blocks[name]), dtype=numpy.intp).reshape(len(array._data), len(legs))
        array._qdata_sorted = False
        array.isort_qdata()
        array.test_sanity()
        arrays.append(array)
    axes = shared_axes(case)
    return lambda: npc.tensordot(*arrays, axes=axes), npc.norm


def symmray(case):
    """Arrays of symmray: tensordot, as it chooses to do it."""
    import symmray as library

    check_charges(case)
    names = {(0,): "U1", (2,): "Z2", (0, 0): "U1U1", (2, 2): "Z2Z2"}
    if tuple(case.moduli) not in names:
        raise Unfit("has a group that symmray lacks")
    arrays = []
    for name in "AB":
        labels = case.inputs[name]
        charges = {label: [each if len(each) > 1 else each[0] for each in case.charges[label]] for label in labels}
        if any(len(set(each)) < len(each) for each in charges.values()):
            raise Unfit("has two sections of one charge")
        indices = [library.BlockIndex(dict(zip(charges[label], case.modes[label])), sign < 0)
                   for label, sign in zip(labels, case.pair_signs(name))]
        blocks = {tuple(charges[label][at] for label, at in zip(labels, place)): numpy.ascontiguousarray(block)
                  for place, block in case.blocks[name].items()}
        zero = 0 if len(case.moduli) == 1 else (0,) * len(case.moduli)
        kinds = {"U1": library.U1Array, "Z2": library.Z2Array, "U1U1": library.U1U1Array, "Z2Z2": library.Z2Z2Array}
        arrays.append(kinds[names[tuple(case.moduli)]](indices=indices, charge=zero, blocks=blocks))
    axes = shared_axes(case)
    return lambda: library.tensordot(*arrays, axes=axes), lambda found: sum(
        numpy.linalg.norm(block) ** 2 for block in found.blocks.values()) ** 0.5


def cytnx(case):
    """UniTensors of cytnx: Contract, by labels."""
    import cytnx as library

    check_charges(case)
    kinds = [library.Symmetry.U1() if modulus == 0 else library.Symmetry.Zn(modulus) for modulus in case.moduli]
    dtype = {"float64": library.Type.Double, "float32": library.Type.Float, "complex64": library.Type.ComplexFloat,
             "complex128": library.Type.ComplexDouble}[case.dtype]
    tensors = []
    for name in "AB":
        labels = case.inputs[name]
        bonds = []
        for label, sign in zip(labels, case.pair_signs(name)):
            charges = [[part % modulus if modulus else part for part, modulus in zip(each, case.moduli)]
                       for each in case.charges[label]]
            bonds.append(library.Bond(library.BD_IN if sign > 0 else library.BD_OUT, charges, case.modes[label], kinds))
        tensor = library.UniTensor(bonds, labels=list(labels), rowrank=1, dtype=dtype)
        if tensor.Nblocks() != len(case.blocks[name]):
            raise Unfit("lacks blocks that its charges allow")
        for number in range(tensor.Nblocks()):
            block = case.blocks[name][tuple(tensor.get_qindices(number))]
            tensor.put_block_(library.from_numpy(numpy.ascontiguousarray(block)), number)
        tensors.append(tensor)
    return lambda: library.Contract(*tensors), lambda found: found.Norm().item()


RIVALS = {"cytnx": cytnx, "symmray": symmray, "tenpy": tenpy}
