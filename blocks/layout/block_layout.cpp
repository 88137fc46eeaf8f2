// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_layout.h>

#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "blocks/layout/block_layout_state.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

/// The widest element, whose bytes a layout must be able to count.
constexpr std::int64_t widest_element = 16;

void check_sections(const std::vector<Sections>& sections) {
    if (sections.size() > max_rank) {
        throw InvalidArgument(fmt::format("a block layout has {} modes; at most {} are supported",
                                          sections.size(), max_rank));
    }
    for (std::size_t mode = 0; mode < sections.size(); ++mode) {
        if (!std::in_range<std::int32_t>(sections[mode].size())) {
            throw InvalidArgument(fmt::format("mode {} has {} sections; at most 2^31 are supported",
                                              mode, sections[mode].size()));
        }
        for (std::size_t section = 0; section < sections[mode].size(); ++section) {
            if (sections[mode][section] >= 0) continue;
            throw InvalidArgument(
                fmt::format("section {} of mode {} has extent {}, which is negative", section, mode,
                            sections[mode][section]));
        }
    }
}

void check_count(std::size_t rank, std::size_t coordinates, std::int64_t blocks) {
    if (blocks < 0 || !std::in_range<std::int32_t>(blocks)) {
        throw InvalidArgument(
            fmt::format("a block layout has {} blocks; 0 to 2^31 - 1 are supported", blocks));
    }
    if (coordinates != static_cast<std::size_t>(blocks) * rank) {
        throw InvalidArgument(fmt::format("{} blocks of {} modes have {} coordinates, not {}",
                                          blocks, rank, static_cast<std::size_t>(blocks) * rank,
                                          coordinates));
    }
}

std::vector<std::int32_t> flat(std::size_t rank, const std::vector<BlockCoordinates>& blocks) {
    std::vector<std::int32_t> coordinates;
    coordinates.reserve(blocks.size() * rank);
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (blocks[block].size() != rank) {
            throw InvalidArgument(fmt::format("block {} has {} coordinates, but there are {} modes",
                                              block, blocks[block].size(), rank));
        }
        coordinates.insert(coordinates.end(), blocks[block].begin(), blocks[block].end());
    }
    return coordinates;
}

/// Throws as check_layout(), naming the block.
void check_block(const BlockLayout& blocks, std::int64_t block) {
    const Layout layout = blocks.layout(block);
    try {
        check_layout(layout, widest_element, "a block");
    } catch (const Error&) {
        // The name of a block takes longer than the check.
        check_layout(layout, widest_element,
                     fmt::format("block {} at {}", block, to_string(blocks.coordinates(block))));
    }
}

/// The elements of a block, once its coordinates are checked.
std::int64_t volume_of_block(const std::vector<Sections>& sections,
                             std::span<const std::int32_t> coordinates, std::int64_t block) {
    std::vector<std::int64_t> extents(sections.size());
    for (std::size_t mode = 0; mode < sections.size(); ++mode) {
        const std::int32_t section = coordinates[mode];
        if (section < 0 || static_cast<std::size_t>(section) >= sections[mode].size()) {
            throw InvalidArgument(
                fmt::format("block {} at {} has section {} of mode {}, which has {} sections",
                            block, to_string(coordinates), section, mode, sections[mode].size()));
        }
        extents[mode] = sections[mode][static_cast<std::size_t>(section)];
    }
    return checked_product(extents, "the number of elements of a block");
}

}  // namespace

BlockLayout::BlockLayout(std::shared_ptr<const State> state) : state_(std::move(state)) {}

BlockLayout::BlockLayout(std::vector<Sections> sections,
                         const std::vector<BlockCoordinates>& blocks)
    : BlockLayout(sections, flat(sections.size(), blocks),
                  static_cast<std::int64_t>(blocks.size())) {}

BlockLayout::BlockLayout(std::vector<Sections> sections, std::vector<std::int32_t> coordinates,
                         std::int64_t blocks) {
    check_sections(sections);
    const std::size_t rank = sections.size();
    check_count(rank, coordinates.size(), blocks);
    auto state = std::make_shared<State>();
    state->offsets.reserve(static_cast<std::size_t>(blocks));
    const std::span<const std::int32_t> all = coordinates;
    for (std::int64_t block = 0; block < blocks; ++block) {
        const auto its = all.subspan(static_cast<std::size_t>(block) * rank, rank);
        state->offsets.push_back(state->elements);
        state->elements = checked_add(state->elements, volume_of_block(sections, its, block),
                                      "the number of elements of all blocks");
    }
    (void)checked_multiply(state->elements, widest_element, "the bytes of all blocks");
    state->table = blocks::CoordinateTable(coordinates, rank, blocks);
    if (const auto repeated = state->table.repeated()) {
        const auto its = all.subspan(static_cast<std::size_t>(repeated->first) * rank, rank);
        throw RepeatedBlock(fmt::format("blocks {} and {} have the same coordinates {}",
                                        repeated->first, repeated->second, to_string(its)));
    }
    state->sections = std::move(sections);
    state->coordinates = std::move(coordinates);
    state->blocks = blocks;
    state_ = std::move(state);
}

