// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bindings/python/plan.h"

namespace ttgt::python {

/// A product whose path is searched for.
struct PathProblem {
    const std::string& expression;
    const Operand& output;
    const Operand* inputs;
    std::size_t count;
};

/// Members as those of ttgt_path_options.
struct PathSettings {
    const std::string& search;
    int minimize;
    std::uint64_t seed;
    std::int64_t trials;
    double seconds;
};

/// The positions of the steps one after the other, operations, elements of the largest result of a
/// step, predicted milliseconds, and trials.
nb::tuple find_path(Context& context, const PathProblem& problem, const PathSettings& settings);

}  // namespace ttgt::python
