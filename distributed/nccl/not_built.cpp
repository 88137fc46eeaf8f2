// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled instead of the other sources of this folder in builds without NCCL.
#include <ttgt/error.h>

#include "distributed/run/transport.h"

namespace ttgt {

std::shared_ptr<Transport> make_nccl_rank(void*) {
    throw Unsupported(
        "this build of ttgt has no NCCL: configure with TTGT_NCCL=ON where CUDA and NCCL's header "
        "are installed");
}

}  // namespace ttgt
