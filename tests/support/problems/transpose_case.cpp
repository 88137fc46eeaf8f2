// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/transpose_case.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "tools/bench/transpose/transpose_task.h"

namespace ttgt::test {
namespace {

std::byte* element(GuardedArray& array, std::int64_t offset) {
    return static_cast<std::byte*>(array.data()) + offset * size_bytes(array.dtype());
}

const std::byte* element(const GuardedArray& array, std::int64_t offset) {
    return static_cast<const std::byte*>(array.data()) + offset * size_bytes(array.dtype());
}

/// Visits the pairs of an element's offset in the input and in the output.
template <class Visitor>
void for_each_pair(const Modes<2>& modes, std::size_t mode, std::int64_t in, std::int64_t out,
                   Visitor&& visitor) {
    if (mode == modes.size()) return visitor(in, out);
    for (std::int64_t i = 0; i < modes[mode].extent; ++i) {
        for_each_pair(modes, mode + 1, in + i * modes[mode].strides[0],
                      out + i * modes[mode].strides[1], visitor);
    }
}

std::vector<std::int64_t> random_extents(Random& random) {
    constexpr std::int64_t max_volume = 4000;
    std::vector<std::int64_t> extents(static_cast<std::size_t>(random.between(0, 8)));
    std::int64_t volume = 1;
    for (std::int64_t& extent : extents) {
        const std::int64_t longest = random.chance(20) ? 140 : 7;
        extent =
            std::min(random.between(1, longest), std::max<std::int64_t>(1, max_volume / volume));
        if (random.chance(1)) extent = 0;
        volume *= std::max<std::int64_t>(extent, 1);
    }
    random.shuffle(extents);
    return extents;
}

}  // namespace

const std::vector<DType>& all_dtypes() {
    static const std::vector<DType> dtypes{DType::float16, DType::bfloat16,  DType::float32,
                                           DType::float64, DType::complex64, DType::complex128,
                                           DType::opaque1, DType::opaque2,   DType::opaque4,
                                           DType::opaque8, DType::opaque16};
    return dtypes;
}

TransposeCase packed_case(DType dtype, const std::vector<std::int64_t>& extents,
                          const std::vector<int>& perm) {
    return {dtype, packed(extents), packed(tool::permuted(extents, perm)), perm, false};
}

Layout random_layout(Random& random, std::vector<std::int64_t> extents, bool repeats) {
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (random.chance(50)) random.shuffle(order);
    const bool has_gaps = random.chance(50);
    const bool has_signs = random.chance(30);
    Layout layout{std::move(extents), std::vector<std::int64_t>(order.size(), 0)};
    std::int64_t stride = has_gaps ? random.between(1, 3) : 1;
    for (const std::size_t mode : order) {
        if (repeats && random.chance(5)) continue;
        layout.strides[mode] = has_signs && random.chance(50) ? -stride : stride;
        stride *= std::max<std::int64_t>(layout.extents[mode], 1);
        if (has_gaps) stride += random.between(0, 2);
    }
    return layout;
}

TransposeCase random_transpose_case(Random& random, DType dtype) {
    TransposeCase transpose;
    transpose.dtype = dtype;
    transpose.conjugate = is_complex(dtype) && random.chance(30);
    const std::vector<std::int64_t> extents = random_extents(random);
    transpose.perm.resize(extents.size());
    std::iota(transpose.perm.begin(), transpose.perm.end(), 0);
    random.shuffle(transpose.perm);
    transpose.in = random_layout(random, extents, true);
    transpose.out = random_layout(random, tool::permuted(extents, transpose.perm), false);
    return transpose;
}

Modes<2> modes_of(const TransposeCase& transpose) {
    Modes<2> modes;
    for (std::size_t i = 0; i < transpose.perm.size(); ++i) {
        const auto mode = static_cast<std::size_t>(transpose.perm[i]);
        modes.push_back(
            {transpose.out.extents[i], {transpose.in.strides[mode], transpose.out.strides[i]}});
    }
    return modes;
}

std::string to_string(const TransposeCase& transpose) {
    std::string perm;
    for (const int mode : transpose.perm) perm += fmt::format(" {}", mode);
    return fmt::format("{} in {} out {} perm{}{}", name(transpose.dtype), to_string(transpose.in),
                       to_string(transpose.out), perm, transpose.conjugate ? ", conjugated" : "");
}

void fill_any(GuardedArray& array, Random& random) {
    if (!is_opaque(array.dtype())) return fill_integers(array, random);
    array.for_each_offset([&](std::int64_t offset) {
        for (std::int64_t i = 0; i < size_bytes(array.dtype()); ++i) {
            element(array, offset)[i] = static_cast<std::byte>(random.below(256));
        }
    });
}

void transpose_by_definition(const TransposeCase& transpose, Scalar alpha, const GuardedArray& in,
                             Scalar beta, GuardedArray& out) {
    if (volume(transpose.in) == 0) return;
    for_each_pair(modes_of(transpose), 0, 0, 0, [&](std::int64_t from, std::int64_t to) {
        if (is_opaque(transpose.dtype)) {
            std::memcpy(element(out, to), element(in, from),
                        static_cast<std::size_t>(size_bytes(transpose.dtype)));
            return;
        }
        Scalar value{};
        if (alpha != 0.0)
            value += alpha * (transpose.conjugate ? std::conj(in.get(from)) : in.get(from));
        if (beta != 0.0) value += beta * out.get(to);
        out.set(to, value);
    });
}

bool equal_and_intact(const GuardedArray& a, const GuardedArray& b) {
    bool equal = a.intact() && b.intact();
    a.for_each_offset([&](std::int64_t offset) {
        equal = equal && (is_opaque(a.dtype())
                              ? std::memcmp(element(a, offset), element(b, offset),
                                            static_cast<std::size_t>(size_bytes(a.dtype()))) == 0
                              : a.get(offset) == b.get(offset));
    });
    return equal;
}

}  // namespace ttgt::test
