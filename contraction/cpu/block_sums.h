// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>

/// Long sums in blocks: terms are added up block by block, and the sums of blocks so that what each
/// addition rounds off is kept. The error is that of a block, however many there are.
namespace ttgt::cpu {

/// Terms that are added one after the other. The sum of so many equal ones is off by less than 8e-6
/// of its value in float32; what blocks cost is their length's share of the sum.
inline constexpr std::int64_t block_length = 256;

/// Adds to `total`, and to `lost` what that rounds off (Knuth's two-sum).
template <class Real>
inline void add_block(Real& total, Real& lost, Real value) {
    const Real sum = total + value;
    const Real part = sum - total;
    lost += (total - (sum - part)) + (value - part);
    total = sum;
}

/// The sum of all blocks. Where it is infinite, what was lost is no number.
template <class Real>
[[nodiscard]] inline Real sum_of_blocks(Real total, Real lost) {
    const bool is_number = lost == lost;  // NOLINT(misc-redundant-expression): complex ones, too
    return is_number ? total + lost : total;
}

/// Adds `count` sums of a block to totals beside them, and makes them zeros.
template <class Real>
inline void add_blocks(Real* __restrict sums, Real* __restrict totals, Real* __restrict lost,
                       std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        add_block(totals[i], lost[i], sums[i]);
        sums[i] = 0;
    }
}

/// Sets sums to what their blocks come to.
template <class Real>
inline void finish_blocks(Real* __restrict sums, const Real* __restrict totals,
                          const Real* __restrict lost, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) sums[i] = sum_of_blocks(totals[i], lost[i]);
}

/// One sum of blocks.
template <class T>
class BlockSum {
public:
    void add(T block) { add_block(total_, lost_, block); }
    [[nodiscard]] T value() const { return sum_of_blocks(total_, lost_); }

private:
    T total_{};
    T lost_{};
};
template <class Real>
class BlockSum<std::complex<Real>> {
public:
    void add(std::complex<Real> block) {
        real_.add(block.real());
        imag_.add(block.imag());
    }
    [[nodiscard]] std::complex<Real> value() const { return {real_.value(), imag_.value()}; }

private:
    BlockSum<Real> real_;
    BlockSum<Real> imag_;
};

}  // namespace ttgt::cpu
