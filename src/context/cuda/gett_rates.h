// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ttgt::cuda {

/// Maximum number of tiles of one kind of products.
inline constexpr int most_gett_tiles = 13;

/// What the GETT kernels of one kind of products reach on a GPU. Fitted to measured launches of
/// contractions drawn at random, with up to 21 choices each; docs/algorithms/gett.md says how well
/// the rates predict. A slice is the inner positions that a block stages at a time; an item is a
/// tile of D for one split of the sums. Times of a multiprocessor are those at 1755 MHz, the clock
/// of the H200 that was measured.
struct GettRates {
    /// For each tile of gett_tiles(), the share of peak_of() that its products reach. Further
    /// entries are not used.
    std::array<double, most_gett_tiles> of_peak;
    /// Share that work of 2000 us or more takes longer because the hot card lowers its clock; see
    /// throttled(), which interpolates from 250 us on.
    double throttled;
    /// Share that a tile's products take longer for each input that is copied element by element
    /// instead of 16 bytes at a time.
    double narrow_copies;
    /// Bytes per microsecond that one multiprocessor loads of the inputs.
    double load_bytes_per_us;
    /// Microseconds of a multiprocessor to issue one copy of a vector or element to shared memory.
    double copy_us;
    /// Microseconds of a multiprocessor for each sector (32 bytes) of D that is staged in shared
    /// memory.
    double staged_us;
    /// Microseconds of a multiprocessor for each write of a part of a sector of D.
    double partial_us;
    /// Microseconds that a block waits for each sector of D that it writes, whole or in part.
    double sector_us;
    /// Microseconds that a block waits for each run of neighbours in D that it writes.
    double run_us;
    /// Microseconds that a block waits for each slice.
    double slice_us;
    /// Microseconds that a block waits for each item.
    double item_us;
    /// Factor of a block's waits where it may take several items: where the tables of offsets hold
    /// a whole sum.
    double turns;
    /// Share of an input's bytes that memory moves in addition where a tile has runs of one line
    /// (128 bytes) of the input; runs of half a line cost twice this share, up to eight times for
    /// shorter runs.
    double short_runs;
    /// Bytes that memory moves in addition for each write of a part of a sector of D, in units of
    /// 64 bytes (a sector read and written).
    double partial_bytes;
    /// Bytes that memory moves in addition for each end of a run of D in a tile, in units of 64
    /// bytes (a sector read and written).
    double end_bytes;
    /// Exponent p of the norm (a^p + b^p)^(1/p) that joins the time a of the multiprocessors and
    /// the time b of memory: 1 adds them, a large p takes the longer one.
    double overlap;
    /// Microseconds to launch the kernel.
    double launch_us;
    /// Microseconds to launch a split reduction after the kernel.
    double reduction_us;

    bool operator==(const GettRates&) const = default;
};

/// Which values a rate may have: 0 or more; above 0, because times are divided by it; 1 to 16,
/// because a power of a time in microseconds has to be finite.
enum class GettRateRange : std::uint8_t { from_0, above_0, from_1_to_16 };

/// Says which rate of some GettRates is meant.
using GettRate = double GettRates::*;

/// A rate that does not depend on the tile.
struct NamedGettRate {
    const char* name;
    GettRate rate;
    GettRateRange range = GettRateRange::from_0;
};
/// All of them, in the order of GettRates.
inline constexpr std::array gett_rate_names{
    NamedGettRate{"throttled", &GettRates::throttled},
    NamedGettRate{"narrow_copies", &GettRates::narrow_copies},
    NamedGettRate{"load_bytes_per_us", &GettRates::load_bytes_per_us, GettRateRange::above_0},
    NamedGettRate{"copy_us", &GettRates::copy_us},
    NamedGettRate{"staged_us", &GettRates::staged_us},
    NamedGettRate{"partial_us", &GettRates::partial_us},
    NamedGettRate{"sector_us", &GettRates::sector_us},
    NamedGettRate{"run_us", &GettRates::run_us},
    NamedGettRate{"slice_us", &GettRates::slice_us},
    NamedGettRate{"item_us", &GettRates::item_us},
    NamedGettRate{"turns", &GettRates::turns},
    NamedGettRate{"short_runs", &GettRates::short_runs},
    NamedGettRate{"partial_bytes", &GettRates::partial_bytes},
    NamedGettRate{"end_bytes", &GettRates::end_bytes},
    NamedGettRate{"overlap", &GettRates::overlap, GettRateRange::from_1_to_16},
    NamedGettRate{"launch_us", &GettRates::launch_us},
    NamedGettRate{"reduction_us", &GettRates::reduction_us},
};
static_assert(sizeof(GettRates) == (most_gett_tiles + gett_rate_names.size()) * sizeof(double),
              "every rate has a name");

/// The kinds of products that have rates of their own. half: 16-bit inputs; the names with tf32 are
/// those of ComputeType, of float32 unless they say complex.
enum class GettKind : std::uint8_t {
    float64,
    complex128,
    float32,
    complex64,
    half,
    tf32,
    tf32x3,
    complex_tf32,
    complex_tf32x3,
};

/// A kind, the key of its rates in calibration files, and its number of tiles.
struct NamedGettKind {
    GettKind kind;
    const char* key;
    std::size_t tiles;
};
/// All of them, in the order of GettKind.
inline constexpr std::array gett_kinds{
    NamedGettKind{GettKind::float64, "gett_float64", 13},
    NamedGettKind{GettKind::complex128, "gett_complex128", 6},
    NamedGettKind{GettKind::float32, "gett_float32", 10},
    NamedGettKind{GettKind::complex64, "gett_complex64", 7},
    NamedGettKind{GettKind::half, "gett_half", 7},
    NamedGettKind{GettKind::tf32, "gett_tf32", 8},
    NamedGettKind{GettKind::tf32x3, "gett_tf32x3", 8},
    NamedGettKind{GettKind::complex_tf32, "gett_complex_tf32", 4},
    NamedGettKind{GettKind::complex_tf32x3, "gett_complex_tf32x3", 4},
};

/// Rates that were fitted on a GPU, by GettKind; nothing for kinds whose compiled-in rates hold.
using FittedGettRates = std::array<std::optional<GettRates>, gett_kinds.size()>;

}  // namespace ttgt::cuda
