// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/core/element.h"

namespace ttgt::cpu {

/// The most modes of a tile.
inline constexpr std::size_t most_box_modes = 6;

/// A box of elements in two places: loops, the innermost first.
struct Box {
    std::size_t modes = 0;
    std::array<std::int64_t, most_box_modes> length{};
    std::array<std::int64_t, most_box_modes> from{};  ///< strides in elements
    std::array<std::int64_t, most_box_modes> to{};

    void add(std::int64_t steps, std::int64_t from_stride, std::int64_t to_stride) {
        length[modes] = steps;
        from[modes] = from_stride;
        to[modes] = to_stride;
        ++modes;
    }
};

/// A value in another type: real ones become complex with an imaginary part of 0, and of complex
/// ones the real part is taken where a real value is wanted.
template <class To, class From>
[[nodiscard]] inline To converted(const From& value) {
    if constexpr (std::is_same_v<To, From>) {
        return value;
    } else if constexpr (is_complex_v<From>) {
        if constexpr (is_complex_v<To>) {
            return To(static_cast<RealOf<To>>(value.real()), static_cast<RealOf<To>>(value.imag()));
        } else {
            return converted<To>(value.real());
        }
    } else if constexpr (is_complex_v<To>) {
        return To(static_cast<RealOf<To>>(static_cast<ComputeOf<From>>(value)));
    } else {
        return static_cast<To>(static_cast<ComputeOf<To>>(static_cast<ComputeOf<From>>(value)));
    }
}

/// `count` elements at constant distances.
template <class To, class From>
void move_row(const From* from, std::int64_t from_stride, To* to, std::int64_t to_stride,
              std::int64_t count) {
    if (from_stride == 1 && to_stride == 1) {
        for (std::int64_t i = 0; i < count; ++i) to[i] = converted<To>(from[i]);
    } else if (from_stride == 1) {
        for (std::int64_t i = 0; i < count; ++i) to[i * to_stride] = converted<To>(from[i]);
    } else if (to_stride == 1) {
        for (std::int64_t i = 0; i < count; ++i) to[i] = converted<To>(from[i * from_stride]);
    } else {
        for (std::int64_t i = 0; i < count; ++i) {
            to[i * to_stride] = converted<To>(from[i * from_stride]);
        }
    }
}

/// Copies a box of elements.
template <class To, class From>
void move_box(const Box& box, const From* from, To* to) {
    if (box.modes == 0) {
        *to = converted<To>(*from);
        return;
    }
    std::array<std::int64_t, most_box_modes> index{};
    while (true) {
        move_row(from, box.from[0], to, box.to[0], box.length[0]);
        std::size_t mode = 1;
        for (; mode < box.modes; ++mode) {
            from += box.from[mode];
            to += box.to[mode];
            if (++index[mode] < box.length[mode]) break;
            from -= box.from[mode] * box.length[mode];
            to -= box.to[mode] * box.length[mode];
            index[mode] = 0;
        }
        if (mode == box.modes) return;
    }
}

}  // namespace ttgt::cpu
