// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/arguments.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "bindings/c/handles.h"
#include "contraction/expression/einsum.h"

namespace ttgt::c {
namespace {

static_assert(static_cast<int>(DType::float16) == TTGT_FLOAT16);
static_assert(static_cast<int>(DType::complex128) == TTGT_COMPLEX128);
static_assert(static_cast<int>(DType::opaque16) == TTGT_OPAQUE16);

/// Inputs of a well-formed expression without conj(): each tensor has one opening bracket, each
/// input of an einsum string but the first a comma.
std::int64_t named_inputs(std::string_view expression) {
    const auto letters = [&](char letter) {
        return std::count(expression.begin(), expression.end(), letter);
    };
    const std::int64_t brackets = letters('(') + letters('[');
    return brackets > 0 ? brackets - 1 : letters(',') + 1;
}

/// By so many products of TF32 for one, or by products of INT8.
ComputeType compute_by(std::int32_t tf32) {
    constexpr std::int32_t three_products = 3;
    constexpr std::int32_t products_of_int8 = 8;
    constexpr std::int32_t fewer_products_of_int8 = 9;
    if (tf32 == products_of_int8) return ComputeType::int8;
    if (tf32 == fewer_products_of_int8) return ComputeType::int8_fast;
    if (tf32 == three_products) return ComputeType::tf32x3;
    if (tf32 == 0 || tf32 == 1) return tf32 == 1 ? ComputeType::tf32 : ComputeType::full;
    throw InvalidArgument(fmt::format("tf32 is {}, none of 0, 1, 3, 8, 9", tf32));
}

}  // namespace

std::string operand_name(std::size_t position) {
    constexpr std::array<const char*, 3> letters{"D", "L", "R"};
    return position < letters.size() ? letters[position] : fmt::format("input {}", position);
}

/// Parses only what the number of brackets leaves in doubt.
void check_input_count(std::string_view expression, std::int32_t input_count) {
    if (input_count < 1) {
        throw OperandCountMismatch(
            fmt::format("{} inputs were given; a contraction has at least one", input_count));
    }
    const bool may_conjugate = expression.find("conj") != std::string_view::npos;
    if (!may_conjugate && named_inputs(expression) == input_count) return;
    const Expression parsed = read_expression(expression);
    const std::size_t named = std::accumulate(
        parsed.terms.begin(), parsed.terms.end(), std::size_t{0},
        [](std::size_t sum, const Term& term) { return sum + term.factors.size(); });
    if (std::cmp_equal(named, input_count)) return;
    throw OperandCountMismatch(
        fmt::format("'{}' names {} tensors, output included, but {} were given", to_string(parsed),
                    named + 1, std::int64_t{input_count} + 1));
}

DType dtype_of(const ttgt_tensor& tensor, const std::string& operand) {
    if (tensor.dtype < TTGT_FLOAT16 || tensor.dtype > TTGT_OPAQUE16) {
        throw InvalidArgument(fmt::format("{} has the unknown dtype {}", operand, tensor.dtype));
    }
    return static_cast<DType>(tensor.dtype);
}

Layout layout_of(const ttgt_tensor& tensor, const std::string& operand) {
    if (tensor.rank < 0 || std::cmp_greater(tensor.rank, max_rank)) {
        throw RankMismatch(
            fmt::format("{} has rank {}; ranks are 0 to {}", operand, tensor.rank, max_rank));
    }
    if (tensor.rank == 0) return {};
    if (tensor.extents == nullptr) {
        throw InvalidArgument(
            fmt::format("{} has rank {}, but its extents are null", operand, tensor.rank));
    }
    std::vector<std::int64_t> extents(tensor.extents, tensor.extents + tensor.rank);
    if (tensor.strides == nullptr) return packed(std::move(extents));
    return {std::move(extents), {tensor.strides, tensor.strides + tensor.rank}};
}

MemorySpace space_of(ttgt_space space, const std::string& operand) {
    if (space != TTGT_HOST && space != TTGT_DEVICE) {
        throw InvalidArgument(fmt::format("{} has the unknown memory space {}", operand, space));
    }
    return space == TTGT_HOST ? MemorySpace::host : MemorySpace::device;
}

TensorView view_of(const ttgt_tensor& tensor, const std::string& operand) {
    return {dtype_of(tensor, operand), layout_of(tensor, operand), tensor.data,
            space_of(tensor.space, operand)};
}

std::vector<OperandLayout> Tensors::layouts() const {
    std::vector<OperandLayout> layouts{{output.dtype(), output.layout()}};
    for (const ConstTensorView& input : inputs) layouts.push_back({input.dtype(), input.layout()});
    return layouts;
}

void check_program_tensors(const char* const* names, const void* tensors, std::int32_t count) {
    if (count < 1) {
        throw OperandCountMismatch(
            fmt::format("{} tensors were given; a program has at least one", count));
    }
    check_given(names, "names");
    check_given(tensors, "tensors");
}

void check_run_tensors(std::size_t planned, std::int32_t given) {
    if (std::cmp_equal(given, planned)) return;
    throw OperandCountMismatch(
        fmt::format("the program has {} tensor(s), the run was given {}", planned, given));
}

Tensors read_tensors(const char* expression, const ttgt_tensor* output, const ttgt_tensor* inputs,
                     std::int32_t input_count) {
    check_given(expression, "expression");
    check_given(output, "output");
    check_input_count(expression, input_count);
    check_given(inputs, "inputs");
    Tensors tensors{view_of(*output, operand_name(0)), {}};
    const auto count = static_cast<std::size_t>(input_count);
    tensors.inputs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        tensors.inputs.push_back(view_of(inputs[i], operand_name(i + 1)));
    }
    return tensors;
}

