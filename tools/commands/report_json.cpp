// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/report_json.h"

#include <ttgt/version.h>

#include <nlohmann/json.hpp>

#include "tools/operands/checker.h"

namespace ttgt::tool {
namespace {

using Json = nlohmann::ordered_json;

Json to_object(const StepReport& step) {
    return {{"kind", step.kind},
            {"operand", step.operand},
            {"description", step.description},
            {"predicted_ms", step.predicted_ms},
            {"measured_ms", step.measured_ms},
            {"bytes", step.bytes},
            {"flops", step.flops},
            {"calls", step.calls}};
}

Json to_object(const std::optional<reference::Comparison>& check) {
    if (!check) return nullptr;
    return {{"outcome", name(check->outcome)},
            {"largest_error_over_bound", check->error_over_bound},
            {"elements", check->elements},
            {"worst_index", check->worst_index}};
}

Json to_object(const Report& report, Scalar alpha, Scalar beta,
               const std::optional<reference::Comparison>& check) {
    Json json;
    json["version"] = TTGT_VERSION;
    json["expression"] = report.expression;
    json["alpha"] = {alpha.real(), alpha.imag()};
    json["beta"] = {beta.real(), beta.imag()};
    json["strategy"] = report.strategy;
    json["device"] = report.device;
    json["dtype"] = name(report.dtype);
    json["compute"] = name(report.compute);
    json["m"] = report.m;
    json["n"] = report.n;
    json["k"] = report.k;
    json["batch"] = report.batch;
    json["flops"] = report.flops;
    json["bytes"] = report.bytes;
    json["arithmetic_intensity"] = report.arithmetic_intensity;
    json["workspace_bytes"] = report.workspace_bytes;
    json["predicted_ms"] = report.predicted_ms;
    json["total_ms"] = report.total_ms;
    json["gemm_ms"] = report.gemm_ms;
    json["overhead"] = report.overhead;
    json["steps"] = Json::array();
    for (const StepReport& step : report.steps) json["steps"].push_back(to_object(step));
    json["check"] = to_object(check);
    return json;
}

std::string to_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string to_json(const Report& report, Scalar alpha, Scalar beta,
                    const std::optional<reference::Comparison>& check) {
    return to_text(to_object(report, alpha, beta, check));
}

std::string to_json(const DistributedReport& report, Scalar alpha, Scalar beta,
                    const std::optional<reference::Comparison>& check) {
    Json json = to_object(report.report, alpha, beta, check);
    json["ranks"] = report.ranks;
    json["choice"] = report.choice;
    json["bytes_sent"] = report.bytes_sent;
    json["bytes_received"] = report.bytes_received;
    json["bytes_over_links"] = report.bytes_over_links;
    json["imbalance"] = report.imbalance;
    json["efficiency"] = report.efficiency;
    return to_text(json);
}

}  // namespace ttgt::tool
