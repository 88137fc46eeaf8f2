// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ttgt::cuda {

/// How many of a set of addresses have each remainder modulo a power of two. The set grows by one
/// mode at a time: add(extent, stride) replaces each address by `extent` addresses `stride` apart.
/// So counting takes no loop over elements.
class Residues {
public:
    /// Begins with one address, 0. `modulus` is a power of two up to 128.
    explicit Residues(std::int64_t modulus);

    /// Replaces each address by `extent` addresses that are `stride` apart.
    void add(std::int64_t extent, std::int64_t stride);

    /// Number of addresses in the set.
    [[nodiscard]] double total() const { return total_; }
    /// Number of lines of `line` units that a piece of `length` units touches, summed over a piece
    /// at each address. `line` divides the modulus.
    [[nodiscard]] double lines(std::int64_t length, std::int64_t line) const;
    /// Number of lines of `line` units that a piece of `length` units touches but does not cover,
    /// summed over a piece at each address.
    [[nodiscard]] double partial_lines(std::int64_t length, std::int64_t line) const;

private:
    [[nodiscard]] double count(std::int64_t remainder) const {
        return count_[static_cast<std::size_t>(remainder)];
    }

    /// The power of two by which addresses are divided.
    std::int64_t modulus_;
    /// All remainders in the set are multiples of this number.
    std::int64_t step_;
    /// For each remainder, how many addresses have it; exact up to 2^53.
    std::array<double, 128> count_{};
    /// Number of addresses in the set.
    double total_ = 1;
};

}  // namespace ttgt::cuda
