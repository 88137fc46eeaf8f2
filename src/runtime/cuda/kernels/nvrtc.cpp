// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/kernels/nvrtc.h"

#include <ttgt/error.h>

#include <nvrtc.h>

#include <array>
#include <cstddef>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "src/runtime/loaded_library.h"

namespace ttgt::cuda {
namespace {

/// The functions of NVRTC that are used, under its own names.
struct Nvrtc {
    decltype(&::nvrtcCreateProgram) nvrtcCreateProgram;
    decltype(&::nvrtcDestroyProgram) nvrtcDestroyProgram;
    decltype(&::nvrtcCompileProgram) nvrtcCompileProgram;
    decltype(&::nvrtcGetProgramLogSize) nvrtcGetProgramLogSize;
    decltype(&::nvrtcGetProgramLog) nvrtcGetProgramLog;
    decltype(&::nvrtcGetCUBINSize) nvrtcGetCUBINSize;
    decltype(&::nvrtcGetCUBIN) nvrtcGetCUBIN;
    decltype(&::nvrtcGetErrorString) nvrtcGetErrorString;
    decltype(&::nvrtcVersion) nvrtcVersion;
};

Nvrtc load_library() {
    // The version whose header this file was compiled with.
    const std::string file = fmt::format("libnvrtc.so.{}", CUDART_VERSION / 1000);
    const LoadedLibrary library(file, packaged_library({CUDART_VERSION / 1000, "cuda_nvrtc", file}),
                                "generated kernels need NVRTC");
    Nvrtc functions{};
#define TTGT_LOAD(name) library.find(#name, functions.name)
    TTGT_LOAD(nvrtcCreateProgram);
    TTGT_LOAD(nvrtcDestroyProgram);
    TTGT_LOAD(nvrtcCompileProgram);
    TTGT_LOAD(nvrtcGetProgramLogSize);
    TTGT_LOAD(nvrtcGetProgramLog);
    TTGT_LOAD(nvrtcGetCUBINSize);
    TTGT_LOAD(nvrtcGetCUBIN);
    TTGT_LOAD(nvrtcGetErrorString);
    TTGT_LOAD(nvrtcVersion);
#undef TTGT_LOAD
    return functions;
}

const Nvrtc& nvrtc() {
    static const Nvrtc library = load_library();
    return library;
}

void check(nvrtcResult result, const char* call) {
    if (result == NVRTC_SUCCESS) return;
    throw Unsupported(
        fmt::format("generated kernels: {}: {}", call, nvrtc().nvrtcGetErrorString(result)));
}

/// A program of NVRTC's, destroyed at the end.
class NvrtcProgram {
public:
    explicit NvrtcProgram(const std::string& source) {
        check(nvrtc().nvrtcCreateProgram(&program_, source.c_str(), "generated.cu", 0, nullptr,
                                         nullptr),
              "nvrtcCreateProgram");
    }
    ~NvrtcProgram() { (void)nvrtc().nvrtcDestroyProgram(&program_); }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;

    [[nodiscard]] nvrtcResult compile(const std::string& architecture) {
        const std::array<const char*, 3> options{architecture.c_str(), "--std=c++17",
                                                 "--extra-device-vectorization"};
        return nvrtc().nvrtcCompileProgram(program_, static_cast<int>(options.size()),
                                           options.data());
    }
    [[nodiscard]] std::string log() const {
        std::size_t size = 0;
        check(nvrtc().nvrtcGetProgramLogSize(program_, &size), "nvrtcGetProgramLogSize");
        std::string text(size, '\0');
        check(nvrtc().nvrtcGetProgramLog(program_, text.data()), "nvrtcGetProgramLog");
        return text.substr(0, text.find('\0'));
    }
    [[nodiscard]] std::string binary() const {
        std::size_t size = 0;
        check(nvrtc().nvrtcGetCUBINSize(program_, &size), "nvrtcGetCUBINSize");
        std::string bytes(size, '\0');
        check(nvrtc().nvrtcGetCUBIN(program_, bytes.data()), "nvrtcGetCUBIN");
        return bytes;
    }

private:
    nvrtcProgram program_ = nullptr;
};

}  // namespace

CompiledSource compile_source(const std::string& source, int compute_major, int compute_minor) {
    NvrtcProgram program(source);
    const std::string architecture =
        fmt::format("--gpu-architecture=sm_{}{}", compute_major, compute_minor);
    const nvrtcResult result = program.compile(architecture);
    CompiledSource compiled{{}, program.log()};
    if (result != NVRTC_SUCCESS) {
        throw Unsupported(
            fmt::format("NVRTC refuses a generated kernel for {}: {}", architecture, compiled.log));
    }
    compiled.binary = program.binary();
    return compiled;
}

std::string compiler_version() {
    int major = 0;
    int minor = 0;
    check(nvrtc().nvrtcVersion(&major, &minor), "nvrtcVersion");
    return fmt::format("{}.{}", major, minor);
}

}  // namespace ttgt::cuda
