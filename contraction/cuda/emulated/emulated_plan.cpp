// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/emulated_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/emulated/emulated_price.h"
#include "src/core/element.h"
#include "src/core/native_compute.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// The largest number of rows, columns or inner positions.
constexpr std::int64_t most_numbers = (std::int64_t{1} << 31) - 1;
/// Rows and columns of planes are a multiple of this, because pairs of tiles of products are.
constexpr std::int64_t plane_padding = 256;
/// The most bytes of products that wait for being restored.
constexpr std::int64_t most_product_bytes = std::int64_t{2} << 30;
/// A plan takes at most so many bytes of scratch memory: an eighth of an 80 GB card's. Larger
/// products are not faster with more.
constexpr std::int64_t most_emulated_bytes = std::int64_t{10} << 30;
/// The most products of a batch that are done at a time.
constexpr std::int64_t most_items_together = 1024;
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
    for (const Modes<3>* group : {&modes.rows, &modes.columns, &modes.inner, &modes.batch}) {
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
    const std::int64_t per_split = round_up(divide_up(inner, splits), std::int64_t{block_inner});
    measure.inner_per_split = static_cast<std::uint32_t>(per_split);
    measure.splits = static_cast<std::int32_t>(divide_up(inner, per_split));
    return measure;
}

/// The largest scaled norm of rows and columns with which sums are less than half of the product of
/// the moduli, roundings to integers included (docs/maths.md). Scaled elements fit 62 bits.
double most_norm(const RemainderTable& table, double terms) {
    constexpr double slack = 1 - 0x1p-20;
    constexpr double of_62_bits = 0x1p61;
    return std::min(slack * std::sqrt(table.product / 2) - std::sqrt(terms) / 2 - 1, of_62_bits);
}

/// What the norms of scaled rows and columns have to be for errors below those of native products
/// (docs/maths.md). Fitted to benchmarks/results/h100/int8_steps.tsv.
struct LeastNorms {
    double always;
    double by_flatness;  ///< over the flatness of rows and that of columns
};
LeastNorms least_norms(DType dtype, ComputeType compute) {
    const double factor = compute == ComputeType::int8_fast ? 0x1p-4 : 1.0;
    if (real_of(dtype) == DType::float64) return {factor * 0x1.5p+54, factor * 0x1.2p+49};
    return {factor * 0x1.5p+25, factor * 0x1.5p+20};
}

int fewest_moduli(DType dtype) {
    return real_of(dtype) == DType::float64 ? fewest_moduli_of_double : fewest_moduli_of_float;
}
std::int64_t planes_of_modulus(DType dtype) { return is_complex(dtype) ? 3 : 1; }
/// The most planes of an operand.
std::int64_t most_planes(DType dtype) {
    return planes_of_modulus(dtype) * (fewest_moduli(dtype) + moduli_choices - 1);
}

/// Sets all that does not depend on the size of chunks and pieces.
void set_exponents(EmulatedPlan& plan, ComputeType compute) {
    const InputRows& rows = plan.measure_l.input;
    const InputRows& columns = plan.measure_r.input;
    ExponentArguments& exponents = plan.exponents;
    exponents.rows[0] = rows.rows.size;
    exponents.rows[1] = columns.rows.size;
    exponents.splits[0] = plan.measure_l.splits;
    exponents.splits[1] = plan.measure_r.splits;
    exponents.inner = static_cast<double>(rows.inner.size) * (is_complex(plan.dtype) ? 2 : 1);
    for (int c = 0; c < moduli_choices; ++c) {
        plan.restore.tables[c] = remainder_table(fewest_moduli(plan.dtype) + c);
        exponents.most_norm[c] = most_norm(plan.restore.tables[c], exponents.inner);
    }
    const LeastNorms least = least_norms(plan.dtype, compute);
    exponents.least_norm = least.always;
    exponents.least_norm_by_flatness = least.by_flatness;
    // Scaled floats are rounded to no fewer bits than they have.
    exponents.scales = real_of(plan.dtype) == DType::float64 ? 1 : 0;
    plan.measure_r.side = plan.residues_r.side = 1;
}

