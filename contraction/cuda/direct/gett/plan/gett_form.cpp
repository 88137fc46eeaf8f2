// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_form.h"

#include <algorithm>
#include <numeric>

#include "contraction/cuda/direct/gett/plan/gett_memory.h"
#include "contraction/cuda/direct/gett/plan/gett_traffic.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// The largest number of indices, tiles or elements that the kernels count in 32 bits.
constexpr std::int64_t most_indices = (std::int64_t{1} << 31) - 1;

/// Makes the form of one choice.
class FormMaker {
public:
    FormMaker(GettIndexes& indexes, const GettChoice& choice, PointerAlignment alignment,
              const Architecture& gpu)
        : aligned_(alignment == PointerAlignment::vector),
          gpu_(gpu),
          form_{.shape = indexes.shape(),
                .choice = choice,
                .tile = tile_of(indexes.shape(), choice),
                .groups = indexes.groups(choice.swapped),
                .rows = indexes.rows(choice.swapped, choice.rows),
                .columns = indexes.columns(choice.swapped, choice.columns),
                .inner = indexes.inner(choice.swapped, choice.inner),
                .batch = indexes.batch()} {
        form_.element = size_bytes(form_.shape.dtypes[1]);
        form_.output_element = size_bytes(form_.shape.dtypes[0]);
        form_.on_tensor_cores = uses_tensor_cores(products_of(form_.shape, choice));
    }

    std::optional<GettForm> make() {
        if (!counts_indices() || !count_tiles()) return {};
        form_.stages = static_cast<std::int32_t>(
            std::min<std::int64_t>(form_.tile.stages, form_.slices_per_split));
        form_.l = slice_of(form_.groups.l, form_.rows, form_.tile.rows);
        form_.r = slice_of(form_.groups.r, form_.columns, form_.tile.columns);
        make_store();
        part_staged();
        if (shared_bytes_of_block(form_) > gpu_.shared_bytes) return {};
        form_.resident_blocks = resident_blocks();
        return form_;
    }

private:
    /// Whether the kernels can count the indices of each group, and the elements in a tile.
    [[nodiscard]] bool counts_indices() const {
        std::size_t digits = 0;
        for (const GroupIndex* index : {&form_.rows, &form_.columns, &form_.inner, &form_.batch}) {
            if (index->size > most_indices) return false;
            digits += index->digits.size();
        }
        return digits <= most_modes &&
               tile_span(form_.rows, form_.tile.rows, form_.groups.l) <= most_indices &&
               tile_span(form_.columns, form_.tile.columns, form_.groups.r) <= most_indices;
    }

    /// Counts tiles and slices. Returns false where the kernels cannot count them.
    bool count_tiles() {
        form_.row_tiles = divide_up(form_.rows.size, form_.tile.rows);
        form_.column_tiles = divide_up(form_.columns.size, form_.tile.columns);
        form_.slices = divide_up(form_.inner.size, form_.tile.inner);
        form_.slices_per_split = divide_up(form_.slices, form_.choice.splits);
        // Each of these numbers has 31 bits, so that products of two do not overflow.
        const std::int64_t of_batch = form_.row_tiles * form_.column_tiles;
        if (of_batch > most_indices) return false;
        form_.tiles = of_batch * form_.batch.size;
        return form_.tiles <= most_indices && form_.tiles <= most_indices / form_.choice.splits;
    }

    /// Whether each `vector` consecutive indices, from a multiple of `vector` on, are contiguous in
    /// an operand and aligned as one vector, provided that the operand's pointer is aligned to a
    /// vector.
    bool suits_vectors(std::size_t operand, const GroupIndex& along, std::int64_t vector) const {
        if (along.digits.empty()) return false;
        const IndexDigit& first = along.digits.front();
        if (first.mode->strides[operand] * first.below != 1) return false;
        if (first.extent % vector != 0 || first.mode->extent % vector != 0) return false;
        for (const Modes<3>* modes : {&form_.shape.outputs, &form_.shape.sums}) {
            for (const Mode<3>& mode : *modes) {
                if (&mode != first.mode && mode.strides[operand] % vector != 0) return false;
            }
        }
        return true;
    }

    /// Number of elements of an input that one copy moves along an index: 16 bytes where strides
    /// and alignment allow, else one element.
    int widest_vector(std::size_t operand, const GroupIndex& along) const {
        const std::int64_t widest = vector_bytes / form_.element;
        return aligned_ && suits_vectors(operand, along, widest) ? static_cast<int>(widest) : 1;
    }

