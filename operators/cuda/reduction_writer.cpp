// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "operators/cuda/evaluation_writer.h"
#include "operators/problem/real_values.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

std::string neutral_of(Reduction reduction, bool is_complex) {
    const char* value = "0.0";
    if (reduction == Reduction::prod) value = "1.0";
    // Infinities as bits: no header is there to name them.
    if (reduction == Reduction::max) value = "__longlong_as_double(0xfff0000000000000ULL)";
    if (reduction == Reduction::min) value = "__longlong_as_double(0x7ff0000000000000ULL)";
    return is_complex ? fmt::format("Wide{{{}, 0.0}}", value) : fmt::format("Wide({})", value);
}

}  // namespace

std::string EvaluationWriter::combined(const std::string& a, const std::string& b) const {
    const Reduction reduction = problem_.reduction;
    const std::string_view name =
        reduction == Reduction::norm2 ? spelling(Reduction::sum) : spelling(reduction);
    return fmt::format("w_{}({}, {})", name, a, b);
}

void EvaluationWriter::write_reduction() {
    const std::int64_t kept = volume(tile_, 0, tile_.kept);
    const std::int64_t elements = volume(tile_, 0, tile_.modes.size());
    line("Wide* const sums = reinterpret_cast<Wide*>(memory);");
    line(fmt::format("const Index chunk = Index(blockIdx.x % {});", launch_.chunks));
    line(fmt::format("[[maybe_unused]] Index rest = Index(blockIdx.x / {});", launch_.chunks));
    write_firsts(false);
    write_steps();
    line("__syncthreads();");
    line("#pragma unroll");
    open(fmt::format("for (int item = 0; item < {}; ++item)", items()));
    line(fmt::format("const int n = int(threadIdx.x) + item * {};", evaluation_threads));
    line(fmt::format("if (n < {}) sums[n] = sum[item];", elements));
    close();
    line("__syncthreads();");
    write_tree(kept, elements / kept);
    open(fmt::format("for (int n = int(threadIdx.x); n < {}; n += {})", kept, evaluation_threads));
    if (launch_.join_blocks > 0) {
        line(fmt::format("partial[(long long)(blockIdx.x) * {} + n] = sums[n];", kept));
    } else {
        write_finish();
    }
    close();
}

/// Reduces the tiles of the block's chunk: into sum[ITEM] of each thread.
void EvaluationWriter::write_steps() {
    const std::int64_t steps = tile_count(problem_, tile_, true);
    const bool is_norm = problem_.reduction == Reduction::norm2;
    const bool is_complex = !gives_real(problem_.element) && !is_norm;
    line(fmt::format("Wide sum[{}];", items()));
    line(fmt::format("for (int item = 0; item < {}; ++item) sum[item] = {};", items(),
                     neutral_of(problem_.reduction, is_complex)));
    const std::int64_t each = divide_up(steps, launch_.chunks);
    line(fmt::format("const Index begin = chunk * Index({});", each));
    line(
        fmt::format("const Index end = begin + Index({0}) < Index({1}) ? begin + Index({0}) : "
                    "Index({1});",
                    each, steps));
    open("for (Index step = begin; step < end; ++step)");
    line("[[maybe_unused]] Index rest = step;");
    write_firsts(true);
    write_bases(problem_.element);
    if (!launch_.staged.empty()) line("__syncthreads();");
    write_staging();
    declare_loads(problem_.element);
    for (const bool loads : {true, false}) {
        line("#pragma unroll");
        open(fmt::format("for (int item = 0; item < {}; ++item)", items()));
        line(fmt::format("const int n = int(threadIdx.x) + item * {};", evaluation_threads));
        write_digits(all_modes());
        open(fmt::format("if ({})", condition(tile_.modes.size())));
        if (loads) {
            write_loads(problem_.element, tile_.modes.size(), "[item]");
        } else {
            const std::string found = value(problem_.element, "[item]");
            line(fmt::format(
                "sum[item] = {};",
                combined("sum[item]", fmt::format("{}({})", is_norm ? "square" : "wide", found))));
        }
        close();
        close();
    }
    close();
}

/// Reduces `rows` rows of `kept` sums each in shared memory to the first row, half of the rows at a
/// time.
void EvaluationWriter::write_tree(std::int64_t kept, std::int64_t rows) {
    if (rows <= 1) return;
    open(fmt::format("for (int half = {}; half > 0; half /= 2)", rows / 2));
    open(fmt::format("for (int n = int(threadIdx.x); n < {} * half; n += {})", kept,
                     evaluation_threads));
    line(fmt::format("sums[n] = {};",
                     combined("sums[n]", fmt::format("sums[n + {} * half]", kept))));
    close();
    line("__syncthreads();");
    close();
}

/// Writes D from sums[n], at the tile's n-th element of D.
void EvaluationWriter::write_finish() {
    std::vector<std::size_t> order(tile_.kept);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    write_digits(order);
    open(fmt::format("if ({})", condition(tile_.kept)));
    write_bases(problem_.finish);
    std::vector<std::size_t> declared;
    for (const Instruction& each : problem_.finish) {
        const bool is_new =
            each.operation == Operation::load &&
            std::find(declared.begin(), declared.end(), each.index) == declared.end();
        if (!is_new) continue;
        declared.push_back(each.index);
        line(fmt::format("const auto v_{} = p_{}[{}];", each.index,
                         problem_.uses[each.index].operand, offset(each.index, tile_.kept)));
    }
    line(problem_.reduction == Reduction::norm2 ? "const auto reduced = Real(sqrt(sums[n]));"
                                                : "const auto reduced = narrowed(sums[n]);");
    line(fmt::format("store(p_0 + ({}), {});", output_offset(), value(problem_.finish, "")));
    close();
}

/// The second kernel: a block joins the chunks of one tile of D.
void EvaluationWriter::write_join() {
    const std::int64_t kept = volume(tile_, 0, tile_.kept);
    const std::int64_t rows = std::max<std::int64_t>(evaluation_threads / kept, 1);
    const bool is_complex = !gives_real(problem_.element) && problem_.reduction != Reduction::norm2;
    open(fmt::format("extern \"C\" __global__ void __launch_bounds__({}) {}({})",
                     evaluation_threads, join_name, parameters()));
    line("extern __shared__ __align__(16) unsigned char memory[];");
    line("Wide* const sums = reinterpret_cast<Wide*>(memory);");
    line(fmt::format("const Wide* const parts = partial + (long long)(blockIdx.x) * {};",
                     kept * launch_.chunks));
    line("[[maybe_unused]] Index rest = Index(blockIdx.x);");
    write_firsts(false);
    open(fmt::format("for (int place = int(threadIdx.x); place < {}; place += {})", kept * rows,
                     evaluation_threads));
    line(fmt::format("Wide sum = {};", neutral_of(problem_.reduction, is_complex)));
    open(fmt::format("for (int chunk = place / {}; chunk < {}; chunk += {})", kept, launch_.chunks,
                     rows));
    line(fmt::format("sum = {};", combined("sum", fmt::format("parts[(long long)(chunk) * {0} + "
                                                              "place % {0}]",
                                                              kept))));
    close();
    line("sums[place] = sum;");
    close();
    line("__syncthreads();");
    write_tree(kept, rows);
    open(fmt::format("for (int n = int(threadIdx.x); n < {}; n += {})", kept, evaluation_threads));
    write_finish();
    close();
    close();
}

}  // namespace ttgt::cuda
