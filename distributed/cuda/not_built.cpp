// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiled instead of the other sources of this folder in builds without CUDA.
#include <ttgt/error.h>

#include "distributed/run/host_links.h"
#include "distributed/run/transport.h"
#include "src/runtime/cuda/not_built.h"

namespace ttgt {

std::vector<std::shared_ptr<Transport>> make_device_ranks(const std::vector<Device>&) {
    throw Unsupported("no ranks on GPUs: this build is without CUDA");
}

std::unique_ptr<HostLinks> make_cuda_host_links(Context&) { cuda::not_built(); }

}  // namespace ttgt
