# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Tensors of blocks against NumPy on the dense tensors with their zeros."""

import itertools

import numpy
import pytest

import ttgt

LABELS = "abcijk"


def drawn_sections(draw, labels, most=3, largest=4):
    return {label: [draw.randint(0, largest) for _ in range(draw.randint(1, most))] for label in labels}


def drawn_blocks(draw, array, labels, sections, dtype="float64", share=0.6):
    """Random blocks, in a random order of memory."""
    blocks = {}
    for place in itertools.product(*(range(len(sections[label])) for label in labels)):
        if draw.random() < share:
            shape = tuple(sections[label][at] for label, at in zip(labels, place))
            block = array(shape, dtype, draw.randint(0, 10**6))
            blocks[place] = numpy.asfortranarray(block) if draw.random() < 0.5 else block
    return ttgt.BlockArray(blocks, [sections[label] for label in labels], dtype)


PRODUCTS = ["ak,kb->ab", "aik,kbi->ab", "iak,kbi->bai", "ab,cd->dbca", "aak,kb->b", "ab->ba", "aab->b", "abc->c", "a,a->",
            "iab,ibc->iac", "ab,bc,ck->ak", "ia,abj,bc,cjk->ik", "ab,bc,ca->", "aak,k,b->ba"]


@pytest.mark.parametrize("dtype", ["float64", "complex64"])
@pytest.mark.parametrize("text", PRODUCTS)
def test_einsum_is_numpys_on_dense_tensors(draw, array, close, text, dtype):
    terms, _, output = text.partition("->")
    for _ in range(3):
        sections = drawn_sections(draw, set(text) - set(",->"))
        inputs = [drawn_blocks(draw, array, term, sections, dtype) for term in terms.split(",")]

        found = ttgt.einsum(text, *inputs)

        close(found.to_dense(), numpy.einsum(text, *(each.to_dense() for each in inputs)), 64)
        assert found.shape == tuple(sum(sections[label]) for label in output)
        reached = ttgt.output_blocks(text, *inputs)
        assert list(reached) == list(found) and not reached.to_dense().any()


def test_expression_scales_what_no_product_reaches(draw, array, close):
    sections = drawn_sections(draw, "abk")
    left, right = (drawn_blocks(draw, array, labels, sections, "complex128") for labels in ("ak", "kb"))
    output = drawn_blocks(draw, array, "ab", sections, "complex128", share=1)
    expected = 3 * output.to_dense() - 2j * left.to_dense().conj() @ right.to_dense()

    assert ttgt.contract("D(a,b)-=2*conj(L(a,k))*R(k,b)", output, left, right, alpha=1j, beta=3) is output

    close(output.to_dense(), expected, 64)
    close(ttgt.contract("ak,kb->ab", left, right, conja=True).to_dense(), left.to_dense().conj() @ right.to_dense(), 64)


def test_sums_of_products_and_paths(draw, array, close):
    sections = drawn_sections(draw, "abc")
    left, middle, right = (drawn_blocks(draw, array, labels, sections) for labels in ("ab", "bc", "ca"))
    text = "D(a,a2)=L(a,b)*M(b,c)*R(c,a2)+2*R(c,a)*R(c,a2)"
    output = ttgt.output_blocks(text, left, middle, right, right, right)
    dense = [each.to_dense() for each in (left, middle, right)]
    expected = dense[0] @ dense[1] @ dense[2] + 2 * dense[2].T @ dense[2]

    close(ttgt.contract(text, output, left, middle, right, right, right).to_dense(), expected, 64)
    for path in ([(0, 1), (0, 1)], [(1, 2), (0, 1)], ttgt.path("ab,bc,cd->ad", *dense)):
        found = ttgt.einsum("ab,bc,cd->ad", left, middle, right, optimize=path)
        close(found.to_dense(), dense[0] @ dense[1] @ dense[2], 64)
    plan = ttgt.plan("ab,bc,cd->ad", left, middle, right, optimize=[(1, 2), (0, 1)])
    close(plan.run(left, middle, right).to_dense(), dense[0] @ dense[1] @ dense[2], 64)
    assert "_1(b,d) = " in plan.explain()
    with pytest.raises(ttgt.InvalidArgument, match="path"):
        ttgt.einsum("ab,bc,cd->ad", left, middle, right, optimize=[(0, 1)])
    sections["c"] = [extent + 1 for extent in sections["c"]]
    with pytest.raises(ttgt.ShapeMismatch, match="section 0 of label 'c' has extent .* in factor 2 .* in factor 3"):
        ttgt.einsum("ab,bc,cd->ad", left, middle, drawn_blocks(draw, array, "ca", sections))


