// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cuda/gemm_times.h"

#include <algorithm>
#include <cmath>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

constexpr double largest_extent = 4096;
constexpr double largest_inner = 1 << 20;
constexpr std::size_t last_regular_inner = 8;  // 65536: the next is 16 times as long, not 4

/// The host takes so long for a call, and small products wait for it.
constexpr double call_us = 10;
/// Tiles that are not full take this many times as long as at the peak.
constexpr double partial_tiles = 1.2;
// Where the columns of a matrix do not all start at multiples of 16 bytes, products of float64 take
// this many times as long if arithmetic or the writing of short sums takes the time. A line of the
// table for each of NN, NT, TN, TT, with three numbers: for products of many rows and columns, of
// few columns, and of few rows.
constexpr double misaligned_float64[4][3] = {
    {1.45, 1.40, 1.58}, {1.29, 1.34, 1.36}, {1.36, 1.38, 1.58}, {1.36, 1.40, 1.44}};
constexpr double both_misaligned = 0.05;     ///< more, where both factors' columns do not
constexpr double output_misaligned = -0.06;  ///< less, where C's alone do not
constexpr std::int64_t many_rows_and_columns = 1024;
constexpr double short_sum_float64 = 8;
constexpr double most_of_short_sums = 0.3;
// Those of float32 by operations, wherever columns start, and at most so many times as long where
// C's do not and sums are short.
constexpr double operations_float32[4] = {1.0, 0.96, 1.04, 1.03};
constexpr double most_misaligned_output = 1.75;
constexpr double short_sum_float32 = 6;
// Single ones of TF32 by operations where columns begin at multiples of 16 bytes: Hopper's tensor
// cores take inputs of 32 bits along the sums only (TN); the library turns the others.
constexpr double operations_tf32[4] = {1.05, 1.2, 0.85, 1.05};

// Until they have tables of their own, 16-bit elements and TF32 are computed from those of float32:
// the arithmetic is so many times as fast on tensor cores, all else takes as long as the bytes that
// it moves.
constexpr double half_speedup = 13.75;
// However small they are, matrices of a batch by pointers take as long as tiles of 128 x 128.
constexpr std::int64_t half_tile = 128;
constexpr double half_tile_us = 0.0085;
constexpr double half_tile_us_per_inner = 4.5e-5;
constexpr double tf32_speedup = 7.9;

// On tensor cores, batches of contractions take so many times as long as those of the tables, whose
// matrices are one behind the other and fill the device evenly (86 batches of drawn contractions).
constexpr double uneven_batch = 1.25;

struct Place {
    std::size_t lower;
    double part;
};

Place place(double value, std::size_t count) {
    const double position = std::log2(value) / 2;
    const double inside = std::clamp(position, 0.0, static_cast<double>(count - 1));
    const auto lower = std::min(static_cast<std::size_t>(inside), count - 2);
    return {lower, inside - static_cast<double>(lower)};
}

Place inner_place(double value) {
    constexpr double last_regular = 65536;
    if (value <= last_regular) return place(value, TimesByShape::inner_count - 1);
    const double part = std::log2(std::min(value, largest_inner) / last_regular) / 4;
    return {last_regular_inner, part};
}

/// Extents as numbers, for products too long for the tables.
struct Extents {
    double m;
    double n;
    double k;
};

/// Where extents stand in the tables.
struct Places {
    Place row;
    Place column;
    Place inner;
};

Places places_of(const Extents& extents) {
    return {place(extents.m, TimesByShape::count), place(extents.n, TimesByShape::count),
            inner_place(extents.k)};
}

double between(double lower, double upper, double part) { return lower + part * (upper - lower); }

/// The time in a table, of sums of at most largest_inner terms.
double look_up(const TimesByShape& times, const Places& places) {
    const auto line = [&](std::size_t k, std::size_t n) {
        const auto& values = times.values[k][n];
        const Place& row = places.row;
        return between(values[row.lower], values[row.lower + 1], row.part);
    };
    const auto plane = [&](std::size_t k) {
        const Place& column = places.column;
        return between(line(k, column.lower), line(k, column.lower + 1), column.part);
    };
    const Place& inner = places.inner;
    return std::exp2(between(plane(inner.lower), plane(inner.lower + 1), inner.part));
}

/// A product longer than the tables is as many of theirs, whichever kind is cheaper.
double table_us(const GemmTimes& times, const Extents& extents, double count) {
    const Places places = places_of(extents);
    const double longer = std::max(extents.k / largest_inner, 1.0);
    const double alone = longer * look_up(times.alone, places);
    const double pieces =
        std::max(extents.m / largest_extent, 1.0) * std::max(extents.n / largest_extent, 1.0);
    if (count * pieces <= 1) return alone;
    const double of_many = longer * look_up(times.of_many, places);
    const double piece = pieces > 1 ? std::min(of_many, alone) : of_many;
    const double in_turn = count > 1 ? extents.k * times.batch_us_per_inner : 0;
    return std::max({alone, piece * count * pieces, in_turn});
}

