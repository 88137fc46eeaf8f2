// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/direct_launches.h"
#include "contraction/cuda/direct/position_modes.h"

namespace ttgt::cuda {
namespace {

// Thread instructions of a unit without its modes and elements, counted in the compiled kernel
// (approximate).
constexpr double elementwise_unit_instructions = 30;
/// Thread instructions of a unit for each mode, counted in the compiled kernel (approximate).
constexpr double elementwise_mode_instructions = 12;
/// Microseconds of one block that has a multiprocessor to itself.
constexpr double elementwise_block_us = 2.0;

/// Predicted microseconds of `blocks` blocks without the launch. `along`: the mode along which
/// neighbouring threads go, before it was divided into units.
double elementwise_us(const DirectShape& shape, int unit, const ElementwiseArguments& arguments,
                      const Mode<3>& along, std::int64_t blocks, const Architecture& gpu) {
    DirectWork work;
    work.memory_bytes = shape.bytes[0] + shape.bytes[1] + shape.bytes[2];
    const auto element = static_cast<double>(size_bytes(shape.dtypes[0]));
    work.cache_bytes = 3 * element * static_cast<double>(shape.output_count);
    for (const std::size_t operand : {std::size_t{1}, std::size_t{2}}) {
        count_gathered(shape, operand, along, static_cast<double>(shape.output_count), work);
    }
    work.instructions = static_cast<double>(arguments.units) *
                        (elementwise_unit_instructions +
                         elementwise_mode_instructions * arguments.modes + 2.0 * unit);
    work.blocks_in_turn_us = elementwise_block_us;
    return predict_us(work, blocks, gpu);
}

}  // namespace

std::optional<DirectLaunch> elementwise_launch(const DirectShape& shape, int unit,
                                               const Architecture& gpu) {
    Modes<3> modes = shape.outputs;
    if (modes.empty()) modes.push_back({1, {1, 1, 1}});
    const bool is_one_run = modes.size() == 1;
    if (unit > 1 && (!is_one_run && modes.front().extent % unit != 0)) return {};
    if (unit > 1 && modes.front().strides[0] != 1) return {};
    for (const Mode<3>& mode : modes) {
        if (&mode != &modes.front() && mode.strides[0] % unit != 0) return {};
    }
    const Mode<3> along = modes.front();
    ElementwiseArguments arguments;
    arguments.l = access_of(shape, 1, modes.front(), modes, unit);
    arguments.r = access_of(shape, 2, modes.front(), modes, unit);
    arguments.d_step = modes.front().strides[0];
    arguments.d_form = Form::packed;
    arguments.tail = static_cast<std::int32_t>(modes.front().extent % unit);
    DirectLaunch launch;
    launch.alignment = {unit * size_bytes(shape.dtypes[0]),
                        alignment_of(shape, 1, arguments.l, unit),
                        alignment_of(shape, 2, arguments.r, unit)};
    in_units(modes.front(), unit);
    arguments.units = volume(modes);
    arguments.is_wide = is_wide(arguments.units);
    arguments.modes = fill_modes(modes, arguments.mode);
    launch.arguments = arguments;
    launch.dtype = shape.dtypes[0];
    launch.input_dtype = input_dtype(shape);
    launch.unit = unit;
    launch.has_short_offsets = shape.has_short_offsets;
    launch.blocks = count_blocks(arguments.units, std::int64_t{direct_threads} * units_together);
    launch.us = elementwise_us(shape, unit, arguments, along, launch.blocks, gpu);
    return launch;
}

}  // namespace ttgt::cuda
