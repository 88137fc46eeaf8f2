# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Recorded contractions of PyTorch's tensors on a GPU: gradients, streams, CUDA graphs, compiled graphs, scratch."""

import pytest

import ttgt

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
if not torch.cuda.is_available():
    pytest.skip("no GPU for PyTorch", allow_module_level=True)

TEXT = "abc,cbd,de->ae"


def leaves(dtype=torch.float64, scale=1):
    torch.manual_seed(0)
    shapes = ((6, 5, 4), (4, 5, 3), (3, 7))
    return [torch.randn([scale * extent for extent in shape], dtype=dtype, device="cuda", requires_grad=True) for shape in shapes]


def gradients(einsum, tensors):
    result = einsum(TEXT, *tensors)
    return [result, *torch.autograd.grad(result.abs().square().sum(), tensors)]


@pytest.mark.parametrize("dtype", [torch.float64, torch.complex128])
def test_gradients(dtype):
    tensors = leaves(dtype)

    assert torch.autograd.gradcheck(lambda *x: ttgt.einsum(TEXT, *x), tensors, check_forward_ad=True)
    for mine, theirs in zip(gradients(ttgt.einsum, tensors), gradients(torch.einsum, tensors)):
        torch.testing.assert_close(mine, theirs)


def test_pytorchs_checks_of_an_operator():
    import ttgt.torch  # noqa: F401

    torch.library.opcheck(torch.ops.ttgt.contract.default, ("y0(a,c)=x0(a,b)*x1(b,c);y1(a)=x0(a,b)", [
        torch.randn(2, 3, device="cuda", requires_grad=True), torch.randn(3, 4, device="cuda", requires_grad=True)]))


def check_another_stream(einsum, tensors, expected):
    """With work on a stream that is behind the current one."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())

    with torch.cuda.stream(stream):
        torch.cuda._sleep(50_000_000)  # what ran on another stream would read the old values
        doubled = [(2 * tensor.detach()).requires_grad_() for tensor in tensors]
        found = gradients(einsum, doubled)
    stream.synchronize()

    torch.testing.assert_close(found[0], 8 * expected[0])
    torch.testing.assert_close(found[1], 32 * expected[1])


def test_work_follows_the_current_stream():
    tensors = leaves(scale=6)
    check_another_stream(ttgt.einsum, tensors, gradients(torch.einsum, tensors))


def test_calls_that_come_again_follow_the_current_stream_and_have_new_results():
    import ttgt.torch

    tensors = leaves(scale=6)
    kept = [gradients(ttgt.torch.einsum, tensors) for _ in range(3)]
    expected = gradients(torch.einsum, tensors)

    check_another_stream(ttgt.torch.einsum, tensors, expected)
    for results in kept:
        for mine, theirs in zip(results, expected):
            torch.testing.assert_close(mine, theirs)
    assert len({result.data_ptr() for results in kept for result in results}) == 3 * len(expected)


def test_a_captured_step_is_replayed_on_new_values():
    tensors = leaves(scale=4)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(2):
            gradients(ttgt.einsum, tensors)
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        captured = gradients(ttgt.einsum, tensors)

    for number in range(3):
        with torch.no_grad():
            for tensor in tensors:
                tensor.copy_(torch.randn_like(tensor))
        graph.replay()
        for mine, theirs in zip(captured, gradients(torch.einsum, tensors)):
            torch.testing.assert_close(mine, theirs, msg=lambda m: f"replay {number}: {m}")  # noqa: B023


@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_compiled_steps(mode):
    import ttgt.torch  # noqa: F401

    tensors = leaves(torch.float32, scale=4)
    compiled = torch.compile(lambda *x: ttgt.einsum(TEXT, *x).sin(), fullgraph=True, mode=mode)

    for _ in range(4):
        found = torch.autograd.grad(compiled(*tensors).sum(), tensors)
        for mine, theirs in zip(found, torch.autograd.grad(torch.einsum(TEXT, *tensors).sin().sum(), tensors)):
            torch.testing.assert_close(mine, theirs, rtol=1e-3, atol=1e-2)


def test_autocast():
    tensors = leaves(torch.float32)

    with torch.autocast("cuda", torch.float16):
        result = ttgt.torch.einsum(TEXT, *tensors)
    result.float().sum().backward()

    assert result.dtype == torch.float16 and all(tensor.grad.dtype == torch.float32 for tensor in tensors)


def test_scratch_is_pytorchs_and_is_given_back():
    tensors = leaves(scale=8)
    gradients(ttgt.einsum, tensors)
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()

    for _ in range(3):
        gradients(ttgt.einsum, tensors)
    torch.cuda.synchronize()

    assert torch.cuda.memory_allocated() == before


def test_tensors_on_two_devices_are_refused():
    with pytest.raises(ttgt.InvalidArgument, match="R is on cpu"):
        ttgt.torch.einsum("ij,jk->ik", torch.ones(2, 3, device="cuda"), torch.ones(3, 4))
