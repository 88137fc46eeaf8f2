// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/direct.h"

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/cpu/direct/elementwise.h"
#include "contraction/cpu/direct/matrix_vector.h"
#include "contraction/cpu/direct/product/direct_product.h"
#include "contraction/cpu/direct/product/promoted_product.h"
#include "src/core/element.h"

namespace ttgt::cpu {

void run_direct(const DirectStep& step, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, int threads) {
    auto* const memory = step.scratch_bytes > 0 ? static_cast<std::byte*>(scratch) : nullptr;
    DirectLabels labels = classify(step);
    if (is_half(step.dtypes[1])) {
        return run_promoted(step, labels, scalars, l, r, d, memory, threads);
    }
    if (is_elementwise(step, labels)) {
        return run_elementwise(step, labels, scalars, l, r, d, threads);
    }
    if (is_matrix_vector(step, labels)) {
        return run_matrix_vector(step, labels, scalars, l, r, d, threads);
    }
    const bool swapped = labels.a == 2;
    run_product(step, labels, scalars, swapped ? r : l, swapped ? l : r, d, memory, threads);
}

std::int64_t direct_scratch_bytes(const DirectStep& step, int threads, std::int64_t limit) {
    DirectLabels labels = classify(step);
    if (is_half(step.dtypes[1])) return promoted_scratch_bytes(step, labels, threads);
    if (is_elementwise(step, labels) || is_matrix_vector(step, labels)) return 0;
    return product_scratch_bytes(step, labels, threads, limit);
}

}  // namespace ttgt::cpu
