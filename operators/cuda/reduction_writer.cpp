// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "operators/cuda/evaluation_writer.h"
#include "operators/cuda/reduction_bits.h"
#include "operators/problem/real_values.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

std::string neutral_of(const OperatorProblem& problem) {
    const Reduction reduction = problem.reduction;
    const char* value = "0.0";
    if (reduction == Reduction::prod) value = "1.0";
    // Infinities as bits: no header is there to name them.
    if (reduction == Reduction::max) value = "__longlong_as_double(0xfff0000000000000ULL)";
    if (reduction == Reduction::min) value = "__longlong_as_double(0x7ff0000000000000ULL)";
    return has_real_sums(problem) ? fmt::format("Wide({})", value)
                                  : fmt::format("Wide{{{}, 0.0}}", value);
}

}  // namespace

std::string EvaluationWriter::combined(const std::string& a, const std::string& b) const {
    const Reduction reduction = problem_.reduction;
    const std::string_view name =
        reduction == Reduction::norm2 ? spelling(Reduction::sum) : spelling(reduction);
    return fmt::format("w_{}({}, {})", name, a, b);
}

void EvaluationWriter::write_reduction() {
    const std::int64_t kept = kept_volume(tile_, problem_);
    const ReductionBits bits(problem_, tile_, vector_);
    out_.line("Wide* const sums = reinterpret_cast<Wide*>(memory);");
    out_.line(fmt::format("const Index chunk = Index(blockIdx.x % {});", launch_.chunks));
    out_.line(fmt::format("[[maybe_unused]] Index rest = Index(blockIdx.x / {});", launch_.chunks));
    write_firsts(false);
    write_steps();
    write_sums();
    out_.open(
        fmt::format("for (unsigned n = threadIdx.x; n < {}u; n += {}u)", kept, evaluation_threads));
    out_.line("Wide total = sums[n];");
    for (std::int64_t row = 1; row < bits.warp_rows(); ++row) {
        out_.line(
            fmt::format("total = {};", combined("total", fmt::format("sums[n + {}]", row * kept))));
    }
    if (launch_.join_blocks > 0) {
        out_.line(fmt::format("partial[(long long)(blockIdx.x) * {} + n] = total;", kept));
    } else {
        write_finish("total");
    }
    out_.close();
}

/// Reduces the tiles of the block's chunk into the thread's sums.
void EvaluationWriter::write_steps() {
    const std::int64_t steps = tile_count(problem_, tile_, true);
    const ReductionBits bits(problem_, tile_, vector_);
    out_.line(fmt::format("Wide sum[{}];", bits.accumulators()));
    out_.line("#pragma unroll");
    out_.line(fmt::format("for (int i = 0; i < {}; ++i) sum[i] = {};", bits.accumulators(),
                          neutral_of(problem_)));
    const std::int64_t each = divide_up(steps, launch_.chunks);
    out_.line(fmt::format("const Index begin = chunk * Index({});", each));
    out_.line(
        fmt::format("const Index end = begin + Index({0}) < Index({1}) ? begin + Index({0}) : "
                    "Index({1});",
                    each, steps));
    out_.open("for (Index step = begin; step < end; ++step)");
    out_.line("[[maybe_unused]] Index rest = step;");
    write_firsts(true);
    write_bases(problem_.element);
    if (!launch_.staged.empty()) out_.line("__syncthreads();");
    write_for_tiles([&] { write_tile_sums(); });
    out_.close();
}

void EvaluationWriter::write_tile_sums() {
    const bool is_norm = problem_.reduction == Reduction::norm2;
    const ReductionBits bits(problem_, tile_, vector_);
    write_element_loads();
    write_items(vector_, all_, [&] {
        out_.line("#pragma unroll");
        out_.open(each_place(vector_));
        const std::string found = fmt::format("{}({})", is_norm ? "square" : "wide",
                                              value(problem_.element, "[item][k]"));
        out_.line(fmt::format("Wide& of = sum[{}];", bits.accumulator()));
        out_.line(fmt::format("of = {};", combined("of", found)));
        out_.close();
    });
}

