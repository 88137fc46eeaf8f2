// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/scale.h"

#include <algorithm>

#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

template <class T>
void scale_run(T* elements, std::int64_t stride, std::int64_t count, const ComputeOf<T>& factor) {
    if (factor == ComputeOf<T>{}) {
        for (std::int64_t i = 0; i < count; ++i) elements[i * stride] = T{};
    } else if (stride == 1) {
        for (std::int64_t i = 0; i < count; ++i) elements[i] = T(factor * elements[i]);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            elements[i * stride] = T(factor * elements[i * stride]);
    }
}

/// Elements [begin, end), run by run of the fastest mode.
template <class T>
void scale(const Modes<1>& modes, T* out, const ComputeOf<T>& factor, std::int64_t begin,
           std::int64_t end) {
    if (modes.empty()) return scale_run(out, 1, 1, factor);
    const Mode<1>& run = modes.front();
    Odometer<1> runs(modes, 1, begin / run.extent);
    while (begin < end) {
        const std::int64_t first = begin % run.extent;
        const std::int64_t count = std::min(run.extent - first, end - begin);
        scale_run(out + runs.offsets()[0] + first * run.strides[0], run.strides[0], count, factor);
        begin += count;
        runs.advance();
    }
}

}  // namespace

void run_scale(const ScaleStep& step, const Scalar& beta, void* out, int threads) {
    visit_numeric(step.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto factor = scalar_cast<ComputeOf<T>>(beta);
        const std::int64_t count = volume(step.modes);
        parallel_ranges(count, count * static_cast<std::int64_t>(sizeof(T)), threads,
                        [&](std::int64_t begin, std::int64_t end) {
                            scale(step.modes, static_cast<T*>(out), factor, begin, end);
                        });
    });
}

}  // namespace ttgt::cpu
