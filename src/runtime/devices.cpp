// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/devices.h"

#include <ttgt/error.h>

#include <unistd.h>

#include <charconv>
#include <fstream>

#include <fmt/format.h>

#include "src/runtime/cpu_identity.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

std::string read_cpu_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "CPU";
}

const std::string& cpu_name() {
    // Never destroyed: destructors of static objects may contract.
    static const auto& name = *new std::string(read_cpu_name());
    return name;
}

std::string simd_level() {
#if defined(__x86_64__)
    const int bits = cpu_identity().vector_bits;
    if (bits == 512) return "x86-64 AVX-512";
    return bits == 256 ? "x86-64 AVX2" : "x86-64";
#elif defined(__aarch64__)
    return "aarch64 NEON";
#else
    return "generic";
#endif
}

}  // namespace

std::string to_string(const Device& device) {
    return device.kind == Device::Kind::cpu ? "cpu" : fmt::format("cuda:{}", device.index);
}

Device parse_device(std::string_view text) {
    if (text == "cpu") return Device{};
    if (text == "cuda") return Device{Device::Kind::cuda, 0};
    if (text.starts_with("cuda:")) {
        int index = 0;
        const std::string_view digits = text.substr(5);
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (failure == std::errc{} && end == digits.data() + digits.size() && index >= 0) {
            return Device{Device::Kind::cuda, index};
        }
    }
    throw InvalidArgument(fmt::format("device '{}' is neither 'cpu' nor 'cuda:N'", text));
}

void check_usable(const Device& device) {
    if (device.kind == Device::Kind::cpu) return;
    cuda::check_usable(device.index);
}

std::string device_name(const Device& device) {
    return device.kind == Device::Kind::cpu ? cpu_name()
                                            : cuda::device_properties(device.index).name;
}

std::string cpu_platform(int threads) {
    static const std::string processor = fmt::format("{}, {}", cpu_name(), simd_level());
    return fmt::format("{}, {} threads", processor, available_threads(threads));
}

DeviceInfo describe_host() {
    DeviceInfo info;
    info.name = cpu_name();
    info.processors = available_threads(0);
    info.memory_bytes = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::int64_t>(sysconf(_SC_PAGE_SIZE));
    info.architecture = simd_level();
    info.usable = true;
    return info;
}

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> devices{describe_host()};
    for (DeviceInfo& device : cuda::list_devices()) devices.push_back(std::move(device));
    return devices;
}

}  // namespace ttgt
