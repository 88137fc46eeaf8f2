# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""opt_einsum, cotengra and quimb with ttgt as their backend: each product reaches the engine."""

import numpy
import pytest

import ttgt
import ttgt.opt_einsum

CHAIN = "ab,bc,cd->ad"
PARTS, OUTPUT = (("a", "b"), ("b", "c"), ("c", "d")), ("a", "d")


@pytest.fixture
def reached(monkeypatch):
    """One entry for each call of einsum(), by whatever way it came."""
    calls, kept = [], ttgt._context.own._calls

    class Counted:
        def run_einsum(self, *arguments):
            calls.append(arguments)
            return kept.run_einsum(*arguments)

        def __getattr__(self, name):
            return getattr(kept, name)

    monkeypatch.setattr(ttgt._context.own, "_calls", Counted())
    return calls


@pytest.fixture
def matrices(array):
    return [array(shape, seed=seed) for seed, shape in enumerate([(3, 4), (4, 5), (5, 6)])]


@pytest.fixture
def expected(matrices):
    return matrices[0] @ matrices[1] @ matrices[2]


@pytest.mark.parametrize("backend", ["ttgt", "ttgt.opt_einsum"])
def test_opt_einsum(array, close, reached, matrices, expected, backend):
    opt_einsum = pytest.importorskip("opt_einsum")

    close(opt_einsum.contract(CHAIN, *matrices, backend=backend), expected, 20)
    assert len(reached) == 2
    close(opt_einsum.contract_expression(CHAIN, (3, 4), (4, 5), (5, 6))(*matrices, backend=backend), expected, 20)
    assert len(reached) == 4
    batched = [array((2, 3, 4)), array((2, 4, 5), seed=1), array((5, 3), seed=2)]
    close(opt_einsum.contract("bij,bjk,kl->lbi", *batched, backend=backend), numpy.einsum("bij,bjk,kl->lbi", *batched), 20)
    close(opt_einsum.contract("aab,b->a", array((3, 3, 2)), array((2,)), backend=backend),
          numpy.einsum("aab,b->a", array((3, 3, 2)), array((2,))), 2)
    assert len(reached) == 7


def test_opt_einsum_beyond_52_labels(close, reached):
    opt_einsum = pytest.importorskip("opt_einsum")
    matrix = numpy.array([[0.0, 1.0], [1.0, 1.0]])
    labels = [opt_einsum.get_symbol(number) for number in range(70)]
    text = ",".join(left + right for left, right in zip(labels, labels[1:])) + f"->{labels[0]}{labels[-1]}"
    power = numpy.linalg.matrix_power(matrix, 69)

    close(opt_einsum.contract(text, *[matrix] * 69, backend="ttgt") / power, power / power, 2)
    assert len(reached) == 68
    close(ttgt.einsum(text, *[matrix] * 69) / power, power / power, 2)


def test_cotengra(close, reached, matrices, expected):
    cotengra = pytest.importorskip("cotengra", reason="cotengra is not installed")

    close(cotengra.einsum(CHAIN, *matrices, backend="ttgt"), expected, 20)
    assert len(reached) == 2
    close(cotengra.array_contract(matrices, PARTS, OUTPUT, backend="ttgt"), expected, 20)
    assert len(reached) == 4
    mantissa, exponent = cotengra.array_contract(matrices, PARTS, OUTPUT, backend="ttgt", strip_exponent=True)
    close(mantissa * 10**exponent, expected, 40)
    for sliced in ("b", "a"):
        reached.clear()
        tree = cotengra.array_contract_tree(PARTS, OUTPUT, shapes=[matrix.shape for matrix in matrices])
        tree.remove_ind_(sliced)
        close(tree.contract(matrices, backend="ttgt"), expected, 20)
        assert len(reached) >= 2
    assert cotengra.array_contract([matrices[0]], [("a", "b")], ("b", "a"), backend="ttgt").shape == (4, 3)


def test_quimb(close, reached, matrices, expected):
    tensor = pytest.importorskip("quimb.tensor", reason="quimb is not installed")
    network = tensor.TensorNetwork([tensor.Tensor(*pair) for pair in zip(matrices, PARTS)])

    close(network.contract(output_inds=OUTPUT, backend="ttgt").data, expected, 20)
    assert len(reached) == 2
    with tensor.contract_backend("ttgt"):
        close(network.contract(output_inds=OUTPUT).data, expected, 20)
    assert len(reached) == 4


@pytest.mark.parametrize("axes", [0, 1, 2, numpy.int64(1), ([0, 2], [1, 0]), (1, 0), (numpy.int64(-1), numpy.int32(0))])
def test_tensordot(array, close, axes):
    left = array((3, 4, 4))
    right = array((4, 3, 5) if isinstance(axes, tuple) and isinstance(axes[0], list) else (4, 4, 5), seed=1)

    close(ttgt.tensordot(left, right, axes), numpy.tensordot(left, right, axes), 12)


def test_tensordot_of_many_axes(array, close):
    assert ttgt.tensordot(numpy.ones((1,) * 30), numpy.ones((1,) * 30), axes=1).ndim == 58
    for axes in (3, (2, 0), ([0, 0], [0, 1]), ([0, 1], [0])):
        with pytest.raises(ttgt.InvalidArgument, match="axes"):
            ttgt.tensordot(array((4, 4)), array((4, 4)), axes)


def test_functions_beside_products():
    a = numpy.array([[1.0, -2.0], [3.0, 4.0]])

    assert ttgt.max(ttgt.abs(a)) == 4 and ttgt.log10(numpy.float64(100)) == 2 and ttgt.sum(a, 0).tolist() == [4, 2]
    assert ttgt.stack([a, a], 0).shape == (2, 2, 2) and ttgt.reshape(a, (4,)).shape == (4,)
    assert (ttgt.multiply(a, a) == a * a).all() and (ttgt.array(a) == a).all()
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    assert type(ttgt.abs(torch.ones(2))) is type(ttgt.stack([torch.ones(2)], 0)) is torch.Tensor
    with pytest.raises(AttributeError, match="no attribute 'abacus'"):
        _ = ttgt.abacus
