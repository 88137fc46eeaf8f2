// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "contraction/cuda/direct/direct_cost.h"
#include "contraction/cuda/direct/direct_launches.h"
#include "contraction/cuda/direct/position_modes.h"
#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

// Thread instructions of a unit of a sum over one mode. Fitted to the time of many short rows:
// digits of positions are found one after the other.
constexpr double sum_unit_instructions = 44;
/// Thread instructions of a unit of a sum for each further mode of the sum; fitted to the time of
/// many short rows.
constexpr double sum_mode_instructions = 28;
/// Thread instructions to begin, and to sum the parts of a block.
constexpr double sum_thread_instructions = 100;
/// Share of a copy's rate that the kernel reaches where there are several outputs.
constexpr double many_sums_share = 0.4;
/// Number of sectors that are read for an element that is read one by one (measured).
constexpr double gather_factor = 1.8;
/// Microseconds of a block that has a multiprocessor to itself, without its turns.
constexpr double sum_block_us = 3.0;
/// Microseconds of a turn: units_together units for every thread of a block.
constexpr double turn_us = 3.5;
/// Number of blocks that the kernel's registers allow on a multiprocessor.
constexpr int resident_blocks = 3;
constexpr int log2_threads = 8;
static_assert(1 << log2_threads == direct_threads);

/// Outputs and sums in the order in which neighbouring threads take them.
struct SumOrder {
    /// Modes of the outputs, the first one fastest.
    Modes<3> outputs;
    /// Modes that are summed over, the first one fastest.
    Modes<3> sums;
    /// Whether neighbouring threads share a sum; else they have neighbouring outputs.
    bool sums_first = false;
};

/// The smallest stride of the modes in an operand, in elements; most_span where it has none of
/// them.
std::int64_t fastest_stride(const Modes<3>& modes, std::size_t operand) {
    std::int64_t fastest = most_span;
    for (const Mode<3>& mode : modes) {
        const std::int64_t stride = std::abs(mode.strides[operand]);
        if (stride != 0) fastest = std::min(fastest, stride);
    }
    return fastest;
}

/// Neighbouring threads follow the larger input's smallest stride.
SumOrder order_of(const DirectShape& shape) {
    SumOrder order{shape.outputs, shape.sums};
    order.sums_first =
        fastest_stride(order.sums, shape.larger) < fastest_stride(order.outputs, shape.larger);
    if (!order.sums_first) sort_by_operand(order.outputs, shape.larger);
    if (order.outputs.empty()) order.outputs.push_back({1, {1, 0, 0}});
    if (order.sums.empty()) order.sums.push_back({1, {0, 0, 0}});
    return order;
}

/// log2 of the smallest power of two that is at least `count`, but at most log2_threads.
int log2_at_least(std::int64_t count) {
    int log2 = 0;
    while ((std::int64_t{1} << log2) < count && log2 < log2_threads) ++log2;
    return log2;
}

/// log2 of the threads that share a sum. Where neighbouring threads share a sum: enough threads to
/// read whole sectors, some eight units for each thread, more where there are too few outputs to
/// fill the device. Where neighbouring threads have neighbouring outputs: the threads of a block
/// that outputs leave free, more where there are too few outputs to fill the device.
int log2_sum_lanes(const SumOrder& order, std::int64_t outputs, std::int64_t sums,
                   std::int64_t splits, const Architecture& gpu) {
    constexpr std::int64_t units_each = 8;
    const int most = log2_at_least(sums);
    const std::int64_t many = std::int64_t{gpu.multiprocessors} * gpu.threads / splits;
    if (order.sums_first) {
        const int least = std::min(most, 2);
        int log2 = std::clamp(log2_at_least(divide_up(sums, units_each)), least, 5);
        log2 = std::min(log2, most);
        while (log2 < most && (std::min(outputs, many) << log2) < many &&
               (sums >> log2) > units_each)
            ++log2;
        return std::max(log2, log2_threads - log2_at_least(outputs));
    }
    constexpr int log2_sector_lanes = 2;
    int log2 = log2_threads - std::min(log2_at_least(outputs), log2_threads);
    while (log2 < log2_threads - log2_sector_lanes && (std::min(outputs, many) << log2) < many &&
           (sums >> log2) > units_each) {
        ++log2;
    }
    return log2;
}

/// Sets how many units there are, and how threads, splits and modes share them.
void set_counts(SumArguments& arguments, const SumOrder& order, const DirectShape& shape,
                std::int64_t splits, const Architecture& gpu) {
    arguments.output_units = volume(order.outputs);
    arguments.sum_units = volume(order.sums);
    arguments.is_wide = is_wide(std::max(arguments.output_units, arguments.sum_units));
    arguments.log2_sum_lanes = log2_sum_lanes(order, arguments.output_units,
                                              divide_up(arguments.sum_units, splits), splits, gpu);
    arguments.log2_output_lanes = log2_threads - arguments.log2_sum_lanes;
    arguments.sums_are_fastest = order.sums_first ? 1 : 0;
    arguments.splits = divide_by(splits);
    arguments.units_per_split = divide_up(arguments.sum_units, splits);
    arguments.split_stride = splits > 1 ? shape.output_count : 0;
    arguments.output_modes = fill_modes(order.outputs, arguments.mode);
    arguments.modes =
        arguments.output_modes + fill_modes(order.sums, arguments.mode + arguments.output_modes);
}

