// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/core/checked.h"
#include "src/core/memory/address_range.h"

namespace ttgt {
namespace {

constexpr const char* the_tensor = "the tensor";  // that nobody has named

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

[[noreturn]] void throw_too_large(std::string_view operand,
                                  const std::vector<std::int64_t>& extents, const char* things) {
    throw SizeOverflow(fmt::format("{} of extents {} has more {} than 64 bits count", operand,
                                   fmt::join(extents, "x"), things));
}

std::int64_t volume_of(const std::vector<std::int64_t>& extents, std::string_view operand) {
    try {
        return checked_product(extents, operand);
    } catch (const SizeOverflow&) {
        throw_too_large(operand, extents, "elements");
    }
}

std::int64_t bytes_of(const Layout& layout, std::int64_t element_bytes, std::string_view operand) {
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(volume_of(layout.extents, operand), element_bytes, &bytes)) {
        throw_too_large(operand, layout.extents, "bytes");
    }
    return bytes;
}

enum class FastestMode { first, last };

Layout packed_along(std::vector<std::int64_t> extents, FastestMode fastest) {
    check_extents(extents, the_tensor);
    // Empty tensors have strides too: count an extent of 0 as 1 there.
    std::vector<std::int64_t> strides(extents.size());
    std::int64_t stride = 1;
    for (std::size_t step = 0; step < extents.size(); ++step) {
        const std::size_t mode = fastest == FastestMode::first ? step : extents.size() - 1 - step;
        strides[mode] = stride;
        if (__builtin_mul_overflow(stride, std::max<std::int64_t>(extents[mode], 1), &stride)) {
            throw_too_large(the_tensor, extents, "elements");
        }
    }
    return Layout{std::move(extents), std::move(strides)};
}

}  // namespace

Layout packed(std::vector<std::int64_t> extents) {
    return packed_along(std::move(extents), FastestMode::first);
}

Layout packed_last_fastest(std::vector<std::int64_t> extents) {
    return packed_along(std::move(extents), FastestMode::last);
}

std::int64_t volume(const Layout& layout) { return volume_of(layout.extents, the_tensor); }

std::int64_t packed_bytes(const Layout& layout, std::int64_t element_bytes) {
    return bytes_of(layout, element_bytes, the_tensor);
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
    if (bytes_of(layout, element_bytes, operand) == 0) return;
    try {
        const AddressRange range = address_range(layout, element_bytes, operand);
        const std::int64_t below =
            -std::max(range.begin, -std::numeric_limits<std::int64_t>::max());
        (void)checked_add(range.end, below, operand);
    } catch (const SizeOverflow&) {
        throw_overflow(fmt::format("the address range of {} ({})", operand, to_string(layout)));
    }
}

}  // namespace ttgt
