// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/path_search.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

Minimize minimize_by(ttgt_minimize minimize) {
    switch (minimize) {
        case TTGT_MINIMIZE_TIME:
            return Minimize::time;
        case TTGT_MINIMIZE_FLOPS:
            return Minimize::flops;
        case TTGT_MINIMIZE_MEMORY:
            return Minimize::memory;
        default:
            throw InvalidArgument(fmt::format("minimize is {}, none of 0, 1, 2", minimize));
    }
}

std::vector<std::array<std::size_t, 2>> steps_of(const ttgt_path_options& options) {
    std::vector<std::array<std::size_t, 2>> steps;
    if (options.step_count < 0 || (options.steps == nullptr && options.step_count > 0)) {
        throw InvalidArgument(fmt::format("the path has {} steps, {}", options.step_count,
                                          options.steps == nullptr ? "which are null" : "given"));
    }
    if (options.steps == nullptr) return steps;
    for (std::ptrdiff_t step = 0; step < options.step_count; ++step) {
        const std::int32_t l = options.steps[2 * step];
        const std::int32_t r = options.steps[2 * step + 1];
        if (l < 0 || r < 0) {
            throw InvalidArgument(
                fmt::format("step {} of the path multiplies tensors {} and {}", step, l, r));
        }
        steps.push_back({static_cast<std::size_t>(l), static_cast<std::size_t>(r)});
    }
    return steps;
}

/// As much of the report as the caller's version knows.
void write_report(const FoundPath& found, ttgt_path_report* report) {
    if (report == nullptr) return;
    const std::size_t size = report->size;
    const ttgt_path_report numbers{sizeof(ttgt_path_report), found.operations,
                                   found.largest_elements, found.predicted_ms, found.trials};
    std::memcpy(report, &numbers, std::min(size, sizeof(numbers)));
    report->size = size;
}

}  // namespace

PathOptions path_options(const ttgt_path_options* options) {
    const ttgt_path_options given =
        read_options(options, ttgt_path_options TTGT_PATH_OPTIONS, "path");
    PathOptions result;
    if (given.search != nullptr) result.search = given.search;
    result.minimize = minimize_by(given.minimize);
    result.seed = given.seed;
    result.trials = given.trials;
    result.seconds = given.seconds;
    if (given.most_elements >= 0) result.most_elements = given.most_elements;
    result.path = steps_of(given);
    return result;
}

}  // namespace ttgt::c

ttgt_status ttgt_find_path(ttgt_context context, const char* expression, const ttgt_tensor* output,
                           const ttgt_tensor* inputs, int32_t input_count,
                           const ttgt_path_options* options, int32_t* steps,
                           ttgt_path_report* report) {
    using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the function is C's
    return guarded([&] {
        if (report != nullptr) (void)read_options(report, ttgt_path_report{}, "report");
        const std::shared_ptr<ttgt::Context> found = find_context(context);
        const Tensors tensors = read_tensors(expression, output, inputs, input_count);
        if (input_count > 1) check_given(steps, "steps");
        const ttgt::FoundPath path = ttgt::find_path(context_or_own(found), expression,
                                                     tensors.layouts(), path_options(options));
        for (const auto& [l, r] : path.steps) {
            *steps++ = static_cast<std::int32_t>(l);
            *steps++ = static_cast<std::int32_t>(r);
        }
        write_report(path, report);
    });
}
