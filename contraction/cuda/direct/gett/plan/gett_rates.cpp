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
    .of_peak = {0.97, 0.792, 0.676, 0.544, 1, 0.91, 0.703, 0.844, 0.62, 0.662, 0.403, 0.7},
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
    .launch_us = 6.58,
    .reduction_us = 5.45,
};
constexpr GettRates complex128_rates = {
    .of_peak = {0.706, 0.914, 0.804, 0.812, 0.796, 0.409},
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
    .of_peak = {0.942, 0.955, 0.896, 0.936, 0.854, 0.826, 0.748, 0.94, 0.91},
    .throttled = 0.3,
    .narrow_copies = 0.15,
    .load_bytes_per_us = 5.71e4,
    .copy_us = 1.31e-4,
    .staged_us = 8.62e-4,
    .partial_us = 6.18e-4,
    .sector_us = 0,
    .run_us = 8.9e-4,
    .slice_us = 0.209,
    .item_us = 1.03,
    .turns = 1.34,
    .short_runs = 0.125,
    .partial_bytes = 0.877,
    .end_bytes = 0,
    .overlap = 1.474,
    .launch_us = 6.44,
    .reduction_us = 4.43,
};
constexpr GettRates complex64_rates = {
    .of_peak = {0.831, 0.673, 0.816, 0.766, 0.733, 0.823},
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
    .launch_us = 6.86,
    .reduction_us = 5.63,
};
constexpr GettRates half_rates = {
    .of_peak = {1, 1, 0.66, 0.919, 0.601, 0.267, 0.342},
    .throttled = 0.2,
    .narrow_copies = 3.86,
    .load_bytes_per_us = 1.14e5,
    .copy_us = 0.000128,
    .staged_us = 0.00322,
    .partial_us = 0.000641,
    .sector_us = 9.83e-07,
    .run_us = 0.00056,
    .slice_us = 0.793,
    .item_us = 1.59,
    .turns = 0.846,
    .short_runs = 0.702,
    .partial_bytes = 0,
    .end_bytes = 0.9,
    .overlap = 1.69,
    .launch_us = 7.36,
    .reduction_us = 1.33,
};
constexpr GettRates tf32_rates = {
    .of_peak = {0.253, 0.24, 0.274, 0.208, 0.0845, 0.157, 0.35, 0.24},
    .throttled = 0.2,
    .narrow_copies = 0.174,
    .load_bytes_per_us = 9.43e4,
    .copy_us = 8.04e-5,
    .staged_us = 0.00154,
    .partial_us = 0.000505,
    .sector_us = 0,
    .run_us = 0.000972,
    .slice_us = 0.261,
    .item_us = 1.82,
    .turns = 0.897,
    .short_runs = 0.334,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 1.6,
    .launch_us = 5.67,
    .reduction_us = 3.46,
};
constexpr GettRates tf32x3_rates = {
    .of_peak = {0.383, 0.298, 0.439, 0.427, 0.306, 0.316, 0.7, 0.52},
    .throttled = 0.2,
    .narrow_copies = 0.102,
    .load_bytes_per_us = 9.5e4,
    .copy_us = 0.000107,
    .staged_us = 0.00167,
    .partial_us = 0.000554,
    .sector_us = 9.98e-07,
    .run_us = 0.001,
    .slice_us = 0.442,
    .item_us = 1.04,
    .turns = 0.948,
    .short_runs = 0.209,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 1.53,
    .launch_us = 6.41,
    .reduction_us = 3.65,
};
constexpr GettRates complex_tf32_rates = {
    .of_peak = {0.244, 0.2, 0.224, 0.222},
    .throttled = 0.2,
    .narrow_copies = 1e-06,
    .load_bytes_per_us = 6.74e4,
    .copy_us = 9.14e-05,
    .staged_us = 0.00086,
    .partial_us = 0.00027,
    .sector_us = 0.000374,
    .run_us = 0.00175,
    .slice_us = 0.27,
    .item_us = 0.887,
    .turns = 0.989,
    .short_runs = 0.505,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 4,
    .launch_us = 6.24,
    .reduction_us = 5.69,
};
constexpr GettRates complex_tf32x3_rates = {
    .of_peak = {0.483, 0.406, 0.339, 0.51},
    .throttled = 0.2,
    .narrow_copies = 0.0477,
    .load_bytes_per_us = 5.64e4,
    .copy_us = 0.000167,
    .staged_us = 0.00075,
    .partial_us = 6.73e-05,
    .sector_us = 0.00101,
    .run_us = 0.00149,
    .slice_us = 0.504,
    .item_us = 0.587,
    .turns = 1,
    .short_runs = 0.372,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 2.27,
    .launch_us = 6.23,
    .reduction_us = 5.83,
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
