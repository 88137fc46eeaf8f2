// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <memory>

namespace ttgt {

/// Memory of its own for a tensor of any strides, all zeros and touched, as timing needs it.
class ZeroedMemory {
public:
    /// Every extent is at least 1. Throws SizeOverflow and OutOfMemory.
    ZeroedMemory(const Layout& layout, std::int64_t element_bytes);
    /// Element (0, 0, …).
    [[nodiscard]] char* origin() const noexcept { return origin_; }

private:
    std::unique_ptr<void, HostDelete> memory_;
    char* origin_ = nullptr;
};

}  // namespace ttgt
