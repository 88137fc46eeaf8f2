// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "contraction/plan/explain.h"
#include "contraction/tiled/planned_host_contraction.h"
#include "contraction/tiled/stopwatch.h"
#include "src/core/memory/address_range.h"

namespace ttgt {
namespace {

using Parts = PlannedHostContraction::Parts;

/// One run, of all devices.
struct TileRun {
    const Parts& parts;
    Pointers data;
    Scalar alpha;
    Scalar beta;
    bool is_timed;
    std::atomic<bool> has_failed{false};
};

/// The steps of one device, in order.
class DeviceRun {
public:
    DeviceRun(TileRun& run, const TileDevice& device)
        : run_(run), parts_(run.parts), device_(device) {}

    void work() const {
        device_.worker->begin(ranges(), run_.is_timed);
        for (const TileStep& step : device_.schedule.steps) {
            if (run_.has_failed) return device_.worker->abandon();
            const PerLabel& place = device_.schedule.places[step.place];
            const PerLabel extents = extents_at(parts_.tiled, parts_.candidate.grid, place);
            switch (step.kind) {
                case TileStep::Kind::bring:
                    bring(step, place, extents);
                    break;
                case TileStep::Kind::multiply:
                    multiply(step, extents);
                    break;
                case TileStep::Kind::take:
                    device_.worker->take(move(step, extents), tile(step, operand_d),
                                         const_cast<char*>(host(operand_d, place)));
                    break;
            }
        }
        device_.worker->finish();
    }

private:
    [[nodiscard]] std::array<HostRange, operand_count> ranges() const {
        std::array<HostRange, operand_count> ranges{};
        const Problem& problem = parts_.tiled.problem;
        for (std::size_t operand = 0; operand < operands_of(problem); ++operand) {
            if (problem.sizes.volumes[operand] == 0) continue;
            const auto* data = static_cast<const char*>(run_.data[operand]);
            std::int64_t least = 0;
            std::int64_t most = 0;
            const std::int64_t bytes = size_bytes(problem.dtypes[operand]);
            for (const ProblemLabel& label : problem.labels) {
                const std::int64_t reach = (label.extent - 1) * label.strides[operand];
                (reach < 0 ? least : most) += reach;
            }
            ranges[operand] = {data + least * bytes, data + (most + 1) * bytes - 1};
        }
        return ranges;
    }

    [[nodiscard]] const char* host(std::size_t operand, const PerLabel& place) const {
        const std::int64_t offset =
            host_offset(parts_.tiled, parts_.candidate.grid, operand, place);
        return static_cast<const char*>(run_.data[operand]) +
               offset * size_bytes(parts_.tiled.problem.dtypes[operand]);
    }
    [[nodiscard]] char* tile(const TileStep& step, std::size_t operand) const {
        const SlotPlace& slots = parts_.slots[operand];
        return device_.worker->memory() + slots.offset + step.slots[operand] * slots.step;
    }
    [[nodiscard]] const TileMove& move(const TileStep& step, const PerLabel& extents) const {
        return parts_.moves[step.operand].at(extents);
    }

    void bring(const TileStep& step, const PerLabel& place, const PerLabel& extents) const {
        const bool is_read =
            step.operand == operand_d || run_.alpha * parts_.tiled.problem.scale != Scalar{};
        const TileMove& by = move(step, extents);
        if (!is_read || by.bytes() == 0) return;
        const TileName name{step.operand,
                            tile_number(parts_.tiled, parts_.candidate.grid, step.operand, place)};
        device_.worker->bring(by, {name, host(step.operand, place)}, tile(step, step.operand));
    }

    void multiply(const TileStep& step, const PerLabel& extents) const {
        const TilePlans& plans = device_.plans.at(extents);
        TileProduct product{step.accumulates ? *plans.more : *plans.first,
                            {},
                            parts_.tiled.problem.inputs,
                            run_.alpha,
                            step.accumulates ? Scalar{1.0} : run_.beta};
        for (std::size_t operand = 0; operand < operands_of(parts_.tiled.problem); ++operand) {
            product.tiles[operand] = tile(step, operand);
        }
        device_.worker->multiply(product);
    }

    TileRun& run_;
    const Parts& parts_;
    const TileDevice& device_;
};

/// What the device threw, after it stopped.
std::exception_ptr failure_of(TileRun& run, const TileDevice& device) {
    try {
        DeviceRun(run, device).work();
        return nullptr;
    } catch (...) {
        run.has_failed = true;
        device.worker->abandon();
        return std::current_exception();
    }
}

void run_devices(TileRun& run) {
    const std::vector<TileDevice>& devices = run.parts.devices;
    std::vector<std::exception_ptr> failures(devices.size());
    std::vector<std::thread> threads;
    for (std::size_t other = 1; other < devices.size(); ++other) {
        threads.emplace_back([&run, &devices, &failures, other] {
            failures[other] = failure_of(run, devices[other]);
        });
    }
    failures.front() = failure_of(run, devices.front());
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

}  // namespace

void PlannedHostContraction::run(const Pointers& data, const RunOptions& options) const {
    const std::lock_guard lock(running_);
    run(data, options, Timing::off);
}

HostContractionReport PlannedHostContraction::profile(const Pointers& data,
                                                      const RunOptions& options) const {
    const std::lock_guard lock(running_);
    double total_ms = 0;
    {
        const Stopwatch watch(total_ms);
        run(data, options, Timing::on);
    }
    return report(total_ms);
}

HostContractionReport PlannedHostContraction::report(double total_ms) const {
    HostContractionReport result;
    result.report = report_of(parts_.tiled.problem);
    result.report.strategy = "tiles of host memory";
    result.report.predicted_ms = parts_.candidate.predicted_ms;
    result.report.total_ms = total_ms;
    for (const TileDevice& device : parts_.devices) {
        HostDeviceReport& added = result.devices.emplace_back(device.worker->report());
        added.device = device.context->options().device;
        if (!result.report.device.empty()) result.report.device += ',';
        result.report.device += to_string(added.device);
        result.report.gemm_ms = std::max(result.report.gemm_ms, added.products_ms);
    }
    result.report.overhead = 1 - std::min(result.report.gemm_ms / std::max(total_ms, 1e-9), 1.0);
    return result;
}

void PlannedHostContraction::run(const Pointers& data, const RunOptions& options,
                                 Timing timing) const {
    const Scalar beta = checked_beta(parts_.tiled.problem, data, options);
    if (options.workspace.data != nullptr || options.stream != Stream{}) {
        throw InvalidArgument(
            "plans of tensors in host memory have their own workspace and streams");
    }
    if (!options.unchanged.empty()) {
        throw Unsupported("plans of tensors in host memory keep nothing from run to run");
    }
    parts_.held->clear();  // of what the operands were in the run before
    TileRun run{parts_, data, options.alpha, beta, timing == Timing::on};
    run_devices(run);
}

}  // namespace ttgt
