// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <vector>

#include "tests/support/guarded_array.h"

namespace ttgt::test {

/// An array as the C API takes it, which must outlive the struct.
[[nodiscard]] inline ttgt_tensor c_tensor(const GuardedArray& array) {
    return {static_cast<ttgt_dtype>(array.dtype()),
            TTGT_HOST,
            static_cast<std::int32_t>(array.layout().rank()),
            array.layout().extents.data(),
            array.layout().strides.data(),
            const_cast<void*>(array.data())};
}

/// A packed array of doubles on the host.
struct CArray {
    std::vector<std::int64_t> extents;
    std::vector<double> elements;

    explicit CArray(std::vector<std::int64_t> given, double value = 0)
        : extents(std::move(given)),
          elements(static_cast<std::size_t>(volume(packed(extents))), value) {}
    [[nodiscard]] ttgt_tensor tensor() {
        return {TTGT_FLOAT64,   TTGT_HOST, static_cast<std::int32_t>(extents.size()),
                extents.data(), nullptr,   elements.data()};
    }
};

}  // namespace ttgt::test
