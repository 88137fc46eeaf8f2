// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/scale.h"

#include "contraction/cpu/odometer.h"
#include "src/core/element.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {

void run_scale(const ScaleStep& step, const Scalar& beta, void* out, int threads) {
    visit_numeric(step.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T factor = scalar_cast<T>(beta);
        const std::int64_t count = volume(step.modes);
        const auto scale = [&](std::int64_t begin, std::int64_t end) {
            Odometer<1> position(step.modes, 0, begin);
            for (std::int64_t index = begin; index < end; ++index, position.advance()) {
                T& element = static_cast<T*>(out)[position.offsets()[0]];
                element = factor == T{} ? T{} : factor * element;
            }
        };
        parallel_ranges(count, count * static_cast<std::int64_t>(sizeof(T)), threads, scale);
    });
}

}  // namespace ttgt::cpu
