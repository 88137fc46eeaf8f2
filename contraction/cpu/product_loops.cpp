// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/product_loops.h"

#include <algorithm>

#include "contraction/execute/loop_element.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

using loops::compute_element;
using loops::LoopComplex;

template <class Value>
void run_all(const ProductLoops& loops, const LoopRun& run, int threads) {
    const double read = factors_read(loops) * sizeof(Value);
    const auto bytes = static_cast<std::int64_t>(std::min(read, 0x1p60));
    parallel_ranges(loops.elements, bytes, threads, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t element = begin; element < end; ++element) {
            compute_element<Value>(loops, run, element);
        }
    });
}

}  // namespace

void run_loops(const ProductLoops& loops, const LoopRun& run, int threads) {
    if (is_complex(loops.output.dtype)) {
        run_all<LoopComplex>(loops, run, threads);
    } else {
        run_all<double>(loops, run, threads);
    }
}

}  // namespace ttgt::cpu