@pytest.mark.parametrize("order", ["C", "F"])
def test_results_have_the_order_of_memory_of_their_inputs(array, close, order):
    sections = [[2, 3], [4, 2], [3]]
    blocks = {at: numpy.asarray(array((sections[0][at[0]], sections[1][at[1]], 3), seed=at[0]), order=order)
              for at in ((0, 0, 0), (1, 1, 0), (0, 1, 0))}
    left = ttgt.BlockArray(blocks, sections)
    right = ttgt.BlockArray({(0, 0): numpy.asarray(array((3, 5)), order=order)}, [[3], [5]])

    found = ttgt.einsum("aik,kb->iab", left, right)

    assert all(block.flags.c_contiguous == (order == "C") for block in found.values())
    assert all(block.flags.f_contiguous == (order == "F") for block in found.values())
    close(found.to_dense(), numpy.einsum("aik,kb->iab", left.to_dense(), right.to_dense()), 8)
    close(ttgt.einsum("iab->ba", found).to_dense(), found.to_dense().sum(0).T, 8)


def test_kept_calls_take_other_values(array, close):
    context = ttgt.Context()
    sections = [[2, 3], [4, 1]]
    for seed in range(3):
        left = ttgt.BlockArray({(0, 0): array((2, 4), seed=seed), (1, 1): array((3, 1), seed=seed + 9)}, sections)
        right = array((5, 7), seed=seed)
        whole = ttgt.BlockArray.from_dense(right, [[4, 1], [7]])

        found = ttgt.einsum("ak,kb->ab", left, whole, context=context)

        close(found.to_dense(), left.to_dense() @ right, 5)
    assert len(context._block_calls) == 3  # the output's blocks, one plan, and the call
    context.clear_plans()
    assert not context._block_calls


def test_real_beside_complex_and_dense_beside_blocks(array, close):
    left = ttgt.BlockArray({(1, 0): array((3, 4))}, [[2, 3], [4]])
    right = array((4, 5), "complex128")

    found = ttgt.einsum("ak,kb->ab", left, right)

    assert found.dtype == "complex128" and list(found) == [(1, 0)]
    close(found.to_dense(), left.to_dense() @ right, 4)
    sums = numpy.ones(5, "complex128")
    ttgt.contract("D(b)+=L(a,k)*R(k,b)", sums, left, right)
    close(sums, 1 + (left.to_dense() @ right).sum(0), 12)


def test_from_dense_shares_its_memory(array):
    dense = array((5, 5))
    expected = dense.copy()
    expected[:2, 2:] *= 2
    corner = ttgt.BlockArray.from_dense(dense, [[2, 3], [2, 3]], [(0, 1)])
    source = ttgt.BlockArray({(0, 1): corner[0, 1].copy()}, corner.sections)

    ttgt.contract("D(a,b)+=L(a,b)", corner, source)

    assert (dense == expected).all()
    assert len(ttgt.BlockArray.from_dense(dense, [[2, 3], [5]])) == 2


def test_charges_of_products_of_groups():
    spin = ttgt.BlockArray.from_charges([[1, 2], [1, 2], [3, 3, 3]], [[1, -1], [1, -1], [2, 0, -2]], [1, 1, -1])
    assert list(spin) == [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 2)]
    assert not any(block.any() for block in spin.values())
    parity = ttgt.BlockArray.from_charges([[1, 1], [1, 1]], [[(0, 0), (1, 1)]] * 2, total=(0, 1), moduli=(0, 2))
    assert len(parity) == 0
    parity = ttgt.BlockArray.from_charges([[1, 1], [1, 1]], [[(0, 0), (1, 1)]] * 2, total=(1, 1), moduli=(0, 2),
                                          dtype="complex64")
    assert set(parity) == {(0, 1), (1, 0)} and parity.dtype == "complex64"
    for charges, moduli in (([[0], [0, 1]], 0), ([[(0, 1, 2), (3,)], [(0, 0)]], (0, 0))):
        with pytest.raises(ttgt.InvalidArgument, match="charges are not one for each section"):
            ttgt.BlockArray.from_charges([[1, 1], [1]], charges, moduli=moduli)


