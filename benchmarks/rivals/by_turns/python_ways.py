# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""How NumPy and PyTorch do it. Arrays have the modes in reverse: their last axis is the fastest."""

import os

import numpy


class NotDone(Exception):
    """The module does not do this problem."""


class NumpyWays:
    def about(self):
        return f"NumPy {numpy.__version__}"

    def transpose(self, array, axes, out):
        view = array.transpose(axes)
        return lambda: numpy.copyto(out, view)

    def contract(self, equation, l, r, out):
        """tensordot and a transpose, what einsum does at its best."""
        inputs, d = equation.split("->")
        l_labels, r_labels = inputs.split(",")
        summed = [label for label in l_labels if label not in d]
        axes = [[labels.index(label) for label in summed] for labels in (l_labels, r_labels)]
        if any(label in r_labels and label in d for label in l_labels):
            raise NotDone("tensordot has no batch labels")
        natural = [label for label in l_labels + r_labels if label not in summed]
        order = [natural.index(label) for label in d]
        return lambda: numpy.copyto(out, numpy.tensordot(l, r, axes).transpose(order))


class TorchWays:
    def __init__(self):
        import torch
        self.torch = torch
        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))

    def about(self):
        return f"PyTorch {self.torch.__version__}"

    def transpose(self, array, axes, out):
        view = self.torch.from_numpy(array).permute(axes)
        target = self.torch.from_numpy(out)
        return lambda: target.copy_(view)

    def contract(self, equation, l, r, out):
        left, right, target = map(self.torch.from_numpy, (l, r, out))
        return lambda: target.copy_(self.torch.einsum(equation, left, right))


WAYS = {"numpy": NumpyWays, "torch": TorchWays}
