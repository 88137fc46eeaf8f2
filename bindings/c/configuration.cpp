// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/device.h>
#include <ttgt/version.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/arguments.h"
#include "bindings/c/built_with.h"
#include "bindings/c/status.h"
#include "src/gemm/blas_library.h"
#include "src/gemm/process_mkl.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/devices.h"
#include "src/runtime/threads.h"

namespace ttgt::c {
namespace {

std::string compiler() {
#if defined(__clang__)
    return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return "unknown";
#endif
}

std::string device_lines(bool all) {
    std::string lines;
    const std::vector<DeviceInfo> devices =
        all ? list_devices() : std::vector<DeviceInfo>{describe_host()};
    for (const DeviceInfo& info : devices) {
        lines +=
            fmt::format("device\t{}\t{}\t{}\t{}\t{}\t{:d}\n", to_string(info.device), info.name,
                        info.architecture, info.processors, info.memory_bytes, info.usable);
    }
    return lines;
}

std::string describe_build() {
    BlasLibrary blas = blas_library();
    if (const ProcessMkl* const mkl = process_mkl()) {
        blas.name = "MKL";
        blas.version = mkl->version;
        blas.kernel.clear();
        blas.path = mkl->path;
        blas.threading = BlasThreading::openmp;
    }
    const std::string driver = built_cuda.empty() ? std::string() : cuda::driver_cuda_version();
    return fmt::format(
        "version\t{}\ncompiler\t{}\nthreads\t{}\nprocessors\t{}\nopenmp\t{:d}\n"
        "blas\t{}\t{}\t{}\t{}\t{}\ncuda\t{}\t{}\t{}\n",
        TTGT_VERSION, compiler(), available_threads(0), processors(), built_openmp, blas.name,
        blas.version, kernels_of(blas), name(blas.threading), blas.path, built_cuda,
        built_architectures, driver);
}

}  // namespace
}  // namespace ttgt::c

ttgt_status ttgt_configuration(int32_t with_devices, char* text, size_t capacity, size_t* length) {
    return ttgt::c::guarded([&] {
        ttgt::c::write_text(ttgt::c::describe_build() + ttgt::c::device_lines(with_devices != 0),
                            text, capacity, length);
    });
}
