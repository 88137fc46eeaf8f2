// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ttgt::cuda {

/// How many of a set of addresses have each remainder modulo a power of two. Grows by one mode at a
/// time, so that counting takes no loop over elements: adding `extent` steps of `stride` replaces
/// each address by that many.
class Residues {
public:
    /// One address, 0, modulo `modulus`, a power of two up to 128.
    explicit Residues(std::int64_t modulus);

    void add(std::int64_t extent, std::int64_t stride);

    [[nodiscard]] double total() const { return total_; }
    /// Lines of `line` units (a divisor of the modulus) that a piece of `length` units touches,
    /// summed over all starts.
    [[nodiscard]] double lines(std::int64_t length, std::int64_t line) const;
    /// Those of them that it does not cover.
    [[nodiscard]] double partial_lines(std::int64_t length, std::int64_t line) const;

private:
    [[nodiscard]] double count(std::int64_t remainder) const {
        return count_[static_cast<std::size_t>(remainder)];
    }

    std::int64_t modulus_;
    std::int64_t step_;                ///< only multiples of it occur
    std::array<double, 128> count_{};  ///< by remainder; exact up to 2^53
    double total_ = 1;
};

}  // namespace ttgt::cuda
