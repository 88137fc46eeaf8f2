// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/emulated_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/emulated/emulated_price.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// The largest number of rows, columns or inner positions.
constexpr std::int64_t most_numbers = (std::int64_t{1} << 31) - 1;
/// Rows and columns of planes are a multiple of this: the library's products are faster so.
constexpr std::int64_t plane_padding = 16;
/// Inner positions of planes are a multiple of this, a tile of the kernels.
constexpr std::int64_t inner_padding = 128;
/// Columns that are multiplied at a time are a multiple of this unless they are all.
constexpr std::int64_t chunk_unit = 128;
/// The most bytes of products that wait for being restored.
constexpr std::int64_t most_product_bytes = std::int64_t{4} << 30;
/// Workspace of the library for products of one chunk: more than it asks for.
constexpr std::int64_t library_bytes = std::int64_t{32} << 20;
/// The most bytes of all planes of both operands.
constexpr std::int64_t most_plane_bytes = std::int64_t{16} << 30;
/// Sums are cut into shorter pieces than the kernels ask for, so that planes need less memory,
/// while pieces are longer than this: of shorter ones, restoring takes much of the time.
constexpr std::int64_t least_piece = 4096;
/// Alignment of the parts of scratch memory.
constexpr std::int64_t part_alignment = 256;
/// Blocks for each multiprocessor: of kernels that measure rows, of the kernel for exceptions.
constexpr std::int64_t measuring_blocks = 6;
constexpr std::int64_t exception_blocks = 4;
constexpr std::int64_t most_measuring_splits = 64;
constexpr std::int64_t least_inner_per_split = 512;

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
    return divide_up(value, unit) * unit;
}

/// The labels of a product by their roles. The first stride of a mode is D's.
struct ProductModes {
    Modes<3> rows;
    Modes<3> columns;
    Modes<3> inner;
    Modes<3> batch;
    bool swapped = false;
};

bool is_emulated(DType dtype) { return !is_half(dtype); }

/// Nothing where the shape is not a matrix product of two operands of one emulated dtype.
std::optional<ProductModes> product_modes(const DirectShape& shape) {
    const auto& dtypes = shape.dtypes;
    const bool is_uniform = dtypes[0] == dtypes[1] && dtypes[0] == dtypes[2];
    if (!shape.has_r || !is_uniform || !is_emulated(dtypes[0])) return {};
    if (shape.output_count == 0 || shape.sum_count < 2) return {};
    ProductModes modes;
    for (std::size_t m = 0; m < shape.outputs.size(); ++m) {
        const std::optional<Role> role = shape.output_roles[m];
        if (!role) return {};
        Modes<3>& to = *role == Role::batch    ? modes.batch
                       : *role == Role::free_l ? modes.rows
                                               : modes.columns;
        if (modes.rows.empty() && *role == Role::free_r && modes.columns.empty()) {
            modes.swapped = true;
        }
        to.push_back(shape.outputs[m]);
    }
    if (modes.rows.empty() || modes.columns.empty()) return {};
    for (const Mode<3>& mode : shape.sums) {
        if (mode.strides[1] == 0 || mode.strides[2] == 0) return {};
    }
    modes.inner = shape.sums;
    if (modes.swapped) {
        std::swap(modes.rows, modes.columns);
        for (Modes<3>* group : {&modes.rows, &modes.columns, &modes.inner, &modes.batch}) {
            for (Mode<3>& mode : *group) std::swap(mode.strides[1], mode.strides[2]);
        }
    }
    for (const Modes<3>* group : {&modes.rows, &modes.columns, &modes.inner}) {
        if (group->size() > most_group_modes || volume(*group) > most_numbers) return {};
    }
    return modes;
}

/// The group with the strides of two operands, in the order of the modes.
DigitGroup digits_of(const Modes<3>& modes, std::size_t first, std::size_t second) {
    DigitGroup group;
    group.count = static_cast<std::int32_t>(modes.size());
    group.size = static_cast<std::uint32_t>(volume(modes));
    for (std::size_t d = 0; d < modes.size(); ++d) {
        group.digit[d].extent = static_cast<std::uint32_t>(modes[d].extent);
        group.digit[d].stride[0] = modes[d].strides[first];
        group.digit[d].stride[1] = modes[d].strides[second];
    }
    return group;
}

