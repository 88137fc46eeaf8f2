// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cpu/tile.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "src/core/rounding.h"

namespace ttgt {
namespace {

// Bytes from which a row needs no gathering.
constexpr std::int64_t long_row_bytes = std::int64_t{8} * 1024;
/// Bytes into which such rows are cut, so that threads can share them.
constexpr std::int64_t row_block_bytes = std::int64_t{16} * 1024;

// Bytes of the output from which it takes non-temporal stores: half of the L3 cache that the cores
// of one die share. A cache would lose a larger output before anyone reads it, and storing through
// a cache would first read the old lines.
constexpr std::int64_t non_temporal_bytes = std::int64_t{16} << 20;

// Minimum number of bytes of a tile that is written by non-temporal stores. The next tile is
// prefetched while one is written, and memory answers after some 100 ns.
constexpr std::int64_t least_streamed_tile_bytes = std::int64_t{16} * 1024;
/// Minimum number of bytes of a tile that is stored through the caches. The next tile is prefetched
/// while one is written.
constexpr std::int64_t least_cached_tile_bytes = std::int64_t{32} * 1024;

/// How many of `extent` indices a tile takes if about `wanted` would be best: all of them, if there
/// are less than twice as many; else a length that cuts them into nearly equal pieces, rounded up
/// to whole cache lines of `line` elements.
std::int64_t block_length(std::int64_t extent, std::int64_t wanted, std::int64_t line) {
    if (extent < 2 * wanted) return extent;
    const std::int64_t pieces = divide_up(extent, wanted);
    return std::min(align_up(divide_up(extent, pieces), line), extent);
}

/// Collects modes into `taken`, which is emptied first.
class Taker {
public:
    Taker(std::vector<BlockedMode>& taken, std::int64_t element_bytes)
        : taken_(taken), line_(std::max<std::int64_t>(cache_line_bytes / element_bytes, 1)) {
        taken_.clear();
    }

    /// Takes `mode`, or as much of it that there are about `wanted` times as many elements as
    /// before.
    void take(const Mode<2>& mode, std::int64_t wanted) {
        const std::int64_t line = taken_.empty() ? line_ : 1;
        taken_.push_back({mode, block_length(mode.extent, wanted, line)});
        length_ *= taken_.back().block;
    }
    /// Takes one index of a mode.
    void take_one_of(const Mode<2>& mode) { taken_.push_back({mode, 1}); }

