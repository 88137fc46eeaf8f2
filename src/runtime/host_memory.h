// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ttgt {

/// Writes `byte` to `bytes` bytes on `threads` threads (0: OpenMP's default), each a contiguous
/// range. A page lies beside the core that writes it first: on machines with several memory nodes
/// tensors that one thread fills are read from one node by all of them.
void set_bytes(void* to, unsigned char byte, std::int64_t bytes, int threads);

}  // namespace ttgt
