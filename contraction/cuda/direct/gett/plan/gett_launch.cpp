// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_groups.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"
#include "contraction/cuda/direct/gett/plan/gett_memory.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_traffic.h"
#include "contraction/cuda/direct/gett/plan/gett_walk.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "transpose/cuda/plan/loops.h"

namespace ttgt::cuda {
namespace {

/// The largest number of indices, tiles or elements that the kernels count in 32 bits.
constexpr std::int64_t most_indices = (std::int64_t{1} << 31) - 1;

/// Makes the launch of a GETT kernel, or its work for the cost model, for one choice. The file is
/// longer than others: all arguments of a launch follow from the same indexes and tile, which this
/// one class holds.
class GettLaunchMaker {
public:
    GettLaunchMaker(GettIndexes& indexes, const GettChoice& choice, PointerAlignment alignment,
                    const Architecture& gpu)
        : shape_(indexes.shape()),
          choice_(choice),
          aligned_(alignment == PointerAlignment::vector),
          gpu_(gpu),
          groups_(indexes.groups(choice.swapped)),
          tile_(tile_of(shape_, choice)),
          memory_(shape_, choice),
          element_(size_bytes(shape_.dtypes[1])),
          output_element_(size_bytes(shape_.dtypes[0])),
          rows_(indexes.rows(choice.swapped, choice.rows)),
          columns_(indexes.columns(choice.swapped, choice.columns)),
          inner_(indexes.inner(choice.swapped, choice.inner)),
          batch_(indexes.batch()) {}

    /// Computes the arguments of the kernel that its time depends on. Returns false where the
    /// choice cannot be launched: it has too many indices, digits or tiles, or needs too much
    /// shared memory. launch() and work() may be called only after this has returned true.
    bool fill() {
        for (const GroupIndex* index : {&rows_, &columns_, &inner_, &batch_}) {
            if (index->size > most_indices) return false;
        }
        if (tile_span(rows_, tile_.rows, groups_.l) > most_indices ||
            tile_span(columns_, tile_.columns, groups_.r) > most_indices) {
            return false;
        }
        if (rows_.digits.size() + columns_.digits.size() + inner_.digits.size() +
                batch_.digits.size() >
            most_modes) {
            return false;
        }
        const std::int64_t row_tiles = divide_up(rows_.size, tile_.rows);
        const std::int64_t column_tiles = divide_up(columns_.size, tile_.columns);
        const std::int64_t slices = divide_up(inner_.size, tile_.inner);
        if (row_tiles > most_indices / column_tiles) return false;
        if (row_tiles * column_tiles > most_indices / batch_.size) return false;
        const std::int64_t tiles = row_tiles * column_tiles * batch_.size;
        if (tiles > most_indices / choice_.splits) return false;
        row_tiles_ = row_tiles;
        column_tiles_ = column_tiles;
        tiles_ = tiles;
        arguments_.items = static_cast<std::int32_t>(tiles * choice_.splits);
        arguments_.slices = static_cast<std::int32_t>(slices);
        arguments_.slices_per_split = static_cast<std::int32_t>(divide_up(slices, choice_.splits));
        arguments_.split_stride = choice_.splits > 1 ? shape_.output_count * output_element_ : 0;
        const bool conjugate_r = shape_.conjugate[groups_.r];
        arguments_.conjugate_l = shape_.conjugate[groups_.l] != conjugate_r ? 1 : 0;
        arguments_.conjugate_sums = conjugate_r ? 1 : 0;
        arguments_.stages = std::min(tile_.stages, arguments_.slices_per_split);
        vectors_[groups_.l] = make_stage(arguments_.stage_l, groups_.l, rows_, tile_.rows);
        vectors_[groups_.r] = make_stage(arguments_.stage_r, groups_.r, columns_, tile_.columns);
        vectors_[0] = make_store();
        part_staged();
        return memory_.block_bytes(arguments_) <= gpu_.shared_bytes;
    }

    /// The launch with the arguments that fill() computed and those of its indexes.
    DirectLaunch launch() {
        fill_indexes();
        fill_walks();
        DirectLaunch launch;
        const auto alignment_of = [&](std::size_t operand) {
            return size_bytes(shape_.dtypes[operand]) * vectors_[operand];
        };
        launch.alignment = {alignment_of(0), alignment_of(groups_.l), alignment_of(groups_.r)};
        launch.dtype = shape_.dtypes[0];
        launch.input_dtype = shape_.dtypes[1];
        launch.compute = choice_.compute;
        launch.policy = choice_.tile;
        launch.threads = tile_.threads();
        launch.shared_bytes = static_cast<int>(memory_.launch_bytes(arguments_));
        launch.blocks = blocks();
        launch.us = predict_us(work(), gpu_);
        launch.arguments = arguments_;
        return launch;
    }

