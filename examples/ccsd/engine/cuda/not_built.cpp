// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include "examples/ccsd/engine/memory_device.h"

// Stands in for the CUDA sources in a build without CUDA.
namespace ccsd {

std::unique_ptr<Memory::Device> open_cuda_device(int index) {
    throw ttgt::Unsupported("device cuda:" + std::to_string(index) + ": this build has no CUDA");
}

}  // namespace ccsd
