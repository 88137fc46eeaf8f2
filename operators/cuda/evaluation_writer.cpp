// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/evaluation_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "operators/cuda/reduction_bits.h"
#include "operators/cuda/source_prelude.h"
#include "operators/cuda/staged_tile.h"
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

EvaluationWriter::EvaluationWriter(const OperatorProblem& problem, EvaluationLaunch& launch)
    : problem_(problem),
      launch_(launch),
      tile_(launch.tile),
      all_(first_modes(launch.tile.modes.size())) {}

void EvaluationWriter::write() {
    out_.line("// " + to_string(problem_, tile_));
    out_.line(fmt::format("typedef {} Index;", needs_long_index(problem_) ? "long long" : "int"));
    out_.add(source_prelude(problem_));
    if (launch_.has_vectors) out_.add(vector_prelude());
    if (problem_.reduction != Reduction::none) {
        out_.add(reduction_prelude(wide_dtype(problem_), !gives_real(problem_.element)));
    }
    write_kernel(evaluate_name, true);
    if (launch_.has_vectors) write_kernel(evaluate_anywhere_name, false);
    if (launch_.join_blocks > 0) write_join();
    launch_.source = out_.take();
}

void EvaluationWriter::write_kernel(const char* name, bool are_aligned) {
    are_aligned_ = are_aligned;
    vector_ = are_aligned || problem_.reduction != Reduction::none ? launch_.vector : 1;
    out_.open(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}({})",
                          launch_.threads, name, parameters()));
    out_.line(fmt::format("__builtin_assume(threadIdx.x < {}u);", launch_.threads));
    write_memory();
    if (problem_.reduction != Reduction::none) {
        write_reduction();
    } else {
        write_elements();
    }
    out_.close();
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
        out_.line(fmt::format("{0}* const m_{1} = reinterpret_cast<{0}*>(memory + {2});",
                              type_of(use), use, begin));
        begin += StagedTile(problem_, launch_, use).bytes();
    }
}

/// Tiles that follow each other are neighbours along the tile's own modes, so that blocks that run
/// together read and write whole lines.
std::vector<std::size_t> EvaluationWriter::order_of_tiles() const {
    std::vector<std::size_t> order;
    for (const TileMode& each : tile_.modes) order.push_back(each.mode);
    for (std::size_t number = 0; number < problem_.modes.size(); ++number) {
        if (std::find(order.begin(), order.end(), number) == order.end()) order.push_back(number);
    }
    return order;
}

