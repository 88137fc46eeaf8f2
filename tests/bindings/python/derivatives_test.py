# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Programs of derivatives, by hand on tiny integers, and expressions as programs. No array library differentiates here."""

import numpy
import pytest

import ttgt
from ttgt._derivatives import batched, pullback, pushforward, with_bits
from ttgt._formula import dropped_axes, lower, read
from ttgt._products import from_text, to_text

X = numpy.array([[1, 2], [3, 4]])
Y = numpy.array([[5, 6], [7, 8]])
G = numpy.array([[1, 0], [0, 2]])


def value(program, *inputs):
    """Each output by numpy.einsum's plain loops."""
    outputs = []
    for statement in program:
        total = 0
        for term in statement.terms:
            letters = {}
            operands = [inputs[factor.tensor].conj() if factor.conjugated else inputs[factor.tensor] for factor in term.factors]
            texts = ["".join(letters.setdefault(label, chr(97 + len(letters))) for label in labels)
                     for labels in [*(factor.labels for factor in term.factors), statement.output]]
            total = total + term.scale * numpy.einsum(f"{','.join(texts[:-1])}->{texts[-1]}", *operands)
        outputs.append(total.tolist())
    return outputs


def gradients(text, needed, *inputs):
    """The parts of the gradients for the last array as that of the output, with their places."""
    found = pullback(from_text(text), needed, [0])
    used = [inputs[place] for place in found.used]
    return value(found.program, *used, inputs[-1]), list(found.places)


def test_gradients_of_a_matrix_product():
    parts, places = gradients("y0(i,k)=x0(i,j)*x1(j,k)", [0, 1], X, Y, G)

    assert parts == [[[5, 7], [12, 16]], [[1, 6], [2, 8]]]  # G Y^T and X^T G
    assert places == [(0, (0, 1)), (1, (0, 1))]


def test_a_gradient_reads_only_what_it_needs():
    found = pullback(from_text("y0(i,k)=x0(i,j)*x1(j,k)*x2(k)"), [2], [0])

    assert found.used == (0, 1)
    assert to_text(found.program) == "y0(o0)=x2(s0_1,o0)*conj(x0(s0_1,s0_2))*conj(x1(s0_2,o0))"


def test_the_same_input_twice_has_both_summands():
    parts, places = gradients("y0(i)=x0(i,j)*x0(i,j)", [0], X, numpy.array([1, 10]))

    assert parts == [[[2, 4], [60, 80]]] and places == [(0, (0, 1))]


def test_a_summed_label_of_one_input_alone_leaves_an_axis_out():
    parts, places = gradients("y0(i)=x0(i,j)*x1(i)", [0, 1], X, numpy.array([5, 6]), numpy.array([1, 10]))

    assert parts == [[5, 60], [3, 70]] and places == [(0, (0,)), (1, (0,))]


def test_terms_that_leave_out_different_axes_are_apart():
    found = pullback(from_text("y0(i)=x0(i,j)*x1(j)+x0(j,i)*x2(i)"), [0], [0])

    assert [axes for _, axes in found.places] == [(0, 1), (1,)]


def test_conjugated_factors():
    x, y, g = (numpy.array([value]) for value in (1 + 2j, 3 - 1j, 2 + 1j))

    (of_x, of_y), _ = gradients("y0(i)=2*x0(i)*conj(x1(i))", [0, 1], x, y, g)

    assert of_x == [2 * (2 + 1j) * (3 - 1j)]  # G by conj(conj(Y))
    assert of_y == [2 * (2 - 1j) * (1 + 2j)]  # the conjugate of G by conj(X)


def test_outputs_without_a_gradient_are_left_out():
    found = pullback(from_text("y0(i)=x0(i);y1(i)=3*x0(i)*x1(i)"), [0, 1], [1])

    assert to_text(found.program) == "y0(o0)=3.0*x2(o0)*conj(x1(o0));y1(o0)=3.0*x2(o0)*conj(x0(o0))"


def test_a_gradient_of_a_gradient_is_a_program():
    first = pullback(from_text("y0(i,k)=x0(i,j)*x1(j,k)"), [0, 1], [0])
    second = pullback(first.program, [0, 1, 2], [0, 1])

    found = value(second.program, *([X, Y, G][place] for place in second.used), X, Y)

    assert found[2] == (X @ Y + X @ Y).tolist()  # d/dG of X : G Y^T + Y : X^T G
    assert second.places[2] == (2, (0, 1))


