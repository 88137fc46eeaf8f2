// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/rivals/by_turns/check.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

namespace ttgt::by_turns {
namespace {

constexpr std::int64_t most_samples = 200;

template <class T>
void fill_elements(T* data, std::int64_t count, std::uint32_t seed) {
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t mixed = static_cast<std::uint32_t>(i) * 2654435761U + seed * 40503U;
        data[i] = static_cast<T>(static_cast<double>(mixed >> 8U) / 8388608.0 - 1.0);
    }
}

/// Offset of the element at `position` of a packed tensor of these extents by other strides.
std::int64_t offset(std::int64_t position, const Extents& extents, const Extents& strides,
                    std::size_t first_mode) {
    std::int64_t result = 0;
    for (std::size_t mode = first_mode; mode < extents.size(); ++mode) {
        result += position % extents[mode] * strides[mode];
        position /= extents[mode];
    }
    return result;
}

/// Of the output, -1 where there is none. Bits are compared.
template <class Bits>
std::int64_t wrong_element(const Transpose& problem, const Bits* in, const Bits* out) {
    const std::int64_t length = problem.out_extents.front();
    const std::int64_t stride = problem.in_strides.front();
    const std::int64_t rows = problem.count() / length;
    std::atomic<std::int64_t> wrong{-1};
#pragma omp parallel for schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
        const Bits* const from = in + offset(row, problem.out_extents, problem.in_strides, 1);
        for (std::int64_t i = 0; i < length; ++i) {
            if (out[row * length + i] != from[i * stride]) wrong = row * length + i;
        }
    }
    return wrong;
}

/// Strides of a factor by the labels of another list; 0 where it lacks one.
Extents strides_by(const std::string& labels, const Operand& factor) {
    Extents strides;
    for (const char label : labels) {
        const std::size_t mode = factor.labels.find(label);
        strides.push_back(mode == std::string::npos ? 0 : factor.strides[mode]);
    }
    return strides;
}

template <class T>
std::string contraction_error(const Contraction& problem, const T* l, const T* r, const T* d) {
    const Extents d_in_l = strides_by(problem.d.labels, problem.l);
    const Extents d_in_r = strides_by(problem.d.labels, problem.r);
    const Extents sum_in_l = strides_by(problem.contracted, problem.l);
    const Extents sum_in_r = strides_by(problem.contracted, problem.r);
    const std::int64_t summed = product(problem.contracted_extents);
    const std::int64_t count = problem.d.count();
    const std::int64_t samples = std::min(count, most_samples);
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        const std::int64_t at = samples == 1
                                    ? 0
                                    : static_cast<std::int64_t>(static_cast<double>(count - 1) *
                                                                static_cast<double>(sample) /
                                                                static_cast<double>(samples - 1));
        const T* const l_at = l + offset(at, problem.d.extents, d_in_l, 0);
        const T* const r_at = r + offset(at, problem.d.extents, d_in_r, 0);
        double sum = 0;
        double sum_of_sizes = 0;
        for (std::int64_t i = 0; i < summed; ++i) {
            const double term =
                static_cast<double>(l_at[offset(i, problem.contracted_extents, sum_in_l, 0)]) *
                static_cast<double>(r_at[offset(i, problem.contracted_extents, sum_in_r, 0)]);
            sum += term;
            sum_of_sizes += std::abs(term);
        }
        const double bound = 2.0 * static_cast<double>(summed + 4) *
                             static_cast<double>(std::numeric_limits<T>::epsilon()) * sum_of_sizes;
        if (!(std::abs(sum - static_cast<double>(d[at])) <= bound)) {
            return "element " + std::to_string(at) + " is " + std::to_string(d[at]) + ", not " +
                   std::to_string(sum);
        }
    }
    return {};
}

}  // namespace

void fill(void* data, std::int64_t count, std::int64_t element_bytes, std::uint32_t seed) {
    if (element_bytes == 4) return fill_elements(static_cast<float*>(data), count, seed);
    fill_elements(static_cast<double*>(data), count, seed);
}

void spoil(void* data, std::int64_t bytes) {
    constexpr std::int64_t piece = 1 << 20;
#pragma omp parallel for schedule(static)
    for (std::int64_t begin = 0; begin < bytes; begin += piece) {
        const std::int64_t size = std::min(piece, bytes - begin);
        std::memset(static_cast<char*>(data) + begin, 0xff, static_cast<std::size_t>(size));
    }
}

std::string error_of(const Transpose& problem, const void* in, const void* out) {
    const auto wrong = [&](auto zero) {
        using Bits = decltype(zero);
        return wrong_element(problem, static_cast<const Bits*>(in), static_cast<const Bits*>(out));
    };
    const std::int64_t at =
        problem.element_bytes == 4 ? wrong(std::uint32_t{}) : wrong(std::uint64_t{});
    return at < 0 ? std::string() : "element " + std::to_string(at) + " of the output";
}

std::string error_of(const Contraction& problem, const void* l, const void* r, const void* d) {
    const auto error = [&](auto zero) {
        using T = decltype(zero);
        return contraction_error(problem, static_cast<const T*>(l), static_cast<const T*>(r),
                                 static_cast<const T*>(d));
    };
    return problem.element_bytes == 4 ? error(0.0F) : error(0.0);
}

}  // namespace ttgt::by_turns
