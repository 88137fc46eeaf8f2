// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/execute/block_overlap.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/memory/address_range.h"
#include "src/core/memory/overlap.h"
namespace ttgt::blocks {
namespace {

/// The bytes between the first and the last element of a block.
struct BlockRange {
    std::uintptr_t begin;
    std::uintptr_t end;
    std::size_t operand;
    std::int64_t block;
};

BlockBytes bytes_of_block(const BlockLayout& layout, std::int64_t block, DType dtype) {
    const Layout its = layout.layout(block);
    if (volume(its) == 0) return {};
    const AddressRange bytes = address_range(its, size_bytes(dtype), "a block");
    return {bytes.begin, bytes.end};
}

using Views = std::vector<const ConstBlockTensorView*>;

/// Calls act(range) for each block of an operand that has elements.
template <class Act>
void for_each_range(const PlannedOperands& planned, const Views& views, std::size_t operand,
                    const Act& act) {
    const ConstBlockTensorView& view = *views[operand];
    const std::vector<BlockBytes>& bytes = planned.bytes[operand]->of(planned.operands[operand]);
    for (std::int64_t block = 0; block < view.layout().blocks(); ++block) {
        const BlockBytes its = bytes[static_cast<std::size_t>(block)];
        if (its.is_empty()) continue;
        const auto data = reinterpret_cast<std::uintptr_t>(view.data(block));
        act(BlockRange{data + static_cast<std::uintptr_t>(its.begin),
                       data + static_cast<std::uintptr_t>(its.end), operand, block});
    }
}

/// Whether the layout is packed, with its modes in some order.
bool is_packed_in_some_order(const Layout& layout) {
    std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // stride and extent
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        if (layout.extents[mode] != 1) {
            modes.emplace_back(layout.strides[mode], layout.extents[mode]);
        }
    }
    std::ranges::sort(modes);
    std::int64_t step = 1;
    for (const auto& [stride, extent] : modes) {
        if (stride != step) return false;
        step *= extent;
    }
    return true;
}

bool fills_pool(const BlockLayout& layout) {
    if (layout.is_packed()) return true;
    if (!layout.has_offsets()) return false;
    std::int64_t behind = 0;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const Layout its = layout.layout(block);
        const std::int64_t elements = volume(its);
        if (elements == 0) continue;
        if (layout.offset(block) != behind || !is_packed_in_some_order(its)) return false;
        behind += elements;
    }
    return true;
}

/// Whether the blocks lie one after the other in one array. A run's view has the planned strides,
/// but may have other offsets.
bool is_one_array(const PlannedOperands& planned, std::size_t operand,
                  const ConstBlockTensorView& view) {
    const BlockLayout& layout = view.layout();
    if (view.pool() == nullptr) return false;
    if (layout.is_packed()) return true;
    if (!planned.fill_pools[operand]) return false;
    const BlockLayout& expected = planned.operands[operand].layout;
    if (!expected.has_offsets()) return false;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        if (layout.offset(block) != expected.offset(block)) return false;
    }
    return true;
}

/// A range of memory; begin >= end where there are no elements.
struct Hull {
    std::uintptr_t begin = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t end = 0;

    void add(const BlockRange& range) {
        begin = std::min(begin, range.begin);
        end = std::max(end, range.end);
    }
    [[nodiscard]] bool meets(std::uintptr_t its_begin, std::uintptr_t its_end) const {
        return its_begin < end && begin < its_end;
    }
};

/// All blocks of a view that is one array.
Hull pool_of(const ConstBlockTensorView& view) {
    const auto begin = reinterpret_cast<std::uintptr_t>(view.pool());
    const std::int64_t bytes = view.layout().elements() * size_bytes(view.dtype());
    return {begin, begin + static_cast<std::uintptr_t>(bytes)};
}

/// Goes through blocks by their begins, and compares those whose bytes interleave.
class OverlapSearch {
public:
    OverlapSearch(const PlannedOperands& planned, std::vector<const ConstBlockTensorView*> views,
                  bool compares_d)
        : planned_(planned), views_(std::move(views)), compares_d_(compares_d) {}

