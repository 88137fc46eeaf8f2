// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/execute/operand_checks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/memory/address_range.h"
#include "src/core/memory/overlap.h"

namespace ttgt::blocks {
namespace {

std::string block_title(const PlannedOperands& planned, std::size_t operand, std::int64_t block) {
    const std::string& title = planned.titles[operand];
    if (planned.is_group) return fmt::format("{} of problem {}", title, block);
    const BlockLayout& layout = planned.operands[operand].layout;
    return fmt::format("block {} of {}", to_string(layout.coordinates(block)), title);
}

void check_space(const PlannedOperands& planned, std::size_t operand, MemorySpace space) {
    const bool is_cuda = planned.device.kind == Device::Kind::cuda;
    if (is_cuda == (space == MemorySpace::device)) return;
    throw InvalidArgument(
        is_cuda ? fmt::format("{} lies in host memory, which a plan for {} does not work on",
                              planned.titles[operand], to_string(planned.device))
                : fmt::format("{} lies in device memory, which the CPU does not work on",
                              planned.titles[operand]));
}

/// Null where there are elements; and kernels of a GPU read whole elements at once.
void check_data(const PlannedOperands& planned, std::size_t operand,
                const ConstBlockTensorView& view) {
    const BlockLayout& layout = planned.operands[operand].layout;
    const auto bytes = static_cast<std::uintptr_t>(size_bytes(view.dtype()));
    const bool is_cuda = planned.device.kind == Device::Kind::cuda;
    // Blocks lie at whole elements from a pool's begin: none of them is looked at.
    const auto pool = reinterpret_cast<std::uintptr_t>(view.pool());
    if (pool != 0 && (!is_cuda || pool % bytes == 0)) return;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const void* const data = view.data(block);
        const auto address = reinterpret_cast<std::uintptr_t>(data);
        const bool is_aligned = !is_cuda || address % bytes == 0;
        if (data != nullptr && is_aligned) continue;
        if (volume(layout.layout(block)) == 0) continue;
        const std::string its = block_title(planned, operand, block);
        if (data == nullptr) throw InvalidArgument(fmt::format("the data of {} is null", its));
        throw InvalidArgument(
            fmt::format("the data of {} is at {}, which is not aligned to an element of {}", its,
                        data, name(view.dtype())));
    }
}

void check_view(const PlannedOperands& planned, std::size_t operand,
                const ConstBlockTensorView& view) {
    const BlockOperand& expected = planned.operands[operand];
    check_space(planned, operand, view.space());
    if (view.dtype() != expected.dtype) {
        throw InvalidArgument(fmt::format("{} is {}, but the plan was made for {}",
                                          planned.titles[operand], name(view.dtype()),
                                          name(expected.dtype)));
    }
    if (!view.layout().has_blocks_of(expected.layout)) {
        throw InvalidArgument(
            fmt::format("{} has other blocks than the plan was made for", planned.titles[operand]));
    }
    check_data(planned, operand, view);
}

/// The bytes between the first and the last element of a block.
struct BlockRange {
    std::uintptr_t begin;
    std::uintptr_t end;
    std::size_t operand;
    std::int64_t block;
};

std::vector<BlockRange> ranges_of(const ConstBlockTensorView& view, std::size_t operand) {
    std::vector<BlockRange> ranges;
    for (std::int64_t block = 0; block < view.layout().blocks(); ++block) {
        const Layout layout = view.layout().layout(block);
        if (volume(layout) == 0) continue;
        const AddressRange bytes = address_range(layout, size_bytes(view.dtype()), "a block");
        const auto data = reinterpret_cast<std::uintptr_t>(view.data(block));
        ranges.push_back({data + static_cast<std::uintptr_t>(bytes.begin),
                          data + static_cast<std::uintptr_t>(bytes.end), operand, block});
    }
    return ranges;
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
    if (planned.fill_pools.empty() || !planned.fill_pools[operand]) return false;
    const BlockLayout& expected = planned.operands[operand].layout;
    if (!expected.has_offsets()) return false;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        if (layout.offset(block) != expected.offset(block)) return false;
    }
    return true;
}

/// The bytes between the first and the last element of all blocks; begin >= end where there are no
/// elements. Takes little time where the blocks are one array.
std::pair<std::uintptr_t, std::uintptr_t> hull(const PlannedOperands& planned, std::size_t operand,
                                               const ConstBlockTensorView& view) {
    if (is_one_array(planned, operand, view)) {
        const auto begin = reinterpret_cast<std::uintptr_t>(view.pool());
        const std::int64_t bytes = view.layout().elements() * size_bytes(view.dtype());
        return {begin, begin + static_cast<std::uintptr_t>(bytes)};
    }
    std::pair<std::uintptr_t, std::uintptr_t> all{std::numeric_limits<std::uintptr_t>::max(), 0};
    for (const BlockRange& range : ranges_of(view, operand_d)) {
        all = {std::min(all.first, range.begin), std::max(all.second, range.end)};
    }
    return all;
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

void check_overlap(const PlannedOperands& planned,
                   const std::vector<const ConstBlockTensorView*>& views) {
    const auto output = hull(planned, operand_d, *views[operand_d]);
    const bool compares_d = !is_one_array(planned, operand_d, *views[operand_d]);
    std::vector<BlockRange> ranges;
    for (std::size_t operand = operand_l; operand < views.size(); ++operand) {
        const auto input = hull(planned, operand, *views[operand]);
        if (input.first >= output.second || output.first >= input.second) continue;
        const std::vector<BlockRange> its = ranges_of(*views[operand], operand);
        ranges.insert(ranges.end(), its.begin(), its.end());
    }
    if (ranges.empty() && !compares_d) return;
    const std::vector<BlockRange> outputs = ranges_of(*views[operand_d], operand_d);
    ranges.insert(ranges.end(), outputs.begin(), outputs.end());
    OverlapSearch(planned, views, compares_d).run(std::move(ranges));
}

}  // namespace

void find_filled_pools(PlannedOperands& planned) {
    planned.fill_pools.clear();
    for (const BlockOperand& operand : planned.operands) {
        planned.fill_pools.push_back(fills_pool(operand.layout));
    }
}

void check_strides(const PlannedOperands& planned) {
    const BlockLayout& layout = planned.operands[operand_d].layout;
    for (std::int64_t block = 0; !layout.is_packed() && block < layout.blocks(); ++block) {
        if (!overlaps_itself(layout.layout(block))) continue;
        throw AliasedOutput(fmt::format("{} overlaps itself: {}",
                                        block_title(planned, operand_d, block),
                                        to_string(layout.layout(block))));
    }
}

void check_operands(const PlannedOperands& planned, const BlockTensorView& d,
                    std::span<const ConstBlockTensorView> inputs) {
    if (inputs.size() + 1 != planned.operands.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               planned.text, planned.operands.size() - 1,
                                               inputs.size()));
    }
    std::vector<const ConstBlockTensorView*> views{&static_cast<const ConstBlockTensorView&>(d)};
    for (const ConstBlockTensorView& input : inputs) views.push_back(&input);
    for (std::size_t operand = 0; operand < views.size(); ++operand) {
        check_view(planned, operand, *views[operand]);
    }
    check_overlap(planned, views);
}

}  // namespace ttgt::blocks
