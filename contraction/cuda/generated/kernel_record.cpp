// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/kernel_record.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

namespace ttgt::cuda {
namespace {

/// The text up to the end of the line, which it must have.
std::optional<std::string_view> take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return line;
}

std::optional<double> take_time(std::string_view& rest) {
    const std::optional<std::string_view> line = take_line(rest);
    if (!line) return std::nullopt;
    double time = 0;
    const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), time);
    const bool is_time = error == std::errc{} && end == line->data() + line->size() &&
                         std::isfinite(time) && time >= 0;
    return is_time ? std::optional<double>(time) : std::nullopt;
}

std::string one_line_of(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string use_text(const GeneratedUse& use) {
    std::string text = fmt::format(" {}{}", use.tensor, use.conjugated ? "*" : "");
    for (const std::size_t label : use.labels) text += fmt::format(",{}", label);
    return text;
}

std::string stage_text(const GeneratedStage& stage) {
    std::string text = "stage" + use_text(stage.output) + (stage.adds ? " +=" : " =");
    for (const GeneratedProduct& product : stage.products) {
        text += fmt::format(" + {}", product.scale);
        for (const GeneratedUse& factor : product.factors) text += use_text(factor);
        for (const std::size_t label : product.sums) text += fmt::format(" over {}", label);
    }
    return text + "\n";
}

}  // namespace

std::string shape_text(const GeneratedShape& shape) {
    std::string text = fmt::format("{} threads; blocks", shape.threads);
    for (const BlockLabel& block : shape.blocks) {
        text += fmt::format(" {}:{}", block.label, block.chunk);
    }
    for (const std::vector<TileLabel>& tile : shape.tiles) {
        text += "; tile";
        for (const TileLabel& part : tile) text += fmt::format(" {}:{}", part.label, part.count);
    }
    text += "; shared ";
    for (const char is_shared : shape.is_shared) text += is_shared != 0 ? '1' : '0';
    return text;
}

std::string to_text(const KernelRecord& record) {
    return fmt::format("{}\n{}\n{}\n", record.shape, record.measured_us, record.seconds);
}

std::optional<KernelRecord> parse_kernel_record(std::string_view text) {
    const std::optional<std::string_view> shape = take_line(text);
    const std::optional<double> measured_us = take_time(text);
    const std::optional<double> seconds = take_time(text);
    if (!shape || !measured_us || !seconds || !text.empty()) return std::nullopt;
    if (*measured_us == 0) return std::nullopt;
    return KernelRecord{std::string(*shape), *measured_us, *seconds};
}

std::string kernel_key(const GeneratedProblem& problem, const std::string& device) {
    std::string text = fmt::format("generated kernel\n{}\n{}\n{}\n", one_line_of(problem.text),
                                   one_line_of(device), name(problem.dtype));
    for (const GeneratedLabel& label : problem.labels) {
        text += fmt::format("label {} {}\n", one_line_of(label.name), label.extent);
    }
    for (const GeneratedTensor& tensor : problem.tensors) {
        text += fmt::format("tensor {}{}{}", one_line_of(tensor.name),
                            tensor.is_temporary ? " temporary" : "",
                            tensor.is_written ? " written" : "");
        for (const GeneratedMode& mode : tensor.modes) {
            text += fmt::format(" {}:{}", mode.extent, mode.stride);
        }
        text += '\n';
    }
    for (const GeneratedStage& stage : problem.stages) text += stage_text(stage);
    return text;
}

}  // namespace ttgt::cuda
