// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/direct_shape.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/native_compute.h"
#include "src/core/rounding.h"
#include "src/core/sort_few.h"

namespace ttgt::cuda {
namespace {

/// The product of the modes' extents. Throws SizeOverflow, which names `what`.
std::int64_t count(const Modes<3>& modes, const char* what) {
    std::vector<std::int64_t> extents;
    extents.reserve(modes.size());
    for (const Mode<3>& mode : modes) extents.push_back(mode.extent);
    return checked_product(extents, what);
}

/// Elements from the first to the last element of an operand. Throws SizeOverflow.
std::int64_t span(const DirectShape& shape, std::size_t operand) {
    std::int64_t total = 0;
    for (const Modes<3>* modes : {&shape.outputs, &shape.sums}) {
        for (const Mode<3>& mode : *modes) {
            const std::int64_t reach = checked_multiply(
                mode.extent - 1, std::abs(mode.strides[operand]), "the span of an operand");
            total = checked_add(total, reach, "the span of an operand");
        }
    }
    return total;
}

/// Bytes of an operand, in which modes of stride 0 do not count.
double distinct_bytes(const DirectShape& shape, std::size_t operand) {
    auto bytes = static_cast<double>(size_bytes(shape.dtypes[operand]));
    for (const Modes<3>* modes : {&shape.outputs, &shape.sums}) {
        for (const Mode<3>& mode : *modes) {
            if (mode.strides[operand] != 0) bytes *= static_cast<double>(mode.extent);
        }
    }
    return bytes;
}

/// Sets has_short_offsets. Throws Unsupported where an operand spans most_span elements or more.
void check_offsets(DirectShape& shape) {
    constexpr std::int64_t most_short = (std::int64_t{1} << 31) - 1;
    std::int64_t longest = 0;
    for (std::size_t operand = 0; operand < 3; ++operand) {
        longest = std::max(longest, span(shape, operand));
    }
    if (longest >= most_span) {
        throw Unsupported(fmt::format(
            "an operand that spans {} elements is beyond the kernels of this device", longest));
    }
    shape.has_short_offsets = longest <= most_short;
}

/// Completes a shape that has dtypes and modes: counts, merges and sorts the modes and fills in the
/// fields that follow from them.
DirectShape finish(DirectShape shape) {
    shape.output_count = count(shape.outputs, "the number of elements of D");
    shape.sum_count = count(shape.sums, "the length of a sum");
    if (shape.output_count == 0) return shape;
    if (shape.sum_count > 0) shape.sums = merge(std::move(shape.sums));
    shape.outputs = merge(std::move(shape.outputs));
    if (shape.outputs.size() + shape.sums.size() > most_modes) {
        throw Unsupported(fmt::format("{} labels that cannot be merged; the kernels take {}",
                                      shape.outputs.size() + shape.sums.size(), most_modes));
    }
    if (shape.sum_count > 0) check_offsets(shape);
    for (std::size_t operand = 0; operand < 3; ++operand) {
        shape.bytes[operand] = distinct_bytes(shape, operand);
    }
    if (!shape.has_r) shape.bytes[2] = 0;
    shape.larger = shape.bytes[2] > shape.bytes[1] ? 2 : 1;
    sort_by_operand(shape.outputs, 0);
    shape.output_roles = output_roles(shape.outputs);
    sort_by_operand(shape.sums, shape.larger);
    return shape;
}

/// Whether the first mode of D has a whole number of sectors.
bool writes_whole_sectors(const DirectShape& shape) {
    if (shape.outputs.empty()) return true;
    const std::int64_t run = shape.outputs.front().extent;
    return run * size_bytes(shape.dtypes[0]) % sector_bytes == 0;
}

}  // namespace

DirectShape make_shape(const DirectStep& step) {
    DirectShape shape;
    shape.dtypes = step.dtypes;
    shape.conjugate[1] = step.conjugate_l;
    shape.conjugate[2] = step.conjugate_r;
    shape.compute = native_compute(step.compute);  // products of INT8 are planned apart
    shape.outputs = step.outputs;
    shape.sums = step.sums;
    if (is_complex(step.dtypes[2]) && !is_complex(step.dtypes[1])) {
        shape.swapped = true;
        std::swap(shape.dtypes[1], shape.dtypes[2]);
        std::swap(shape.conjugate[1], shape.conjugate[2]);
        for (Modes<3>* modes : {&shape.outputs, &shape.sums}) {
            for (Mode<3>& mode : *modes) std::swap(mode.strides[1], mode.strides[2]);
        }
    }
    return finish(std::move(shape));
}

DirectShape make_shape(const ReduceStep& step) {
    DirectShape shape;
    shape.dtypes = {step.dtypes[0], step.dtypes[1], real_of(step.dtypes[0])};
    shape.conjugate[1] = step.conjugate;
    shape.has_r = false;
    for (const Mode<2>& mode : step.outputs) {
        shape.outputs.push_back({mode.extent, {mode.strides[0], mode.strides[1], 0}});
    }
    for (const Mode<2>& mode : step.sums) {
        shape.sums.push_back({mode.extent, {0, mode.strides[1], 0}});
    }
    return finish(std::move(shape));
}

DirectShape with_packed_output(DirectShape shape) {
    shape.dtypes[0] = compute_of(shape.dtypes[0]);
    std::int64_t stride = 1;
    for (Mode<3>& mode : shape.outputs) {
        mode.strides[0] = stride;
        stride *= mode.extent;
    }
    return finish(std::move(shape));
}

DirectShape sum_of_splits(const DirectShape& shape, std::int64_t splits) {
    DirectShape sum;
    const DType kept = compute_of(shape.dtypes[0]);
    sum.dtypes = {shape.dtypes[0], kept, real_of(kept)};
    sum.has_r = false;
    std::int64_t stride = 1;
    for (const Mode<3>& mode : shape.outputs) {
        sum.outputs.push_back({mode.extent, {mode.strides[0], stride, 0}});
        stride *= mode.extent;
    }
    sum.sums.push_back({splits, {0, stride, 0}});
    return finish(std::move(sum));
}

void sort_by_operand(Modes<3>& modes, std::size_t operand) {
    sort_few(modes.begin(), modes.end(), [&](const Mode<3>& a, const Mode<3>& b) {
        return stride_key(a, operand) < stride_key(b, operand);
    });
}

InputAccess access_of(const DirectShape& shape, std::size_t operand, const Mode<3>& along,
                      const Modes<3>& others, int unit) {
    InputAccess access;
    if (operand == 2 && !shape.has_r) {
        access.is_real = 1;
        return access;
    }
    access.is_real = is_complex(shape.dtypes[0]) && !is_complex(shape.dtypes[operand]) ? 1 : 0;
    access.conjugate = shape.conjugate[operand] ? 1 : 0;
    access.step = along.strides[operand];
    const bool starts_aligned = std::all_of(others.begin(), others.end(), [&](const Mode<3>& mode) {
        return &mode == &along || mode.strides[operand] % unit == 0;
    });
    access.form = access.step == 0                     ? Form::same
                  : access.step == 1 && starts_aligned ? Form::packed
                                                       : Form::strided;
    return access;
}

std::int64_t alignment_of(const DirectShape& shape, std::size_t operand, const InputAccess& access,
                          int unit) {
    const std::int64_t element = size_bytes(shape.dtypes[operand]);
    return access.form == Form::packed ? unit * element : element;
}

double sector_waste(const DirectShape& shape, const Modes<3>& modes, std::size_t operand) {
    const std::int64_t element = size_bytes(shape.dtypes[operand]);
    std::int64_t lanes = 1;
    std::int64_t sectors = 1;
    std::int64_t elements = 1;
    for (const Mode<3>& mode : modes) {
        if (lanes >= warp_lanes) break;
        const std::int64_t count = std::min(mode.extent, divide_up(warp_lanes, lanes));
        lanes *= count;
        const std::int64_t step = std::min(std::abs(mode.strides[operand]) * element, sector_bytes);
        if (step == 0) continue;
        elements *= count;
        sectors *= divide_up(count * step, sector_bytes);
    }
    const std::int64_t fewest = divide_up(elements * element, sector_bytes);
    return static_cast<double>(sectors) / static_cast<double>(fewest);
}

double memory_bytes(const DirectShape& shape) {
    const double passes_of_d = writes_whole_sectors(shape) ? 1 : 2;
    return passes_of_d * shape.bytes[0] + shape.bytes[1] + shape.bytes[2];
}

DType input_dtype(const DirectShape& shape) {
    return is_complex(shape.dtypes[0]) ? shape.dtypes[0] : shape.dtypes[1];
}

int widest_unit(const DirectShape& shape) {
    const std::int64_t largest =
        std::max(size_bytes(shape.dtypes[0]), size_bytes(input_dtype(shape)));
    return static_cast<int>(vector_bytes / largest);
}

}  // namespace ttgt::cuda
