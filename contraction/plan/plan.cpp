// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/plan.h"

namespace ttgt {
namespace {

std::int64_t scratch_of(const TransposeStep&) { return 0; }
std::int64_t scratch_of(const ScaleStep&) { return 0; }

template <class Step>
std::int64_t scratch_of(const Step& step) {
    return step.scratch_bytes;
}

}  // namespace

std::int64_t scratch_bytes(const Action& action) {
    return std::visit([](const auto& step) { return scratch_of(step); }, action);
}

}  // namespace ttgt
