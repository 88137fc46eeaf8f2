// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/recorded_ceilings.h"

#include <ttgt/error.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tools/bench/results/build_data.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

Ceilings ceilings_of(const nlohmann::json& entry) {
    Ceilings ceilings;
    ceilings.copy_gb_s = entry.at("copy_gb_s").get<double>();
    for (const auto& [dtype, gflops] : entry.at("gemm_gflops").items()) {
        ceilings.gemm_gflops[parse_numeric_dtype(dtype, "gemm_gflops")] = gflops.get<double>();
    }
    return ceilings;
}

}  // namespace

std::map<std::string, Ceilings> parse_ceilings(const std::string& text, const std::string& path) {
    try {
        std::map<std::string, Ceilings> found;
        const nlohmann::json json = nlohmann::json::parse(text);
        for (const auto& [card, entry] : json.items()) {
            found.emplace(card, ceilings_of(entry));
        }
        return found;
    } catch (const nlohmann::json::exception& error) {
        throw FileError(path, error.what());
    } catch (const InvalidArgument& error) {
        throw FileError(path, error.what());
    }
}

const std::map<std::string, Ceilings>& recorded_ceilings() {
    static const auto recorded =
        parse_ceilings(build_data::ceilings, "benchmarks/data/ceilings.json");
    return recorded;
}

const Ceilings* recorded_ceilings_of(const Device& device) {
    for (const DeviceInfo& info : list_devices()) {
        const auto found = recorded_ceilings().find(info.name);
        if (info.device == device && found != recorded_ceilings().end()) return &found->second;
    }
    return nullptr;
}

Ceilings raised(Ceilings measured, const Ceilings* recorded) {
    if (recorded == nullptr) return measured;
    measured.copy_gb_s = std::max(measured.copy_gb_s, recorded->copy_gb_s);
    for (auto& [dtype, gflops] : measured.gemm_gflops) {
        const auto found = recorded->gemm_gflops.find(dtype);
        if (found != recorded->gemm_gflops.end()) gflops = std::max(gflops, found->second);
    }
    return measured;
}

}  // namespace ttgt::tool