bool flag(std::int32_t value, const char* option) {
    if (value != 0 && value != 1) {
        throw InvalidArgument(fmt::format("option '{}' is {}, neither 0 nor 1", option, value));
    }
    return value == 1;
}

Scalar scalar_or_one(const ttgt_scalar* scalar) {
    return scalar_or_none(scalar).value_or(Scalar(1.0));
}

std::optional<Scalar> scalar_or_none(const ttgt_scalar* scalar) {
    if (scalar == nullptr) return std::nullopt;
    return Scalar(scalar->real, scalar->imag);
}

PlanOptions plan_options(const ttgt_contract_options& options) {
    PlanOptions result;
    if (options.strategy != nullptr) result.strategy = options.strategy;
    if (flag(options.measure, "measure")) result.planning = Planning::measure;
    result.compute = compute_by(options.tf32);
    if (options.workspace_limit >= 0) result.workspace_limit = options.workspace_limit;
    if (options.beta_is_zero >= 0) {
        result.beta_is_zero = flag(options.beta_is_zero, "beta_is_zero");
    }
    (void)flag(options.copy_host_operands, "copy_host_operands");
    result.generated_kernels = flag(options.generated_kernels, "generated_kernels");
    result.search_seconds = options.search_seconds;
    return result;
}

std::vector<Scalar> scalars_of(const ttgt_scalar* scalars, std::int32_t count) {
    if (count < 0) throw InvalidArgument(fmt::format("{} scalars were given", count));
    if (count > 0) check_given(scalars, "scalars");
    std::vector<Scalar> values;
    values.reserve(static_cast<std::size_t>(count));
    for (const ttgt_scalar& scalar : std::span(scalars, static_cast<std::size_t>(count))) {
        values.emplace_back(scalar.real, scalar.imag);
    }
    return values;
}

RunOptions place_of_run(const ttgt_run_options* given, std::int64_t workspace_bytes,
                        const std::shared_ptr<Context>& context) {
    const ttgt_run_options read = read_options(given, ttgt_run_options TTGT_RUN_OPTIONS, "options");
    if (read.workspace_bytes < 0) {
        throw InvalidArgument(
            fmt::format("a workspace of {} bytes was given", read.workspace_bytes));
    }
    RunOptions options;
    options.stream = Stream{read.stream};
    options.workspace = {read.workspace, read.workspace_bytes};
    if (read.workspace == nullptr && workspace_bytes > 0) {
        options.workspace = context_or_own(context).workspace(workspace_bytes);
    }
    return options;
}

void write_text(const std::string& from, char* text, std::size_t capacity, std::size_t* length) {
    if (capacity > 0) {
        check_given(text, "text");
        const std::size_t count = std::min(from.size(), capacity - 1);
        std::memcpy(text, from.data(), count);
        text[count] = '\0';
    }
    if (length != nullptr) *length = from.size();
}

}  // namespace ttgt::c
