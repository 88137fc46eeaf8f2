// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/binary/checked_execution.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "contraction/binary/run_checks.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

std::string title(const Problem& problem, std::size_t operand) {
    return operand_title(static_cast<Operand>(operand), problem.names[operand]);
}

void check_pointers(const Problem& problem, const Pointers& data) {
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        if (data[operand] == nullptr && problem.sizes.volumes[operand] > 0) {
            throw InvalidArgument(fmt::format("the data of {} is null", title(problem, operand)));
        }
    }
}

/// Kernels of a GPU read whole elements at once.
void check_alignment(const Problem& problem, const Pointers& data) {
    for (std::size_t operand = 0; operand <= problem.inputs; ++operand) {
        const auto bytes = static_cast<std::uintptr_t>(size_bytes(problem.dtypes[operand]));
        if (reinterpret_cast<std::uintptr_t>(data[operand]) % bytes != 0) {
            throw InvalidArgument(
                fmt::format("the data of {} is at {}, which is not aligned to an element of {}",
                            title(problem, operand), data[operand], name(problem.dtypes[operand])));
        }
    }
}

bool has_contracted_labels(const Problem& problem) {
    return std::any_of(problem.labels.begin(), problem.labels.end(),
                       [](const ProblemLabel& label) { return label.role == Role::contracted; });
}

/// D may lie exactly on an input where each element of D depends on that input's same element only.
bool may_share(const Problem& problem, std::size_t operand, const Pointers& data) {
    return problem.same_as_d[operand] && data[operand] == data[operand_d] &&
           !has_contracted_labels(problem);
}

void check_overlap(const Problem& problem, const Pointers& data) {
    const auto region = [&](std::size_t operand) {
        return MemoryRegion{&problem.layouts[operand], size_bytes(problem.dtypes[operand]),
                            data[operand]};
    };
    for (std::size_t operand = operand_l; operand <= problem.inputs; ++operand) {
        if (may_share(problem, operand, data)) continue;
        if (overlap(region(operand_d), region(operand))) {
            throw OverlapError(fmt::format("the output {} overlaps the input {} in memory",
                                           title(problem, operand_d), title(problem, operand)));
        }
    }
}

}  // namespace

Scalar checked_beta(const Problem& problem, const Pointers& data, const RunOptions& options) {
    const Scalar beta = options.beta.value_or(problem.beta_is_zero ? 0.0 : 1.0);
    check_pointers(problem, data);
    const auto title_of_d = [&] { return title(problem, operand_d); };
    check_scalar(problem.dtypes[operand_d], "alpha", options.alpha, title_of_d);
    check_scalar(problem.dtypes[operand_d], "beta", beta, title_of_d);
    check_beta(problem.text, problem.beta_is_zero, beta);
    check_overlap(problem, data);
    return beta;
}

Execution checked_execution(const Plan& plan, const RunSite& site, const Pointers& data,
                            const RunOptions& options) {
    const Problem& problem = plan.problem;
    const Scalar beta = checked_beta(problem, data, options);
    check_workspace(plan.chosen.workspace_bytes, options.workspace);
    Resources resources = site.resources;
    if (site.device.kind == Device::Kind::cuda) {
        check_alignment(problem, data);
        if (options.stream != Stream{}) resources.stream = options.stream;
    }
    check_stream(site.device, options.stream);
    // Inputs are only read: the steps that get them take pointers to const.
    const auto bytes = [](const void* pointer) {
        return const_cast<char*>(static_cast<const char*>(pointer));
    };
    return {{bytes(data[operand_d]), bytes(data[operand_l]), bytes(data[operand_r]),
             bytes(options.workspace.data)},
            options.alpha,
            beta,
            resources};
}

}  // namespace ttgt
