// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/evaluation_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "operators/cuda/source_prelude.h"
#include "operators/problem/real_values.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

std::string sum_of(const std::string& sum, const std::string& variable, std::int64_t factor) {
    if (factor == 0) return sum;
    const std::string product = fmt::format("{} * Index({})", variable, factor);
    return sum.empty() ? product : sum + " + " + product;
}

/// Whether offsets and numbers of tiles need more than 32 bits.
bool needs_long_index(const OperatorProblem& problem) {
    double largest = 0;
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        double offset = 0;
        for (const OperatorMode& mode : problem.modes) {
            offset +=
                std::abs(static_cast<double>(mode.strides[use])) * static_cast<double>(mode.extent);
        }
        largest = std::max(largest, offset);
    }
    for (const OperatorMode& mode : problem.modes) {
        largest = std::max(largest, static_cast<double>(mode.extent));
    }
    const double steps = tuple_count(problem, true);
    return std::max(largest, steps) > 1e9;
}

}  // namespace

std::int64_t staged_elements(const OperatorTile& tile) {
    // The first mode has one element more, so that columns of the tile lie in different banks.
    return volume(tile, 1, tile.modes.size()) * (tile.modes.front().length + 1);
}

std::int64_t staged_bytes(const OperatorTile& tile, DType dtype) {
    return align_up(staged_elements(tile) * size_bytes(dtype), 16);
}

EvaluationWriter::EvaluationWriter(const OperatorProblem& problem, EvaluationLaunch& launch)
    : problem_(problem), launch_(launch), tile_(launch.tile) {}

void EvaluationWriter::write() {
    out_.line("// " + to_string(problem_, tile_));
    out_.line(fmt::format("typedef {} Index;", needs_long_index(problem_) ? "long long" : "int"));
    out_.add(source_prelude(problem_));
    const bool reduces = problem_.reduction != Reduction::none;
    if (reduces) {
        out_.add(reduction_prelude(!gives_real(problem_.element),
                                   problem_.reduction == Reduction::norm2));
    }
    out_.open(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}({})",
                          evaluation_threads, evaluate_name, parameters()));
    write_memory();
    if (reduces) {
        write_reduction();
    } else {
        write_elements();
    }
    out_.close();
    if (launch_.join_blocks > 0) write_join();
    launch_.source = out_.take();
}

std::string EvaluationWriter::parameters() const {
    std::string text;
    for (std::size_t i = 0; i < problem_.operands.size(); ++i) {
        const std::string type = element_type(problem_.operands[i].dtype);
        // What shares D's memory is no constant.
        const bool is_constant = problem_.may_share_output[i] == 0;
        text += fmt::format("{}{}{}* {}p_{}", i == 0 ? "" : ", ", is_constant ? "const " : "", type,
                            is_constant ? "__restrict__ " : "", i);
    }
    for (std::size_t i = 0; i < problem_.scalars.size(); ++i) {
        text += fmt::format(", const Scalar s_{}", i);
    }
    if (launch_.join_blocks > 0) text += ", Wide* partial";
    return text;
}

void EvaluationWriter::write_memory() {
    if (launch_.shared_bytes == 0) return;
    out_.line("extern __shared__ __align__(16) unsigned char memory[];");
    std::int64_t begin = 0;
    for (const std::size_t use : launch_.staged) {
        const DType dtype = problem_.uses[use].dtype;
        const std::string type = element_type(dtype);
        out_.line(fmt::format("{0}* const m_{1} = reinterpret_cast<{0}*>(memory + {2});", type, use,
                              begin));
        begin += staged_bytes(tile_, dtype);
    }
}

void EvaluationWriter::write_firsts(bool is_reduced) {
    for (std::size_t number = 0; number < problem_.modes.size(); ++number) {
        const OperatorMode& mode = problem_.modes[number];
        if (mode.is_reduced != is_reduced) continue;
        const std::int64_t length = length_of(tile_, number);
        const std::int64_t count = divide_up(mode.extent, length);
        if (count <= 1) {
            out_.line(fmt::format("[[maybe_unused]] const Index f_{} = 0;", number));
            continue;
        }
        out_.line(fmt::format("[[maybe_unused]] const Index f_{} = rest % {} * {};", number, count,
                              length));
        out_.line(fmt::format("rest /= {};", count));
    }
}

void EvaluationWriter::write_digits(const std::vector<std::size_t>& order) {
    std::int64_t below = 1;
    for (const std::size_t i : order) {
        const std::int64_t length = tile_.modes[i].length;
        out_.line(fmt::format("[[maybe_unused]] const int t_{} = n / {} % {};", i, below, length));
        below *= length;
    }
}

std::string EvaluationWriter::condition(std::size_t modes) const {
    std::string text = fmt::format("n < {}", volume(tile_, 0, modes));
    for (std::size_t i = 0; i < modes; ++i) {
        const TileMode& each = tile_.modes[i];
        const std::int64_t extent = problem_.modes[each.mode].extent;
        if (extent % each.length == 0) continue;
        text += fmt::format(" && f_{} + t_{} < {}", each.mode, i, extent);
    }
    return text;
}

/// Where each use of the instructions begins in the tile: b_USE.
void EvaluationWriter::write_bases(const Instructions& instructions) {
    for (const std::size_t use : loads_of(instructions)) {
        std::string sum;
        for (std::size_t mode = 0; mode < problem_.modes.size(); ++mode) {
            sum = sum_of(sum, fmt::format("f_{}", mode), problem_.modes[mode].strides[use]);
        }
        out_.line(fmt::format("const Index b_{} = {};", use, sum.empty() ? "0" : sum));
    }
}

