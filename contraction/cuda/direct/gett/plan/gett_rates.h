// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/plan/gett_tiles.h"

namespace ttgt::cuda {

/// Maximum number of tiles of one kind of products.
constexpr int most_gett_tiles = 12;

/// What the GETT kernels of one kind of products reach on an H200. Fitted to measured launches of
/// contractions drawn at random, with up to 21 choices each; docs/algorithms/gett.md says how well
/// the rates predict. A slice is the inner positions that a block stages at a time; an item is a
/// tile of D for one split of the sums.
struct GettRates {
    /// For each tile of gett_tiles(), the share of peak_of() that its products reach. Further
    /// entries are not used.
    double of_peak[most_gett_tiles];
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
};

/// The rates of a kind of products.
[[nodiscard]] const GettRates& rates_of(const GettProducts& products);
/// The peak of a kind of products, in FLOP per microsecond of a multiprocessor.
[[nodiscard]] double peak_of(const GettProducts& products);

}  // namespace ttgt::cuda
