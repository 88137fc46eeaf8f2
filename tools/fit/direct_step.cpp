// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/direct_step.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/cpu/direct/direct_cost.h"
#include "contraction/plan/lowering.h"
#include "contraction/problem/bind.h"
#include "tools/io/errors.h"
#include "tools/operands/bindings.h"

namespace ttgt::tool {

const ContractionCase& case_of(const std::vector<ContractionCase>& cases, const std::string& id) {
    const auto found = std::find_if(cases.begin(), cases.end(),
                                    [&](const ContractionCase& given) { return given.id == id; });
    if (found == cases.end()) throw FileError("--cases", fmt::format("no case {}", id));
    return *found;
}

Problem problem_of(const ContractionCase& given, DType dtype, ComputeType compute) {
    const Expression expression = parse_expression(given.expression);
    constexpr bool beta_is_zero = true;
    Problem problem = bind_expression(expression, packed_operands(expression, given.extents, dtype),
                                      beta_is_zero);
    problem.compute = compute;
    return problem;
}

DirectStep direct_step_of(const Problem& problem, const DirectMachine& machine) {
    const cpu::CpuMachine cpu(cpu::Rates(machine.calibration, machine.threads));
    const Plan plan = lower(problem, {}, cpu, unlimited);
    return std::get<DirectStep>(std::get<Step>(plan.nodes.at(0).value).action);
}

DirectLaunch direct_launch_of(const ContractionCase& given, const DirectMachine& machine) {
    const Problem problem = problem_of(given, dtype_of(given, ""), ComputeType::full);
    return {direct_step_of(problem, machine), static_cast<double>(bytes(problem))};
}

double predicted_ms(const DirectLaunch& launch, const DirectMachine& machine,
                    const cpu::DirectRates& rates) {
    const cpu::Rates cpu(machine.calibration, machine.threads, launch.bytes);
    return cpu.direct_ms(launch.step.dtypes[0],
                         cpu::direct_work(launch.step, machine.threads, rates), launch.bytes);
}

}  // namespace ttgt::tool
