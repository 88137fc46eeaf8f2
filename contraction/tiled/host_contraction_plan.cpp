// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/host_contraction.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "contraction/tiled/planned_host_contraction.h"

namespace ttgt {
namespace {

using Parts = PlannedHostContraction::Parts;

std::string explain_device(const Parts& parts, const TileDevice& device) {
    const std::array<std::int64_t, operand_count> brought = brought_bytes(parts, device);
    std::array<double, operand_count> gigabytes{};
    std::transform(brought.begin(), brought.end(), gigabytes.begin(),
                   [](std::int64_t bytes) { return 1e-9 * static_cast<double>(bytes); });
    return fmt::format(
        "  {}: {} products; {:.3g} GB of L, {:.3g} GB of R and {:.3g} GB of D copied in; {} bytes "
        "of tiles and {} of workspace\n",
        to_string(device.context->options().device), device.schedule.places.size(),
        gigabytes[operand_l], gigabytes[operand_r], gigabytes[operand_d],
        parts.candidate.tile_memory, device.workspace_bytes);
}

std::string explain_rates(const ChosenRates<HostLinkRates>& rates) {
    return fmt::format(
        "  rates {}: {:.3g} GB/s to a device, {:.3g} from it, {:.3g} in its memory\n", rates.from,
        1e-9 * rates.rates.to_device_bytes_per_second,
        1e-9 * rates.rates.from_device_bytes_per_second,
        1e-9 * rates.rates.device_bytes_per_second);
}

Pointers pointers_of(const Problem& problem, void* d, std::span<const void* const> inputs) {
    if (inputs.size() != problem.inputs) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               problem.text, problem.inputs, inputs.size()));
    }
    return {d, inputs[0], inputs.size() == 2 ? inputs[1] : nullptr};
}

}  // namespace

std::array<std::int64_t, operand_count> brought_bytes(const Parts& parts,
                                                      const TileDevice& device) {
    std::array<std::int64_t, operand_count> bytes{};
    for (const TileStep& step : device.schedule.steps) {
        if (step.kind != TileStep::Kind::bring) continue;
        bytes[step.operand] += tile_bytes(
            parts.tiled, step.operand,
            extents_at(parts.tiled, parts.candidate.grid, device.schedule.places[step.place]));
    }
    return bytes;
}

std::string explain(const Parts& parts) {
    const Problem& problem = parts.tiled.problem;
    const TileCandidate& candidate = parts.candidate;
    std::string text = fmt::format("{}\n  in host memory, tiles of", problem.text);
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        text += fmt::format(" {}:{}/{}", problem.labels[label].name, candidate.grid.tile[label],
                            problem.labels[label].extent);
    }
    text += fmt::format("\n  a device holds {} tiles of D, {} of L", candidate.slots[operand_d],
                        candidate.slots[operand_l]);
    if (problem.inputs == 2) text += fmt::format(", {} of R", candidate.slots[operand_r]);
    text += fmt::format("; predicted {:.4g} ms\n", candidate.predicted_ms);
    text += explain_rates(parts.rates);
    for (const TileDevice& device : parts.devices) text += explain_device(parts, device);
    if (parts.idle_devices > 0) {
        text += fmt::format("  {} more would not be faster\n", parts.idle_devices);
    }
    const TileDevice& first = parts.devices.front();
    if (!first.plans.empty()) {
        text +=
            "the product of the largest tiles:\n" + first.plans.rbegin()->second.first->explain(0);
    }
    return text;
}

HostContractionPlan::HostContractionPlan(std::unique_ptr<const PlannedHostContraction> planned)
    : planned_(std::move(planned)) {}
HostContractionPlan::~HostContractionPlan() = default;
HostContractionPlan::HostContractionPlan(HostContractionPlan&&) noexcept = default;
HostContractionPlan& HostContractionPlan::operator=(HostContractionPlan&&) noexcept = default;

std::string HostContractionPlan::explain() const { return ttgt::explain(planned_->parts()); }

std::int64_t HostContractionPlan::device_bytes() const noexcept {
    std::int64_t most = 0;
    for (const TileDevice& device : planned_->parts().devices) {
        most = std::max(most, device.workspace_bytes);
    }
    return planned_->parts().candidate.tile_memory + most;
}

std::int64_t HostContractionPlan::staging_bytes() const noexcept {
    std::int64_t bytes = 0;
    for (const TileDevice& device : planned_->parts().devices) {
        bytes += device.worker->staging_bytes();
    }
    return bytes;
}

double HostContractionPlan::predicted_ms() const noexcept {
    return planned_->parts().candidate.predicted_ms;
}

std::int64_t HostContractionPlan::brought_bytes() const {
    std::int64_t bytes = 0;
    for (const TileDevice& device : planned_->parts().devices) {
        const auto brought = ttgt::brought_bytes(planned_->parts(), device);
        bytes = std::accumulate(brought.begin(), brought.end(), bytes);
    }
    return bytes;
}

void HostContractionPlan::run(void* d, std::span<const void* const> inputs,
                              const RunOptions& options) const {
    planned_->run(pointers_of(planned_->parts().tiled.problem, d, inputs), options);
}

HostContractionReport HostContractionPlan::profile(void* d, std::span<const void* const> inputs,
                                                   const RunOptions& options) const {
    return planned_->profile(pointers_of(planned_->parts().tiled.problem, d, inputs), options);
}

HostContractionPlan plan_host_contraction(Context& context, std::string_view expression,
                                          const std::vector<OperandLayout>& operands,
                                          const HostContractionOptions& options) {
    return HostContractionPlan(std::make_unique<const PlannedHostContraction>(
        plan_tiles(context, read_statement(expression, operands), options)));
}

}  // namespace ttgt