/// Rows in the order in which they lie in an operand, with their places in the order of `modes`.
DigitGroup placed_rows(const Modes<3>& modes, std::size_t operand) {
    struct Placed {
        Mode<3> mode;
        std::int64_t place;
    };
    std::vector<Placed> placed;
    std::int64_t place = 1;
    for (const Mode<3>& mode : modes) {
        placed.push_back({mode, place});
        place *= mode.extent;
    }
    std::stable_sort(placed.begin(), placed.end(), [&](const Placed& a, const Placed& b) {
        return stride_key(a.mode, operand) < stride_key(b.mode, operand);
    });
    Modes<3> sorted;
    for (const Placed& row : placed) sorted.push_back(row.mode);
    DigitGroup group = digits_of(sorted, operand, operand);
    for (std::size_t d = 0; d < placed.size(); ++d) {
        group.digit[d].place = static_cast<std::uint32_t>(placed[d].place);
    }
    return group;
}

std::int64_t least_stride_of(const Modes<3>& modes, std::size_t operand) {
    std::int64_t least = most_span;
    for (const Mode<3>& mode : modes) least = std::min(least, stride_key(mode, operand));
    return least;
}

InputRows input_rows(const Modes<3>& rows, const Modes<3>& inner, std::size_t operand,
                     bool conjugate) {
    InputRows input;
    input.rows = placed_rows(rows, operand);
    input.inner = digits_of(inner, operand, operand);
    input.along_inner = least_stride_of(inner, operand) < least_stride_of(rows, operand) ? 1 : 0;
    input.conjugate = conjugate ? 1 : 0;
    return input;
}

MeasureArguments measure_of(const InputRows& input, DType dtype, const Architecture& gpu) {
    MeasureArguments measure;
    measure.input = input;
    const std::int64_t inner = input.inner.size;
    const std::int64_t tile = is_complex(dtype) ? complex_tile_rows : real_tile_rows;
    const std::int64_t tiles = divide_up(std::int64_t{input.rows.size}, tile);
    const std::int64_t wanted = divide_up(gpu.multiprocessors * measuring_blocks, tiles);
    const std::int64_t splits = std::clamp<std::int64_t>(
        wanted, 1, std::min(most_measuring_splits, divide_up(inner, least_inner_per_split)));
    const std::int64_t per_split = round_up(divide_up(inner, splits), inner_padding);
    measure.inner_per_split = static_cast<std::uint32_t>(per_split);
    measure.splits = static_cast<std::int32_t>(divide_up(inner, per_split));
    return measure;
}

/// The square of the largest scaled norm with which sums are less than half of the product of the
/// moduli, roundings to integers included (docs/maths.md).
double norm_limit(const ModuliTable& table, double terms) {
    constexpr double slack = 1 - 0x1p-20;
    const double largest = slack * std::sqrt(table.product / 2) - std::sqrt(terms) / 2 - 1;
    return largest * largest;
}

/// Lays out the scratch memory and chooses the chunk. Returns false where the limit is too low.
bool lay_out(EmulatedPlan& plan, std::int64_t scratch_limit) {
    const std::int64_t row_count = plan.restore.rows.size;
    const std::int64_t column_count = plan.restore.columns.size;
    std::int64_t end = 0;
    const auto part = [&end](std::int64_t bytes) {
        const std::int64_t begin = end;
        end = round_up(begin + bytes, part_alignment);
        return begin;
    };
    constexpr auto size_of_row = static_cast<std::int64_t>(sizeof(RowSize));
    (void)part(row_count * plan.measure_l.splits * size_of_row);
    EmulatedScratch& scratch = plan.scratch;
    scratch.sizes_r = part(column_count * plan.measure_r.splits * size_of_row);
    constexpr auto size_of_exponent = static_cast<std::int64_t>(sizeof(std::int32_t));
    scratch.exponents = part((row_count + column_count) * size_of_exponent);
    scratch.exceptions = part(size_of_exponent);
    scratch.planes_l = part(plan.planes * plan.residues_l.plane_bytes);
    scratch.planes_r = part(plan.planes * plan.residues_r.plane_bytes);
    scratch.products = end;
    const std::int64_t column_bytes =
        plan.planes * plan.restore.padded_rows * static_cast<std::int64_t>(sizeof(std::int32_t));
    const std::int64_t available =
        std::min(scratch_limit - end - library_bytes, most_product_bytes) / column_bytes;
    const std::int64_t most = std::min(plan.padded_columns, available / chunk_unit * chunk_unit);
    plan.chunk = plan.padded_columns;
    if (available < plan.padded_columns) {
        if (most < chunk_unit) return false;
        plan.chunk = round_up(divide_up(plan.padded_columns, divide_up(plan.padded_columns, most)),
                              chunk_unit);
    }
    plan.restore.plane_elements = plan.restore.padded_rows * plan.chunk;
    scratch.library = end + plan.chunk * column_bytes;
    scratch.bytes = scratch.library + library_bytes;
    return true;
}

