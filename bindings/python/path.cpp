// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/path.h"

#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings/python/errors.h"

namespace ttgt::python {

nb::tuple find_path(Context& context, const PathProblem& problem, const PathSettings& settings) {
    ttgt_path_options options = TTGT_PATH_OPTIONS;
    options.search = settings.search.c_str();
    options.minimize = settings.minimize;
    options.seed = settings.seed;
    options.trials = settings.trials;
    options.seconds = settings.seconds;
    const ttgt_tensor output = problem.output.tensor();
    std::vector<ttgt_tensor> inputs;
    for (std::size_t i = 0; i < problem.count; ++i) inputs.push_back(problem.inputs[i].tensor());
    std::vector<std::int32_t> steps(2 * (problem.count - 1));
    ttgt_path_report report{};
    report.size = sizeof(report);
    check(context.run(false, [&] {
        return ttgt_find_path(context.handle(), problem.expression.c_str(), &output, inputs.data(),
                              static_cast<std::int32_t>(problem.count), &options, steps.data(),
                              &report);
    }));
    return nb::make_tuple(steps, report.operations, report.largest_elements, report.predicted_ms,
                          report.trials);
}

}  // namespace ttgt::python
