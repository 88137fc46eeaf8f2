// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/generated_problem.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "src/core/native_compute.h"

namespace ttgt::cuda {
namespace {

bool is_generated_dtype(DType dtype) {
    return dtype == DType::float32 || dtype == DType::float64 || dtype == DType::complex64 ||
           dtype == DType::complex128;
}

/// The farthest element is within 32 bits.
bool has_small_offsets(const GeneratedTensor& tensor) {
    double reach = 0;
    for (const GeneratedMode& mode : tensor.modes) {
        reach += static_cast<double>(mode.extent - 1) * std::abs(static_cast<double>(mode.stride));
    }
    return reach < static_cast<double>(std::numeric_limits<std::int32_t>::max());
}

/// Whether a stage reads an operand that a stage writes: its other blocks may not have yet.
bool reads_written_operand(const GeneratedProblem& problem) {
    for (const GeneratedStage& stage : problem.stages) {
        for (const GeneratedProduct& product : stage.products) {
            for (const GeneratedUse& factor : product.factors) {
                const GeneratedTensor& tensor = problem.tensors[factor.tensor];
                if (tensor.is_written && !tensor.is_temporary) return true;
            }
        }
    }
    return false;
}

bool sums_few(const GeneratedProblem& problem) {
    for (const GeneratedStage& stage : problem.stages) {
        for (const GeneratedProduct& product : stage.products) {
            if (volume_of(problem, product.sums) > most_summed) return false;
        }
    }
    return true;
}

}  // namespace

double volume_of(const GeneratedProblem& problem, const std::vector<std::size_t>& labels) {
    double product = 1;
    for (const std::size_t label : labels) {
        product *= static_cast<double>(problem.labels[label].extent);
    }
    return product;
}

std::int64_t stride_of(const GeneratedProblem& problem, const GeneratedUse& use,
                       std::size_t label) {
    std::int64_t stride = 0;
    for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
        if (use.labels[mode] == label) stride += problem.tensors[use.tensor].modes[mode].stride;
    }
    return stride;
}

bool has_label(const GeneratedUse& use, std::size_t label) {
    return std::find(use.labels.begin(), use.labels.end(), label) != use.labels.end();
}

double operand_bytes(const GeneratedProblem& problem) {
    double elements = 0;
    for (std::size_t tensor = 0; tensor < problem.tensors.size(); ++tensor) {
        if (problem.tensors[tensor].is_temporary) continue;
        double volume = 1;
        for (const GeneratedMode& mode : problem.tensors[tensor].modes) {
            volume *= static_cast<double>(mode.extent);
        }
        elements += volume;
        for (const GeneratedStage& stage : problem.stages) {
            if (stage.adds && stage.output.tensor == tensor) elements += volume;
        }
    }
    return elements * static_cast<double>(size_bytes(problem.dtype));
}

double multiplications(const GeneratedProblem& problem) {
    double count = 0;
    for (const GeneratedStage& stage : problem.stages) {
        const double outputs = volume_of(problem, stage.output.labels);
        for (const GeneratedProduct& product : stage.products) {
            count += outputs * volume_of(problem, product.sums);
        }
    }
    return count;
}

namespace {

/// "L(o0:8, s1:4)".
std::string text_of(const GeneratedProblem& problem, const GeneratedUse& use) {
    std::string labels;
    for (const std::size_t label : use.labels) {
        labels += fmt::format("{}{}:{}", labels.empty() ? "" : ", ", problem.labels[label].name,
                              problem.labels[label].extent);
    }
    return fmt::format("{}({})", problem.tensors[use.tensor].name, labels);
}

}  // namespace

bool can_be_generated(const GeneratedProblem& problem) {
    const bool has_small_tensors =
        std::all_of(problem.tensors.begin(), problem.tensors.end(), has_small_offsets);
    const bool has_elements =
        std::all_of(problem.labels.begin(), problem.labels.end(),
                    [](const GeneratedLabel& label) { return label.extent > 0; });
    return is_generated_dtype(problem.dtype) && has_small_tensors && has_elements &&
           problem.tensors.size() <= most_generated_tensors && sums_few(problem) &&
           !reads_written_operand(problem);
}

std::optional<GeneratedProblem> generated_problem(const DirectStep& step) {
    const bool is_binary = step.dtypes[operand_r] == step.dtypes[operand_d];
    if (!is_binary || step.dtypes[operand_l] != step.dtypes[operand_d] ||
        native_compute(step.compute) != ComputeType::full || volume(step.sums) < 2) {
        return std::nullopt;
    }
    GeneratedProblem problem;
    problem.dtype = step.dtypes[operand_d];
    problem.tensors = {{.name = "D", .is_written = true}, {.name = "L"}, {.name = "R"}};
    GeneratedProduct product;
    std::array<GeneratedUse, operand_count> uses;
    const auto add_modes = [&](const Modes<3>& modes, char letter) {
        for (const Mode<3>& mode : modes) {
            if (mode.extent == 1) continue;
            const std::size_t label = problem.labels.size();
            problem.labels.push_back({fmt::format("{}{}", letter, label), mode.extent});
            if (letter == 's') product.sums.push_back(label);
            for (std::size_t operand = 0; operand < operand_count; ++operand) {
                if (mode.strides[operand] == 0) continue;
                problem.tensors[operand].modes.push_back({mode.extent, mode.strides[operand]});
                uses[operand].labels.push_back(label);
            }
        }
    };
    add_modes(step.outputs, 'o');
    add_modes(step.sums, 's');
    for (std::size_t operand = 0; operand < operand_count; ++operand) {
        uses[operand].tensor = operand;
    }
    uses[operand_l].conjugated = step.conjugate_l;
    uses[operand_r].conjugated = step.conjugate_r;
    product.factors = {uses[operand_l], uses[operand_r]};
    const auto text = [&](std::size_t operand) { return text_of(problem, uses[operand]); };
    const bool adds = step.beta != ScalarRole::zero;
    problem.text = fmt::format("{} {} {} * {}", text(operand_d), adds ? "+=" : "=", text(operand_l),
                               text(operand_r));
    problem.stages.push_back({uses[operand_d], adds, {product}});
    if (!can_be_generated(problem)) return std::nullopt;
    return problem;
}

}  // namespace ttgt::cuda