/// What a time becomes, `arithmetic` of which multiplies in full float32.
double on_tensor_cores(double us, double arithmetic, const GemmCall& shape) {
    const bool half = is_half(shape.dtype);
    if (!half && shape.compute == ComputeType::full) return us;
    const double multiplying = std::min(us, arithmetic);
    const double other = (us - multiplying) * (half ? 0.5 : 1.0);
    return std::max(call_us, other + multiplying / (half ? half_speedup : tf32_speedup));
}

double half_tiles_us(const GemmCall& shape) {
    const double tiles = static_cast<double>(divide_up(shape.m, half_tile)) *
                         static_cast<double>(divide_up(shape.n, half_tile));
    return tiles * (half_tile_us + half_tile_us_per_inner * static_cast<double>(shape.k));
}

double tiled(std::int64_t extent) {
    return static_cast<double>(align_up(extent, extent <= 64 ? 8 : 64));
}

/// What a time of complex128, `arithmetic` of which multiplies, becomes in complex64.
double in_single(double us, double arithmetic, double single_arithmetic) {
    constexpr double other_in_single = 0.4;  // memory moves half of the bytes
    return single_arithmetic + other_in_single * std::max(us - arithmetic, 0.0);
}

/// The times from which those of a missing table are computed; for complex64 those of complex128,
/// from which its times are computed.
const GemmTimes& times_of(const GemmTimesByDType& times, DType dtype) {
    if (is_complex(dtype)) return times.complex128;
    return real_of(dtype) == DType::float64 ? times.float64 : times.float32;
}

/// The largest power of two, at most 16, of bytes at whose multiples all columns of A, B and C
/// begin and end. Kernels for columns that begin well need those that end well, too.
struct ColumnBytes {
    std::int64_t a;
    std::int64_t b;
    std::int64_t c;
};

ColumnBytes column_bytes(const GemmCall& shape) {
    const auto of_matrix = [&](std::int64_t rows, std::int64_t columns, std::int64_t leading) {
        constexpr std::int64_t most = 16;
        const std::int64_t elements = columns > 1 ? rows | leading : rows;
        const std::int64_t bits = elements * size_bytes(shape.dtype) | most;
        return bits & -bits;
    };
    const auto [m, n, k] = std::array{shape.m, shape.n, shape.k};
    return {shape.op_a == MatrixOp::none ? of_matrix(m, k, shape.lda) : of_matrix(k, m, shape.lda),
            shape.op_b == MatrixOp::none ? of_matrix(k, n, shape.ldb) : of_matrix(n, k, shape.ldb),
            of_matrix(m, n, shape.ldc)};
}

std::int64_t fewest_column_bytes(const GemmCall& shape) {
    const ColumnBytes bytes = column_bytes(shape);
    return std::min({bytes.a, bytes.b, bytes.c});
}

const std::optional<GemmTimes>& half_times(const GemmTimesByDType& times, std::int64_t bytes) {
    if (bytes >= 16) return times.float16;
    return bytes >= 4 ? times.float16_by_4 : times.float16_by_2;
}

/// The table of how a product multiplies; null where there is none.
const GemmTimes* own_times(const GemmTimesByDType& times, const GemmCall& shape) {
    const auto kept = [](const std::optional<GemmTimes>& of_kind) {
        return of_kind ? &*of_kind : nullptr;
    };
    const bool is_full = shape.compute == ComputeType::full;
    switch (shape.dtype) {
        case DType::float16:
        case DType::bfloat16:
            return kept(half_times(times, fewest_column_bytes(shape)));
        case DType::float32:
            if (is_full) return &times.float32;
            return kept(fewest_column_bytes(shape) >= 16 ? times.tf32 : times.tf32_by_4);
        case DType::complex64:
            return kept(is_full ? times.complex64 : times.complex64_tf32);
        case DType::complex128:
            return &times.complex128;
        default:
            return &times.float64;
    }
}

/// What tables say of a product.
struct TableTime {
    /// Microseconds, without slowdown().
    double us;
    /// Microseconds of the arithmetic at the peak.
    double arithmetic_us;
    /// Real operations, those of tiles that are not full included.
    double flops;
};

/// Where arithmetic takes the time, extents are rounded up to those of the library's tiles.
TableTime time_by(const GemmTimes& times, const GemmCall& shape, double batch) {
    const Extents exact{static_cast<double>(shape.m), static_cast<double>(shape.n),
                        static_cast<double>(shape.k)};
    const Extents padded{tiled(shape.m), tiled(shape.n), exact.k};
    TableTime time{};
    time.flops = (is_complex(shape.dtype) ? 8.0 : 2.0) * padded.m * padded.n * padded.k * batch;
    time.arithmetic_us = time.flops / times.peak_flops_per_us;
    const double exact_us = table_us(times, exact, batch);
    const bool fills_tiles = padded.m == exact.m && padded.n == exact.n;
    const double padded_us = fills_tiles ? exact_us : table_us(times, padded, batch);
    time.us =
        std::max({call_us, exact_us, std::min(padded_us, partial_tiles * time.arithmetic_us)});
    return time;
}