/// Predicted microseconds of `blocks` blocks without the launch. `neighbours`: the mode along which
/// neighbouring threads read, before it was divided into units.
double sum_us(const DirectShape& shape, int unit, const SumArguments& arguments,
              const Mode<3>& neighbours, std::int64_t blocks, const Architecture& gpu) {
    const double units =
        static_cast<double>(arguments.output_units) * static_cast<double>(arguments.sum_units);
    const int sum_modes = arguments.modes - arguments.output_modes;
    DirectWork work;
    // A single sum reads at the rate of a copy; of several sums, rows wait for each other.
    const double share = shape.output_count == 1 ? 1.0 : many_sums_share;
    work.memory_bytes = (shape.bytes[0] + shape.bytes[1] + shape.bytes[2]) / share;
    work.cache_bytes = units * unit * static_cast<double>(size_bytes(shape.dtypes[shape.larger]));
    for (const std::size_t operand : {std::size_t{1}, std::size_t{2}}) {
        count_gathered(shape, operand, neighbours, gather_factor * units * unit, work);
    }
    work.instructions =
        units * (sum_unit_instructions + sum_mode_instructions * (sum_modes - 1) + 2.0 * unit) +
        static_cast<double>(blocks) * direct_threads * sum_thread_instructions;
    work.resident_blocks = resident_blocks;
    const double turns = static_cast<double>(arguments.units_per_split) /
                         static_cast<double>(units_together << arguments.log2_sum_lanes);
    work.blocks_in_turn_us = sum_block_us + turn_us * turns;
    return predict_us(work, blocks, gpu);
}

}  // namespace

std::optional<DirectLaunch> sum_launch(const DirectShape& shape, int unit, std::int64_t splits,
                                       const Architecture& gpu) {
    SumOrder order = order_of(shape);
    Mode<3>& along = order.sums_first ? order.sums.front() : order.outputs.front();
    Modes<3> all = order.outputs;
    all.insert(all.end(), order.sums.begin(), order.sums.end());
    const Mode<3>& in_all = all[order.sums_first ? order.outputs.size() : 0];
    const bool may_have_tail = order.sums_first && order.sums.size() == 1;
    if (unit > 1 && along.strides[shape.larger] != 1) return {};
    if (unit > 1 && along.extent % unit != 0 && !may_have_tail) return {};
    const Mode<3> neighbours = along;
    SumArguments arguments;
    arguments.l = access_of(shape, 1, in_all, all, unit);
    arguments.r = access_of(shape, 2, in_all, all, unit);
    const InputAccess& larger = shape.larger == 1 ? arguments.l : arguments.r;
    if (unit > 1 && larger.form != Form::packed) return {};
    DirectLaunch launch;
    launch.alignment = {size_bytes(shape.dtypes[0]), alignment_of(shape, 1, arguments.l, unit),
                        alignment_of(shape, 2, arguments.r, unit)};
    arguments.units_of_outputs = order.sums_first ? 0 : 1;
    arguments.tail = static_cast<std::int32_t>(along.extent % unit);
    arguments.d_step = order.sums_first ? 0 : along.strides[0];
    in_units(along, unit);
    set_counts(arguments, order, shape, splits, gpu);
    launch.dtype = shape.dtypes[0];
    launch.input_dtype = input_dtype(shape);
    launch.unit = unit;
    const std::int64_t tiles =
        count_blocks(arguments.output_units, std::int64_t{1} << arguments.log2_output_lanes);
    launch.blocks = count_blocks(checked_multiply(tiles, splits, "the number of blocks"), 1);
    launch.shared_bytes = static_cast<int>(std::int64_t{unit} * direct_threads *
                                           size_bytes(compute_of(shape.dtypes[0])));
    launch.us = sum_us(shape, unit, arguments, neighbours, launch.blocks, gpu);
    launch.arguments = arguments;
    return launch;
}

std::int64_t sum_splits(const DirectShape& shape, std::int64_t scratch_bytes,
                        const Architecture& gpu) {
    // Each split has at least this many terms for every thread of a block.
    constexpr std::int64_t turns_per_thread = 16;
    constexpr std::int64_t least_per_split = std::int64_t{direct_threads} * turns_per_thread;
    /// Minimum number of terms of a sum in a split.
    constexpr std::int64_t least_length = 64;
    constexpr double most_splits = 4096.0 * 1024;
    /// With fewer splits, less is gained than the second launch costs.
    constexpr std::int64_t least_splits = 4;
    /// Number of threads that share a sum where neighbouring threads have neighbouring outputs.
    constexpr std::int64_t short_lanes = 8;
    const std::int64_t resident_threads = std::int64_t{gpu.multiprocessors} * gpu.threads;
    if (shape.output_count > resident_threads / 2) return 1;
    const double work =
        static_cast<double>(shape.output_count) * static_cast<double>(shape.sum_count);
    const auto by_work = static_cast<std::int64_t>(
        std::min(work / static_cast<double>(least_per_split), most_splits));
    const std::int64_t by_length = shape.sum_count / least_length;
    const std::int64_t by_scratch =
        scratch_bytes / (shape.output_count * size_bytes(shape.dtypes[0]));
    const std::int64_t lanes =
        order_of(shape).sums_first
            ? std::clamp<std::int64_t>(shape.sum_count / warp_lanes, 1, direct_threads)
            : short_lanes;
    const std::int64_t blocks_of_one =
        std::max<std::int64_t>(1, shape.output_count * lanes / direct_threads);
    const std::int64_t by_device =
        divide_up(std::int64_t{gpu.multiprocessors} * resident_blocks * 2, blocks_of_one);
    const std::int64_t splits = std::min({by_work, by_length, by_scratch, by_device});
    return splits < least_splits ? 1 : splits;
}

}  // namespace ttgt::cuda