BlockLayout::BlockLayout(const Layout& dense)
    : BlockLayout(
          [&] {
              check_layout(dense, widest_element, "the dense tensor");
              std::vector<Sections> sections;
              for (const std::int64_t extent : dense.extents) sections.push_back({extent});
              return sections;
          }(),
          std::vector<std::int32_t>(dense.rank(), 0), 1) {
    if (dense != packed(dense.extents)) *this = with_strides(dense.strides, {0});
}

BlockLayout BlockLayout::with_strides(std::vector<std::int64_t> strides,
                                      std::vector<std::int64_t> offsets) const {
    if (strides.size() != state_->coordinates.size()) {
        throw InvalidArgument(fmt::format("{} blocks of {} modes have {} strides, not {}", blocks(),
                                          rank(), state_->coordinates.size(), strides.size()));
    }
    if (!offsets.empty() && offsets.size() != static_cast<std::size_t>(blocks())) {
        throw InvalidArgument(
            fmt::format("there are {} blocks, but {} offsets", blocks(), offsets.size()));
    }
    auto state = std::make_shared<State>(*state_);
    state->is_packed = false;
    state->strides = std::move(strides);
    state->offsets = std::move(offsets);
    BlockLayout layout(std::move(state));
    for (std::int64_t block = 0; block < blocks(); ++block) {
        check_block(layout, block);
        if (!layout.has_offsets()) continue;
        (void)checked_multiply(layout.offset(block), widest_element, "the offset of a block");
    }
    return layout;
}

std::size_t BlockLayout::rank() const noexcept { return state_->sections.size(); }

const std::vector<Sections>& BlockLayout::sections() const noexcept { return state_->sections; }

std::int64_t BlockLayout::blocks() const noexcept { return state_->blocks; }

std::span<const std::int32_t> BlockLayout::coordinates(std::int64_t block) const noexcept {
    const std::span<const std::int32_t> all = state_->coordinates;
    return all.subspan(static_cast<std::size_t>(block) * rank(), rank());
}

std::vector<std::int64_t> BlockLayout::extents(std::int64_t block) const {
    std::vector<std::int64_t> extents(rank());
    const std::span<const std::int32_t> its = coordinates(block);
    for (std::size_t mode = 0; mode < rank(); ++mode) {
        extents[mode] = state_->sections[mode][static_cast<std::size_t>(its[mode])];
    }
    return extents;
}

Layout BlockLayout::layout(std::int64_t block) const {
    if (state_->is_packed) return packed(extents(block));
    const auto begin = state_->strides.begin() + block * static_cast<std::int64_t>(rank());
    return {extents(block), {begin, begin + static_cast<std::int64_t>(rank())}};
}

std::int64_t BlockLayout::offset(std::int64_t block) const noexcept {
    return state_->offsets[static_cast<std::size_t>(block)];
}

bool BlockLayout::has_offsets() const noexcept {
    return state_->offsets.size() == static_cast<std::size_t>(state_->blocks);
}

bool BlockLayout::is_packed() const noexcept { return state_->is_packed; }

std::int64_t BlockLayout::elements() const noexcept { return state_->elements; }

std::optional<std::int64_t> BlockLayout::find(
    std::span<const std::int32_t> coordinates) const noexcept {
    if (coordinates.size() != rank()) return std::nullopt;
    return state_->table.find(state_->coordinates, coordinates);
}

bool BlockLayout::has_blocks_of(const BlockLayout& other) const noexcept {
    if (state_ == other.state_) return true;
    return state_->blocks == other.state_->blocks && state_->sections == other.state_->sections &&
           state_->coordinates == other.state_->coordinates &&
           state_->is_packed == other.state_->is_packed && state_->strides == other.state_->strides;
}

std::string to_string(std::span<const std::int32_t> coordinates) {
    return fmt::format("({})", fmt::join(coordinates, ", "));
}

}  // namespace ttgt
