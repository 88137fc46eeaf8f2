// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/operation_case.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ttgt::test {
namespace {

std::string describe_tensor(const TensorCase& tensor) {
    return fmt::format("{}[{}] extents {} strides {}{} origin {} alignment {} op {}",
                       name_of(tensor.type), fmt::join(tensor.modes, ","), tensor.extents,
                       tensor.strides, tensor.says_strides ? "" : " (not said)", tensor.origin,
                       tensor.alignment, static_cast<int>(tensor.op));
}

}  // namespace

bool has_addend(CaseKind kind) { return kind != CaseKind::permutation; }

std::size_t scalar_of(const OperationCase& operation, std::size_t input) {
    const bool is_product =
        operation.kind == CaseKind::contraction || operation.kind == CaseKind::contraction_trinary;
    if (!is_product) return input;
    return input + 1 == operation.inputs.size() ? 1 : 0;
}

const char* name_of(CaseKind kind) {
    switch (kind) {
        case CaseKind::contraction:
            return "contraction";
        case CaseKind::contraction_trinary:
            return "contraction of three";
        case CaseKind::permutation:
            return "permutation";
        case CaseKind::elementwise_binary:
            return "elementwise of two";
        case CaseKind::elementwise_trinary:
            return "elementwise of three";
        default:
            return "reduction";
    }
}

std::int64_t extent_of(const OperationCase& operation, std::int32_t mode) {
    const auto in = [&](const TensorCase& tensor) -> std::int64_t {
        const auto found = std::find(tensor.modes.begin(), tensor.modes.end(), mode);
        if (found == tensor.modes.end()) return -1;
        return tensor.extents[static_cast<std::size_t>(found - tensor.modes.begin())];
    };
    for (const TensorCase& input : operation.inputs) {
        if (in(input) >= 0) return in(input);
    }
    return in(operation.output);
}

std::string describe(const OperationCase& operation) {
    std::string text = fmt::format(
        "{}, compute {}, algorithm {}, jit {}{}, combined by {} and {}", name_of(operation.kind),
        operation.compute, static_cast<int>(operation.algorithm), static_cast<int>(operation.jit),
        operation.is_in_place ? ", in place" : "", static_cast<int>(operation.combines[0]),
        static_cast<int>(operation.combines[1]));
    for (const TensorCase& input : operation.inputs) text += "; " + describe_tensor(input);
    return text + " -> " + describe_tensor(operation.output);
}

}  // namespace ttgt::test
