// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/results/run_info.h"

#include <ttgt/dtype.h>
#include <ttgt/version.h>

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>

#include <nlohmann/json.hpp>

#include "src/gemm/blas_library.h"
#include "src/gemm/gemm.h"
#include "src/runtime/cuda/properties.h"
#include "tools/bench/results/build_info.h"
#include "tools/bench/results/recorded_ceilings.h"
#include "tools/io/errors.h"
#include "tools/operands/device_choice.h"

namespace ttgt::tool {
namespace {

using Json = nlohmann::ordered_json;

std::string date_utc() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    const std::size_t length =
        std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return std::string(text.data(), length);
}

std::string operating_system() {
    struct utsname system {};
    if (uname(&system) != 0) return "unknown";
    return std::string(system.sysname) + " " + system.release + " " + system.machine;
}

/// "580.159.04": the version that the kernel module's first line names, among who built it and how.
std::string nvidia_driver() {
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;) {
        const bool is_version = word.find_first_not_of("0123456789.") == std::string::npos &&
                                word.find('.') != std::string::npos;
        if (is_version) return word;
    }
    return "unknown";
}

Json cuda_machine(int device) {
    const cuda::DeviceProperties& properties = cuda::device_properties(device);
    return {{"driver", nvidia_driver()},
            {"driver_cuda", cuda::driver_cuda_version()},
            {"runtime_cuda", cuda::runtime_cuda_version()},
            {"clock_mhz", properties.clock_mhz},
            {"memory_clock_mhz", properties.memory_clock_mhz},
            {"l2_bytes", properties.l2_bytes}};
}

std::vector<Device> devices_of(const RunInfo& info) {
    return info.devices.empty() ? std::vector<Device>{info.device} : info.devices;
}

/// The host and the devices.
Json machine(const std::vector<Device>& devices) {
    Json json;
    json["os"] = operating_system();
    for (const DeviceInfo& info : list_devices()) {
        const bool is_used =
            std::find(devices.begin(), devices.end(), info.device) != devices.end();
        if (info.device.kind != Device::Kind::cpu && !is_used) continue;
        json[to_string(info.device)] = {{"name", info.name},
                                        {"processors", info.processors},
                                        {"memory_bytes", info.memory_bytes},
                                        {"architecture", info.architecture}};
    }
    const auto gpu = std::find_if(devices.begin(), devices.end(), [](const Device& device) {
        return device.kind == Device::Kind::cuda;
    });
    if (gpu != devices.end()) json["cuda"] = cuda_machine(gpu->index);
    return json;
}

Json links(const HostLinkRates& rates) {
    return {{"to_device_gb_s", 1e-9 * rates.to_device_bytes_per_second},
            {"from_device_gb_s", 1e-9 * rates.from_device_bytes_per_second}};
}

Json build() {
    return {{"version", TTGT_VERSION},
            {"commit", build_info::commit},
            {"compiler", build_info::compiler},
            {"flags", build_info::flags},
            {"build_type", build_info::build_type},
            {"gemm", name(default_gemm_vendor())},
            {"blas", describe(blas_library())},
            {"blas_path", blas_library().path},
            {"blas_built_with", build_info::blas}};
}

Json ceilings(const Ceilings& values) {
    Json json;
    json["copy_gb_s"] = values.copy_gb_s;
    json["gemm_gflops"] = Json::object();
    for (const auto& [dtype, gflops] : values.gemm_gflops) {
        json["gemm_gflops"][std::string(name(dtype))] = gflops;
    }
    return json;
}

}  // namespace

void set_ceilings(RunInfo& info, const Ceilings& measured) {
    info.measured = measured;
    info.ceilings = raised(measured, recorded_ceilings_of(info.device));
}

std::string to_json(const RunInfo& info) {
    Json json;
    json["date"] = date_utc();
    json["command_line"] = info.command_line;
    json["device"] = to_string(devices_of(info));
    json["threads"] = info.threads;
    json["warm_up_calls"] = 1;
    json["timed_calls"] = info.repeats;
    if (info.calls_together > 1) json["calls_timed_together"] = info.calls_together;
    if (!info.settings.empty()) json["settings"] = info.settings;
    json["cases"] = info.cases;
    json["rows"] = info.rows;
    json["interrupted"] = info.interrupted;
    json["ceilings"] = ceilings(info.ceilings);
    json["ceilings_measured"] = ceilings(info.measured);
    if (info.links) json["links"] = links(*info.links);
    json["machine"] = machine(devices_of(info));
    json["build"] = build();
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::map<std::string, std::string> parse_settings(const std::string& text,
                                                  const std::string& path) {
    try {
        return Json::parse(text).at("settings").get<std::map<std::string, std::string>>();
    } catch (const Json::exception&) {
        throw FileError(path, "is not the run.json of a run that can be resumed");
    }
}

}  // namespace ttgt::tool
