// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>
#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/status.h"

/// From the structs of the C API to the engine's types. All throw InvalidArgument naming what
/// cannot be used.
namespace ttgt::c {

/// The members that the caller's version of the structure has, from the caller, and the later ones
/// from `defaults`. Throws where the caller's size is no multiple of the structure's alignment:
/// such a structure would end within a member.
template <class Options>
[[nodiscard]] Options read_options(const Options* given, const Options& defaults,
                                   const char* argument) {
    Options options = defaults;
    if (given == nullptr) return options;
    const std::size_t size = given->size;
    if (size < sizeof(std::size_t) || size > 4096 || size % alignof(Options) != 0) {
        throw InvalidArgument(fmt::format(
            "'{}' has size {}: set it to the struct's sizeof, or use its macro", argument, size));
    }
    std::memcpy(&options, given, std::min(size, sizeof(Options)));
    return options;
}

[[nodiscard]] DType dtype_of(const ttgt_tensor& tensor, const std::string& operand);
[[nodiscard]] Layout layout_of(const ttgt_tensor& tensor, const std::string& operand);
[[nodiscard]] MemorySpace space_of(ttgt_space space, const std::string& operand);
[[nodiscard]] TensorView view_of(const ttgt_tensor& tensor, const std::string& operand);

/// A contraction's tensors, checked one by one.
struct Tensors {
    TensorView output;
    std::vector<ConstTensorView> inputs;

    [[nodiscard]] std::vector<OperandLayout> layouts() const;
};
/// Reads as many inputs as the expression has, and none where `input_count` is another number.
[[nodiscard]] Tensors read_tensors(const char* expression, const ttgt_tensor* output,
                                   const ttgt_tensor* inputs, std::int32_t input_count);

/// Throws OperandCountMismatch before any input is read: a number that is too large would have
/// memory read that is not the caller's.
void check_input_count(std::string_view expression, std::int32_t input_count);

/// Throws where a program is planned for no tensor, or for tensors that are not there.
void check_program_tensors(const char* const* names, const void* tensors, std::int32_t count);
/// Throws OperandCountMismatch where a run is not given one tensor for each that its program has.
void check_run_tensors(std::size_t planned, std::int32_t given);

/// D, L and R, as the engine's own messages have it; what is beyond by number.
[[nodiscard]] std::string operand_name(std::size_t position);

/// The option's value, which must be 0 or 1.
[[nodiscard]] bool flag(std::int32_t value, const char* option);

[[nodiscard]] Scalar scalar_or_one(const ttgt_scalar* scalar);
[[nodiscard]] std::optional<Scalar> scalar_or_none(const ttgt_scalar* scalar);
/// The scalars of a formula. Throws InvalidArgument where `count` is negative or they are missing.
[[nodiscard]] std::vector<Scalar> scalars_of(const ttgt_scalar* scalars, std::int32_t count);
[[nodiscard]] PlanOptions plan_options(const ttgt_contract_options& options);
/// Null: the defaults.
[[nodiscard]] PathOptions path_options(const ttgt_path_options* options);

/// Where a run of a plan that needs `workspace_bytes` works; `context` lends workspace that the
/// caller does not give.
[[nodiscard]] RunOptions place_of_run(const ttgt_run_options* given, std::int64_t workspace_bytes,
                                      const std::shared_ptr<Context>& context);

/// What fits of a text, as ttgt_plan_explain() says.
void write_text(const std::string& from, char* text, std::size_t capacity, std::size_t* length);

}  // namespace ttgt::c
