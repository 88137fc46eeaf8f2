// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/core/modes.h"

namespace ttgt::bench {

/// The transpose that everybody writes first: reads the input in order and writes each element
/// where it belongs. `modes` hold input and output strides; `T` has the element's size.
template <class T>
void scatter(Modes<2> modes, const T* in, T* out, int threads) {
    sort_by_stride(modes, 0);
    if (modes.empty()) modes.push_back({1, {1, 1}});
    const Mode<2> inner = modes.front();
    const std::int64_t rows = volume(modes) / inner.extent;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t rest = row;
        std::int64_t from = 0;
        std::int64_t to = 0;
        for (std::size_t mode = 1; mode < modes.size(); ++mode) {
            const std::int64_t index = rest % modes[mode].extent;
            rest /= modes[mode].extent;
            from += index * modes[mode].strides[0];
            to += index * modes[mode].strides[1];
        }
        for (std::int64_t i = 0; i < inner.extent; ++i) {
            out[to + i * inner.strides[1]] = in[from + i * inner.strides[0]];
        }
    }
}

}  // namespace ttgt::bench
