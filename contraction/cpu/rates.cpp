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

/// The place of `value` among `count` points: the first point is `first`, each further point is
/// `factor` times the one before.
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

Rates::Bandwidth bandwidth(const RatesBySize& rates, double bytes) {
    const Place at = place(bytes, RatesBySize::first_bytes, RatesBySize::factor, rates.count);
    return {between(rates.one[at.lower], rates.one[at.lower + 1], at.part),
            between(rates.all[at.lower], rates.all[at.lower + 1], at.part)};
}

/// A complex product is four real ones.
double real_products(DType dtype) { return is_complex(dtype) ? 4.0 : 1.0; }

bool is_single(DType dtype) { return real_of(compute_of(dtype)) == DType::float32; }

/// The best of all shapes.
double best_of(const RatesByShape& rates) {
    double best = 0;
    for (const auto& plane : rates.rate) {
        for (const RatesByShape::Row& line : plane) {
            best = std::max(best, *std::max_element(line.begin(), line.end()));
        }
    }
    return best;
}

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
// Smaller transposes wait for memory more than for a core: they take as long as on one thread.
constexpr double least_shared_bytes = 1 << 20;

// What a contraction touches stays in L2 up to the first of these; from the second on it comes from
// memory, and goes there. In between, the third-level cache keeps a part.
constexpr double l2_bytes = 1 << 20;
constexpr double memory_bytes = 64 << 20;

// On tensors products take so much longer than on the matrices of the calibration, which follow
// each other in the caches: those of the BLAS, and those of Direct than at its best rate.
constexpr double blas_on_tensors = 1.2;
constexpr double direct_on_tensors = 1.33;
// A call of OpenBLAS that packs takes its memory under a lock: it waits so long for each thread
// beside its own. Small products on 16 threads were ten times slower than on two.
constexpr double turn_ms = 6e-5;
// The calibrated runs are of single elements, each on a line of its own. Of what they cost, the
// runs of matrices and the lines that Direct packs cost this part.
constexpr double run_share = 0.4;

}  // namespace

Rates::Rates(const std::shared_ptr<const Calibration>& calibration, int threads,
             double footprint_bytes)
    : calibration_(cpu_part(calibration)), threads_(threads) {
    set_footprint(footprint_bytes);
}

Rates Rates::with_workspace(std::int64_t bytes) const {
    Rates larger = *this;
    larger.set_footprint(footprint_bytes_ + static_cast<double>(bytes));
    return larger;
}

void Rates::set_footprint(double bytes) {
    footprint_bytes_ = bytes;
    const double part = std::log(bytes / l2_bytes) / std::log(memory_bytes / l2_bytes);
    distance_ = std::clamp(part, 0.0, 1.0);
    const double far = std::max(bytes, 2 * memory_bytes);
    copy_in_memory_ = bandwidth(calibration_->copy, far);
    transpose_in_memory_ = bandwidth(calibration_->transpose, far);
}

double Rates::shared(double one_thread_ms, double pieces) const {
    const double fork_ms = 1e-3 * calibration_->fork_us;
    const double used = std::min(static_cast<double>(threads_), pieces);
    if (used <= 1 || one_thread_ms < worthwhile * fork_ms) return one_thread_ms;
    // The last round of pieces may keep only some threads busy.
    const double rounds = std::ceil(pieces / used);
    return one_thread_ms * rounds / pieces + fork_ms;
}

double Rates::gb_s(const Bandwidth& bandwidth, double threads) const {
    const int calibrated = calibration_->threads;
    if (threads <= 1 || calibrated == 1) return bandwidth.one;
    const double known = std::min(threads, static_cast<double>(calibrated));
    const double share = (known - 1 + beyond_calibrated * (threads - known)) / (calibrated - 1);
    return between(bandwidth.one, bandwidth.all, share);
}

double Rates::copy_ms(double bytes) const {
    const double far = std::max(bytes, footprint_bytes_);
    return 1e-6 * bytes / gb_s(bandwidth(calibration_->copy, far), threads_);
}

double Rates::square_transpose_ms(double bytes) const {
    return transpose_ms(bytes, bytes * square_core_ms_per_byte);
}

bool Rates::has_non_temporal_stores(double bytes) const {
    return bytes >= least_non_temporal_bytes && footprint_bytes_ > held;
}

double Rates::transpose_ms(double bytes, double core_ms, bool accumulates) const {
    if (bytes == 0) return core_ms;
    const double threads = bytes < least_shared_bytes ? 1 : threads_;
    const Bandwidth in_caches{calibration_->transpose.one.front(),
                              calibration_->transpose.all.front()};
    double ms = (1 - distance_) * bytes / gb_s(in_caches, threads) +
                from_memory(transpose_in_memory_, bytes, threads);
    // Lines that are stored through the caches are read first.
    const bool reads_output = accumulates || !has_non_temporal_stores(bytes);
    if (reads_output) ms += from_memory(copy_in_memory_, bytes, threads);
    const double harder = core_ms / (bytes * square_core_ms_per_byte);
    return 1e-6 * harder * ms;
}

double Rates::from_memory(const Bandwidth& bandwidth, double bytes, double threads) const {
    return distance_ * bytes / gb_s(bandwidth, threads);
}

double Rates::traffic_ms(double bytes, double pieces) const {
    const double used = std::min(static_cast<double>(threads_), pieces);
    return 1e-6 * from_memory(copy_in_memory_, bytes, used);
}

double Rates::run_ns() const {
    return run_share *
           between(calibration_->cached_run_ns, calibration_->uncached_run_ns, distance_);
}

double Rates::gemm_ms(const GemmCall& shape, double count, const Work& work) const {
    const GemmRates& rates =
        is_single(shape.dtype) ? calibration_->gemm_float32 : calibration_->gemm_float64;
    const auto transposes = [](MatrixOp op) { return op == MatrixOp::none ? 0U : 1U; };
    const double arithmetic =
        arithmetic_ms(rates[transposes(shape.op_a)][transposes(shape.op_b)], shape);
    const double one = blas_on_tensors * arithmetic + 1e-3 * calibration_->cached_call_us;
    // A product reads its factors before it multiplies and writes afterwards: little overlaps.
    return shared(one * count + 1e-6 * run_ns() * work.runs, work.pieces) +
           turn_ms * (threads_ - 1) * work.turns + traffic_ms(work.traffic_bytes, work.pieces);
}

double Rates::direct_ms(DType dtype, const DirectWork& work, double bytes) const {
    const RatesByShape& rates =
        is_single(dtype) ? calibration_->direct_float32 : calibration_->direct_float64;
    const double products_ms = direct_on_tensors * 2e-6 * work.products / best_of(rates);
    const double packing_ms = 1e-6 * (work.core_ns + run_ns() * work.lines);
    return shared(products_ms + packing_ms, work.pieces) + traffic_ms(bytes, work.pieces);
}

}  // namespace ttgt::cpu