/// Joins the sums of a warp's lanes that belong to one element, and puts them into shared memory:
/// for each warp of those that share elements a row of the tile's part of D.
void EvaluationWriter::write_sums() {
    const ReductionBits bits(problem_, tile_, vector_);
    const std::vector<std::size_t> kept = kept_order(tile_, problem_);
    const int lanes = bits.reduced_lane_mask();
    out_.line("#pragma unroll");
    out_.open(fmt::format("for (int i = 0; i < {}; ++i)", bits.accumulators()));
    for (int lane = 1; lane <= lanes; lane *= 2) {
        if ((lanes & lane) == 0) continue;
        out_.line(fmt::format("sum[i] = {};",
                              combined("sum[i]", fmt::format("from_lane(sum[i], {})", lane))));
    }
    out_.close();
    out_.line("__syncthreads();");
    out_.line("[[maybe_unused]] const int warp = int(threadIdx.x) / 32;");
    out_.line("#pragma unroll");
    out_.open(fmt::format("for (int item = 0; item < {}; ++item)", items(vector_)));
    out_.line(fmt::format("if ((item & {}) != 0 || (int(threadIdx.x) & {}) != 0) continue;",
                          bits.reduced_item_mask(), lanes));
    out_.line("#pragma unroll");
    out_.open(each_place(bits.is_vector_reduced() ? 1 : vector_));
    out_.line(fmt::format("const unsigned n = (threadIdx.x + item * {}u) * {}u + k;",
                          evaluation_threads, vector_));
    out_.line(fmt::format("if (n >= {}u) continue;", volume(tile_, 0, tile_.modes.size())));
    write_digits(all_);
    std::string place;
    std::int64_t stride = 1;
    for (const std::size_t i : kept) {
        place += fmt::format("t_{} * {} + ", i, stride);
        stride *= tile_.modes[i].length;
    }
    out_.line(fmt::format("sums[{}({}) * {}] = sum[{}];", place, bits.warp_row(), stride,
                          bits.accumulator()));
    out_.close();
    out_.close();
    out_.line("__syncthreads();");
}

/// Reduces `rows` rows of `kept` sums each in shared memory to the first row, half of the rows at a
/// time.
void EvaluationWriter::write_tree(std::int64_t kept, std::int64_t rows) {
    if (rows <= 1) return;
    out_.open(fmt::format("for (int half = {}; half > 0; half /= 2)", rows / 2));
    out_.open(fmt::format("for (int n = int(threadIdx.x); n < {} * half; n += {})", kept,
                          evaluation_threads));
    out_.line(fmt::format("sums[n] = {};",
                          combined("sums[n]", fmt::format("sums[n + {} * half]", kept))));
    out_.close();
    out_.line("__syncthreads();");
    out_.close();
}

/// Writes D from the reduction to the tile's n-th element of D.
void EvaluationWriter::write_finish(const std::string& total) {
    const std::vector<std::size_t> kept = kept_order(tile_, problem_);
    write_digits(kept);
    open_condition(condition(kept, true));
    write_bases(problem_.finish);
    for (const std::size_t use : loads_of(problem_.finish)) {
        out_.line(fmt::format("const auto v_{} = p_{}[{}];", use, problem_.uses[use].operand,
                              offset(use, kept)));
    }
    const bool is_norm = problem_.reduction == Reduction::norm2;
    out_.line(fmt::format("const auto reduced = {}({});", is_norm ? "root" : "narrowed", total));
    out_.line(
        fmt::format("store(p_0 + ({}), {});", output_offset(kept), value(problem_.finish, "")));
    out_.close();
}

/// The last kernel: a block joins the chunks of some elements of one tile of D.
void EvaluationWriter::write_join() {
    const std::int64_t kept = kept_volume(tile_, problem_);
    const std::int64_t width = joined_elements(kept);
    const std::int64_t rows = evaluation_threads / width;
    const std::int64_t slices = kept / width;
    out_.open(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}({})",
                          evaluation_threads, join_name, parameters()));
    out_.line("extern __shared__ __align__(16) unsigned char memory[];");
    out_.line("Wide* const sums = reinterpret_cast<Wide*>(memory);");
    out_.line(fmt::format("const int slice = int(blockIdx.x % {}) * {};", slices, width));
    out_.line(fmt::format("[[maybe_unused]] Index rest = Index(blockIdx.x / {});", slices));
    out_.line(fmt::format("const Wide* const parts = partial + (long long)(rest) * {} + slice;",
                          kept * launch_.chunks));
    write_firsts(false);
    out_.open("");
    out_.line("const int place = int(threadIdx.x);");
    out_.line(fmt::format("Wide sum = {};", neutral_of(problem_)));
    out_.line("#pragma unroll 8");
    out_.open(fmt::format("for (int chunk = place / {}; chunk < {}; chunk += {})", width,
                          launch_.chunks, rows));
    out_.line(fmt::format(
        "sum = {};",
        combined("sum", fmt::format("parts[(long long)(chunk) * {} + place % {}]", kept, width))));
    out_.close();
    out_.line("sums[place] = sum;");
    out_.close();
    out_.line("__syncthreads();");
    write_tree(width, rows);
    out_.open(
        fmt::format("for (int m = int(threadIdx.x); m < {}; m += {})", width, evaluation_threads));
    out_.line("const unsigned n = slice + m;");
    write_finish("sums[m]");
    out_.close();
    out_.close();
}

}  // namespace ttgt::cuda
