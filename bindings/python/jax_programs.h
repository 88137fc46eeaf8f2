// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <xla/ffi/api/ffi.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt::python {

inline constexpr std::int32_t on_host = -1;  ///< in place of the number of a CUDA device

/// Arrays of a call, inputs first; XLA's are in C order without gaps.
struct Arrays {
    std::int32_t device = on_host;  ///< the CUDA device in whose memory they lie
    std::vector<std::string> names;
    std::vector<std::vector<std::int64_t>> strides;
    std::vector<ttgt_tensor> tensors;
    std::vector<void*> data;

    /// False for elements that the engine does not compute with.
    bool add(std::string name, const xla::ffi::AnyBuffer& buffer);
    /// What a plan belongs to.
    [[nodiscard]] std::string key(std::string_view statements) const;
};

/// The program for these arrays: the one that an earlier call made, or a new one, of the thread's
/// own context or of the device's. Any thread may call this. A call of another thread may have
/// programs forgotten that this one has just found: what uses them is given TTGT_ERROR_STALE_HANDLE
/// then, and asks again.
ttgt_status find_program(std::string_view statements, const Arrays& arrays, ttgt_program& program);

}  // namespace ttgt::python
