// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "contraction/tiled/tile_choice.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// What it takes to begin a copy or a product, in seconds: less than the clocks of today's devices
/// resolve in a run, but enough that many small tiles lose.
constexpr double begin_seconds = 20e-6;

/// Rows and columns of D that a multiprocessor computes at a time.
constexpr double block_extent = 128;

/// What the product of the largest tiles takes longer than its flops: its blocks of D are done by
/// all multiprocessors in turns, the last of which leaves some idle, and reach beyond its edges.
double idle_factor(const TileTask& task, const TileGrid& grid) {
    if (task.multiprocessors == 0) return 1;
    double rows = 1;
    double columns = 1;
    double batch = 1;
    for (std::size_t label = 0; label < grid.tile.size(); ++label) {
        const auto extent = static_cast<double>(grid.tile[label]);
        switch (task.tiled.problem.labels[label].role) {
            case Role::free_l:
                rows *= extent;
                break;
            case Role::free_r:
                columns *= extent;
                break;
            case Role::batch:
                batch *= extent;
                break;
            default:
                break;
        }
    }
    if (rows * columns * batch == 0) return 1;
    const double block_rows = std::min(rows, block_extent);
    const double block_columns = std::min(columns, block_extent);
    const double blocks = batch * std::ceil(rows / block_rows) * std::ceil(columns / block_columns);
    const double turns = std::ceil(blocks / task.multiprocessors);
    return turns * task.multiprocessors * block_rows * block_columns / (rows * columns * batch);
}

/// Bytes of an operand's tile, the mean of all its tiles.
double mean_bytes(const TileTask& task, const TileGrid& grid, std::size_t operand) {
    const Problem& problem = task.tiled.problem;
    auto bytes = static_cast<double>(size_bytes(problem.dtypes[operand]));
    for (const std::size_t label : task.tiled.modes[operand]) {
        bytes *= static_cast<double>(problem.labels[label].extent) /
                 static_cast<double>(grid.counts[label]);
    }
    return bytes;
}

double product_seconds(const TileTask& task, const TileGrid& grid) {
    double products = 1;
    for (const std::int64_t count : grid.counts) products *= static_cast<double>(count);
    return begin_seconds +
           2 * mean_bytes(task, grid, operand_d) / task.rates.device_bytes_per_second +
           flops(task.tiled.problem) / products / task.flops_per_second * idle_factor(task, grid);
}

/// The times at which a device gets on; every tile counts as the mean of all.
class Timeline {
public:
    Timeline(const TileTask& task, const TileCandidate& candidate)
        : inputs_(task.tiled.problem.inputs),
          product_seconds_(product_seconds(task, candidate.grid)),
          take_seconds_(begin_seconds + mean_bytes(task, candidate.grid, operand_d) /
                                            task.rates.from_device_bytes_per_second) {
        for (std::size_t operand = 0; operand <= inputs_; ++operand) {
            slots_[operand].resize(static_cast<std::size_t>(candidate.slots[operand]));
            bring_seconds_[operand] = begin_seconds + mean_bytes(task, candidate.grid, operand) /
                                                          task.rates.to_device_bytes_per_second;
        }
    }

    double seconds(const TileSchedule& schedule) {
        for (const TileStep& step : schedule.steps) {
            switch (step.kind) {
                case TileStep::Kind::bring:
                    bring(step);
                    break;
                case TileStep::Kind::multiply:
                    multiply(step);
                    break;
                case TileStep::Kind::take:
                    take(step);
                    break;
            }
        }
        return std::max(products_, out_);
    }

private:
    struct Slot {
        double filled = 0;  ///< seconds until the slot's tile has been copied in
        double free = 0;    ///< seconds until no step needs the slot's tile any more
    };

    Slot& slot(const TileStep& step, std::size_t operand) {
        return slots_[operand][static_cast<std::size_t>(step.slots[operand])];
    }

    void bring(const TileStep& step) {
        Slot& to = slot(step, step.operand);
        in_ = std::max(in_, to.free) + bring_seconds_[step.operand];
        to.filled = in_;
    }

    void multiply(const TileStep& step) {
        double begin = std::max(products_, slot(step, operand_d).free);
        for (std::size_t operand = 0; operand <= inputs_; ++operand) {
            begin = std::max(begin, slot(step, operand).filled);
        }
        products_ = begin + product_seconds_;
        for (std::size_t operand = operand_l; operand <= inputs_; ++operand) {
            slot(step, operand).free = products_;
        }
        slot(step, operand_d).filled = products_;
    }

    void take(const TileStep& step) {
        Slot& from = slot(step, operand_d);
        out_ = std::max(out_, from.filled) + take_seconds_;
        from.free = out_;
    }

    std::size_t inputs_;
    double product_seconds_;
    double take_seconds_;
    std::array<double, operand_count> bring_seconds_{};
    std::array<std::vector<Slot>, operand_count> slots_;
    double in_ = 0;
    double products_ = 0;
    double out_ = 0;
};

}  // namespace

double least_ms(const TileTask& task, const TileCandidate& candidate) {
    const std::int64_t tiles = output_tiles(task.tiled, candidate.grid);
    const std::int64_t of_a_device = divide_up(tiles, task.devices);
    return 1e3 * product_seconds(task, candidate.grid) *
           static_cast<double>(of_a_device * products_per_tile(task.tiled, candidate.grid));
}

double predicted_ms(const TileTask& task, const TileCandidate& candidate) {
    // The first device has as many tiles as any.
    const TileSchedule schedule = schedule_of(task.tiled, candidate, 0, task.devices);
    return 1e3 * Timeline(task, candidate).seconds(schedule);
}

}  // namespace ttgt
