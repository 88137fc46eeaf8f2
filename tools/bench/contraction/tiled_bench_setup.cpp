// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/tiled_bench_setup.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "src/runtime/devices.h"
#include "src/runtime/threads.h"
#include "tools/bench/contraction/contraction_bench_setup.h"
#include "tools/bench/results/recorded_ceilings.h"
#include "tools/io/interrupt.h"
#include "tools/io/progress.h"
#include "tools/io/values.h"
#include "tools/operands/device_choice.h"

namespace ttgt::tool {
namespace {

bool has_gpu(const std::vector<Device>& devices) {
    return std::any_of(devices.begin(), devices.end(),
                       [](const Device& device) { return device.kind == Device::Kind::cuda; });
}

HostMemory memory_of(const std::string& memory, const std::vector<Device>& devices) {
    if (memory.empty()) return has_gpu(devices) ? HostMemory::page_locked : HostMemory::pageable;
    if (memory == name(HostMemory::pageable)) return HostMemory::pageable;
    if (!has_gpu(devices)) {
        throw InvalidArgument("--memory page-locked: no CUDA device is among --devices");
    }
    return HostMemory::page_locked;
}

std::vector<Device> different(const std::vector<Device>& devices) {
    std::vector<Device> found;
    for (const Device& device : devices) {
        if (std::find(found.begin(), found.end(), device) == found.end()) found.push_back(device);
    }
    return found;
}

void add(Ceilings& sum, const Ceilings& more) {
    sum.copy_gb_s += more.copy_gb_s;
    for (const auto& [dtype, gflops] : more.gemm_gflops) sum.gemm_gflops[dtype] += gflops;
}

Ceilings measure(const Device& device, int threads, const std::set<DType>& dtypes,
                 ComputeType compute) {
    ContextOptions options;
    options.device = device;
    options.threads = threads;
    Context context(options);
    Ceilings measured;
    measured.copy_gb_s = measure_copy_gb_s(context);
    for (const DType dtype : dtypes) {
        throw_if_interrupted();
        measured.gemm_gflops[dtype] = measure_gemm_gflops(context, dtype, compute);
    }
    return measured;
}

/// Whether links can be measured, all devices at once.
bool are_alike_gpus(const std::vector<Device>& devices) {
    return std::all_of(devices.begin(), devices.end(), [&](const Device& device) {
        return device.kind == Device::Kind::cuda &&
               device_name(device) == device_name(devices.front());
    });
}

}  // namespace

TiledBenchSettings tiled_settings_of(const BenchOptions& bench, const BenchPlanning& planning,
                                     const std::string& devices, const std::string& memory) {
    const ContractionBenchSettings shared = settings_of(bench, planning);
    if (shared.strategies.size() != 1) {
        throw InvalidArgument(
            fmt::format("--strategy: {} are named, but --devices share the work "
                        "of one: each plan holds memory of them",
                        shared.strategies.size()));
    }
    TiledBenchSettings settings;
    HostContractionOptions& options = settings.planning;
    options.strategy = shared.strategies.front();
    options.planning = shared.planning;
    options.generated_kernels = shared.generated_kernels;
    options.search_seconds = shared.search_seconds;
    options.compute = shared.compute;
    options.workspace_limit = parse_size(planning.workspace_limit, "--workspace-limit");
    options.devices = parse_devices(devices);
    for (const Device& device : options.devices) check_usable(device);
    settings.memory = memory_of(memory, options.devices);
    settings.repeats = bench.repeats;
    settings.check = bench.check;
    settings.check_options = sampled_check();
    return settings;
}

RunInfo tiled_run_info_of(const BenchOptions& bench, const std::set<DType>& dtypes,
                          const HostContractionOptions& planning) {
    RunInfo info;
    info.command_line = bench.command_line;
    info.devices = planning.devices;
    info.threads = available_threads(bench.threads);
    info.repeats = bench.repeats;
    Progress progress(bench.quiet);
    progress.stage("measuring what the machine reaches", 0);
    for (const Device& device : different(planning.devices)) {
        const Ceilings measured = measure(device, bench.threads, dtypes, planning.compute);
        add(info.measured, measured);
        add(info.ceilings, raised(measured, recorded_ceilings_of(device)));
    }
    if (are_alike_gpus(planning.devices)) {
        info.links = measure_link_rates(planning.devices, bench.threads).host;
    }
    return info;
}

}  // namespace ttgt::tool