    /// What the launch moves and computes, for the cost model.
    GettWork work() const {
        GettWork work;
        work.products = products_of(shape_, choice_);
        work.tile = choice_.tile;
        work.vector_l = arguments_.stage_l.vector > 1;
        work.vector_r = arguments_.stage_r.vector > 1;
        work.is_staged = arguments_.store == GettStore::staged;
        work.resident_blocks = resident_blocks();
        work.items = std::int64_t{arguments_.items};
        work.splits = choice_.splits;
        work.slices = arguments_.slices_per_split;
        const double rows = used(groups_.rows, row_tiles_);
        const double columns = used(groups_.columns, column_tiles_);
        const double inner = used(groups_.inner, arguments_.slices);
        work.l_sectors = runs_along(groups_.rows, groups_.inner, groups_.l)
                             ? read_sectors(shape_, groups_.l, rows_, tile_.rows, rows * inner)
                             : read_sectors(shape_, groups_.l, inner_, tile_.inner, rows * inner);
        work.r_sectors =
            runs_along(groups_.columns, groups_.inner, groups_.r)
                ? read_sectors(shape_, groups_.r, columns_, tile_.columns, columns * inner)
                : read_sectors(shape_, groups_.r, inner_, tile_.inner, columns * inner);
        work.d = write_access(rows * columns);
        work.l_run_bytes =
            element_ * run_elements(groups_.l, rows_, tile_.rows, inner_, tile_.inner);
        work.r_run_bytes =
            element_ * run_elements(groups_.r, columns_, tile_.columns, inner_, tile_.inner);
        work.d_run_bytes =
            output_element_ * run_elements(0, rows_, tile_.rows, columns_, tile_.columns);
        work.l_between = positions_between(groups_.l, inner_, work.l_run_bytes / element_);
        work.r_between = positions_between(groups_.r, inner_, work.r_run_bytes / element_);
        work.l_bytes = shape_.bytes[groups_.l];
        work.r_bytes = shape_.bytes[groups_.r];
        work.output_bytes = shape_.bytes[0] * static_cast<double>(choice_.splits);
        return work;
    }

private:
    /// Average number of index tuples of a group that a tile has, where `tiles` tiles cover the
    /// group.
    static double used(const GroupModes& modes, std::int64_t tiles) {
        return static_cast<double>(volume(modes)) / static_cast<double>(tiles);
    }

    /// Whether an operand's smallest stride in the group `first` is below its smallest stride in
    /// `second`.
    static bool runs_along(const GroupModes& first, const GroupModes& second, std::size_t operand) {
        return least_stride(first, operand) < least_stride(second, operand);
    }
    bool d_runs_along_rows() const { return runs_along(groups_.rows, groups_.columns, 0); }

    /// How a tile of D with `elements` elements is written. Without staging, a warp writes only the
    /// few neighbours that its lanes have.
    TileAccess write_access(double elements) const {
        const bool along_rows = d_runs_along_rows();
        const IndexRun run = run_of(along_rows ? rows_ : columns_, 0);
        if (arguments_.store == GettStore::staged) return staged_access(run, along_rows, elements);
        if (run.begin > 1) return lone_access(elements);
        const bool is_vector = arguments_.store != GettStore::single;
        const int of_lane = is_vector ? arguments_.store_vector : lane_neighbours(along_rows);
        const std::int64_t together = std::int64_t{along_rows ? 8 : 4} * of_lane;
        TileAccess access =
            access_by_runs(shape_, 0, run, std::min(run.length, together), elements);
        if (is_vector || of_lane == 1) return access;
        // Neighbours of a lane are written one after the other, each with gaps before the next
        // lane's: each sector is written in as many parts.
        access.sectors = std::min(elements, of_lane * access.sectors);
        access.partial = access.sectors;
        access.runs = std::min(elements, of_lane * access.runs);
        return access;
    }