/// Cuts the sums into as few pieces as the kernels, the bytes of planes and the limit allow.
/// Returns false where short pieces do not fit either.
bool choose_pieces(EmulatedPlan& plan, std::int64_t scratch_limit) {
    const std::int64_t inner = plan.residues_l.input.inner.size;
    const std::int64_t rows = plan.restore.padded_rows + plan.padded_columns;
    for (std::int64_t pieces = divide_up(inner, most_inner);;
         pieces += divide_up(pieces, std::int64_t{4})) {
        const std::int64_t padded = round_up(divide_up(inner, pieces), inner_padding);
        plan.pieces = divide_up(inner, padded);
        plan.residues_l.padded_inner = static_cast<std::uint32_t>(padded);
        plan.residues_r.padded_inner = static_cast<std::uint32_t>(padded);
        plan.residues_l.plane_bytes = plan.restore.padded_rows * padded;
        plan.residues_r.plane_bytes = plan.padded_columns * padded;
        const bool is_small = rows <= most_plane_bytes / (plan.planes * padded);
        if (is_small && lay_out(plan, scratch_limit)) return true;
        if (padded <= least_piece) return false;
    }
}

}  // namespace

std::optional<EmulatedPlan> plan_emulated(const DirectStep& step, const Architecture& gpu,
                                          std::int64_t scratch_limit) {
    if (step.compute != ComputeType::int8 || gpu.int8_ops_per_us == 0) return {};
    const DirectShape shape = make_shape(step);
    const std::optional<ProductModes> modes = product_modes(shape);
    if (!modes) return {};
    EmulatedPlan plan;
    plan.dtype = shape.dtypes[0];
    plan.swapped = modes->swapped;
    plan.batch = modes->batch;
    const std::size_t l = plan.swapped ? 2 : 1;
    const bool conjugate_l = shape.conjugate[l];
    const bool conjugate_r = shape.conjugate[3 - l];
    const InputRows rows = input_rows(modes->rows, modes->inner, 1, conjugate_l);
    const InputRows columns = input_rows(modes->columns, modes->inner, 2, conjugate_r);
    plan.measure_l = measure_of(rows, plan.dtype, gpu);
    plan.measure_r = measure_of(columns, plan.dtype, gpu);
    const bool is_double = real_of(plan.dtype) == DType::float64;
    const ModuliTable table = moduli_table(is_double ? moduli_of_double : moduli_of_float);
    plan.planes = std::int64_t{table.count} * (is_complex(plan.dtype) ? 3 : 1);
    const std::int64_t inner = rows.inner.size;
    const double terms = static_cast<double>(inner) * (is_complex(plan.dtype) ? 2 : 1);
    plan.exponents = {{rows.rows.size, columns.rows.size},
                      {plan.measure_l.splits, plan.measure_r.splits},
                      terms,
                      norm_limit(table, terms)};
    plan.padded_columns = round_up(columns.rows.size, plane_padding);
    plan.residues_l = {table, rows};
    plan.residues_r = {table, columns};
    plan.restore.table = table;
    plan.restore.rows = digits_of(modes->rows, 0, 1);
    plan.restore.columns = digits_of(modes->columns, 0, 2);
    plan.restore.padded_rows = round_up(rows.rows.size, plane_padding);
    plan.exceptions = {plan.restore.rows, plan.restore.columns, digits_of(modes->inner, 1, 2),
                       conjugate_l ? 1 : 0, conjugate_r ? 1 : 0};
    plan.exception_blocks = exception_blocks * gpu.multiprocessors;
    if (!choose_pieces(plan, scratch_limit)) return {};
    plan.us = emulated_us(plan, gpu);
    return plan;
}

std::string EmulatedPlan::describe() const {
    return fmt::format(
        "int8: {} moduli, {} products each, {} of {} columns at a time, {} pieces of the sums; {} "
        "bytes of scratch memory",
        residues_l.table.count, planes / residues_l.table.count, chunk, padded_columns, pieces,
        scratch.bytes);
}

KernelKey EmulatedPlan::key() const {
    return {"int8", {{residues_l.table.count, pieces, chunk, swapped}}};
}

}  // namespace ttgt::cuda