    /// Number of elements taken so far.
    [[nodiscard]] std::int64_t length() const { return length_; }
    /// Whether `mode` goes on evenly in `array` where the modes taken so far end.
    [[nodiscard]] bool continues(const Mode<2>& mode, std::size_t array) const {
        return taken_.empty() ||
               mode.strides[array] == taken_.front().mode.strides[array] * length_;
    }
    [[nodiscard]] const std::vector<BlockedMode>& taken() const { return taken_; }

private:
    std::vector<BlockedMode>& taken_;
    std::int64_t line_;
    std::int64_t length_ = 1;
};

/// The entry for a mode; null where there is none.
const BlockedMode* find(const std::vector<BlockedMode>& taken, const Mode<2>& mode) {
    const auto found = std::find_if(taken.begin(), taken.end(),
                                    [&](const BlockedMode& other) { return other.mode == mode; });
    return found == taken.end() ? nullptr : &*found;
}

/// The modes by input stride; modes that repeat elements (stride 0) are last.
Modes<2> input_order(const TransposeProblem& problem) {
    Modes<2> modes = problem.modes;
    sort_by_stride(modes, input);
    const auto moving = std::find_if(modes.begin(), modes.end(),
                                     [](const Mode<2>& mode) { return mode.strides[input] != 0; });
    std::rotate(modes.begin(), moving, modes.end());
    return modes;
}

/// Collects the modes of a run of about `bytes` bytes, without the mode `not_this`. Where the run
/// would end with a whole mode, one index of the next mode is taken, too: the run then goes on
/// behind the tile, and the cache line in which the tile ends can be written whole.
void make_run(const TransposeProblem& problem, const Mode<2>& not_this, std::int64_t bytes,
              std::vector<BlockedMode>& taken) {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const std::int64_t wanted = std::max<std::int64_t>(bytes / element_bytes, 1);
    Taker run(taken, element_bytes);
    for (const Mode<2>& mode : problem.modes) {
        if (mode == not_this || is_cut(run.taken()) || !run.continues(mode, output)) break;
        if (run.length() >= wanted) {
            run.take_one_of(mode);
            break;
        }
        run.take(mode, divide_up(wanted, run.length()));
    }
}

/// Collects the modes of the rows, the input's fastest first, until together with those of the run
/// they make pieces of about `bytes` bytes of the input, and the tile takes long enough to write
/// for the next tile to arrive.
void make_rows(const TransposeProblem& problem, const Modes<2>& by_input,
               const std::vector<BlockedMode>& run, std::int64_t bytes,
               std::int64_t least_tile_bytes, std::vector<BlockedMode>& taken) {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const std::int64_t least_rows = divide_up(least_tile_bytes, elements(run) * element_bytes);
    std::int64_t piece = std::max<std::int64_t>(bytes / element_bytes, 1);
    Taker rows(taken, element_bytes);
    for (const Mode<2>& mode : by_input) {
        if (mode.strides[input] == 0 || is_cut(rows.taken())) break;
        if (const BlockedMode* const in_run = find(run, mode)) {
            piece = divide_up(piece, in_run->block);
            continue;
        }
        const std::int64_t wanted = std::max(piece, divide_up(least_rows, rows.length()));
        if (wanted == 1) break;
        rows.take(mode, wanted);
        piece = divide_up(piece, rows.taken().back().block);
    }
}

/// The tile that copies long rows.
CpuTile copy_tile(const TransposeProblem& problem) {
    CpuTile tile;
    if (problem.modes.empty()) return tile;
    const Mode<2>& row = problem.modes.front();
    tile.run.push_back({row, std::min(row.extent, row_block_bytes / size_bytes(problem.dtype))});
    return tile;
}

/// Whether a mode is contiguous in both tensors.
bool is_contiguous(const Mode<2>& mode) {
    return mode.strides[input] == 1 && mode.strides[output] == 1;
}

/// Lengths for which tiles are made, in bytes.
struct Targets {
    /// Bytes of a run of the output.
    std::span<const std::int64_t> run;
    /// Bytes of a piece of the input; empty where they are those of the run.
    std::span<const std::int64_t> rows;
};

/// Bytes of runs for the method tiled_copy.
constexpr std::int64_t copied_runs[] = {512, 1024, 2048};
/// Bytes of the input's pieces for the method tiled_copy.
constexpr std::int64_t copied_rows[] = {1024, 4096};
/// Bytes of runs for the method tiled with non-temporal stores. Runs are long and rows few: little
/// is read twice to fill the output's lines, and the next tile finds room in L2.
constexpr std::int64_t streamed_runs[] = {256, 512, 1024, 2048};
/// Bytes of the input's pieces for the method tiled with non-temporal stores.
constexpr std::int64_t streamed_rows[] = {128, 256, 512, 1024};
/// Bytes of runs for the method packed with non-temporal stores.
constexpr std::int64_t streamed_packed_runs[] = {512, 1024, 2048};
/// Bytes of the input's pieces for the method packed with non-temporal stores.
constexpr std::int64_t streamed_packed_rows[] = {256, 1024};
/// Bytes of runs for the method tiled with stores through the caches.
constexpr std::int64_t cached_runs[] = {256, 512, 1024};
/// Bytes of the input's pieces for the method tiled with stores through the caches.
constexpr std::int64_t cached_rows[] = {512, 1024, 2048};
/// Bytes of runs for the method packed with stores through the caches.
constexpr std::int64_t cached_packed_runs[] = {256, 512, 1024, 2048};

/// The lengths for a method; `streamed` says that stores are non-temporal.
Targets targets_of(TransposeMethod method, bool streamed) {
    if (method == TransposeMethod::tiled_copy) return {copied_runs, copied_rows};
    if (method == TransposeMethod::tiled) {
        return streamed ? Targets{streamed_runs, streamed_rows} : Targets{cached_runs, cached_rows};
    }
    return streamed ? Targets{streamed_packed_runs, streamed_packed_rows}
                    : Targets{cached_packed_runs, {}};
}

}  // namespace

const char* to_string(TransposeMethod method) {
    switch (method) {
        case TransposeMethod::copy:
            return "copy";
        case TransposeMethod::tiled_copy:
            return "tiled_copy";
        case TransposeMethod::tiled:
            return "tiled";
        default:
            return "packed";
    }
}

bool exceeds_caches(const TransposeProblem& problem) {
    return volume(problem.modes) >= non_temporal_bytes / size_bytes(problem.dtype);
}

std::int64_t elements(const std::vector<BlockedMode>& modes) {
    std::int64_t product = 1;
    for (const BlockedMode& blocked : modes) product *= blocked.block;
    return product;
}

bool is_cut(const std::vector<BlockedMode>& modes) {
    return !modes.empty() && modes.back().block < modes.back().mode.extent;
}

std::int64_t evenly_spaced_rows(const CpuTile& tile, std::size_t array, std::int64_t step) {
    std::int64_t rows = 1;
    for (const BlockedMode& row : tile.rows) {
        if (row.mode.strides[array] != step * rows) break;
        rows *= row.block;
        if (row.block < row.mode.extent) break;
    }
    return rows;
}

std::int64_t adjoining_rows(const CpuTile& tile) {
    if (tile.run.empty() || is_cut(tile.run)) return 1;
    return evenly_spaced_rows(tile, output,
                              tile.run.front().mode.strides[output] * elements(tile.run));
}

bool runs_begin_with_lines(const TransposeProblem& problem, const CpuTile& tile) {
    return std::all_of(problem.modes.begin(), problem.modes.end(), [&](const Mode<2>& mode) {
        const BlockedMode* const in_run = find(tile.run, mode);
        const std::int64_t block = in_run == nullptr ? 1 : in_run->block;
        return block == mode.extent ||
               mode.strides[output] * block * size_bytes(problem.dtype) % cache_line_bytes == 0;
    });
}

std::vector<std::int64_t> byte_offsets(const std::vector<BlockedMode>& modes, std::size_t array,
                                       std::int64_t element_bytes) {
    std::vector<std::int64_t> offsets;
    offsets.reserve(static_cast<std::size_t>(elements(modes)));
    offsets.push_back(0);
    for (const BlockedMode& blocked : modes) {
        const std::size_t inner = offsets.size();
        const std::int64_t step = blocked.mode.strides[array] * element_bytes;
        for (std::int64_t i = 1; i < blocked.block; ++i) {
            for (std::size_t k = 0; k < inner; ++k) offsets.push_back(offsets[k] + i * step);
        }
    }
    return offsets;
}

InputPieces input_pieces(const CpuTile& tile) {
    InputPieces pieces;
    std::vector<BlockedMode>& outside = pieces.outside;
    outside = tile.run;
    outside.insert(outside.end(), tile.rows.begin(), tile.rows.end());
    std::stable_sort(outside.begin(), outside.end(), [](const auto& a, const auto& b) {
        return std::abs(a.mode.strides[input]) < std::abs(b.mode.strides[input]);
    });
    std::int64_t length = 1;
    while (!outside.empty() && outside.front().mode.strides[input] == length) {
        length *= outside.front().block;
        pieces.inside.push_back(outside.front());
        outside.erase(outside.begin());
    }
    return pieces;
}

void for_each_tile(const TransposeProblem& problem, FunctionRef<void(const CpuTile&)> visit) {
    const Modes<2>& modes = problem.modes;
    const bool contiguous = !modes.empty() && is_contiguous(modes.front());
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    if (modes.empty() || (contiguous && modes.front().extent * element_bytes >= long_row_bytes)) {
        return visit(copy_tile(problem));
    }
    const Modes<2> by_input = input_order(problem);
    const bool streamed = exceeds_caches(problem);
    const std::int64_t least_bytes = streamed ? least_streamed_tile_bytes : least_cached_tile_bytes;
    CpuTile tile;
    // The tile visited last. Lengths grow, so repeated tiles come one directly after another, and
    // comparing with this tile finds all repetitions.
    CpuTile before;
    const auto visit_all = [&](TransposeMethod method) {
        const Targets targets = targets_of(method, streamed);
        const Mode<2> not_this = method == TransposeMethod::tiled ? by_input.front() : Mode<2>{};
        tile.method = method;
        for (const std::int64_t bytes : targets.run) {
            make_run(problem, not_this, bytes, tile.run);
            if (tile.run == before.run && tile.method == before.method) continue;
            const auto visit_rows = [&](std::int64_t row_bytes) {
                make_rows(problem, by_input, tile.run, row_bytes, least_bytes, tile.rows);
                if (tile == before) return;
                visit(tile);
                before = tile;
            };
            std::for_each(targets.rows.begin(), targets.rows.end(), visit_rows);
            if (targets.rows.empty()) visit_rows(bytes);
        }
    };
    if (contiguous) {
        visit_all(TransposeMethod::tiled_copy);
    } else if (by_input.front() != modes.front() && by_input.front().strides[input] != 0) {
        visit_all(TransposeMethod::tiled);
    }
    visit_all(TransposeMethod::packed);
}

std::vector<CpuTile> tile_candidates(const TransposeProblem& problem) {
    std::vector<CpuTile> tiles;
    for_each_tile(problem, [&](const CpuTile& tile) { tiles.push_back(tile); });
    return tiles;
}

std::string describe(const CpuTile& tile, std::int64_t element_bytes) {
    const auto blocks = [](const std::vector<BlockedMode>& modes) {
        std::string text;
        for (const BlockedMode& blocked : modes) {
            if (!text.empty()) text += 'x';
            text += blocked.block == blocked.mode.extent
                        ? std::to_string(blocked.block)
                        : fmt::format("{}/{}", blocked.block, blocked.mode.extent);
        }
        return text.empty() ? std::string("1") : text;
    };
    return fmt::format("{} rows of {} elements, {} bytes", blocks(tile.rows), blocks(tile.run),
                       elements(tile.run) * element_bytes);
}

}  // namespace ttgt
