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

/// Sets a weight to 2^96 * numerator / p, rounded, by long division of words, then in signed
/// digits.
void set_weight(std::int32_t (&weight)[3], std::int32_t numerator, std::int32_t modulus) {
    const auto p = static_cast<std::uint64_t>(modulus);
    auto rest = static_cast<std::uint64_t>(numerator);
    std::uint64_t word[3] = {};
    for (int w = 2; w >= 0; --w) {
        rest <<= 32;
        word[w] = rest / p;
        rest %= p;
    }
    std::uint64_t carry = 2 * rest < p ? 0 : 1;
    for (int w = 0; w < 3; ++w) {
        const std::uint64_t digit = word[w] + carry;
        weight[w] = static_cast<std::int32_t>(static_cast<std::uint32_t>(digit));
        carry = digit >= std::uint64_t{1} << 31 ? 1 : 0;
    }
}

}  // namespace

ModuliTable moduli_table() {
    ModuliTable table;
    for (int s = 0; s < most_moduli; ++s) {
        const std::int32_t p = moduli[s];
        Modulus& modulus = table.of[s];
        modulus.value = p;
        modulus.inverse = 1.0 / p;
        modulus.fold = nearest_residue(std::int64_t{1} << 32, p);
        modulus.fold_factor = modulus.fold;
    }
    return table;
}

RemainderTable remainder_table(int count) {
    RemainderTable table;
    for (int s = 0; s < count; ++s) {
        const std::int32_t p = moduli[s];
        set_weight(table.weight[s], inverse_of_others(count, p), p);
        // The parts' product with p, renormalised: exact while the rest fits a double.
        const double product = table.product * p;
        const double rest = std::fma(table.product, p, -product) + table.product_rest * p;
        table.product = product + rest;
        table.product_rest = rest - (table.product - product);
    }
    return table;
}

}  // namespace ttgt::cuda