    /// Whether lanes read fragments by elements of 4 bytes or more: on tensor cores, except for
    /// 16-bit elements, whose fragments are read as matrices.
    bool spreads_wide() const { return form_.on_tensor_cores && !is_half(form_.shape.dtypes[1]); }

    /// A slice of an input. `free` is the index of its rows or columns, `free_size` their number in
    /// a tile.
    GettSlice slice_of(std::size_t operand, const GroupIndex& free, int free_size) const {
        GettSlice slice;
        const bool along_free = form_.groups.runs_along_free(operand);
        const GroupIndex& fast = along_free ? free : form_.inner;
        const bool free_is_contiguous = along_free || !form_.on_tensor_cores;
        slice.vector = along_free == free_is_contiguous ? widest_vector(operand, fast) : 1;
        // The padding lets lanes that read at once meet different banks: they read 8 rows at 4
        // inner positions, or many rows at one inner position.
        const auto element = static_cast<int>(form_.element);
        if (free_is_contiguous) {
            slice.inner_stride = form_.on_tensor_cores
                                     ? free_size + (spreads_wide() ? 32 : 16) / element
                                     : lane_inner_step(free_size, element);
            slice.size = slice.inner_stride * form_.tile.inner;
        } else {
            const int pad = spreads_wide() ? 4 : 16 / element;
            slice.free_stride = form_.tile.inner + pad;
            slice.size = slice.free_stride * free_size;
        }
        return slice;
    }

    /// Fills in how D's tiles are written.
    void make_store() {
        const bool along_rows = form_.groups.d_runs_along_rows();
        const GroupIndex& fast = along_rows ? form_.rows : form_.columns;
        form_.staged_row = along_rows ? 1 : row_step(form_);
        form_.staged_column = along_rows ? column_step(form_) : 1;
        // Sums of 16-bit inputs that are kept in float32 are written one by one.
        const bool keeps_sums = form_.shape.dtypes[0] != form_.shape.dtypes[1];
        form_.store = keeps_sums ? GettStore::single : form_.choice.store;
        switch (form_.store) {
            case GettStore::single:
                return;
            case GettStore::along_rows:
            case GettStore::along_columns: {
                const bool of_rows = form_.store == GettStore::along_rows;
                const int run = of_rows == along_rows && aligned_ ? widest_run(of_rows, fast) : 1;
                if (run == 1) form_.store = GettStore::single;
                form_.store_vector = run;
                return;
            }
            case GettStore::staged:
                break;
        }
        const auto widest = static_cast<int>(vector_bytes / form_.output_element);
        const bool suits = aligned_ && widest > 1 && suits_vectors(0, fast, widest);
        form_.store_vector = suits ? widest : 1;
    }

    /// Number of outputs of a lane that have consecutive rows (`of_rows`) or else consecutive
    /// columns, and may be written at once; of what lanes have after they exchanged outputs, where
    /// they do.
    int store_run(bool of_rows) const {
        const auto widest = static_cast<int>(vector_bytes / form_.output_element);
        return exchanges(of_rows) ? widest : std::gcd(lane_neighbours(form_, of_rows), widest);
    }
    /// Whether lanes exchange 16-bit outputs before they write them along columns: the columns of
    /// the warp's tile are a multiple of the 32 that four lanes have together.
    bool exchanges(bool of_rows) const {
        return is_half(form_.shape.dtypes[0]) && !of_rows && form_.tile.warp_columns % 32 == 0;
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
        if (form_.store != GettStore::staged) return;
        const std::int64_t blocks = resident_blocks();
        form_.staged_begin = shared_bytes_of_inputs(form_);
        if (resident_blocks() < blocks || shared_bytes_of_block(form_) > gpu_.shared_bytes)
            form_.staged_begin = 0;
    }

    std::int64_t resident_blocks() const {
        return std::clamp<std::int64_t>(gpu_.shared_bytes / shared_bytes_of_block(form_), 1,
                                        form_.tile.blocks);
    }

    bool aligned_;
    const Architecture& gpu_;
    GettForm form_;
};

}  // namespace

std::optional<GettForm> gett_form(GettIndexes& indexes, const GettChoice& choice,
                                  PointerAlignment alignment, const Architecture& gpu) {
    return FormMaker(indexes, choice, alignment, gpu).make();
}

int lane_neighbours(const GettForm& form, bool of_rows) {
    if (form.on_tensor_cores) return of_rows ? 1 : 2;
    const int lane = of_rows ? form.tile.warp_rows / 8 : form.tile.warp_columns / 4;
    return std::gcd(lane, static_cast<int>(vector_bytes / form.element));
}

}  // namespace ttgt::cuda
