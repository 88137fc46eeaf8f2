// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>
#include <ttgt/c_blocks.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"
#include "src/core/checked.h"

namespace ttgt::c {
namespace {

void check_rank(std::int32_t rank) {
    if (rank < 0 || std::cmp_greater(rank, max_rank)) {
        throw RankMismatch(fmt::format("a layout has rank {}; ranks are 0 to {}", rank, max_rank));
    }
}

std::vector<Sections> read_sections(std::int32_t rank, const std::int32_t* section_counts,
                                    const std::int64_t* extents) {
    check_rank(rank);
    if (rank > 0) check_given(section_counts, "section_counts");
    std::vector<Sections> sections;
    for (std::int32_t mode = 0; mode < rank; ++mode) {
        const std::int32_t count = section_counts[mode];
        if (count < 0) {
            throw InvalidArgument(fmt::format("mode {} has {} sections", mode, count));
        }
        if (count > 0) check_given(extents, "extents");
        sections.emplace_back(extents, extents + count);
        extents += count;
    }
    return sections;
}

/// Strides of packed blocks, the first mode fastest, one block after the other.
std::vector<std::int64_t> packed_strides(const BlockLayout& layout) {
    std::vector<std::int64_t> strides;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const Layout its = layout.layout(block);
        strides.insert(strides.end(), its.strides.begin(), its.strides.end());
    }
    return strides;
}

BlockLayout placed(const BlockLayout& layout, const std::int64_t* strides,
                   const std::int64_t* offsets) {
    if (strides == nullptr && offsets == nullptr) return layout;
    const auto blocks = static_cast<std::size_t>(layout.blocks());
    std::vector<std::int64_t> places;
    if (offsets != nullptr) places.assign(offsets, offsets + blocks);
    if (strides == nullptr) return layout.with_strides(packed_strides(layout), std::move(places));
    return layout.with_strides({strides, strides + blocks * layout.rank()}, std::move(places));
}

std::vector<ChargedMode> read_charges(std::vector<Sections> sections, std::size_t components,
                                      const std::int64_t* charges, const std::int32_t* signs) {
    if (!sections.empty()) check_given(signs, "signs");
    std::vector<ChargedMode> modes;
    for (Sections& its : sections) {
        const std::size_t count = its.size();
        ChargedMode& mode = modes.emplace_back(ChargedMode{std::move(its), {}, 0});
        mode.sign = signs[modes.size() - 1];
        if (count > 0 && components > 0) check_given(charges, "charges");
        for (std::size_t section = 0; section < count; ++section) {
            mode.charges.emplace_back(charges, charges + components);
            charges += components;
        }
    }
    return modes;
}

/// `count` numbers; zeros where none are given.
std::vector<std::int64_t> numbers_or_zeros(const std::int64_t* numbers, std::size_t count) {
    std::vector<std::int64_t> result(count, 0);
    if (numbers != nullptr) std::copy_n(numbers, count, result.begin());
    return result;
}

std::uint64_t keep(BlockLayout layout) {
    return block_layouts().insert(std::make_shared<const BlockLayout>(std::move(layout)));
}

BlockLayout listed_layout(std::vector<Sections> sections, std::int64_t block_count,
                          const std::int32_t* coordinates) {
    if (block_count < 0) throw InvalidArgument(fmt::format("{} blocks were given", block_count));
    const std::int64_t numbers = checked_product(
        {block_count, static_cast<std::int64_t>(sections.size())}, "the coordinates");
    if (numbers > 0) check_given(coordinates, "coordinates");
    return BlockLayout(std::move(sections),
                       std::vector<std::int32_t>(coordinates, coordinates + numbers), block_count);
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_block_layout_create(int32_t rank, const int32_t* section_counts,
                                     const int64_t* extents, int64_t block_count,
                                     const int32_t* coordinates, const int64_t* strides,
                                     const int64_t* offsets, ttgt_block_layout* layout) {
    return guarded([&] {
        check_given(layout, "layout");
        const ttgt::BlockLayout listed =
            listed_layout(read_sections(rank, section_counts, extents), block_count, coordinates);
        layout->id = keep(placed(listed, strides, offsets));
    });
}

ttgt_status ttgt_block_layout_create_charged(int32_t rank, const int32_t* section_counts,
                                             const int64_t* extents, int32_t component_count,
                                             const int64_t* charges, const int32_t* signs,
                                             const int64_t* moduli, const int64_t* total,
                                             ttgt_block_layout* layout) {
    return guarded([&] {
        check_given(layout, "layout");
        if (component_count < 0) {
            throw ttgt::InvalidArgument(fmt::format("a charge has {} components", component_count));
        }
        const auto components = static_cast<std::size_t>(component_count);
        const std::vector<ttgt::ChargedMode> modes =
            read_charges(read_sections(rank, section_counts, extents), components, charges, signs);
        layout->id = keep(ttgt::BlockLayout::from_charges(
            modes, numbers_or_zeros(total, components), {numbers_or_zeros(moduli, components)}));
    });
}

ttgt_status ttgt_block_layout_create_output(const char* expression, const ttgt_block_layout* inputs,
                                            int32_t input_count, ttgt_block_layout* layout) {
    return guarded([&] {
        check_given(layout, "layout");
        check_given(expression, "expression");
        check_input_count(expression, input_count);
        check_given(inputs, "inputs");
        std::vector<ttgt::BlockLayout> layouts;
        for (const ttgt_block_layout& input :
             std::span(inputs, static_cast<std::size_t>(input_count))) {
            layouts.push_back(*block_layouts().at(input.id));
        }
        layout->id = keep(ttgt::output_blocks(expression, layouts));
    });
}

ttgt_status ttgt_block_layout_destroy(ttgt_block_layout layout) {
    return guarded([&] {
        if (layout.id != 0) (void)block_layouts().remove(layout.id);
    });
}

ttgt_status ttgt_block_layout_counts(ttgt_block_layout layout, int32_t* rank, int64_t* block_count,
                                     int64_t* element_count) {
    return guarded([&] {
        const std::shared_ptr<const ttgt::BlockLayout> its = block_layouts().at(layout.id);
        if (rank != nullptr) *rank = static_cast<std::int32_t>(its->rank());
        if (block_count != nullptr) *block_count = its->blocks();
        if (element_count != nullptr) *element_count = its->elements();
    });
}

ttgt_status ttgt_block_layout_sections(ttgt_block_layout layout, int32_t* section_counts,
                                       int64_t* extents) {
    return guarded([&] {
        for (const ttgt::Sections& sections : block_layouts().at(layout.id)->sections()) {
            if (section_counts != nullptr) {
                *section_counts++ = static_cast<std::int32_t>(sections.size());
            }
            if (extents != nullptr) {
                extents = std::copy(sections.begin(), sections.end(), extents);
            }
        }
    });
}

ttgt_status ttgt_block_layout_blocks(ttgt_block_layout layout, int32_t* coordinates,
                                     int64_t* offsets) {
    return guarded([&] {
        const std::shared_ptr<const ttgt::BlockLayout> its = block_layouts().at(layout.id);
        if (offsets != nullptr && !its->has_offsets()) {
            throw ttgt::InvalidArgument(
                "the blocks of this layout have addresses of their own, no offsets");
        }
        for (std::int64_t block = 0; block < its->blocks(); ++block) {
            if (coordinates != nullptr) {
                const std::span<const std::int32_t> sections = its->coordinates(block);
                coordinates = std::copy(sections.begin(), sections.end(), coordinates);
            }
            if (offsets != nullptr) offsets[block] = its->offset(block);
        }
    });
}

ttgt_status ttgt_block_layout_find(ttgt_block_layout layout, const int32_t* coordinates,
                                   int64_t* block) {
    return guarded([&] {
        check_given(block, "block");
        const std::shared_ptr<const ttgt::BlockLayout> its = block_layouts().at(layout.id);
        if (its->rank() > 0) check_given(coordinates, "coordinates");
        *block = its->find(std::span(coordinates, its->rank())).value_or(-1);
    });
}