/// How much of what is misaligned a product of few terms feels, at most 1.
double share_of_short_sums(const GemmCall& shape, double short_sum) {
    return std::min(short_sum / static_cast<double>(shape.k), 1.0);
}

/// Position in a row of misaligned_float64.
std::size_t form_of(const GemmCall& shape) {
    if (std::min(shape.m, shape.n) >= many_rows_and_columns) return 0;
    if (shape.m / 4 >= shape.n) return 1;
    return shape.n / 4 >= shape.m ? 2 : 0;
}

double slowdown_float64(const GemmCall& shape, std::size_t operations, double arithmetic_share) {
    const ColumnBytes bytes = column_bytes(shape);
    const bool a = bytes.a < 16;
    const bool b = bytes.b < 16;
    const bool c = bytes.c < 16;
    if (!a && !b && !c) return 1;
    const double more = a && b ? both_misaligned : !a && !b ? output_misaligned : 0;
    const double share =
        std::max(arithmetic_share,
                 std::min(share_of_short_sums(shape, short_sum_float64), most_of_short_sums));
    return 1 + (misaligned_float64[operations][form_of(shape)] + more - 1) * share;
}

double slowdown_float32(const GemmCall& shape, std::size_t operations) {
    const double operation = operations_float32[operations];
    if (column_bytes(shape).c == 16) return operation;
    return operation *
           (1 + (most_misaligned_output - 1) * share_of_short_sums(shape, short_sum_float32));
}

/// Position of the product's operations in NN, NT, TN, TT.
std::size_t operations_of(const GemmCall& shape) {
    const auto transposes = [](MatrixOp op) { return op == MatrixOp::none ? 0U : 1U; };
    return 2 * transposes(shape.op_a) + transposes(shape.op_b);
}

/// How many times as long as the tables of float32 and float64 say, which are of all operations and
/// aligned columns.
double slowdown(const GemmCall& shape, double arithmetic_share) {
    const std::size_t operations = operations_of(shape);
    if (is_complex(shape.dtype)) return 1;
    return real_of(shape.dtype) == DType::float64
               ? slowdown_float64(shape, operations, arithmetic_share)
               : slowdown_float32(shape, operations);
}

}  // namespace

void take_logarithms(GemmTimesByDType& times) {
    const auto take = [](GemmTimes& of_kind) {
        for (TimesByShape* const table : {&of_kind.alone, &of_kind.of_many}) {
            for (TimesByShape::Plane& plane : table->values) {
                for (auto& line : plane) {
                    for (float& value : line) value = std::log2(value);
                }
            }
        }
    };
    for (GemmTimes* const of_kind : {&times.float32, &times.float64, &times.complex128}) {
        take(*of_kind);
    }
    for (const OwnTable& table : own_tables) {
        if (times.*table.times) take(*(times.*table.times));
    }
}

double batch_us(const GemmTimesByDType& times, const GemmCall& shape, std::int64_t count) {
    const auto batch = static_cast<double>(count);
    const GemmTimes* const own = own_times(times, shape);
    const TableTime time = time_by(own ? *own : times_of(times, shape.dtype), shape, batch);
    const bool is_full = !is_half(shape.dtype) && shape.compute == ComputeType::full;
    if (own && !is_full) {
        if (count > 1) return uneven_batch * time.us;
        const bool is_tf32 = times.tf32 && own == &*times.tf32;
        return is_tf32 ? operations_tf32[operations_of(shape)] * time.us : time.us;
    }
    const double longer = time.us * slowdown(shape, std::min(time.arithmetic_us / time.us, 1.0));
    if (own) return longer;
    if (is_half(shape.dtype)) {
        return std::max(on_tensor_cores(longer, time.arithmetic_us, shape),
                        half_tiles_us(shape) * batch);
    }
    if (shape.dtype != DType::complex64) {
        return on_tensor_cores(longer, time.arithmetic_us, shape);
    }
    constexpr double of_float32 = 1.05;  // the peak that complex products reach
    const double single = time.flops / (of_float32 * times.float32.peak_flops_per_us);
    return on_tensor_cores(in_single(longer, time.arithmetic_us, single), single, shape);
}

double least_scattered_us(const GemmCall& shape, std::int64_t count) {
    return is_half(shape.dtype) ? half_tiles_us(shape) * static_cast<double>(count) : 0;
}

}  // namespace ttgt::cuda
