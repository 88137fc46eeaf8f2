// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ttgt::cuda {

/// Machine code for one kind of GPU, and what the compiler said about it.
struct CompiledSource {
    std::string binary;
    std::string log;  ///< empty where there is nothing to say
};

/// Compiles CUDA C++ for a compute capability by NVRTC, which is loaded on first use and kept; no
/// device is needed. Takes a tenth of a second. Thread-safe. Throws Unsupported where NVRTC cannot
/// be loaded or refuses the source, with its reasons.
[[nodiscard]] CompiledSource compile_source(const std::string& source, int compute_major,
                                            int compute_minor);

/// "13.0": NVRTC's, loaded as by compile_source(). Throws Unsupported where it cannot be.
[[nodiscard]] std::string compiler_version();

}  // namespace ttgt::cuda
