// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Writes the kernels of generated_cases() to the file named, for a host compiler under the
// emulation of a block: each in a namespace of its own, and a table of them.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_source.h"
#include "src/core/element.h"
#include "tests/support/problems/generated_problems.h"

namespace {

/// The block's shared memory is the emulation's.
std::string with_emulated_memory(std::string source) {
    const std::string declared = "extern __shared__ __align__(16) unsigned char memory[];";
    const std::size_t at = source.find(declared);
    if (at != std::string::npos) {
        source.replace(at, declared.size(),
                       "auto* const memory = reinterpret_cast<unsigned char*>(shared_memory);");
    }
    return source;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: write_generated_kernels FILE\n";
        return 2;
    }
    std::ofstream file(arguments[1]);
    const std::vector<ttgt::test::GeneratedCase> cases = ttgt::test::generated_cases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& [problem, shape] = cases[i];
        file << "namespace kernel_" << i << " {\n#define generated generated_" << i << "\n"
             << with_emulated_memory(ttgt::cuda::generated_source(problem, shape))
             << "void call(void* const* tensors, double alpha, double beta) {\n    generated(";
        for (std::size_t tensor = 0; tensor < problem.tensors.size(); ++tensor) {
            if (problem.tensors[tensor].is_temporary) continue;
            file << "static_cast<Element*>(tensors[" << tensor << "]), ";
        }
        const char* rest = ttgt::is_complex(problem.dtype) ? ", Real(0)}" : "}";
        file << "Element{Real(alpha)" << rest << ", Element{Real(beta)" << rest
             << ");\n}\n#undef generated\n}\n";
    }
    file << "using Call = void (*)(void* const*, double, double);\nconstexpr Call calls[] = {";
    for (std::size_t i = 0; i < cases.size(); ++i) file << "kernel_" << i << "::call,";
    file << "};\n";
    file.close();
    return file ? 0 : 1;
}
