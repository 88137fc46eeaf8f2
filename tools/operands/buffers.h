// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/layout.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <memory>

#include "transpose/cpu/kernel_plan.h"

namespace ttgt::tool {

using Buffer = std::unique_ptr<void, HostDelete>;

/// Numbers of such bytes are NaNs.
inline constexpr unsigned char nan_byte = 0xff;
/// What an output is overwritten with before a run that is checked.
inline constexpr unsigned char poison_byte = 0xa5;

/// Host memory for a packed tensor, never null, elements undefined. Throws OutOfMemory.
[[nodiscard]] Buffer allocate_tensor(const Layout& layout, DType dtype);
/// Bytes of a packed tensor; throws SizeOverflow.
[[nodiscard]] std::int64_t tensor_bytes(const Layout& layout, DType dtype);

/// Numbers uniform in [-1, 1), or random bytes for opaque dtypes; the same for the same seed,
/// whatever the number of threads.
void fill_random(void* data, std::int64_t count, DType dtype, std::uint64_t seed);

/// The fastest copy of `bytes` bytes there is, by non-temporal stores where they are many, on
/// `threads` threads (0: OpenMP's default). Planned once, so that timing a run times the copy
/// alone.
class ByteCopy {
public:
    ByteCopy(std::int64_t bytes, int threads);
    void run(void* to, const void* from) const;

private:
    CpuKernelPlan plan_;
    int threads_;
};

}  // namespace ttgt::tool
