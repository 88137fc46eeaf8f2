// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/machine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ttgt {
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

/// GB/s on `threads` threads; those beyond the calibrated ones add what the calibrated ones do.
double rate(const RatesBySize& rates, double bytes, int threads, int calibrated) {
    const Place at = place(bytes, RatesBySize::first_bytes, RatesBySize::factor, rates.count);
    const double one = between(rates.one[at.lower], rates.one[at.lower + 1], at.part);
    if (threads == 1 || calibrated == 1) return one;
    const double all = between(rates.all[at.lower], rates.all[at.lower + 1], at.part);
    const double share = static_cast<double>(threads - 1) / static_cast<double>(calibrated - 1);
    return between(one, all, share);
}

/// Milliseconds of one product on one thread.
double product_ms(const RatesByShape& rates, std::int64_t m, std::int64_t n, std::int64_t k) {
    const auto at = [&](std::int64_t extent) {
        return place(static_cast<double>(extent), RatesByShape::first_extent, RatesByShape::factor,
                     rates.count);
    };
    const Place row = at(m);
    const Place column = at(n);
    const Place inner = at(k);
    const auto line = [&](std::size_t ki, std::size_t ni) {
        const RatesByShape::Row& values = rates.rate[ki][ni];
        return between(values[row.lower], values[row.lower + 1], row.part);
    };
    const auto plane = [&](std::size_t ki) {
        return between(line(ki, column.lower), line(ki, column.lower + 1), column.part);
    };
    const double gflops = between(plane(inner.lower), plane(inner.lower + 1), inner.part);
    return 2e-6 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) / gflops;
}

/// Arithmetic and traffic overlap only in part.
double overlapped(double a, double b) { return std::sqrt(a * a + b * b); }

/// A complex product is four real ones.
double real_products(DType dtype) { return is_complex(dtype) ? 4.0 : 1.0; }

bool is_single(DType dtype) { return dtype == DType::float32 || dtype == DType::complex64; }

// Two threads are worth waking for this many times what that costs.
constexpr double worthwhile = 2;

// What the tile model takes one core to need for a byte that a square transpose of float64 moves.
constexpr double square_core_ms_per_byte = 4.6e-8;

}  // namespace

Machine::Machine(std::shared_ptr<const Calibration> calibration, int threads)
    : calibration_(std::move(calibration)), threads_(threads) {}

double Machine::shared(double one_thread_ms) const {
    const double fork_ms = 1e-3 * calibration_->fork_us;
    if (threads_ == 1 || one_thread_ms < worthwhile * fork_ms) return one_thread_ms;
    return one_thread_ms / threads_ + fork_ms;
}

double Machine::copy_ms(double bytes) const {
    return 1e-6 * bytes / rate(calibration_->copy, bytes, threads_, calibration_->threads);
}

double Machine::square_transpose_ms(double bytes) const {
    return 1e-6 * bytes / rate(calibration_->transpose, bytes, threads_, calibration_->threads);
}

double Machine::transpose_ms(double bytes, double core_ms) const {
    if (bytes == 0) return core_ms;
    const double harder = core_ms / (bytes * square_core_ms_per_byte);
    return square_transpose_ms(bytes) * harder;
}

double Machine::gemm_ms(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k, double count,
                        double bytes) const {
    const RatesByShape& rates =
        is_single(dtype) ? calibration_->gemm_float32 : calibration_->gemm_float64;
    const double one =
        product_ms(rates, m, n, k) * real_products(dtype) + 1e-3 * calibration_->gemm_call_us;
    return overlapped(shared(one * count), copy_ms(bytes));
}

double Machine::direct_ms(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k, double count,
                          double bytes, double pieces) const {
    const RatesByShape& rates =
        is_single(dtype) ? calibration_->direct_float32 : calibration_->direct_float64;
    const double one = product_ms(rates, m, n, k) * real_products(dtype);
    const double gathering = 1e-6 * pieces * calibration_->direct_piece_ns;
    return overlapped(shared(one * count + gathering), copy_ms(bytes));
}

}  // namespace ttgt
