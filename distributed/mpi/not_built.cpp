// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled instead of the other sources of this folder in builds without MPI.
#include <ttgt/error.h>

#include "distributed/run/transport.h"

namespace ttgt {
namespace {

[[noreturn]] void refuse() {
    throw Unsupported(
        "this build of ttgt has no MPI: install MPI and ScaLAPACK (scripts/setup --mpi does so), "
        "then configure CMake with -DTTGT_MPI=ON");
}

}  // namespace

std::shared_ptr<Transport> make_mpi_ranks(int) { refuse(); }
std::shared_ptr<Transport> make_mpi_world() { refuse(); }

}  // namespace ttgt
