# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""TeNPy and ttgt: the effective Hamiltonian of two sites acts on their state, on TeNPy's blocks as they lie.

TeNPy's arrays hold the blocks that conserve its charges. ttgt takes them as tensors of blocks, finds the blocks of the
result itself, and multiplies all of them by one plan.
"""

import warnings

import numpy
from tenpy.algorithms.mps_common import TwoSiteH
from tenpy.algorithms.tebd import RandomUnitaryEvolution
from tenpy.models.spins import SpinModel
from tenpy.networks.mpo import MPOEnvironment
from tenpy.networks.mps import MPS

import ttgt

SITES = 8
SITE = 3  # the left one of the two


def blocks_of(array, labels):
    """The blocks of an array of TeNPy, without a copy where its axes have the order of `labels`."""
    array = array.transpose(labels)
    sections = [numpy.diff(leg.slices).tolist() for leg in array.legs]
    return ttgt.BlockArray(dict(zip(map(tuple, array._qdata.tolist()), array._data)), sections)


def state_and_environment():
    """A random state of a Heisenberg chain that conserves the spin, and its environments."""
    model = SpinModel({"S": 0.5, "L": SITES, "bc_MPS": "finite", "conserve": "Sz"})
    state = MPS.from_product_state(model.lat.mps_sites(), ["up", "down"] * (SITES // 2), unit_cell_width=SITES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        RandomUnitaryEvolution(state, {"N_steps": 4, "trunc_params": {"chi_max": 16}}).run()
    state.canonical_form()
    return state, MPOEnvironment(state, model.H_MPO, state)


def main():
    numpy.random.seed(1)
    state, environment = state_and_environment()
    effective = TwoSiteH(environment, SITE)
    theta = state.get_theta(SITE, n=2)
    expected = effective.matvec(theta)

    left = blocks_of(environment.get_LP(SITE), ["vR*", "wR", "vR"])
    right = blocks_of(environment.get_RP(SITE + 1), ["vL*", "wL", "vL"])
    sites = [blocks_of(environment.H.get_W(SITE + place), ["wL", "p", "p*", "wR"]) for place in range(2)]
    vector = blocks_of(theta, ["vL", "p0", "p1", "vR"])
    image = ttgt.einsum("awb,bstc,wusx,xvty,dyc->auvd", left, vector, *sites, right)

    difference = numpy.abs(image.to_dense() - expected.transpose(["vL", "p0", "p1", "vR"]).to_ndarray()).max()
    assert difference < 1e-12
    print(f"{len(list(vector))} blocks of {numpy.prod(vector.shape)} elements, difference {difference:.0e}")


if __name__ == "__main__":
    main()
