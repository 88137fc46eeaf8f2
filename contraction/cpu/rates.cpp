// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/rates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/core/element.h"

namespace ttgt::cpu {
namespace {

/// A place between two of `count` points: the lower one, and how far towards the next.
struct Place {
    std::size_t lower;
    double part;
};

/// Of `value` among `count` points, the first at `first`, each `factor` times the one before.
Place place(double value, double first, double factor, std::size_t count) {
    const double position = std::log2(value / first) / std::log2(factor);
    const double inside = std::clamp(position, 0.0, static_cast<double>(count - 1));
    const auto lower = std::min(static_cast<std::size_t>(inside), count - 2);
    return {lower, inside - static_cast<double>(lower)};
}

double between(double lower, double upper, double part) { return lower + part * (upper - lower); }

// Threads beyond the calibrated ones share caches and memory with them: on 16 cores, extrapolated
// from two, transposes between products ran at a third to a tenth of what was foreseen.
constexpr double beyond_calibrated = 1.0 / 3;

/// GB/s on `threads` threads; each beyond the calibrated ones adds a part of what those do.
double rate(const RatesBySize& rates, double bytes, double threads, int calibrated) {
    const Place at = place(bytes, RatesBySize::first_bytes, RatesBySize::factor, rates.count);
    const double one = between(rates.one[at.lower], rates.one[at.lower + 1], at.part);
    if (threads <= 1 || calibrated == 1) return one;
    const double all = between(rates.all[at.lower], rates.all[at.lower + 1], at.part);
    const double known = std::min(threads, static_cast<double>(calibrated));
    const double share = (known - 1 + beyond_calibrated * (threads - known)) / (calibrated - 1);
    return between(one, all, share);
}

/// A complex product is four real ones.
double real_products(DType dtype) { return is_complex(dtype) ? 4.0 : 1.0; }

bool is_single(DType dtype) { return real_of(compute_of(dtype)) == DType::float32; }

/// Milliseconds of one product on one thread.
double arithmetic_ms(const RatesByShape& rates, const GemmCall& shape) {
    const auto at = [](std::int64_t extent, std::size_t count) {
        return place(static_cast<double>(extent), RatesByShape::first_extent, RatesByShape::factor,
                     count);
    };
    const Place row = at(shape.m, RatesByShape::count);
    const Place column = at(shape.n, RatesByShape::count);
    const Place inner = at(shape.k, RatesByShape::inner_count);
    const auto line = [&](std::size_t k, std::size_t n) {
        const RatesByShape::Row& values = rates.rate[k][n];
        return between(values[row.lower], values[row.lower + 1], row.part);
    };
    const auto plane = [&](std::size_t k) {
        return between(line(k, column.lower), line(k, column.lower + 1), column.part);
    };
    const double gflops = between(plane(inner.lower), plane(inner.lower + 1), inner.part);
    return 2e-6 * real_products(shape.dtype) * static_cast<double>(shape.m) *
           static_cast<double>(shape.n) * static_cast<double>(shape.k) / gflops;
}

// Two threads are worth waking for this many times what that costs.
constexpr double worthwhile = 2;

// What the tile model takes one core to need for a byte that a square transpose of float64 moves.
constexpr double square_core_ms_per_byte = 5.5e-8;

// Transposes of fewer bytes use no non-temporal stores, nor any where the caches hold the
// contraction.
constexpr double least_non_temporal_bytes = 8 << 20;
constexpr double held = 32 << 20;
// Calibrated, transposes find their operands in the caches; between the steps of a contraction that
// these do not hold they take so much longer, more where each line of the output is read before it
// is written.
constexpr double cached_stores = 2.5;
constexpr double between_steps = 1.7;
constexpr double large = 32 << 20;  ///< calibrated from and to memory

// Products read and write tensors in pieces, which memory delivers so many times as slowly as the
// long streams of a copy.
constexpr double in_pieces = 2;

// Direct is calibrated on packed matrices; those of tensors take it so much longer, in the caches
// and from memory.
constexpr double scattered_cached = 1.25;
constexpr double scattered_uncached = 2;

}  // namespace

Rates::Rates(const std::shared_ptr<const Calibration>& calibration, int threads,
             double footprint_bytes)
    : calibration_(cpu_part(calibration)), threads_(threads), footprint_bytes_(footprint_bytes) {}

double Rates::shared(double one_thread_ms, double pieces) const {
    const double fork_ms = 1e-3 * calibration_->fork_us;
    const double used = std::min(static_cast<double>(threads_), pieces);
    if (used <= 1 || one_thread_ms < worthwhile * fork_ms) return one_thread_ms;
    // The last round of pieces may keep only some threads busy.
    const double rounds = std::ceil(pieces / used);
    return one_thread_ms * rounds / pieces + fork_ms;
}

double Rates::gb_s(const RatesBySize& rates, double bytes, double threads) const {
    return rate(rates, std::max(bytes, footprint_bytes_), threads, calibration_->threads);
}

double Rates::copy_ms(double bytes) const {
    return 1e-6 * bytes / gb_s(calibration_->copy, bytes, threads_);
}

double Rates::calibrated_transpose_ms(double bytes) const {
    return 1e-6 * bytes / gb_s(calibration_->transpose, bytes, threads_);
}

double Rates::square_transpose_ms(double bytes) const {
    const double ms = calibrated_transpose_ms(bytes);
    if (bytes >= large) return ms;
    return ms * by_distance(1, has_non_temporal_stores(bytes) ? between_steps : cached_stores);
}

bool Rates::has_non_temporal_stores(double bytes) const {
    return bytes >= least_non_temporal_bytes && footprint_bytes_ > held;
}

double Rates::transpose_ms(double bytes, double core_ms, bool accumulates) const {
    if (bytes == 0) return core_ms;
    const double harder = core_ms / (bytes * square_core_ms_per_byte);
    if (!accumulates) return harder * square_transpose_ms(bytes);
    // What is added to is read, and stored through the caches, whatever its size.
    return harder * calibrated_transpose_ms(bytes) * by_distance(1, cached_stores);
}

double Rates::by_distance(double in_l2, double in_memory) const {
    constexpr double l2_bytes = 1 << 20;
    constexpr double memory_bytes = 64 << 20;  // beyond a third-level cache
    const double distance = std::log(std::max(footprint_bytes_, l2_bytes) / l2_bytes) /
                            std::log(memory_bytes / l2_bytes);
    return between(in_l2, in_memory, std::min(distance, 1.0));
}

double Rates::product_ms(double one_thread_ms, const Work& work) const {
    const double used = std::min(static_cast<double>(threads_), work.pieces);
    const double traffic_ms = by_distance(1, in_pieces) * 1e-6 * work.traffic_bytes /
                              gb_s(calibration_->copy, work.traffic_bytes, used);
    const double runs_ms = 1e-6 * (work.runs * by_distance(calibration_->cached_run_ns,
                                                           calibration_->uncached_run_ns) +
                                   work.cached_runs * calibration_->cached_run_ns);
    // A product reads its factors before it multiplies and writes afterwards: little overlaps.
    return shared(one_thread_ms + runs_ms, work.pieces) + traffic_ms;
}

double Rates::gemm_ms(const GemmCall& shape, double count, const Work& work) const {
    const GemmRates& rates =
        is_single(shape.dtype) ? calibration_->gemm_float32 : calibration_->gemm_float64;
    const auto transposes = [](MatrixOp op) { return op == MatrixOp::none ? 0U : 1U; };
    const double one = arithmetic_ms(rates[transposes(shape.op_a)][transposes(shape.op_b)], shape) +
                       1e-3 * calibration_->cached_call_us;
    return product_ms(one * count, work);
}

double Rates::direct_ms(const GemmCall& shape, double count, const Work& work) const {
    const RatesByShape& rates =
        is_single(shape.dtype) ? calibration_->direct_float32 : calibration_->direct_float64;
    const double scattered = by_distance(scattered_cached, scattered_uncached);
    return product_ms(scattered * arithmetic_ms(rates, shape) * count, work);
}

}  // namespace ttgt::cpu
