// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/guarded_array.h"

#include <utility>

namespace ttgt::test {
namespace {

constexpr std::size_t guard_bytes = 256;  // before and after; keeps the alignment of the elements

std::byte pattern(std::size_t position) {
    return static_cast<std::byte>((position * 131 + 89) % 251);
}

}  // namespace

GuardedArray::GuardedArray(DType dtype, Layout layout) : dtype_(dtype), layout_(std::move(layout)) {
    std::int64_t last = 0;
    const bool empty = volume(layout_) == 0;
    for (std::size_t mode = 0; mode < layout_.rank() && !empty; ++mode) {
        const std::int64_t reach = (layout_.extents[mode] - 1) * layout_.strides[mode];
        (reach < 0 ? first_ : last) += reach;
    }
    const std::int64_t slots = last - first_ + 1;
    origin_ = guard_bytes + static_cast<std::size_t>(-first_ * size_bytes(dtype_));
    bytes_.resize(static_cast<std::size_t>(slots * size_bytes(dtype_)) + 2 * guard_bytes);
    for (std::size_t i = 0; i < guard_bytes; ++i) {
        bytes_[i] = pattern(i);
        bytes_[bytes_.size() - 1 - i] = pattern(bytes_.size() - 1 - i);
    }
    const bool dense = layout_ == packed(layout_.extents);
    if (!dense) mark_gaps();
}

// Many tests spend most of their time here.
template <class Visitor>
bool GuardedArray::visit_gaps(Visitor&& visitor) const {
    const auto element_bytes = static_cast<std::size_t>(size_bytes(dtype_));
    const char* const is_gap = is_gap_.data();
    for (std::size_t element = 0; element < is_gap_.size(); ++element) {
        if (is_gap[element] == 0) continue;
        const std::size_t begin = guard_bytes + element * element_bytes;
        for (std::size_t i = begin; i < begin + element_bytes; ++i) {
            if (!visitor(i)) return false;
        }
    }
    return true;
}

void GuardedArray::mark_gaps() {
    const auto element_bytes = static_cast<std::size_t>(size_bytes(dtype_));
    is_gap_.resize((bytes_.size() - 2 * guard_bytes) / element_bytes, 1);
    char* const elements = is_gap_.data();
    for_each_offset([&](std::int64_t offset) { elements[offset - first_] = 0; });
    (void)visit_gaps([&](std::size_t i) {
        bytes_[i] = pattern(i);
        return true;
    });
}

bool GuardedArray::intact() const {
    const std::byte* const bytes = bytes_.data();
    const auto is_untouched = [&](std::size_t i) { return bytes[i] == pattern(i); };
    for (std::size_t i = 0; i < guard_bytes; ++i) {
        if (!is_untouched(i) || !is_untouched(bytes_.size() - 1 - i)) return false;
    }
    return visit_gaps(is_untouched);
}

void fill_integers(GuardedArray& array, Random& random) {
    array.set_each([&] {
        const auto re = static_cast<double>(random.between(-3, 3));
        return Scalar(re, static_cast<double>(random.between(-3, 3)));
    });
}

void fill_reals(GuardedArray& array, Random& random) {
    array.set_each([&] {
        const double re = random.real();
        return Scalar(re, random.real());
    });
}

void fill(GuardedArray& array, Scalar value) {
    array.set_each([&] { return value; });
}

}  // namespace ttgt::test