    /// How a staged tile of D with `elements` elements is written.
    TileAccess staged_access(const IndexRun& run, bool along_rows, double elements) const {
        constexpr std::int64_t lanes = 32;
        const std::int64_t size = along_rows ? tile_.rows : tile_.columns;
        if (!walk_follows(run, size)) return lone_access(elements);
        const std::int64_t length =
            std::min({run.length, size / run.begin, lanes * std::int64_t{arguments_.store_vector}});
        return access_by_runs(shape_, 0, run, length, elements);
    }

    /// Number of blocks of the launch. Where the tables of offsets hold a whole sum, there are at
    /// most as many blocks as are resident on the device at a time, and each takes several tiles.
    /// Else each item is a block.
    std::int64_t blocks() const {
        if (choice_.splits > 1 || arguments_.slices * tile_.inner > 2 * tile_.table_inner()) {
            return arguments_.items;
        }
        const std::int64_t at_once = gpu_.multiprocessors * resident_blocks();
        if (tiles_ <= at_once) return tiles_;
        // With a multiple of the band's rows, most tiles of a block have the same rows, and their
        // table stays.
        return at_once > band_rows() ? at_once - at_once % band_rows() : at_once;
    }

    /// Number of blocks that are resident on a multiprocessor at a time.
    std::int64_t resident_blocks() const {
        return std::clamp<std::int64_t>(gpu_.shared_bytes / memory_.block_bytes(arguments_), 1,
                                        tile_.blocks);
    }

    /// Number of row tiles of a band: tiles whose blocks run at about the same time (GettTiling).
    std::int64_t band_rows() const {
        constexpr std::int64_t most_rows = 8;
        return std::min(most_rows, row_tiles_);
    }

    /// How tiles are numbered.
    GettTiling tiling() const {
        const std::int64_t rows = band_rows();
        const std::int64_t last_band = (row_tiles_ - 1) / rows;
        return {divide_by(tiles_),
                divide_by(row_tiles_ * column_tiles_),
                divide_by(rows * column_tiles_),
                divide_by(rows),
                divide_by(row_tiles_ - last_band * rows),
                static_cast<std::int32_t>(last_band)};
    }

    /// Computes the arguments by which the kernel turns numbers of tiles and indexes into offsets.
    void fill_indexes() {
        arguments_.tiling = tiling();
        std::int32_t filled = 0;
        fill_group(rows_, arguments_.rows, filled);
        fill_group(columns_, arguments_.columns, filled);
        fill_group(inner_, arguments_.inner, filled);
        fill_group(batch_, arguments_.batch, filled);
    }

    /// Writes the digits of a group's index to the arguments, from entry `filled` on, and adds
    /// their number to `filled`.
    void fill_group(const GroupIndex& index, GettGroup& group, std::int32_t& filled) {
        group.first = filled;
        group.size = static_cast<std::int32_t>(index.size);
        int split_modes = 0;
        const Mode<3>* split[2] = {};
        for (const IndexDigit& digit : index.digits) {
            GettDigit& to = arguments_.digit[filled++];
            to.extent = divide_by(digit.extent);
            to.stride[0] = digit.mode->strides[0] * digit.below * output_element_;
            to.stride[1] = digit.mode->strides[groups_.l] * digit.below;
            to.stride[2] = digit.mode->strides[groups_.r] * digit.below;
            if (!is_cut_short(index, *digit.mode)) continue;
            int slot = 0;
            while (slot < split_modes && split[slot] != digit.mode) ++slot;
            if (slot == split_modes) {
                split[split_modes++] = digit.mode;
                group.limit[slot] = static_cast<std::int32_t>(digit.mode->extent);
            }
            to.weight[slot] = static_cast<std::int32_t>(digit.below);
        }
        group.digits = filled - group.first;
    }

    /// Whether each `vector` consecutive indices, from a multiple of `vector` on, are contiguous in
    /// an operand and aligned as one vector, provided that the operand's pointer is aligned to a
    /// vector.
    bool suits_vectors(std::size_t operand, const GroupIndex& along, std::int64_t vector) const {
        if (along.digits.empty()) return false;
        const IndexDigit& first = along.digits.front();
        if (first.mode->strides[operand] * first.below != 1) return false;
        if (first.extent % vector != 0 || first.mode->extent % vector != 0) return false;
        for (const Modes<3>* modes : {&shape_.outputs, &shape_.sums}) {
            for (const Mode<3>& mode : *modes) {
                if (&mode != first.mode && mode.strides[operand] % vector != 0) return false;
            }
        }
        return true;
    }

