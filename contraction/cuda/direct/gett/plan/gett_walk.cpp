// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_walk.h"

#include <algorithm>
#include <bit>

#include "contraction/cuda/direct/gett/plan/gett_tiles.h"

namespace ttgt::cuda {
namespace {

/// Whether a walk through a tile of these sides has a bit for each position.
constexpr bool has_walk(int side, int other_side) {
    return bits_of_tile(side) + bits_of_tile(other_side) <= gett_walk_bits;
}
/// Whether there are walks through the tiles of D and of both inputs.
template <int count>
constexpr bool have_walks(const GettTile (&tiles)[count]) {
    return std::ranges::all_of(tiles, [](const GettTile& tile) {
        return has_walk(tile.rows, tile.columns) && has_walk(tile.rows, tile.inner) &&
               has_walk(tile.columns, tile.inner);
    });
}
static_assert(have_walks(gett_tiles_float64) && have_walks(gett_tiles_complex128) &&
              have_walks(gett_tiles_float32) && have_walks(gett_tiles_complex64) &&
              have_walks(gett_tiles_half) && have_walks(gett_tiles_tf32) &&
              have_walks(gett_tiles_tf32x3) && have_walks(gett_tiles_complex_tf32));

/// Makes a walk bit by bit, the lowest bit of a position first.
class WalkMaker {
public:
    explicit WalkMaker(bool along_free) : along_free_(along_free) {}

    /// Adds the bits [begin, end) of the index of the group that threads run along.
    void add_fast(int begin, int end) { add(begin, end, along_free_ ? walk_.free : walk_.other); }
    /// Adds the bits [begin, end) of the index of the other group of the tile.
    void add_other(int begin, int end) { add(begin, end, along_free_ ? walk_.other : walk_.free); }
    [[nodiscard]] const TileWalk& walk() const { return walk_; }

private:
    void add(int begin, int end, std::int32_t* to) {
        for (int b = begin; b < end && filled_ < gett_walk_bits; ++b) to[filled_++] = 1 << b;
    }

    bool along_free_;
    int filled_ = 0;
    TileWalk walk_;
};

}  // namespace

bool walk_follows(const IndexRun& run, std::int64_t size) {
    return run.begin < size && std::has_single_bit(static_cast<std::uint64_t>(run.begin));
}

TileWalk store_walk(bool along_rows, int fast_bits, int other_bits, BitRange run, int vector_bits,
                    int thread_bits) {
    constexpr int lane_bits = 5;
    const int first = std::max(run.begin, vector_bits);
    const int last = std::max(first, run.end);
    const int of_run = std::min(last, first + lane_bits);
    const int of_other = std::min(other_bits, lane_bits - (of_run - first));
    const int warp_bits = std::min(other_bits - of_other, thread_bits - lane_bits);
    WalkMaker maker(along_rows);
    maker.add_fast(first, of_run);
    maker.add_other(0, of_other);
    // Bits of a thread's number end with those of its warp.
    maker.add_other(other_bits - warp_bits, other_bits);
    maker.add_fast(of_run, last);
    maker.add_other(of_other, other_bits - warp_bits);
    maker.add_fast(last, fast_bits);
    maker.add_fast(vector_bits, first);
    return maker.walk();
}

TileWalk stage_walk(bool along_free, int free_bits, int inner_bits, BitRange run, int vector_bits,
                    int thread_bits) {
    WalkMaker maker(along_free);
    const int first = std::max(run.begin, vector_bits);
    if (along_free) {
        const int last = std::max(first, std::min(run.end, first + thread_bits - inner_bits));
        maker.add_fast(first, last);
        maker.add_other(0, inner_bits);
        maker.add_fast(vector_bits, first);
        maker.add_fast(last, free_bits);
    } else {
        const int last = std::max(first, run.end);
        maker.add_fast(first, last);
        const int spare = std::max(0, thread_bits - (inner_bits - vector_bits));
        const int few = std::min(spare, free_bits);
        maker.add_other(0, few);
        maker.add_fast(vector_bits, first);
        maker.add_fast(last, inner_bits);
        maker.add_other(few, free_bits);
    }
    return maker.walk();
}

void fill_copies(GettStage& stage, int thread_bits, std::int64_t element_bytes) {
    const std::int64_t row_bytes = stage.free_stride * element_bytes;
    for (int i = 1; i < gett_most_copies; ++i) {
        const int lowest = std::countr_zero(static_cast<unsigned>(i));
        if (thread_bits + lowest >= gett_walk_bits) continue;
        const std::int32_t free =
            stage.copy_free[i & (i - 1)] + stage.walk.free[thread_bits + lowest];
        stage.copy_free[i] = free;
        stage.copy_bytes[i] = static_cast<std::int32_t>(free * row_bytes);
    }
}

BitRange bits_of(const IndexRun& run, int tile_bits, std::int64_t longest) {
    if (!walk_follows(run, std::int64_t{1} << tile_bits)) {
        return {0, std::min(tile_bits, floor_log2(longest))};
    }
    const int first = floor_log2(run.begin);
    const std::int64_t length = std::min(run.length, longest);
    const int bits = floor_log2(2 * length - 1);
    return {first, std::min(tile_bits, first + bits)};
}

}  // namespace ttgt::cuda