def test_summed_labels_of_two_terms_do_not_meet():
    first = pullback(from_text("y0(i)=x0(i,a)*x1(a)+x0(i,b)*x2(b)*x2(b)"), [0], [0])
    second = pullback(first.program, [first.used.index(2)], [0])

    for statement in second.program:
        labels = [{label for factor in term.factors for label in factor.labels if label[0] == "s"} for term in statement.terms]
        assert not set.intersection(*labels) or len(labels) == 1


def test_a_label_twice_in_a_factor_is_refused():
    with pytest.raises(ttgt.ExpressionError, match="twice"):
        pullback(from_text("y0(i)=x0(i,i)"), [0], [0])


def test_tangents():
    pushed, outputs = pushforward(from_text("y0(i)=x0(i)*conj(x0(i))*x1(i);y1()=x1(i)"), [0])

    assert outputs == (0,)
    assert value(pushed, numpy.array([2]), numpy.array([5]), numpy.array([1j]))[0] == [10j - 10j]


def test_batches_reach_terms_that_have_none():
    program, inputs, outputs = batched(from_text("y0(i)=x0(i)*x1(i)+x2(i);y1()=x3(i)"), [0])

    assert to_text(program) == "y0(vi,i)=x0(vi,i)*x1(i)+x2(vi,i);y1()=x3(i)"
    assert inputs == (0, 2) and outputs == (0,)


def test_bits_of_lazy_inputs():
    program = with_bits(from_text("y0(i)=x0(i)*conj(x1(i))-x1(i)"), [False, True], [True, True])

    assert to_text(program) == "y0(i)=x0(i)*x1(i)+conj(x1(i))"


@pytest.mark.parametrize("text", ["y0(a)=x0(a)", "y0()=-0.5*conj(x0(a))*x1(a)+1e-07*x2()", "y0(a)=x0(a);y1(b,a)=x1(a,b)-x1(b,a)"])
def test_text_and_back(text):
    assert to_text(from_text(text)) == text


@pytest.mark.parametrize("text", ["", "ab->a", "y0(a)=", "y0(a)=x0(a)*", "y0(a)=z0(a)", "y0(a)=x0(a);"])
def test_other_texts_are_refused(text):
    with pytest.raises(ttgt.ExpressionError):
        from_text(text)


@pytest.mark.parametrize("text,ranks,statements", [
    ("ij,jk", (2, 2), "y0(i0,i2)=x0(i0,i1)*x1(i1,i2)"),
    ("...i,i->...", (3, 1), "y0(i0,i1)=x0(i0,i1,i2)*x1(i2)"),
    ("iij->j", (3,), "y0(i0)=x0(i0,i1)"),
    ("D(a,b)=2*L(a,c)*conj(R(c,b)) - 0.5*X+(b,a)", (2, 2, 2), "y0(i0,i2)=2.0*x0(i0,i1)*conj(x1(i1,i2))-0.5*conj(x2(i2,i0))"),
    ("D[i j]=L[i k] R[k|j]", (2, 2), "y0(i0,i2)=x0(i0,i1)*x1(i1,i2)"),
    ("D()=conj(conj(L(a)))*K()", (1, 0), "y0()=x0(i0)*x1()"),
])
def test_expressions_as_programs(text, ranks, statements):
    assert lower(text, ranks, ((),) * len(ranks))[0] == statements


def test_extents_of_one_and_diagonals_become_views():
    labels = read("iij,jk->k", (3, 2)).inputs

    assert dropped_axes(labels, True, [(2, 2, 1), (3, 4)]) == ((2,), ())
    assert lower("iij,jk->k", (3, 2), ((2,), ())) == ("y0(i2)=x0(i0)*x1(i1,i2)", (((0, 1),), ()))
    with pytest.raises(ttgt.ShapeMismatch, match="'j' has extent 1 in L but 3 in R"):
        dropped_axes(labels, False, [(2, 2, 1), (3, 4)])
    with pytest.raises(ttgt.ShapeMismatch, match="'i'"):
        dropped_axes(labels, True, [(2, 1, 3), (3, 4)])


@pytest.mark.parametrize("text,ranks,error", [
    ("D(a)=L(a", (1,), ttgt.ExpressionError), ("D(a)=2L(a)", (1,), ttgt.ExpressionError),
    ("D(a)+=L(a)", (1,), ttgt.Unsupported), ("D(a)=L(b)", (1,), ttgt.InvalidArgument),
    ("ij->ij", (1,), ttgt.ShapeMismatch), ("i,i", (1,), ttgt.OperandCountMismatch), ("i->ii", (1,), ttgt.InvalidArgument),
])
def test_what_is_no_expression_is_refused(text, ranks, error):
    with pytest.raises(error):
        read(text, ranks)
