// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "contraction/cuda/generated/kernel_record.h"

/// Any text is none, or a record that is read again as it is written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto record = ttgt::cuda::parse_kernel_record(text);
    if (!record) return 0;
    const auto again = ttgt::cuda::parse_kernel_record(ttgt::cuda::to_text(*record));
    const bool is_same = again && again->shape == record->shape &&
                         again->measured_us == record->measured_us &&
                         again->seconds == record->seconds;
    if (!is_same) std::abort();
    return 0;
}