void EvaluationWriter::write_firsts(bool is_reduced) {
    std::vector<std::size_t> divided;
    for (const std::size_t number : order_of_tiles()) {
        const OperatorMode& mode = problem_.modes[number];
        if (mode.is_reduced != is_reduced) continue;
        if (divide_up(mode.extent, length_of(tile_, number)) > 1) {
            divided.push_back(number);
        } else {
            out_.line(fmt::format("[[maybe_unused]] const Index f_{} = 0;", number));
        }
    }
    for (const std::size_t number : divided) {
        const std::int64_t length = length_of(tile_, number);
        const std::int64_t count = divide_up(problem_.modes[number].extent, length);
        if (number == divided.back()) {
            out_.line(
                fmt::format("[[maybe_unused]] const Index f_{} = rest * {};", number, length));
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
        out_.line(fmt::format("[[maybe_unused]] const int t_{} = int(n / {}u{});", i, below,
                              i == order.back() ? "" : fmt::format(" % {}u", length)));
        below *= length;
    }
}

std::string EvaluationWriter::condition(const std::vector<std::size_t>& modes,
                                        bool is_whole) const {
    std::int64_t volume = 1;
    std::string text;
    for (const std::size_t i : modes) {
        const TileMode& each = tile_.modes[i];
        const std::int64_t extent = problem_.modes[each.mode].extent;
        volume *= each.length;
        if (is_whole_ || extent % each.length == 0) continue;
        text += fmt::format(" && f_{} + t_{} < {}", each.mode, i, extent);
    }
    if (!is_whole) text = fmt::format(" && n < {}", volume) + text;
    return text.empty() ? text : text.substr(4);
}

std::string EvaluationWriter::whole_condition() const {
    std::string text;
    for (const TileMode& each : tile_.modes) {
        const std::int64_t extent = problem_.modes[each.mode].extent;
        if (extent % each.length == 0) continue;
        text += fmt::format("{}f_{} + {} <= {}", text.empty() ? "" : " && ", each.mode, each.length,
                            extent);
    }
    return text;
}

void EvaluationWriter::write_for_tiles(FunctionRef<void()> body) {
    const std::string condition = whole_condition();
    // Where no tile is whole, one body is enough.
    const bool may_be_whole = std::all_of(
        tile_.modes.begin(), tile_.modes.end(),
        [&](const TileMode& each) { return each.length <= problem_.modes[each.mode].extent; });
    if (condition.empty() || !may_be_whole) return body();
    out_.open(fmt::format("if ({})", condition));
    is_whole_ = true;
    body();
    is_whole_ = false;
    out_.close();
    out_.open("else");
    body();
    out_.close();
}

void EvaluationWriter::open_condition(const std::string& condition) {
    out_.open(condition.empty() ? "" : fmt::format("if ({})", condition));
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

std::string EvaluationWriter::offset(std::size_t use, const std::vector<std::size_t>& modes) const {
    std::string sum = fmt::format("b_{}", use);
    for (const std::size_t i : modes) {
        const std::int64_t stride = problem_.modes[tile_.modes[i].mode].strides[use];
        sum = sum_of(sum, fmt::format("t_{}", i), stride);
    }
    return sum;
}

std::string EvaluationWriter::output_offset(const std::vector<std::size_t>& modes) const {
    std::string sum;
    for (std::size_t mode = 0; mode < problem_.modes.size(); ++mode) {
        if (problem_.modes[mode].is_reduced) continue;
        sum = sum_of(sum, fmt::format("f_{}", mode), problem_.modes[mode].strides[0]);
    }
    for (const std::size_t i : modes) {
        const std::int64_t stride = problem_.modes[tile_.modes[i].mode].strides[0];
        sum = sum_of(sum, fmt::format("t_{}", i), stride);
    }
    return sum.empty() ? "0" : sum;
}

std::string EvaluationWriter::type_of(std::size_t use) const {
    return element_type(problem_.uses[use].dtype);
}

bool EvaluationWriter::is_staged(std::size_t use) const {
    return std::find(launch_.staged.begin(), launch_.staged.end(), use) != launch_.staged.end();
}

std::int64_t EvaluationWriter::items(int vector) const {
    return divide_up(volume(tile_, 0, tile_.modes.size()), std::int64_t{launch_.threads} * vector);
}

std::string EvaluationWriter::each_place(int vector) const {
    return fmt::format("for (int k = 0; k < {}; ++k)", vector);
}

bool EvaluationWriter::are_items_whole(int vector) const {
    return items(vector) * launch_.threads * vector == volume(tile_, 0, tile_.modes.size());
}

void EvaluationWriter::write_all_items(int vector, const std::vector<std::size_t>& order,
                                       FunctionRef<void()> body) {
    out_.line("#pragma unroll");
    out_.open(fmt::format("for (int item = 0; item < {}; ++item)", items(vector)));
    out_.line(fmt::format("[[maybe_unused]] const unsigned n = (threadIdx.x + item * {}u) * {}u;",
                          launch_.threads, vector));
    write_digits(order);
    body();
    out_.close();
}

void EvaluationWriter::write_items(int vector, const std::vector<std::size_t>& order,
                                   FunctionRef<void()> body) {
    write_all_items(vector, order, [&] {
        open_condition(condition(order, are_items_whole(vector)));
        body();
        out_.close();
    });
}

/// Reads one use, each thread what it takes of the tile: in the tile's order, or in the tensor's
/// where the use is staged. For an element that is not there, the tile's first one is read: without
/// branches, loads are under way together.
void EvaluationWriter::write_load(std::size_t use) {
    const int vector = vector_of(problem_, launch_, vector_, use);
    const std::vector<std::size_t> order =
        is_staged(use) ? reading_order(problem_, tile_, use) : all_;
    const int places = is_staged(use) ? vector : vector_;
    const char prefix = is_staged(use) ? 'r' : 'v';
    out_.line(fmt::format("{} {}_{}[{}][{}];", type_of(use), prefix, use, items(places), places));
    write_all_items(places, order, [&] {
        const std::string is_there = condition(order, are_items_whole(places));
        const std::string at = offset(use, order);
        out_.line(is_there.empty()
                      ? fmt::format("const Index at = {};", at)
                      : fmt::format("const Index at = {} ? {} : b_{};", is_there, at, use));
        const std::string to = fmt::format("{}_{}[item]", prefix, use);
        const std::string from = fmt::format("p_{} + at", problem_.uses[use].operand);
        if (vector > 1 && are_aligned_) {
            out_.line(fmt::format("read_vector({}, {});", to, from));
            return;
        }
        const std::int64_t stride =
            order.empty() ? 0 : problem_.modes[tile_.modes[order.front()].mode].strides[use];
        const std::string place = places == 1 ? "" : fmt::format(" + k * Index({})", stride);
        out_.line(fmt::format("{} {}[k] = *({}{});", each_place(places), to, from, place));
    });
}

/// Moves what was read of staged uses to shared memory, and from there in the tile's order to
/// v_USE.
void EvaluationWriter::write_staging() {
    if (launch_.staged.empty()) return;
    for (const std::size_t use : launch_.staged) {
        const int vector = vector_of(problem_, launch_, vector_, use);
        const std::vector<std::size_t> order = reading_order(problem_, tile_, use);
        const StagedTile staged(problem_, launch_, use);
        write_items(vector, order, [&] {
            out_.line(fmt::format("{} m_{}[{} + k * {}] = r_{}[item][k];", each_place(vector), use,
                                  staged.index(), staged.stride(order.front()), use));
        });
    }
    out_.line("__syncthreads();");
    for (const std::size_t use : launch_.staged) {
        out_.line(fmt::format("{} v_{}[{}][{}];", type_of(use), use, items(vector_), vector_));
        write_items(vector_, all_, [&] {
            out_.line(fmt::format("{} v_{}[item][k] = m_{}[{} + k];", each_place(vector_), use, use,
                                  StagedTile(problem_, launch_, use).index()));
        });
    }
}

/// All loads come first: many are under way at one time.
void EvaluationWriter::write_element_loads() {
    for (const std::size_t use : loads_of(problem_.element)) write_load(use);
    write_staging();
}

std::string EvaluationWriter::value(const Instructions& instructions,
                                    const std::string& place) const {
    std::vector<std::string> stack;
    for (const Instruction& each : instructions) {
        const std::string name(spelling(each.operation));
        switch (each.operation) {
            case Operation::load:
                stack.push_back(fmt::format("loaded(v_{}{})", each.index, place));
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
    write_for_tiles([&] { write_tile_elements(); });
}

void EvaluationWriter::write_tile_elements() {
    write_element_loads();
    write_items(vector_, all_, [&] {
        const std::string result = value(problem_.element, "[item][k]");
        const std::string to = fmt::format("p_0 + ({})", output_offset(all_));
        if (vector_ == 1) {
            out_.line(fmt::format("const int k = 0; store({}, {});", to, result));
            return;
        }
        out_.line(fmt::format("{} results[{}];", type_of(0), vector_));
        out_.line(fmt::format("{} store(results + k, {});", each_place(vector_), result));
        out_.line(fmt::format("write_vector({}, results);", to));
    });
}

}  // namespace ttgt::cuda