    /// Number of elements of an input that one copy moves along an index: 16 bytes where strides
    /// and alignment allow, else one element.
    int widest_vector(std::size_t operand, const GroupIndex& along) const {
        const std::int64_t widest = vector_bytes / element_;
        return aligned_ && suits_vectors(operand, along, widest) ? static_cast<int>(widest) : 1;
    }

    /// Whether lanes read fragments by elements of 4 bytes or more: on tensor cores, except for
    /// 16-bit elements, whose fragments are read as matrices.
    bool spreads_wide() const {
        return uses_tensor_cores(products_of(shape_, choice_)) && !is_half(shape_.dtypes[1]);
    }

    /// Fills in how slices of an input are copied to shared memory. `free` is the index of its rows
    /// or columns, `free_size` their number in a tile. Returns the elements that one copy moves.
    int make_stage(GettStage& stage, std::size_t operand, const GroupIndex& free,
                   int free_size) const {
        const bool on_tensor_cores = uses_tensor_cores(products_of(shape_, choice_));
        const bool along_free = runs_along(free_modes_of(operand), groups_.inner, operand);
        const GroupIndex& fast = along_free ? free : inner_;
        const bool free_is_contiguous = along_free || !on_tensor_cores;
        stage.vector = along_free == free_is_contiguous ? widest_vector(operand, fast) : 1;
        // The padding lets lanes that read at once meet different banks: they read 8 rows at 4
        // inner positions, or many rows at one inner position.
        if (free_is_contiguous) {
            const int pad = static_cast<int>((spreads_wide() ? 32 : 16) / element_);
            stage.free_stride = 1;
            stage.inner_stride = free_size + pad;
            stage.size = stage.inner_stride * tile_.inner;
        } else {
            const int pad = spreads_wide() ? 4 : static_cast<int>(16 / element_);
            stage.inner_stride = 1;
            stage.free_stride = tile_.inner + pad;
            stage.size = stage.free_stride * free_size;
        }
        return stage.vector;
    }

    /// Fills in the orders in which threads pass through tiles. Prices do not depend on them.
    void fill_walks() {
        const int thread_bits = floor_log2(tile_.threads());
        arguments_.stage_l.walk = walk_of(arguments_.stage_l, groups_.l, rows_, tile_.rows);
        arguments_.stage_r.walk = walk_of(arguments_.stage_r, groups_.r, columns_, tile_.columns);
        for (GettStage* stage : {&arguments_.stage_l, &arguments_.stage_r})
            fill_copies(*stage, thread_bits, element_);
        if (arguments_.store != GettStore::staged) return;
        const bool along_rows = d_runs_along_rows();
        const int row_bits = bits_of_tile(tile_.rows);
        const int column_bits = bits_of_tile(tile_.columns);
        const int fast_bits = along_rows ? row_bits : column_bits;
        const IndexRun run = run_of(along_rows ? rows_ : columns_, 0);
        arguments_.store_walk =
            store_walk(along_rows, fast_bits, along_rows ? column_bits : row_bits,
                       bits_of(run, fast_bits, std::int64_t{1} << fast_bits),
                       floor_log2(arguments_.store_vector), thread_bits);
    }

    /// The walk through a slice of an input, whose rows or columns are `free`.
    TileWalk walk_of(const GettStage& stage, std::size_t operand, const GroupIndex& free,
                     int free_size) const {
        const bool along_free = runs_along(free_modes_of(operand), groups_.inner, operand);
        const int free_bits = bits_of_tile(free_size);
        const int inner_bits = bits_of_tile(tile_.inner);
        const IndexRun run = run_of(along_free ? free : inner_, operand);
        return stage_walk(along_free, free_bits, inner_bits,
                          bits_of(run, along_free ? free_bits : inner_bits, line_bytes / element_),
                          floor_log2(stage.vector), floor_log2(tile_.threads()));
    }

    /// Modes of an input's rows or columns.
    const GroupModes& free_modes_of(std::size_t operand) const {
        return operand == groups_.l ? groups_.rows : groups_.columns;
    }

