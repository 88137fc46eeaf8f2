// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>

#include "contraction/cuda/direct/gett/plan/gett_cost.h"
#include "contraction/cuda/direct/gett/plan/gett_form.h"
#include "contraction/cuda/direct/gett/plan/gett_memory.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_walk.h"
#include "src/core/element.h"
#include "transpose/cuda/plan/loops.h"

namespace ttgt::cuda {
namespace {

/// Makes the arguments of a GETT kernel, and its launch.
class GettLaunchMaker {
public:
    GettLaunchMaker(const GettForm& form, const Architecture& gpu) : form_(form), gpu_(gpu) {}

    DirectLaunch make() {
        fill_counts();
        fill_indexes();
        fill_stages();
        fill_store();
        DirectLaunch launch;
        launch.alignment = alignment();
        launch.dtype = form_.shape.dtypes[0];
        launch.input_dtype = form_.shape.dtypes[1];
        launch.compute = form_.choice.compute;
        launch.policy = form_.choice.tile;
        launch.threads = form_.tile.threads();
        launch.shared_bytes = static_cast<int>(shared_bytes_of_launch(form_));
        launch.blocks = blocks();
        launch.us = predict_us(work_of(form_, gpu_), gpu_);
        launch.arguments = arguments_;
        return launch;
    }

private:
    void fill_counts() {
        const std::int64_t splits = form_.choice.splits;
        arguments_.items = static_cast<std::int32_t>(form_.tiles * splits);
        arguments_.slices = static_cast<std::int32_t>(form_.slices);
        arguments_.slices_per_split = static_cast<std::int32_t>(form_.slices_per_split);
        arguments_.split_stride = splits > 1 ? form_.shape.output_count * form_.output_element : 0;
        const bool conjugate_r = form_.shape.conjugate[form_.groups.r];
        arguments_.conjugate_l = form_.shape.conjugate[form_.groups.l] != conjugate_r ? 1 : 0;
        arguments_.conjugate_sums = conjugate_r ? 1 : 0;
    }

    /// Bytes that the pointers to D and to the kernel's L and R have to be aligned to.
    std::array<std::int64_t, 3> alignment() const {
        return {form_.output_element * form_.store_vector, form_.element * form_.l.vector,
                form_.element * form_.r.vector};
    }

    /// Number of blocks of the launch. Where the tables of offsets hold a whole sum, there are at
    /// most as many blocks as are resident on the device at a time, and each takes several tiles.
    /// Else each item is a block.
    std::int64_t blocks() const {
        if (form_.choice.splits > 1 ||
            form_.slices * form_.tile.inner > std::int64_t{2} * form_.tile.table_inner()) {
            return arguments_.items;
        }
        const std::int64_t at_once = gpu_.multiprocessors * form_.resident_blocks;
        if (form_.tiles <= at_once) return form_.tiles;
        // With a multiple of the band's rows, most tiles of a block have the same rows, and their
        // table stays.
        return at_once > band_rows() ? at_once - at_once % band_rows() : at_once;
    }

    /// Number of row tiles of a band: tiles whose blocks run at about the same time (GettTiling).
    std::int64_t band_rows() const {
        constexpr std::int64_t most_rows = 8;
        return std::min(most_rows, form_.row_tiles);
    }

    /// How tiles are numbered.
    GettTiling tiling() const {
        const std::int64_t rows = band_rows();
        const std::int64_t last_band = (form_.row_tiles - 1) / rows;
        return {divide_by(form_.tiles),
                divide_by(form_.row_tiles * form_.column_tiles),
                divide_by(rows * form_.column_tiles),
                divide_by(rows),
                divide_by(form_.row_tiles - last_band * rows),
                static_cast<std::int32_t>(last_band)};
    }

    /// Computes the arguments by which the kernel turns numbers of tiles and indexes into offsets.
    void fill_indexes() {
        arguments_.tiling = tiling();
        std::int32_t filled = 0;
        fill_group(form_.rows, arguments_.rows, filled);
        fill_group(form_.columns, arguments_.columns, filled);
        fill_group(form_.inner, arguments_.inner, filled);
        fill_group(form_.batch, arguments_.batch, filled);
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
            to.stride[0] = digit.mode->strides[0] * digit.below * form_.output_element;
            to.stride[1] = digit.mode->strides[form_.groups.l] * digit.below;
            to.stride[2] = digit.mode->strides[form_.groups.r] * digit.below;
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

    void fill_stages() {
        arguments_.stages = form_.stages;
        fill_stage(arguments_.stage_l, form_.l, form_.groups.l, form_.rows, form_.tile.rows);
        fill_stage(arguments_.stage_r, form_.r, form_.groups.r, form_.columns, form_.tile.columns);
    }

    /// Fills in how slices of an input are copied to shared memory. `free` is the index of its rows
    /// or columns, `free_size` their number in a tile.
    void fill_stage(GettStage& stage, const GettSlice& slice, std::size_t operand,
                    const GroupIndex& free, int free_size) const {
        stage.vector = slice.vector;
        stage.free_stride = slice.free_stride;
        stage.inner_stride = slice.inner_stride;
        stage.size = slice.size;
        const bool along_free = form_.groups.runs_along_free(operand);
        const int free_bits = bits_of_tile(free_size);
        const int inner_bits = bits_of_tile(form_.tile.inner);
        const int thread_bits = floor_log2(form_.tile.threads());
        const IndexRun& run = (along_free ? free : form_.inner).runs[operand];
        stage.walk = stage_walk(
            along_free, free_bits, inner_bits,
            bits_of(run, along_free ? free_bits : inner_bits, line_bytes / form_.element),
            floor_log2(slice.vector), thread_bits);
        fill_copies(stage, thread_bits, form_.element);
    }

    /// Fills in how D's tiles are written.
    void fill_store() {
        arguments_.keeps_sums = form_.shape.dtypes[0] != form_.shape.dtypes[1] ? 1 : 0;
        arguments_.store = form_.store;
        arguments_.store_vector = form_.store_vector;
        arguments_.staged_row = form_.staged_row;
        arguments_.staged_column = form_.staged_column;
        arguments_.staged_begin = static_cast<std::int32_t>(form_.staged_begin);
        if (form_.store != GettStore::staged) return;
        const bool along_rows = form_.groups.d_runs_along_rows();
        const int row_bits = bits_of_tile(form_.tile.rows);
        const int column_bits = bits_of_tile(form_.tile.columns);
        const int fast_bits = along_rows ? row_bits : column_bits;
        const IndexRun& run = (along_rows ? form_.rows : form_.columns).runs[0];
        arguments_.store_walk =
            store_walk(along_rows, fast_bits, along_rows ? column_bits : row_bits,
                       bits_of(run, fast_bits, std::int64_t{1} << fast_bits),
                       floor_log2(form_.store_vector), floor_log2(form_.tile.threads()));
    }

    const GettForm& form_;
    const Architecture& gpu_;
    GettArguments arguments_{};
};

}  // namespace

std::optional<DirectLaunch> gett_launch(GettIndexes& indexes, const GettChoice& choice,
                                        PointerAlignment alignment, const Architecture& gpu) {
    const std::optional<GettForm> form = gett_form(indexes, choice, alignment, gpu);
    return form ? std::optional<DirectLaunch>(GettLaunchMaker(*form, gpu).make()) : std::nullopt;
}

}  // namespace ttgt::cuda