void set_products(EmulatedPlan& plan) {
    ProductsArguments& products = plan.products;
    for (int s = 0; s < most_moduli; ++s) {
        constexpr std::int64_t scale = std::int64_t{1} << 38;
        products.reductions[s] = {
            moduli[s], static_cast<std::int32_t>(divide_up(scale, std::int64_t{moduli[s]}))};
    }
    products.fewest_moduli = fewest_moduli(plan.dtype);
    products.parts = static_cast<std::int32_t>(planes_of_modulus(plan.dtype));
    products.row_tiles = static_cast<std::uint32_t>(
        divide_up(std::int64_t{plan.restore.rows.size}, std::int64_t{product_rows}));
    plan.restore.row_tiles = products.row_tiles;
}

/// Lays out the scratch memory and chooses the chunk and how many products are done at a time.
/// Returns false where the limit is too low.
bool lay_out(EmulatedPlan& plan, std::int64_t scratch_limit) {
    const std::int64_t row_count = plan.restore.rows.size;
    const std::int64_t column_count = plan.restore.columns.size;
    const std::int64_t planes = most_planes(plan.dtype);
    EmulatedScratch& scratch = plan.scratch;
    scratch.sizes_l = round_up(sizeof(ProductChoice), part_alignment);
    std::int64_t end = scratch.sizes_l;
    const auto part = [&end](std::int64_t bytes) {
        const std::int64_t begin = end;
        end = round_up(begin + bytes, part_alignment);
        return begin;
    };
    constexpr auto size_of_row = static_cast<std::int64_t>(sizeof(RowSize));
    (void)part(row_count * plan.measure_l.splits * size_of_row);
    scratch.sizes_r = part(column_count * plan.measure_r.splits * size_of_row);
    constexpr auto size_of_exponent = static_cast<std::int64_t>(sizeof(std::int32_t));
    scratch.exponents = part((row_count + column_count) * size_of_exponent);
    scratch.planes_l = part(planes * plan.residues_l.plane_bytes);
    scratch.planes_r = part(planes * plan.residues_r.plane_bytes);
    scratch.products = end;
    const std::int64_t padded_rows = std::int64_t{plan.products.row_tiles} * product_rows;
    const std::int64_t column_bytes = planes * padded_rows;
    const std::int64_t available = std::min(scratch_limit - end, most_product_bytes) / column_bytes;
    const std::int64_t most =
        std::min(plan.padded_columns, available / plane_padding * plane_padding);
    if (most < plane_padding) return false;
    plan.chunk = round_up(divide_up(plan.padded_columns, divide_up(plan.padded_columns, most)),
                          plane_padding);
    plan.restore.plane_bytes = padded_rows * plan.chunk;
    scratch.item_bytes = end + plan.chunk * column_bytes - scratch.sizes_l;
    const std::int64_t together = std::min<std::int64_t>(
        {(scratch_limit - scratch.sizes_l) / scratch.item_bytes, plan.items, most_items_together});
    plan.items_together = divide_up(plan.items, divide_up(plan.items, together));
    scratch.bytes = scratch.sizes_l + plan.items_together * scratch.item_bytes;
    return true;
}

/// Cuts the sums into as few pieces as the kernels, the device's memory and the limit allow.
/// Returns false where short pieces do not fit either.
bool choose_pieces(EmulatedPlan& plan, std::int64_t scratch_limit) {
    const std::int64_t inner = plan.residues_l.input.inner.size;
    const std::int64_t padded_rows = std::int64_t{plan.products.row_tiles} * product_rows;
    for (std::int64_t pieces = divide_up(inner, most_inner);;
         pieces += divide_up(pieces, std::int64_t{4})) {
        const std::int64_t padded = round_up(divide_up(inner, pieces), std::int64_t{block_inner});
        plan.pieces = divide_up(inner, padded);
        plan.residues_l.padded_inner = static_cast<std::uint32_t>(padded);
        plan.residues_r.padded_inner = static_cast<std::uint32_t>(padded);
        plan.residues_l.plane_bytes = padded_rows * padded;
        plan.residues_r.plane_bytes = plan.padded_columns * padded;
        if (lay_out(plan, scratch_limit)) break;
        if (padded <= least_piece) return false;
    }
    plan.products.inner_blocks = plan.residues_l.padded_inner / block_inner;
    plan.products.column_tiles = static_cast<std::uint32_t>(plan.chunk / product_columns);
    plan.products.plane_bytes_l = plan.residues_l.plane_bytes;
    plan.products.plane_bytes_r = plan.residues_r.plane_bytes;
    plan.products.product_plane_bytes = plan.restore.plane_bytes;
    return true;
}