    /// Fills in how D's tiles are written. Returns the elements of D that are written at once.
    int make_store() {
        arguments_.keeps_sums = shape_.dtypes[0] != shape_.dtypes[1] ? 1 : 0;
        const bool along_rows = d_runs_along_rows();
        const GroupIndex& fast = along_rows ? rows_ : columns_;
        arguments_.store = choice_.store;
        arguments_.staged_row = along_rows ? 1 : memory_.row_step(tile_.columns);
        arguments_.staged_column = along_rows ? memory_.column_step(tile_.rows) : 1;
        if (arguments_.keeps_sums != 0) arguments_.store = GettStore::single;
        switch (arguments_.store) {
            case GettStore::single:
                return 1;
            case GettStore::along_rows:
            case GettStore::along_columns: {
                const bool of_rows = arguments_.store == GettStore::along_rows;
                const int run = of_rows == along_rows && aligned_ ? widest_run(of_rows, fast) : 1;
                if (run == 1) arguments_.store = GettStore::single;
                arguments_.store_vector = run;
                return run;
            }
            case GettStore::staged:
                break;
        }
        const auto widest = static_cast<int>(vector_bytes / output_element_);
        const bool suits = aligned_ && widest > 1 && suits_vectors(0, fast, widest);
        arguments_.store_vector = suits ? widest : 1;
        return arguments_.store_vector;
    }

    /// Number of outputs of a lane that have consecutive rows (`of_rows`) or else consecutive
    /// columns, and may be written at once; of what lanes have after they exchanged outputs, where
    /// they do.
    int store_run(bool of_rows) const {
        if (exchanges(of_rows)) return static_cast<int>(vector_bytes / output_element_);
        return std::gcd(lane_neighbours(of_rows), static_cast<int>(vector_bytes / output_element_));
    }
    /// Number of outputs of a lane that have consecutive rows (`of_rows`) or else consecutive
    /// columns.
    int lane_neighbours(bool of_rows) const {
        if (uses_tensor_cores(products_of(shape_, choice_))) return of_rows ? 1 : 2;
        const int lane = of_rows ? tile_.warp_rows / 8 : tile_.warp_columns / 4;
        return std::gcd(lane, static_cast<int>(vector_bytes / element_));
    }
    /// Whether lanes exchange 16-bit outputs before they write them along columns: the columns of
    /// the warp's tile are a multiple of the 32 that four lanes have together.
    bool exchanges(bool of_rows) const {
        return is_half(shape_.dtypes[0]) && !of_rows && tile_.warp_columns % 32 == 0;
    }

    /// Number of outputs that a lane writes at once; those that lanes exchange may be written in
    /// several parts.
    int widest_run(bool of_rows, const GroupIndex& fast) const {
        int run = store_run(of_rows);
        while (run > 2 && exchanges(of_rows) && !suits_vectors(0, fast, run)) run /= 2;
        return suits_vectors(0, fast, run) ? run : 1;
    }

    /// Gives the staged tile of D shared memory behind the inputs' where as many blocks stay
    /// resident with it; else the tile takes the inputs' place.
    void part_staged() {
        if (arguments_.store != GettStore::staged) return;
        const std::int64_t blocks = resident_blocks();
        arguments_.staged_begin = static_cast<std::int32_t>(memory_.input_bytes(arguments_));
        if (resident_blocks() < blocks || memory_.block_bytes(arguments_) > gpu_.shared_bytes)
            arguments_.staged_begin = 0;
    }

    const DirectShape& shape_;
    const GettChoice& choice_;
    bool aligned_;
    const Architecture& gpu_;
    const GettGroups& groups_;
    GettTile tile_;
    GettMemory memory_;
    /// Bytes of an element of an input.
    std::int64_t element_;
    /// Bytes of an element of D.
    std::int64_t output_element_;
    const GroupIndex& rows_;
    const GroupIndex& columns_;
    const GroupIndex& inner_;
    const GroupIndex& batch_;
    /// Number of row tiles of D.
    std::int64_t row_tiles_ = 1;
    /// Number of column tiles of D.
    std::int64_t column_tiles_ = 1;
    /// Number of tiles of D for all indices of the batch.
    std::int64_t tiles_ = 1;
    GettArguments arguments_{};
    /// Elements of D, L and R that are moved at once; by the operands of the shape.
    std::array<int, 3> vectors_{1, 1, 1};
};

}  // namespace

std::optional<DirectLaunch> gett_launch(GettIndexes& indexes, const GettChoice& choice,
                                        PointerAlignment alignment, const Architecture& gpu) {
    GettLaunchMaker maker(indexes, choice, alignment, gpu);
    if (!maker.fill()) return {};
    return maker.launch();
}

std::optional<GettWork> gett_work(GettIndexes& indexes, const GettChoice& choice,
                                  const Architecture& gpu) {
    GettLaunchMaker maker(indexes, choice, PointerAlignment::vector, gpu);
    if (!maker.fill()) return {};
    return maker.work();
}

}  // namespace ttgt::cuda
