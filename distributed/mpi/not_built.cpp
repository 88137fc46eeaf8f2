// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// In the place of this folder's other sources where MPI is not built.
#include <ttgt/error.h>

#include "distributed/transport.h"

namespace ttgt {
namespace {

[[noreturn]] void refuse() {
    throw Unsupported(
        "this build of ttgt has no MPI: configure with TTGT_MPI=ON where MPI and ScaLAPACK are "
        "installed (scripts/setup --mpi)");
}

}  // namespace

std::shared_ptr<Transport> make_mpi_ranks(int) { refuse(); }
std::shared_ptr<Transport> make_mpi_world() { refuse(); }

}  // namespace ttgt
