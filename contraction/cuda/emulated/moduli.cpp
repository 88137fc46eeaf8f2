// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/moduli.h"

#include <cmath>

namespace ttgt::cuda {
namespace {

/// x modulo p, nearest to 0.
std::int32_t nearest_residue(std::int64_t x, std::int32_t p) {
    const auto r = static_cast<std::int32_t>(x % p);
    return 2 * r > p ? r - p : r;
}

/// Of the product of the other moduli, modulo p: the number whose product with it is 1 modulo p.
std::int32_t inverse_of_others(int count, std::int32_t p) {
    std::int32_t others = 1;
    for (int s = 0; s < count; ++s) {
        if (moduli[s] != p) others = others * (moduli[s] % p) % p;
    }
    std::int32_t inverse = 1;
    while (others * inverse % p != 1) ++inverse;
    return inverse;
}

/// Sets the weight of a modulus to 2^128 * numerator / p, rounded, by long division of words.
void set_weight(Modulus& modulus, std::int32_t numerator) {
    const auto p = static_cast<std::uint64_t>(modulus.value);
    auto rest = static_cast<std::uint64_t>(numerator);
    for (int word = 3; word >= 0; --word) {
        rest <<= 32;
        modulus.weight[word] = static_cast<std::uint32_t>(rest / p);
        rest %= p;
    }
    if (2 * rest < p) return;
    for (std::uint32_t& word : modulus.weight) {
        if (++word != 0) return;
    }
}

}  // namespace

ModuliTable moduli_table(int count) {
    ModuliTable table;
    table.count = count;
    for (int s = 0; s < count; ++s) {
        const std::int32_t p = moduli[s];
        Modulus& modulus = table.of[s];
        modulus.value = p;
        modulus.inverse = 1.0 / p;
        modulus.fold = nearest_residue(std::int64_t{1} << 32, p);
        modulus.fold_factor = modulus.fold;
        constexpr std::int64_t least_offset = std::int64_t{3} << 29;
        modulus.offset = static_cast<std::uint32_t>((least_offset + p - 1) / p * p);
        set_weight(modulus, inverse_of_others(count, p));
        // The parts' product with p, renormalised: exact while the rest fits a double.
        const double product = table.product * p;
        const double rest = std::fma(table.product, p, -product) + table.product_rest * p;
        table.product = product + rest;
        table.product_rest = rest - (table.product - product);
    }
    return table;
}

}  // namespace ttgt::cuda