def test_mapping_and_properties(array):
    block = array((2, 3))
    tensor = ttgt.BlockArray({(0, 1): block}, [[2], [1, 3]])

    assert tensor[0, 1] is block and (0, 0) not in tensor and dict(tensor) == {(0, 1): block}
    assert tensor.shape == (2, 4) and tensor.ndim == 2 and len(tensor) == 1 and "float64" in repr(tensor)
    tensor[0, 1] = 7
    assert (block == 7).all() and tensor.conj() is tensor
    with pytest.raises(TypeError):
        tensor.blocks[0, 1] = block
    with pytest.raises(KeyError):
        tensor[0, 0]
    turned = ttgt.BlockArray({(0,): numpy.array([1j])}, [[1]])
    assert turned.conj()[0] == -1j and turned[0] == 1j
    assert ttgt.BlockArray({}, [[2], [0]], "float32").to_dense().shape == (2, 0)
    scalar = ttgt.BlockArray({(): numpy.array(3.0)}, [])
    assert ttgt.einsum(",a->a", scalar, ttgt.BlockArray({(0,): numpy.ones(2)}, [[2]]))[0].tolist() == [3, 3]


def test_plan(array, close):
    left = ttgt.BlockArray({(0, 0): array((2, 4)), (1, 1): array((3, 1))}, [[2, 3], [4, 1]])
    right = ttgt.BlockArray({(0, 0): array((4, 6))}, [[4, 1], [6]])

    plan = ttgt.plan("ak,kb->ab", left, right)

    assert isinstance(plan, ttgt.BlockPlan) and plan.pairs == 1 and plan.workspace_bytes >= 0
    assert "multiply" in plan.explain() and "1 pairs" in repr(plan)
    found = plan.run(left, right)
    close(found.to_dense(), left.to_dense() @ right.to_dense(), 4)
    assert plan.profile(left, right, out=found).flops == 2 * 2 * 4 * 6
    plan = ttgt.plan("D(a,b)=L(a,k)*R(k,b)", found, left, right)
    found[0, 0] = 0
    assert plan.run(found, left, right) is found and found[0, 0].any()
    other = ttgt.BlockArray({(1, 0): array((3, 6))}, found.sections)
    with pytest.raises(ttgt.InvalidArgument, match="other blocks"):
        plan.run(other, left, right)
    with pytest.raises(ttgt.MissingBlock):
        ttgt.plan("D(a,b)=L(a,k)*R(k,b)", other, left, right)
    other[1, 0] = 5
    ttgt.plan("D(a,b)=L(a,k)*R(k,b)", other, left, right, leaves_out_missing=True).run(other, left, right)
    assert not other[1, 0].any()