/// Tells the kernels where the products of the batch lie.
void set_items(EmulatedPlan& plan, const Modes<3>& batch) {
    const std::int64_t bytes = plan.scratch.item_bytes;
    plan.measure_l.item = plan.residues_l.item = {digits_of(batch, 1, 1), 0, bytes};
    plan.measure_r.item = plan.residues_r.item = {digits_of(batch, 2, 2), 0, bytes};
    plan.restore.item = {digits_of(batch, 0, 0), 0, bytes};
    plan.exceptions.item = {digits_of(batch, 1, 2), 0, bytes};
    plan.exceptions.items_of_d = plan.restore.item.items;
    plan.exponents.scratch_bytes = bytes;
    plan.products.scratch_bytes = bytes;
}

}  // namespace

std::optional<EmulatedPlan> plan_emulated(const DirectStep& step, const Architecture& gpu,
                                          std::int64_t scratch_limit) {
    if (!is_by_int8(step.compute) || gpu.int8_ops_per_us == 0) return {};
    const DirectShape shape = make_shape(step);
    const std::optional<ProductModes> modes = product_modes(shape);
    if (!modes) return {};
    EmulatedPlan plan;
    plan.dtype = shape.dtypes[0];
    plan.swapped = modes->swapped;
    plan.items = volume(modes->batch);
    const std::size_t l = plan.swapped ? 2 : 1;
    const bool conjugate_l = shape.conjugate[l];
    const bool conjugate_r = shape.conjugate[3 - l];
    const InputRows rows = input_rows(modes->rows, modes->inner, 1, conjugate_l);
    const InputRows columns = input_rows(modes->columns, modes->inner, 2, conjugate_r);
    plan.measure_l = measure_of(rows, plan.dtype, gpu);
    plan.measure_r = measure_of(columns, plan.dtype, gpu);
    plan.residues_l.input = rows;
    plan.residues_r.input = columns;
    plan.residues_l.table = plan.residues_r.table = moduli_table();
    plan.restore.rows = digits_of(modes->rows, 0, 1);
    plan.restore.columns = digits_of(modes->columns, 0, 2);
    plan.padded_columns = round_up(columns.rows.size, plane_padding);
    plan.exceptions = {plan.restore.rows,
                       plan.restore.columns,
                       digits_of(modes->inner, 1, 2),
                       conjugate_l ? 1 : 0,
                       conjugate_r ? 1 : 0,
                       {},
                       {}};
    plan.exception_blocks = exception_blocks * gpu.multiprocessors;
    set_exponents(plan, step.compute);
    set_products(plan);
    const std::int64_t limit = std::min(scratch_limit, most_emulated_bytes);
    if (!choose_pieces(plan, limit)) return {};
    set_items(plan, modes->batch);
    plan.us = emulated_us(plan, usual_moduli(plan.dtype, step.compute), gpu);
    return plan;
}

int usual_moduli(DType dtype, ComputeType compute) {
    return fewest_moduli(dtype) + (compute == ComputeType::int8_fast ? 0 : 1);
}

std::string EmulatedPlan::describe() const {
    return fmt::format(
        "int8: {} to {} moduli by the data, {} products each, {} of {} columns at a time, {} "
        "pieces "
        "of the sums, {} of {} products of a batch at a time; {} bytes of scratch memory",
        products.fewest_moduli, products.fewest_moduli + moduli_choices - 1, products.parts, chunk,
        padded_columns, pieces, items_together, items, scratch.bytes);
}

KernelKey EmulatedPlan::key() const { return {"int8", {{pieces, chunk, items_together, swapped}}}; }

}  // namespace ttgt::cuda
