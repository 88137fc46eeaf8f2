// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "contraction/cuda/generated/source_writer.h"

namespace ttgt::cuda {
namespace {

/// Loops of so many multiplications are unrolled.
constexpr std::int64_t most_unrolled = 512;

}  // namespace

std::string SourceWriter::constant(double value) { return fmt::format("Real({:.17g})", value); }

bool SourceWriter::is_used_later(std::size_t stage) const {
    const std::size_t output = problem_.stages[stage].output.tensor;
    const auto later = problem_.stages.begin() + static_cast<std::ptrdiff_t>(stage) + 1;
    return problem_.tensors[output].is_temporary ||
           std::any_of(later, problem_.stages.end(),
                       [&](const GeneratedStage& other) { return other.output.tensor == output; });
}

std::int64_t SourceWriter::shared_stride(const GeneratedUse& use, std::size_t label) const {
    std::int64_t stride = 0;
    for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
        if (use.labels[mode] == label) stride += layout_.parts[use.tensor].strides[mode];
    }
    return stride;
}

std::vector<TileLabel> SourceWriter::tile_of(const GeneratedUse& use, std::size_t stage) const {
    std::vector<TileLabel> tile;
    for (const TileLabel& part : shape_.tiles[stage]) {
        if (part.count > 1 && has_label(use, part.label)) tile.push_back(part);
    }
    return tile;
}

std::string SourceWriter::brackets(const std::vector<TileLabel>& tile,
                                   const std::function<std::string(std::size_t)>& text) {
    std::string result;
    for (std::size_t i = 0; i < tile.size(); ++i) result += fmt::format("[{}]", text(i));
    return result;
}

std::string SourceWriter::declared(const std::vector<TileLabel>& tile) const {
    return brackets(tile, [&](std::size_t i) { return std::to_string(tile[i].count); });
}

std::string SourceWriter::indexed(const std::vector<TileLabel>& tile) const {
    return brackets(tile, [&](std::size_t i) { return "r_" + labels_[tile[i].label]; });
}

void SourceWriter::open_tile(const std::vector<TileLabel>& tile) {
    for (const TileLabel& part : tile) {
        const std::string name = "r_" + labels_[part.label];
        out_.line("#pragma unroll");
        out_.open(fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", name, part.count));
    }
}

void SourceWriter::close_tile(const std::vector<TileLabel>& tile) {
    for (std::size_t i = 0; i < tile.size(); ++i) out_.close();
}

std::string SourceWriter::element(const GeneratedUse& use, std::size_t stage) const {
    const SharedPart& part = layout_.parts[use.tensor];
    OffsetText offset;
    std::vector<std::size_t> done;
    for (const std::size_t label : use.labels) {
        if (std::find(done.begin(), done.end(), label) != done.end()) continue;
        done.push_back(label);
        const std::int64_t stride =
            part.is_there ? shared_stride(use, label) : stride_of(problem_, use, label);
        const bool is_block = is_block_label(label);
        // A part in shared memory begins where the block begins, except in modes that are read
        // whole.
        if (is_block && !(part.is_there && is_cut(use, label))) {
            offset.add(first_of(label), stride);
        }
        const std::int64_t extent = extent_in_block(problem_, shape_, label);
        if (extent > 1) offset.add(labels_[label], stride);
        const std::int64_t count = tile_count(shape_.tiles[stage], label);
        if (count > 1) offset.add("r_" + labels_[label], stride * (extent / count));
    }
    const std::string& name = part.is_there ? shared_name(use.tensor) : names_[use.tensor];
    return fmt::format("{}[{}]", name, offset.text());
}

bool SourceWriter::is_block_label(std::size_t label) const {
    return std::any_of(shape_.blocks.begin(), shape_.blocks.end(),
                       [&](const BlockLabel& block) { return block.label == label; });
}

bool SourceWriter::is_cut(const GeneratedUse& use, std::size_t label) const {
    for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
        if (use.labels[mode] == label) {
            return block_of_mode(problem_, shape_, use.tensor, mode) >= 0;
        }
    }
    return false;
}

