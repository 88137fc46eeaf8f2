// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/core/modes.h"

namespace ttgt {

/// Walks the index tuples of some modes in order, first mode fastest, keeping the element offset of
/// each of N arrays. `List` is any list of Mode<N>, none of them of extent 0, which must outlive
/// the walk. Lives on the stack: runs allocate nothing.
template <std::size_t N, class List = Modes<N>>
class Odometer {
public:
    using Offsets = std::array<std::int64_t, N>;

    /// Starts at the `position`-th tuple of modes[first], modes[first + 1], ….
    Odometer(const List& modes, std::size_t first, std::int64_t position)
        : modes_(modes), first_(first) {
        for (std::size_t mode = first_; mode < modes_.size(); ++mode) {
            index_[mode] = position % modes_[mode].extent;
            position /= modes_[mode].extent;
            move(mode, index_[mode]);
        }
    }

    [[nodiscard]] const Offsets& offsets() const noexcept { return offsets_; }

    /// To the next tuple; from the last one back to the first.
    void advance() noexcept {
        for (std::size_t mode = first_; mode < modes_.size(); ++mode) {
            if (++index_[mode] < modes_[mode].extent) return move(mode, 1);
            move(mode, 1 - modes_[mode].extent);
            index_[mode] = 0;
        }
    }

private:
    void move(std::size_t mode, std::int64_t steps) noexcept {
        for (std::size_t array = 0; array < N; ++array) {
            offsets_[array] += steps * modes_[mode].strides[array];
        }
    }

    const List& modes_;
    std::size_t first_;
    // Three operands of rank 64 share labels, but may have 64 of their own each.
    std::array<std::int64_t, 3 * max_rank> index_;
    Offsets offsets_{};
};

}  // namespace ttgt
