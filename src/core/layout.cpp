// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/address_range.h"
#include "src/core/checked.h"

namespace ttgt {
namespace {

void check_extents(const std::vector<std::int64_t>& extents, const std::string& operand) {
    if (extents.size() > max_rank) {
        throw InvalidArgument(fmt::format("{} has rank {}; at most {} modes are supported", operand,
                                          extents.size(), max_rank));
    }
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        if (extents[mode] < 0) {
            throw InvalidArgument(fmt::format("{} has extent {} at mode {}; extents are counts",
                                              operand, extents[mode], mode));
        }
    }
}

Layout packed_from(std::vector<std::int64_t> extents, bool first_fastest) {
    check_extents(extents, "the tensor");
    // Empty tensors have strides too: count an extent of 0 as 1 there.
    std::vector<std::int64_t> strides(extents.size());
    std::int64_t stride = 1;
    for (std::size_t step = 0; step < extents.size(); ++step) {
        const std::size_t mode = first_fastest ? step : extents.size() - 1 - step;
        strides[mode] = stride;
        stride = checked_multiply(stride, std::max<std::int64_t>(extents[mode], 1),
                                  "the volume of the tensor");
    }
    return Layout{std::move(extents), std::move(strides)};
}

}  // namespace

Layout packed(std::vector<std::int64_t> extents) { return packed_from(std::move(extents), true); }

Layout packed_last_fastest(std::vector<std::int64_t> extents) {
    return packed_from(std::move(extents), false);
}

std::int64_t volume(const Layout& layout) {
    return checked_product(layout.extents, "the volume of the tensor");
}

std::int64_t packed_bytes(const Layout& layout, std::int64_t element_bytes) {
    return checked_multiply(volume(layout), element_bytes, "the tensor's size in bytes");
}

std::string to_string(const Layout& layout) {
    return fmt::format("{} strides {}", fmt::join(layout.extents, "x"),
                       fmt::join(layout.strides, ","));
}

void check_layout(const Layout& layout, std::int64_t element_bytes, const std::string& operand) {
    if (layout.extents.size() != layout.strides.size()) {
        throw InvalidArgument(fmt::format("{} has {} extents but {} strides", operand,
                                          layout.extents.size(), layout.strides.size()));
    }
    check_extents(layout.extents, operand);
    if (packed_bytes(layout, element_bytes) == 0) return;
    const std::string what =
        fmt::format("the address range of {} ({})", operand, to_string(layout));
    const AddressRange range = address_range(layout, element_bytes, what);
    const std::int64_t below = -std::max(range.begin, -std::numeric_limits<std::int64_t>::max());
    (void)checked_add(range.end, below, what);
}

}  // namespace ttgt