    void run(std::vector<BlockRange> ranges) {
        std::ranges::sort(ranges, [](const BlockRange& a, const BlockRange& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.operand < b.operand;
        });
        std::vector<BlockRange> outputs;
        std::vector<BlockRange> inputs;
        for (const BlockRange& range : ranges) {
            const bool is_output = range.operand == operand_d;
            if (!is_output || compares_d_) compare(range, outputs);
            if (is_output) compare(range, inputs);
            (is_output ? outputs : inputs).push_back(range);
        }
    }

private:
    /// Compares with blocks that have begun; forgets those that have ended.
    void compare(const BlockRange& range, std::vector<BlockRange>& begun) const {
        std::erase_if(begun, [&](const BlockRange& other) { return other.end <= range.begin; });
        for (const BlockRange& other : begun) check(other, range);
    }

    void check(const BlockRange& a, const BlockRange& b) const {
        const Layout layout_a = views_[a.operand]->layout().layout(a.block);
        const Layout layout_b = views_[b.operand]->layout().layout(b.block);
        const auto region = [&](const BlockRange& range, const Layout& layout) {
            const ConstBlockTensorView& view = *views_[range.operand];
            return MemoryRegion{&layout, size_bytes(view.dtype()), view.data(range.block)};
        };
        if (!overlap(region(a, layout_a), region(b, layout_b))) return;
        const std::string text =
            fmt::format("{} overlaps {} in memory", block_title(planned_, a.operand, a.block),
                        block_title(planned_, b.operand, b.block));
        if (a.operand == operand_d && b.operand == operand_d) throw AliasedOutput(text);
        throw OverlapError(text);
    }

    const PlannedOperands& planned_;
    std::vector<const ConstBlockTensorView*> views_;
    bool compares_d_;
};

}  // namespace

// Few blocks are compared as a rule: those of inputs between the first and the last element of D.
void check_overlap(const PlannedOperands& planned,
                   const std::vector<const ConstBlockTensorView*>& views) {
    const bool compares_d = !is_one_array(planned, operand_d, *views[operand_d]);
    Hull output;
    if (compares_d) {
        for_each_range(planned, views, operand_d,
                       [&](const BlockRange& range) { output.add(range); });
    } else {
        output = pool_of(*views[operand_d]);
    }
    std::vector<BlockRange> ranges;
    for (std::size_t operand = operand_l; operand < views.size(); ++operand) {
        const ConstBlockTensorView& view = *views[operand];
        if (is_one_array(planned, operand, view)) {
            const Hull input = pool_of(view);
            if (!output.meets(input.begin, input.end)) continue;
        }
        for_each_range(planned, views, operand, [&](const BlockRange& range) {
            if (output.meets(range.begin, range.end)) ranges.push_back(range);
        });
    }
    if (ranges.empty() && !compares_d) return;
    for_each_range(planned, views, operand_d,
                   [&](const BlockRange& range) { ranges.push_back(range); });
    OverlapSearch(planned, views, compares_d).run(std::move(ranges));
}

const std::vector<BlockBytes>& BytesOfBlocks::of(const BlockOperand& operand) const {
    std::call_once(found_, [&] {
        const std::int64_t blocks = operand.layout.blocks();
        bytes_.reserve(static_cast<std::size_t>(blocks));
        for (std::int64_t block = 0; block < blocks; ++block) {
            bytes_.push_back(bytes_of_block(operand.layout, block, operand.dtype));
        }
    });
    return bytes_;
}

void prepare_checks(PlannedOperands& planned) {
    planned.fill_pools.clear();
    planned.bytes.clear();
    for (const BlockOperand& operand : planned.operands) {
        planned.fill_pools.push_back(fills_pool(operand.layout));
        planned.bytes.push_back(std::make_shared<const BytesOfBlocks>());
    }
}

}  // namespace ttgt::blocks