def test_refusals_name_what_does_not_fit(array):
    tensor = ttgt.BlockArray({(0, 0): array((2, 3)), (1, 0): array((4, 3))}, [[2, 4], [3]])
    other = ttgt.BlockArray({(0, 0): array((2, 2)), (1, 0): array((5, 2))}, [[2, 5], [2]])
    with pytest.raises(ttgt.ShapeMismatch, match="section 1 of label 'a' has extent 4 in L but 5 in R"):
        ttgt.einsum("ak,ab->kb", tensor, other)
    with pytest.raises(ttgt.ShapeMismatch, match=r"block \(1, 0\) has extent 3 in mode 1.*extent 2"):
        ttgt.BlockArray({(1, 0): array((2, 3))}, [[1, 2], [2]])
    with pytest.raises(ttgt.ShapeMismatch, match=r"block \(0,\) has 1 coordinate"):
        ttgt.BlockArray({0: array((2,))}, [[2], [2]])
    with pytest.raises(ttgt.InvalidArgument, match=r"block \(2\) is in section 2 of mode 0"):
        ttgt.BlockArray({2: array((2,))}, [[2]])
    with pytest.raises(ttgt.DtypeError, match=r"block \(1\) is of float32"):
        ttgt.BlockArray({0: array((2,)), 1: array((2,), "float32")}, [[2, 2]])
    with pytest.raises(ttgt.DtypeError):
        ttgt.BlockArray({0: numpy.ones(2, "int32")}, [[2]])
    with pytest.raises(ttgt.DtypeError, match="float32 and float64"):
        ttgt.einsum("ab,ab->", tensor, ttgt.BlockArray({(0, 0): array((2, 3), "float32")}, tensor.sections))
    with pytest.raises(ttgt.MissingBlock, match=r"\(1, 0\)"):
        ttgt.contract("D(a,b)=L(a,b)", ttgt.BlockArray({(0, 0): array((2, 3))}, tensor.sections), tensor)
    with pytest.raises(ttgt.RepeatedBlock, match=r"\(0, 0\)"):
        ttgt.BlockArray.from_dense(array((2, 2)), [[2], [2]], [(0, 0), (0, 0)])
    with pytest.raises(ttgt.OverlapError):
        ttgt.contract("D(a,b)=L(a,b)", tensor, tensor)
    with pytest.raises(ttgt.Unsupported):
        ttgt.plan("ab->ba", tensor, measure=True)
    frozen = array((2,))
    frozen.flags.writeable = False
    with pytest.raises(ttgt.InvalidArgument, match="read-only"):
        ttgt.contract("D(a)=L(a)", ttgt.BlockArray({0: frozen}, [[2]]), ttgt.BlockArray({0: array((2,))}, [[2]]))


def test_tensors_of_pytorch(array, close):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    lazy = ttgt.BlockArray({(0, 0): torch.zeros(2, 2, dtype=torch.complex64).conj()}, [[2], [2]])
    with pytest.raises(ttgt.InvalidArgument, match="lazily conjugated"):
        ttgt.contract("D(a,b)=L(a,b)", lazy, ttgt.BlockArray({(0, 0): torch.zeros(2, 2, dtype=torch.complex64)}, [[2], [2]]))
    blocks = {(0, 0): torch.ones(2, 3, dtype=torch.bfloat16), (1, 1): torch.full((1, 2), 2, dtype=torch.bfloat16)}
    tensor = ttgt.BlockArray(blocks, [[2, 1], [3, 2]])

    found = ttgt.einsum("ak,bk->ab", tensor, tensor)

    assert found.dtype == "bfloat16" and isinstance(found[0, 0], torch.Tensor) and found.to_dense().shape == (3, 3)
    assert found[0, 0].tolist() == [[3, 3], [3, 3]] and found[1, 1].tolist() == [[8]]
    lazy = ttgt.BlockArray({(0,): torch.tensor([1j, 2]).conj()}, [[2]])
    assert ttgt.einsum("a->a", lazy)[0].tolist() == [-1j, 2]
    with torch.no_grad():
        recorded = ttgt.BlockArray({(0,): torch.ones(2, requires_grad=True)}, [[2]])
        assert ttgt.einsum("a->a", recorded)[0].tolist() == [1, 1]
    with pytest.raises(ttgt.Unsupported, match="L has blocks whose derivatives"):
        ttgt.einsum("a->a", recorded)
    with pytest.raises(ttgt.Unsupported, match="derivatives"):
        ttgt.BlockArray({(0,): torch.ones(2, requires_grad=True)}, [[2]])


def test_ellipsis_and_lists_of_labels(array, close):
    tensor = ttgt.BlockArray({(0, 0, 1): array((2, 3, 1))}, [[2], [3], [4, 1]])
    other = ttgt.BlockArray({(1, 0): array((1, 2))}, [[4, 1], [2]])

    close(ttgt.einsum("...k,kb->...b", tensor, other).to_dense(), tensor.to_dense() @ other.to_dense())
    close(ttgt.einsum(tensor, [0, 1, 2], other, [2, 3], [3, 1, 0]).to_dense(),
          numpy.einsum("abk,kc->cba", tensor.to_dense(), other.to_dense()))
    close(ttgt.einsum("ak,kb", other, other.to_dense()[:0].reshape(2, 0)).to_dense(), numpy.zeros((5, 0)))
