// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_rates.h"

#include <array>
#include <cstddef>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

constexpr GettRates float64_rates = {
    .of_peak = {0.97, 0.792, 0.676, 0.544, 1, 0.91, 0.703, 0.844, 0.62, 0.662, 0.403, 0.7, 0.6},
    .throttled = 0.33,
    .narrow_copies = 0.109,
    .load_bytes_per_us = 7.17e4,
    .copy_us = 1.4e-4,
    .staged_us = 1.25e-3,
    .partial_us = 5.78e-4,
    .sector_us = 2.94e-4,
    .run_us = 8.58e-4,
    .slice_us = 0.127,
    .item_us = 0.84,
    .turns = 1.37,
    .short_runs = 0.214,
    .partial_bytes = 1.85,
    .end_bytes = 0,
    .overlap = 2.87,
    .launch_us = 5.58,
    .reduction_us = 5.45,
};
constexpr GettRates complex128_rates = {
    .of_peak = {0.706, 0.914, 0.804, 0.812, 0.796, 0.5},
    .throttled = 0.3,
    .narrow_copies = 0.00198,
    .load_bytes_per_us = 5.87e4,
    .copy_us = 0.000107,
    .staged_us = 0.000482,
    .partial_us = 0.000334,
    .sector_us = 0.000499,
    .run_us = 0.00137,
    .slice_us = 0.188,
    .item_us = 1.81,
    .turns = 0.9,
    .short_runs = 0.0664,
    .partial_bytes = 0.0801,
    .end_bytes = 0,
    .overlap = 2.23,
    .launch_us = 6.34,
    .reduction_us = 6.53,
};
constexpr GettRates float32_rates = {
    .of_peak = {0.911, 1.05, 0.924, 0.935, 0.61, 1.01, 0.858, 1.08, 1.08, 0.4},
    .throttled = 0.3,
    .narrow_copies = 0.23,
    .load_bytes_per_us = 6.77e+04,
    .copy_us = 0.000164,
    .staged_us = 0.00155,
    .partial_us = 0.000267,
    .sector_us = 0.00129,
    .run_us = 0.00156,
    .slice_us = 0.324,
    .item_us = 2.27,
    .turns = 0.756,
    .short_runs = 0.025,
    .partial_bytes = 0.503,
    .end_bytes = 0.163,
    .overlap = 7.37,
    .launch_us = 4.83,
    .reduction_us = 3.94,
};
constexpr GettRates complex64_rates = {
    .of_peak = {0.831, 0.673, 0.816, 0.766, 0.733, 0.823, 0.6},
    .throttled = 0.2,
    .narrow_copies = 0.0168,
    .load_bytes_per_us = 6.05e4,
    .copy_us = 0.000351,
    .staged_us = 0.00041,
    .partial_us = 0.000561,
    .sector_us = 0.00032,
    .run_us = 0.000427,
    .slice_us = 0.307,
    .item_us = 1.2,
    .turns = 0.999,
    .short_runs = 0.052,
    .partial_bytes = 0.137,
    .end_bytes = 0,
    .overlap = 1.38,
    .launch_us = 6.16,
    .reduction_us = 5.63,
};
constexpr GettRates half_rates = {
    .of_peak = {1.12, 0.714, 0.511, 0.665, 0.841, 0.197, 0.382},
    .throttled = 0.2,
    .narrow_copies = 4.24,
    .load_bytes_per_us = 1.23e+05,
    .copy_us = 0.000137,
    .staged_us = 0.00182,
    .partial_us = 0.000586,
    .sector_us = 1.97e-07,
    .run_us = 0.000855,
    .slice_us = 0.652,
    .item_us = 2.24,
    .turns = 0.677,
    .short_runs = 0.14,
    .partial_bytes = 0.668,
    .end_bytes = 1.19,
    .overlap = 6.59,
    .launch_us = 6.29,
    .reduction_us = 2.2,
};
constexpr GettRates tf32_rates = {
    .of_peak = {0.304, 0.232, 0.384, 0.182, 0.108, 0.112, 0.408, 0.278},
    .throttled = 0.2,
    .narrow_copies = 0.558,
    .load_bytes_per_us = 8.17e+04,
    .copy_us = 9.91e-05,
    .staged_us = 0.00159,
    .partial_us = 0.000101,
    .sector_us = 0,
    .run_us = 0.00218,
    .slice_us = 0.21,
    .item_us = 1.46,
    .turns = 0.657,
    .short_runs = 0.0668,
    .partial_bytes = 0.707,
    .end_bytes = 0,
    .overlap = 2.49,
    .launch_us = 5.56,
    .reduction_us = 3.65,
};
constexpr GettRates tf32x3_rates = {
    .of_peak = {0.499, 0.307, 0.57, 0.353, 0.274, 0.326, 0.737, 0.728},
    .throttled = 0.2,
    .narrow_copies = 0.389,
    .load_bytes_per_us = 5.04e+04,
    .copy_us = 3.85e-05,
    .staged_us = 0.00126,
    .partial_us = 0.000576,
    .sector_us = 4.99e-06,
    .run_us = 0.00155,
    .slice_us = 0.476,
    .item_us = 1.34,
    .turns = 0.838,
    .short_runs = 0.0418,
    .partial_bytes = 5.11e-07,
    .end_bytes = 0,
    .overlap = 4.56,
    .launch_us = 5.12,
    .reduction_us = 3.93,
};
constexpr GettRates complex_tf32_rates = {
    .of_peak = {0.34, 0.278, 0.217, 0.311},
    .throttled = 0.2,
    .narrow_copies = 5e-06,
    .load_bytes_per_us = 9.79e+04,
    .copy_us = 0.000186,
    .staged_us = 0.00154,
    .partial_us = 0.000123,
    .sector_us = 7.48e-05,
    .run_us = 0.00105,
    .slice_us = 0.302,
    .item_us = 1.82,
    .turns = 0.798,
    .short_runs = 0.101,
    .partial_bytes = 0.995,
    .end_bytes = 2.05e-06,
    .overlap = 3.06,
    .launch_us = 5.37,
    .reduction_us = 5.43,
};
constexpr GettRates complex_tf32x3_rates = {
    .of_peak = {0.568, 0.482, 0.475, 0.637},
    .throttled = 0.2,
    .narrow_copies = 0.234,
    .load_bytes_per_us = 4.03e+04,
    .copy_us = 9.35e-05,
    .staged_us = 0.00132,
    .partial_us = 0.000336,
    .sector_us = 0.000402,
    .run_us = 0.000884,
    .slice_us = 0.542,
    .item_us = 1.63,
    .turns = 0.826,
    .short_runs = 0.0744,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 8,
    .launch_us = 5.37,
    .reduction_us = 5.46,
};

