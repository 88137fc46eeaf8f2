// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Contracts blocks of one big array where they lie: no block is copied. Two-electron integrals
// V(p,q,r,s) of all orbitals stay one array; its occupied (i, j) and virtual (a, b) parts are
// views, the same strides from another first element. The result goes into a part of a larger array
// too.
#include <ttgt/ttgt.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr std::int64_t occupied = 4;
constexpr std::int64_t orbitals = 14;
constexpr std::int64_t virtuals = orbitals - occupied;

struct Range {
    std::int64_t first;
    std::int64_t count;
};
constexpr Range o{0, occupied};
constexpr Range v{occupied, virtuals};

/// The part of a packed array in which each index is in its range.
ttgt::TensorView block(ttgt::Tensor<double>& whole, const std::vector<Range>& ranges) {
    ttgt::Layout layout = whole.layout();
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < ranges.size(); ++mode) {
        layout.extents[mode] = ranges[mode].count;
        offset += ranges[mode].first * layout.strides[mode];
    }
    return ttgt::TensorView(ttgt::DType::float64, layout, whole.data() + offset);
}

/// The element of R(i,b,a,j) = sum_kc V(i,c,a,k) V(k,b,c,j), indices counted within the blocks.
double sum_by_loops(const ttgt::Tensor<double>& integrals, std::int64_t i, std::int64_t b,
                    std::int64_t a, std::int64_t j) {
    double sum = 0;
    for (std::int64_t k = 0; k < occupied; ++k) {
        for (std::int64_t c = occupied; c < orbitals; ++c) {
            sum += integrals(i, c, occupied + a, k) * integrals(k, occupied + b, c, j);
        }
    }
    return sum;
}

}  // namespace

int main() try {
    ttgt::Tensor<double> integrals({orbitals, orbitals, orbitals, orbitals});
    double phase = 0;
    for (double& element : integrals) element = std::sin(phase += 0.7);
    ttgt::Tensor<double> result({orbitals, orbitals, orbitals, orbitals});
    result.fill(7);

    const ttgt::TensorView ovvo = block(integrals, {o, v, v, o});
    ttgt::contract("R(i,b,a,j)=V(i,c,a,k)*V(k,b,c,j)", block(result, {o, v, v, o}), ovvo, ovvo);

    // Sums of 40 products of numbers up to 1.
    constexpr double rounding = 40 * 40 * 1e-16;
    const bool is_right =
        std::abs(result(1, occupied + 2, occupied + 3, 0) - sum_by_loops(integrals, 1, 2, 3, 0)) <
            rounding &&
        std::abs(result(3, orbitals - 1, orbitals - 2, 2) -
                 sum_by_loops(integrals, 3, virtuals - 1, virtuals - 2, 2)) < rounding;
    const bool is_alone = result(0, 0, 0, 0) == 7 && result(occupied, occupied, occupied, 0) == 7 &&
                          result(orbitals - 1, orbitals - 1, orbitals - 1, orbitals - 1) == 7;
    std::printf("block R(i,b,a,j): %s; around it: %s\n", is_right ? "right" : "wrong",
                is_alone ? "untouched" : "overwritten");
    return is_right && is_alone ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "blocks_in_place: %s\n", error.what());
    return 1;
}
