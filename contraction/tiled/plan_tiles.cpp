// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "contraction/binary/plan_binary.h"
#include "contraction/problem/bind.h"
#include "contraction/tiled/planned_host_contraction.h"
#include "src/context/link_rates_file.h"
#include "src/context/workspace_limit.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

/// The share of a GPU's memory that tiles may take if no limit is set. The rest is for libraries
/// and other plans.
constexpr double part_of_memory = 0.8;

std::vector<Device> devices_of(const Context& context, const HostContractionOptions& options) {
    if (!options.devices.empty()) return options.devices;
    return {context.options().device};
}

std::int64_t memory_limit(const Context& context, const HostContractionOptions& options,
                          const std::vector<Device>& devices) {
    std::int64_t limit = checked_workspace_limit(options.workspace_limit, context.options());
    for (const Device& device : devices) {
        if (device.kind == Device::Kind::cpu) continue;
        const auto bytes = static_cast<double>(cuda::device_properties(device.index).memory_bytes);
        limit = std::min(limit, static_cast<std::int64_t>(part_of_memory * bytes));
    }
    return limit;
}

void check_options(const HostContractionOptions& options, const HostLinkRates& rates) {
    for (const double rate : {rates.to_device_bytes_per_second, rates.from_device_bytes_per_second,
                              rates.device_bytes_per_second}) {
        if (!(rate > 0)) throw InvalidArgument(fmt::format("a rate of a link is {}", rate));
    }
    if (options.chunk_bytes < workspace_alignment) {
        throw InvalidArgument(fmt::format("chunks of {} bytes were asked for; {} is the least",
                                          options.chunk_bytes, workspace_alignment));
    }
}

/// Multiprocessors of a GPU; on a CPU a product is as fast whatever its tiles are.
int multiprocessors(const Device& device) {
    if (device.kind == Device::Kind::cpu) return 0;
    return cuda::device_properties(device.index).multiprocessors;
}

/// What a thread for one more device, and waiting for it, takes beside its work.
constexpr double device_ms = 0.05;

class TilePlanner {
public:
    TilePlanner(Context& context, const Statement& statement, const HostContractionOptions& options)
        : context_(context),
          options_(options),
          devices_(devices_of(context, options)),
          threads_(std::max(
              available_threads(context.options().threads) / static_cast<int>(devices_.size()),
              1)) {
        for (const Device& device : devices_) add_device(device);
        choose_rates();
        check_options(options, parts_.rates.rates);
        parts_.memory_limit = memory_limit(context, options, devices_);
        Problem problem =
            bind_expression(statement.expression, statement.operands, options.beta_is_zero);
        problem.compute = options.compute;
        parts_.tiled = make_tiled(std::move(problem));
    }

    PlannedHostContraction::Parts plan() {
        choose();
        const Problem& problem = parts_.tiled.problem;
        for (std::size_t device = 0; device < parts_.devices.size(); ++device) {
            if (!problem.output_empty) {
                parts_.devices[device].schedule =
                    schedule_of(parts_.tiled, parts_.candidate, static_cast<int>(device),
                                static_cast<int>(parts_.devices.size()));
            }
            plan_device(parts_.devices[device]);
        }
        return std::move(parts_);
    }

private:
    void add_device(const Device& device) {
        ContextOptions settings;
        settings.device = device;
        settings.threads = threads_;
        settings.plan_cache = context_.options().plan_cache;
        // Of the same kind of device; each other finds its own.
        if (device.kind == context_.options().device.kind) {
            settings.calibration = context_.options().calibration;
        }
        TileDevice added;
        added.context = std::make_unique<Context>(settings);
        parts_.devices.push_back(std::move(added));
    }

    /// Once there are contexts on the devices: before, one may be no device at all.
    void choose_rates() {
        if (options_.rates) {
            parts_.rates = {*options_.rates, from_options};
        } else {
            parts_.rates = default_host_rates(devices_);
        }
    }