/// The rates of each kind, in the order of GettKind.
constexpr std::array compiled_rates{
    &float64_rates, &complex128_rates, &float32_rates,      &complex64_rates,      &half_rates,
    &tf32_rates,    &tf32x3_rates,     &complex_tf32_rates, &complex_tf32x3_rates,
};
/// Products of each kind, in the same order.
constexpr std::array products_of_kinds{
    GettProducts{DType::float64},
    GettProducts{DType::complex128},
    GettProducts{DType::float32},
    GettProducts{DType::complex64},
    GettProducts{DType::float16},
    GettProducts{DType::float32, ComputeType::tf32},
    GettProducts{DType::float32, ComputeType::tf32x3},
    GettProducts{DType::complex64, ComputeType::tf32},
    GettProducts{DType::complex64, ComputeType::tf32x3},
};

/// Number of tiles that have a rate.
constexpr std::size_t rated_tiles(const GettRates& rates) {
    std::size_t tiles = 0;
    for (const double rate : rates.of_peak) tiles += rate > 0 ? 1 : 0;
    return tiles;
}

/// Whether each kind has as many compiled-in rates, and entries in a calibration, as tiles.
constexpr bool every_tile_is_rated() {
    for (std::size_t i = 0; i < gett_kinds.size(); ++i) {
        const auto tiles = static_cast<std::size_t>(gett_tiles(products_of_kinds[i]).count);
        if (static_cast<std::size_t>(gett_kinds[i].kind) != i || gett_kinds[i].tiles != tiles ||
            rated_tiles(*compiled_rates[i]) != tiles) {
            return false;
        }
    }
    return compiled_rates.size() == gett_kinds.size() &&
           products_of_kinds.size() == gett_kinds.size();
}
static_assert(every_tile_is_rated());

/// Multiprocessors of the H200 that was measured.
constexpr double multiprocessors = 132;
/// FLOP per microsecond of a multiprocessor in float64 on tensor cores.
constexpr double float64_peak = 64.5e6 / multiprocessors;
/// FLOP per microsecond of a multiprocessor in float32 without tensor cores.
constexpr double float32_peak = 51e6 / multiprocessors;

/// FLOP per microsecond of a multiprocessor with 16-bit inputs on tensor cores.
constexpr double half_peak = 989e6 / multiprocessors;
/// FLOP per microsecond of a multiprocessor in TF32 on tensor cores.
constexpr double tf32_peak = 495e6 / multiprocessors;
/// FLOP per microsecond of a multiprocessor in tf32x3, which takes three TF32 products for one.
constexpr double tf32x3_peak = tf32_peak / 3;

}  // namespace

GettKind gett_kind_of(const GettProducts& products) {
    const bool is_full = products.compute == ComputeType::full;
    const bool is_once = products.compute == ComputeType::tf32;
    switch (products.dtype) {
        case DType::float16:
        case DType::bfloat16:
            return GettKind::half;
        case DType::float32:
            return is_full ? GettKind::float32 : is_once ? GettKind::tf32 : GettKind::tf32x3;
        case DType::complex64:
            return is_full   ? GettKind::complex64
                   : is_once ? GettKind::complex_tf32
                             : GettKind::complex_tf32x3;
        case DType::complex128:
            return GettKind::complex128;
        default:
            return GettKind::float64;
    }
}

const GettRates& rates_of(const GettProducts& products) {
    return *compiled_rates[static_cast<std::size_t>(gett_kind_of(products))];
}

const GettRates& rates_of(const GettProducts& products, const Architecture& gpu) {
    const auto kind = static_cast<std::size_t>(gett_kind_of(products));
    return gpu.gett && (*gpu.gett)[kind] ? *(*gpu.gett)[kind] : *compiled_rates[kind];
}

double peak_of(const GettProducts& products) {
    if (is_half(products.dtype)) return half_peak;
    if (!uses_tensor_cores(products)) return float32_peak;
    if (real_of(products.dtype) == DType::float64) return float64_peak;
    return products.compute == ComputeType::tf32 ? tf32_peak : tf32x3_peak;
}

}  // namespace ttgt::cuda