void SourceWriter::write_stage(std::size_t number) {
    const GeneratedStage& stage = problem_.stages[number];
    std::vector<Digit> digits;
    std::string condition;
    for (const std::size_t label : output_order(stage.output)) {
        const std::int64_t extent = extent_in_block(problem_, shape_, label);
        if (extent == 1) continue;
        digits.push_back({labels_[label], extent / tile_count(shape_.tiles[number], label)});
        if (const std::string rest = rest_of(label); !rest.empty()) {
            condition +=
                fmt::format("{}{} < {}", condition.empty() ? "" : " && ", labels_[label], rest);
        }
    }
    const std::int64_t items = items_of(problem_, shape_, number);
    if (items == 1) {
        out_.open("if (threadIdx.x == 0)");
    } else if (items <= shape_.threads) {
        out_.open(fmt::format("if (int(threadIdx.x) < {})", items));
        out_.line("const int item = int(threadIdx.x);");
    } else {
        out_.open(fmt::format("for (int item = int(threadIdx.x); item < {}; item += {})", items,
                              shape_.threads));
    }
    write_digits("item", digits);
    if (!condition.empty()) out_.open(fmt::format("if ({})", condition));
    write_sum(number);
    if (!condition.empty()) out_.close();
    out_.close();
}

std::vector<std::size_t> SourceWriter::output_order(const GeneratedUse& output) const {
    std::vector<std::size_t> order = output.labels;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(stride_of(problem_, output, a)) < std::abs(stride_of(problem_, output, b));
    });
    return order;
}

void SourceWriter::write_sum(std::size_t number) {
    const GeneratedStage& stage = problem_.stages[number];
    const std::vector<TileLabel> tile = tile_of(stage.output, number);
    out_.line(fmt::format("Element sum{} = {{}};", declared(tile)));
    for (const GeneratedProduct& product : stage.products) write_product(number, product, tile);
    open_tile(tile);
    const std::string output = element(stage.output, number);
    const bool is_temporary = problem_.tensors[stage.output.tensor].is_temporary;
    const std::string sum = "sum" + indexed(tile);
    if (is_temporary) {
        out_.line(fmt::format("{} = {};", output,
                              stage.adds ? fmt::format("plus({}, {})", output, sum) : sum));
    } else if (stage.adds) {
        out_.line(fmt::format("{0} = plus(times(alpha, {1}), times(beta, {0}));", output, sum));
    } else {
        out_.line(fmt::format("{} = times(alpha, {});", output, sum));
    }
    close_tile(tile);
}

void SourceWriter::open_sums(const GeneratedProduct& product, const std::vector<TileLabel>& tile) {
    std::int64_t tiles = 1;
    for (const TileLabel& part : tile) tiles *= part.count;
    std::int64_t unrolled = tiles;
    // The last label is the innermost loop: the longest run of loops from there is unrolled.
    std::vector<char> unrolls(product.sums.size());
    for (std::size_t i = product.sums.size(); i-- > 0;) {
        unrolled *= problem_.labels[product.sums[i]].extent;
        unrolls[i] = unrolled <= most_unrolled ? 1 : 0;
    }
    for (std::size_t i = 0; i < product.sums.size(); ++i) {
        const std::size_t label = product.sums[i];
        const std::string& name = labels_[label];
        out_.line(unrolls[i] != 0                ? "#pragma unroll"
                  : i + 1 == product.sums.size() ? "#pragma unroll 4"
                                                 : "#pragma unroll 1");
        out_.open(fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", name,
                              problem_.labels[label].extent));
    }
}

void SourceWriter::write_product(std::size_t number, const GeneratedProduct& product,
                                 const std::vector<TileLabel>& tile) {
    open_sums(product, tile);
    std::vector<std::string> factors;
    for (std::size_t f = 0; f < product.factors.size(); ++f) {
        const GeneratedUse& use = product.factors[f];
        const std::vector<TileLabel> own = tile_of(use, number);
        const std::string name = fmt::format("factor_{}", f);
        out_.line(fmt::format("Element {}{};", name, declared(own)));
        open_tile(own);
        std::string value = element(use, number);
        if (use.conjugated) value = fmt::format("conjugate({})", value);
        if (f == 0 && product.scale != 1) {
            value = fmt::format("scaled({}, {})", constant(product.scale), value);
        }
        out_.line(fmt::format("{}{} = {};", name, indexed(own), value));
        close_tile(own);
        factors.push_back(name + indexed(own));
    }
    open_tile(tile);
    const std::string one = factors.size() == 2 ? factors[1] : "";
    const std::string sum = "sum" + indexed(tile);
    out_.line(one.empty() ? fmt::format("{0} = plus({0}, {1});", sum, factors[0])
                          : fmt::format("add_product({}, {}, {});", sum, factors[0], one));
    close_tile(tile);
    for (std::size_t i = 0; i < product.sums.size(); ++i) out_.close();
}

}  // namespace ttgt::cuda