    /// Chooses the tiles: for all devices, or for the first device alone if more devices would not
    /// be faster.
    void choose() {
        const std::size_t all = parts_.devices.size();
        const double flops_per_second = whole_rate();
        parts_.candidate = choose_for(all, flops_per_second);
        if (all > 1) {
            const TileCandidate alone = choose_for(1, flops_per_second);
            if (alone.predicted_ms <=
                parts_.candidate.predicted_ms + device_ms * static_cast<double>(all - 1)) {
                parts_.candidate = alone;
                parts_.idle_devices = all - 1;
                parts_.devices.resize(1);
            }
        }
        parts_.slots = slot_places(parts_.tiled, parts_.candidate);
    }

    [[nodiscard]] TileCandidate choose_for(std::size_t devices, double flops_per_second) const {
        const TileTask task{parts_.tiled,
                            parts_.rates.rates,
                            flops_per_second,
                            multiprocessors(devices_.front()),
                            static_cast<int>(devices),
                            parts_.memory_limit};
        return choose_tiles(task);
    }

    /// Flops a second of the whole problem, as if a device's memory held it.
    [[nodiscard]] double whole_rate() const {
        PerLabel whole;
        for (const ProblemLabel& label : parts_.tiled.problem.labels) whole.push_back(label.extent);
        PlanOptions options = options_;
        options.beta_is_zero = true;
        options.workspace_limit = unlimited;
        const double ms = plan_product(*parts_.devices.front().context, whole, options)
                              ->prediction()
                              .predicted_ms;
        return std::max(flops(parts_.tiled.problem), 1.0) / std::max(1e-3 * ms, 1e-9);
    }

    [[nodiscard]] std::unique_ptr<const PlannedContraction> plan_product(
        Context& context, const PerLabel& extents, const PlanOptions& options) const {
        return plan_binary(context, tile_statement(parts_.tiled, extents), options, threads_);
    }

    void plan_device(TileDevice& device) {
        const TileCandidate& candidate = parts_.candidate;
        PlanOptions options = options_;
        options.workspace_limit = parts_.memory_limit - candidate.tile_memory;
        for (const TileStep& step : device.schedule.steps) {
            const PerLabel extents =
                extents_at(parts_.tiled, candidate.grid, device.schedule.places[step.place]);
            if (step.kind != TileStep::Kind::multiply) {
                plan_move(step.operand, extents);
                continue;
            }
            TilePlans& plans = device.plans[extents];
            std::unique_ptr<const PlannedContraction>& plan =
                step.accumulates ? plans.more : plans.first;
            if (plan) continue;
            options.beta_is_zero = !step.accumulates && parts_.tiled.problem.beta_is_zero;
            plan = plan_product(*device.context, extents, options);
            device.workspace_bytes = std::max(device.workspace_bytes, plan->workspace_bytes());
        }
        device.worker = make_tile_worker(
            *device.context,
            {candidate.tile_memory, device.workspace_bytes, options_.chunk_bytes, parts_.held});
    }

    /// Tiles of inputs by two threads of three, those of D, whose copies are fewer, by the third.
    void plan_move(std::size_t operand, const PerLabel& extents) {
        if (parts_.moves[operand].count(extents) > 0) return;
        ContextOptions settings;
        settings.threads =
            std::max(operand == operand_d ? threads_ / 3 : threads_ - threads_ / 3, 1);
        Context copying(settings);
        parts_.moves[operand].emplace(
            extents, TileMove(copying, host_layout(parts_.tiled, operand, extents),
                              parts_.tiled.problem.dtypes[operand], options_.chunk_bytes,
                              operand == operand_d));
    }

    Context& context_;
    const HostContractionOptions& options_;
    std::vector<Device> devices_;
    int threads_;  // of each device
    PlannedHostContraction::Parts parts_;
};

}  // namespace

PlannedHostContraction::Parts plan_tiles(Context& context, const Statement& statement,
                                         const HostContractionOptions& options) {
    return TilePlanner(context, statement, options).plan();
}

}  // namespace ttgt
