// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "contraction/tiled/tile_choice.h"

namespace ttgt {
namespace {

/// What it takes to begin a copy or a product, in seconds: less than the clocks of today's devices
/// resolve in a run, but enough that many small tiles lose.
constexpr double begin_seconds = 20e-6;

/// Rows and columns of D that a multiprocessor computes at a time.
constexpr double block_extent = 128;

/// What products take longer because the last of a tile's blocks leave multiprocessors idle.
double idle_factor(const TileTask& task, const TileGrid& grid) {
    if (task.multiprocessors == 0) return 1;
    double rows = 1;
    double columns = 1;
    double blocks = 1;
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
                blocks *= extent;
                break;
            default:
                break;
        }
    }
    blocks *= std::ceil(rows / block_extent) * std::ceil(columns / block_extent);
    if (blocks == 0) return 1;
    const double turns = std::ceil(blocks / task.multiprocessors);
    return turns * task.multiprocessors / blocks;
}

/// The times at which a device gets on; every tile counts as the mean of all.
class Timeline {
public:
    Timeline(const TileTask& task, const TileCandidate& candidate)
        : inputs_(task.tiled.problem.inputs) {
        const Problem& problem = task.tiled.problem;
        for (std::size_t operand = 0; operand < operands_of(problem); ++operand) {
            slots_[operand].resize(static_cast<std::size_t>(candidate.slots[operand]));
            double bytes = static_cast<double>(size_bytes(problem.dtypes[operand]));
            for (const std::size_t label : task.tiled.modes[operand]) {
                bytes *= static_cast<double>(problem.labels[label].extent) /
                         static_cast<double>(candidate.grid.counts[label]);
            }
            bring_seconds_[operand] = begin_seconds + bytes / task.rates.to_device_bytes_per_second;
            if (operand != operand_d) continue;
            take_seconds_ = begin_seconds + bytes / task.rates.from_device_bytes_per_second;
            product_seconds_ = begin_seconds + 2 * bytes / task.rates.device_bytes_per_second;
        }
        double products = 1;
        for (const std::int64_t count : candidate.grid.counts) {
            products *= static_cast<double>(count);
        }
        product_seconds_ +=
            flops(problem) / products / task.flops_per_second * idle_factor(task, candidate.grid);
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
        double filled = 0;  ///< when its tile is there
        double free = 0;    ///< when nobody needs that any more
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
    std::array<double, operand_count> bring_seconds_{};
    double product_seconds_ = 0;
    double take_seconds_ = 0;
    std::array<std::vector<Slot>, operand_count> slots_;
    double in_ = 0;
    double products_ = 0;
    double out_ = 0;
};

}  // namespace

double least_ms(const TileTask& task, const TileCandidate& candidate) {
    const std::int64_t tiles = output_tiles(task.tiled, candidate.grid);
    const auto products = static_cast<double>(products_per_tile(task.tiled, candidate.grid));
    const double devices = static_cast<double>(std::min<std::int64_t>(tiles, task.devices));
    return 1e3 / devices *
           (static_cast<double>(tiles) * products * begin_seconds +
            flops(task.tiled.problem) / task.flops_per_second);
}

double predicted_ms(const TileTask& task, const TileCandidate& candidate) {
    // The first device has as many tiles as any.
    const TileSchedule schedule = schedule_of(task.tiled, candidate, 0, task.devices);
    return 1e3 * Timeline(task, candidate).seconds(schedule);
}

}  // namespace ttgt
