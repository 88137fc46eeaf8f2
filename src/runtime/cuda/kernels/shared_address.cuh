// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt::cuda {

/// The address of shared memory for instructions in assembler.
__device__ inline std::uint32_t shared_address(const void* address) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(address));
}

}  // namespace ttgt::cuda
