// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// In the place of this folder's other sources where NCCL is not built.
#include <ttgt/error.h>

#include "distributed/transport.h"

namespace ttgt {

std::shared_ptr<Transport> make_nccl_rank(void*) {
    throw Unsupported(
        "this build of ttgt has no NCCL: configure with TTGT_NCCL=ON where CUDA and NCCL's header "
        "are installed");
}

}  // namespace ttgt