std::string EvaluationWriter::offset(std::size_t use, std::size_t modes) const {
    std::string sum = fmt::format("b_{}", use);
    for (std::size_t i = 0; i < modes; ++i) {
        const std::int64_t stride = problem_.modes[tile_.modes[i].mode].strides[use];
        sum = sum_of(sum, fmt::format("t_{}", i), stride);
    }
    return sum;
}

std::string EvaluationWriter::output_offset() const {
    std::string sum;
    for (std::size_t mode = 0; mode < problem_.modes.size(); ++mode) {
        sum = sum_of(sum, fmt::format("f_{}", mode), problem_.modes[mode].strides[0]);
    }
    for (std::size_t i = 0; i < tile_.kept; ++i) {
        const std::int64_t stride = problem_.modes[tile_.modes[i].mode].strides[0];
        sum = sum_of(sum, fmt::format("t_{}", i), stride);
    }
    return sum.empty() ? "0" : sum;
}

bool EvaluationWriter::is_staged(std::size_t use) const {
    return std::find(launch_.staged.begin(), launch_.staged.end(), use) != launch_.staged.end();
}

std::string EvaluationWriter::shared_index() const {
    std::string sum;
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < tile_.modes.size(); ++i) {
        sum += fmt::format("{}t_{} * {}", i == 0 ? "" : " + ", i, stride);
        stride *= tile_.modes[i].length + (i == 0 ? 1 : 0);
    }
    return sum;
}

/// All threads copy the tile's part of each staged use to shared memory, in the order in which it
/// lies in the tensor.
void EvaluationWriter::write_staging() {
    if (launch_.staged.empty()) return;
    for (const std::size_t use : launch_.staged) {
        write_items([&] {
            write_digits(reading_order(problem_, tile_, use));
            out_.line(fmt::format("if ({}) m_{}[{}] = p_{}[{}];", condition(tile_.modes.size()),
                                  use, shared_index(), problem_.uses[use].operand,
                                  offset(use, tile_.modes.size())));
        });
    }
    out_.line("__syncthreads();");
}

std::int64_t EvaluationWriter::items() const {
    return divide_up(volume(tile_, 0, tile_.modes.size()), evaluation_threads);
}

void EvaluationWriter::write_items(FunctionRef<void()> body) {
    out_.line("#pragma unroll");
    out_.open(fmt::format("for (int item = 0; item < {}; ++item)", items()));
    out_.line(fmt::format("const int n = int(threadIdx.x) + item * {};", evaluation_threads));
    body();
    out_.close();
}

void EvaluationWriter::write_element_items(FunctionRef<void()> body) {
    write_items([&] {
        write_digits(first_modes(tile_.modes.size()));
        out_.open(fmt::format("if ({})", condition(tile_.modes.size())));
        body();
        out_.close();
    });
}

void EvaluationWriter::declare_loads(const Instructions& instructions) {
    for (const std::size_t use : loads_of(instructions)) {
        out_.line(
            fmt::format("{} v_{}[{}];", element_type(problem_.uses[use].dtype), use, items()));
    }
}

void EvaluationWriter::write_loads(const Instructions& instructions, std::size_t modes,
                                   const std::string& item) {
    for (const std::size_t use : loads_of(instructions)) {
        const std::string from =
            is_staged(use) && modes == tile_.modes.size()
                ? fmt::format("m_{}[{}]", use, shared_index())
                : fmt::format("p_{}[{}]", problem_.uses[use].operand, offset(use, modes));
        out_.line(fmt::format("v_{}{} = {};", use, item, from));
    }
}

std::string EvaluationWriter::value(const Instructions& instructions,
                                    const std::string& item) const {
    std::vector<std::string> stack;
    for (const Instruction& each : instructions) {
        const std::string name(spelling(each.operation));
        switch (each.operation) {
            case Operation::load:
                stack.push_back(fmt::format("loaded(v_{}{})", each.index, item));
                continue;
            case Operation::scalar:
                stack.push_back(fmt::format("s_{}", each.index));
                continue;
            case Operation::number:
                stack.push_back(fmt::format("Real({:.17g})", each.number));
                continue;
            case Operation::reduced:
                stack.emplace_back("reduced");
                continue;
            default:
                break;
        }
        const std::string right = stack.back();
        if (arity(each.operation) == 1) {
            stack.back() = fmt::format("f_{}({})", name, right);
            continue;
        }
        stack.pop_back();
        const bool is_function =
            each.operation == Operation::max || each.operation == Operation::min;
        stack.back() = is_function ? fmt::format("f_{}({}, {})", name, stack.back(), right)
                                   : fmt::format("({} {} {})", stack.back(), name, right);
    }
    return stack.back();
}

void EvaluationWriter::write_elements() {
    out_.line("[[maybe_unused]] Index rest = Index(blockIdx.x);");
    write_firsts(false);
    write_bases(problem_.element);
    write_staging();
    const std::size_t modes = tile_.modes.size();
    declare_loads(problem_.element);
    // All loads first: many are under way at one time.
    write_element_items([&] { write_loads(problem_.element, modes, "[item]"); });
    write_element_items([&] {
        out_.line(fmt::format("store(p_0 + ({}), {});", output_offset(),
                              value(problem_.element, "[item]")));
    });
}

}  // namespace ttgt::cuda
