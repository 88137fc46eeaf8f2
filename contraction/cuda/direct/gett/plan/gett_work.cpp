// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "contraction/cuda/direct/gett/plan/gett_form.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_traffic.h"
#include "contraction/cuda/direct/gett/plan/gett_walk.h"

namespace ttgt::cuda {
namespace {

/// Average number of index tuples of a group that a tile has, where `tiles` tiles cover the group.
double used(const GroupModes& modes, std::int64_t tiles) {
    return static_cast<double>(modes.volume()) / static_cast<double>(tiles);
}

/// How a staged tile of D with `elements` elements is written.
TileAccess staged_access(const GettForm& form, const IndexRun& run, bool along_rows,
                         double elements) {
    constexpr std::int64_t lanes = 32;
    const std::int64_t size = along_rows ? form.tile.rows : form.tile.columns;
    if (!walk_follows(run, size)) return lone_access(elements);
    const std::int64_t length =
        std::min({run.length, size / run.begin, lanes * std::int64_t{form.store_vector}});
    return access_by_runs(form.shape, 0, run, length, elements);
}

/// How a tile of D with `elements` elements is written. Without staging, a warp writes only the few
/// neighbours that its lanes have.
TileAccess write_access(const GettForm& form, double elements) {
    const bool along_rows = form.groups.d_runs_along_rows();
    const IndexRun& run = (along_rows ? form.rows : form.columns).runs[0];
    if (form.store == GettStore::staged) return staged_access(form, run, along_rows, elements);
    if (run.begin > 1) return lone_access(elements);
    const bool is_vector = form.store != GettStore::single;
    const int of_lane = is_vector ? form.store_vector : lane_neighbours(form, along_rows);
    const std::int64_t together = std::int64_t{along_rows ? 8 : 4} * of_lane;
    TileAccess access =
        access_by_runs(form.shape, 0, run, std::min(run.length, together), elements);
    if (is_vector || of_lane == 1) return access;
    // Neighbours of a lane are written one after the other, each with gaps before the next lane's:
    // each sector is written in as many parts.
    access.sectors = std::min(elements, of_lane * access.sectors);
    access.partial = access.sectors;
    access.runs = std::min(elements, of_lane * access.runs);
    return access;
}

/// GettWork::d_line_parts, where a tile has runs of `run` contiguous elements of D. Measured:
/// blocks of neighbouring indices of the batch fill no lines together, though they run at the same
/// time.
double line_parts(const GettForm& form, std::int64_t run) {
    const std::int64_t bytes = form.output_element * run;
    if (bytes >= line_bytes || bytes % sector_bytes == 0) return 0;
    const std::int64_t with_batch = form.output_element * continued_run(0, form.batch, run);
    if (with_batch == bytes) return 0;
    const double runs =
        form.shape.bytes[0] * static_cast<double>(form.choice.splits) / static_cast<double>(bytes);
    // Where the batch's indices do not fill a line, the tile has several runs in it.
    return runs * std::min(1.0, static_cast<double>(with_batch) / line_bytes);
}

/// What the reads of an input are, for the cost model.
struct InputReads {
    /// Number of sectors that a block reads for a slice.
    double sectors;
    /// Length in bytes of the contiguous runs that a slice of a tile has.
    std::int64_t run_bytes;
    /// Inner positions from a run to the run that continues it.
    double between;
};

/// Inner positions that blocks go through from a run of `run` elements of an input to the run that
/// continues it. Where another index of the batch continues it, blocks that are resident together
/// read all runs of a line within about a slice of each other if they have enough batch indices.
double between(const GettForm& form, std::size_t operand, std::int64_t run,
               const Architecture& gpu) {
    const double in_sum = positions_between(operand, form.inner, run);
    if (in_sum > 0 || positions_between(operand, form.batch, run) == 0) return in_sum;
    const std::int64_t at_once = gpu.multiprocessors * form.resident_blocks;
    const std::int64_t batches_at_once = at_once / (form.row_tiles * form.column_tiles);
    const bool has_line = batches_at_once * run * form.element >= line_bytes;
    return static_cast<double>((has_line ? 1 : form.slices_per_split) * form.tile.inner);
}

/// The reads of an input, whose slices have `elements` elements. `free` is the index of its rows or
/// columns, `free_size` their number in a tile.
InputReads reads_of(const GettForm& form, std::size_t operand, const GroupIndex& free,
                    int free_size, double elements, const Architecture& gpu) {
    const bool along_free = form.groups.runs_along_free(operand);
    const std::int64_t run = run_elements(operand, free, free_size, form.inner, form.tile.inner);
    return {read_sectors(form.shape, operand, along_free ? free : form.inner,
                         along_free ? free_size : form.tile.inner, elements),
            form.element * run, between(form, operand, run, gpu)};
}

}  // namespace

GettWork work_of(const GettForm& form, const Architecture& gpu) {
    const GettGroups& groups = form.groups;
    const double rows = used(groups.rows, form.row_tiles);
    const double columns = used(groups.columns, form.column_tiles);
    const double inner = used(groups.inner, form.slices);
    const InputReads l = reads_of(form, groups.l, form.rows, form.tile.rows, rows * inner, gpu);
    const InputReads r =
        reads_of(form, groups.r, form.columns, form.tile.columns, columns * inner, gpu);
    const std::int64_t d_run =
        run_elements(0, form.rows, form.tile.rows, form.columns, form.tile.columns);
    return {.products = products_of(form.shape, form.choice),
            .tile = form.choice.tile,
            .vector_l = form.l.vector > 1,
            .vector_r = form.r.vector > 1,
            .is_staged = form.store == GettStore::staged,
            .resident_blocks = form.resident_blocks,
            .items = form.tiles * form.choice.splits,
            .splits = form.choice.splits,
            .slices = form.slices_per_split,
            .l_sectors = l.sectors,
            .r_sectors = r.sectors,
            .d = write_access(form, rows * columns),
            .l_run_bytes = l.run_bytes,
            .r_run_bytes = r.run_bytes,
            .d_run_bytes = form.output_element * d_run,
            .d_line_parts = line_parts(form, d_run),
            .l_between = l.between,
            .r_between = r.between,
            .l_bytes = form.shape.bytes[groups.l],
            .r_bytes = form.shape.bytes[groups.r],
            .output_bytes = form.shape.bytes[0] * static_cast<double>(form.choice.splits)};
}

std::optional<GettWork> gett_work(GettIndexes& indexes, const GettChoice& choice,
                                  const Architecture& gpu) {
    const std::optional<GettForm> form = gett_form(indexes, choice, PointerAlignment::vector, gpu);
    return form ? std::optional<GettWork>(work_of(*form, gpu)) : std::nullopt;
}

}  // namespace ttgt::cuda
