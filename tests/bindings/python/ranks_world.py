# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays over the processes of mpirun: a product of integers, exact."""

import numpy

from ttgt import ranks

world = ranks.Communicator.world()
left = numpy.arange(35.0).reshape(5, 7)
right = numpy.arange(28.0).reshape(7, 4) - 9
of_left = ranks.Distribution(left.shape, (world.ranks,), {1: 0})
of_right = ranks.Distribution(right.shape, (world.ranks,))
of_output = ranks.Distribution((5, 4), (world.ranks,), {0: (0, 1)})
output = ranks.contract(
    world, "D(i,j)=L(i,k)*R(k,j)",
    ranks.DistributedArray(of_output, numpy.empty(of_output.part(world.rank))),
    ranks.DistributedArray(of_left, of_left.take(left, world.rank)),
    ranks.DistributedArray(of_right, of_right.take(right, world.rank)))
assert (output == of_output.take(left @ right, world.rank)).all()
