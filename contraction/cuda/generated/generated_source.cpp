// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/generated_source.h"

#include "contraction/cuda/generated/source_writer.h"

namespace ttgt::cuda {

std::string variable_of(const std::string& prefix, const std::string& name) {
    std::string result = prefix + "_";
    for (const char c : name) {
        const bool is_kept =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        result += is_kept ? c : '_';
    }
    return result;
}

std::string generated_source(const GeneratedProblem& problem, const GeneratedShape& shape) {
    return SourceWriter(problem, shape).write();
}

}  // namespace ttgt::cuda
