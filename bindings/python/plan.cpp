// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/plan.h"

#include <nanobind/stl/string.h>

#include <array>
#include <utility>
#include <vector>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

std::vector<ttgt_tensor> tensors_of(const Operand* inputs, std::size_t count) {
    std::vector<ttgt_tensor> tensors;
    for (std::size_t i = 0; i < count; ++i) tensors.push_back(inputs[i].tensor());
    return tensors;
}

std::string layouts_of(const Operand& output, const Operand* inputs, std::size_t count) {
    std::string layouts;
    output.append_to(layouts);
    for (std::size_t i = 0; i < count; ++i) inputs[i].append_to(layouts);
    return layouts;
}

const ttgt_scalar* address(const std::optional<ttgt_scalar>& scalar) {
    return scalar ? &*scalar : nullptr;
}

nb::dict numbers_of(const ttgt_profile& profile) {
    nb::dict numbers;
    numbers["m"] = profile.m;
    numbers["n"] = profile.n;
    numbers["k"] = profile.k;
    numbers["batch"] = profile.batch;
    numbers["flops"] = profile.flops;
    numbers["bytes"] = profile.bytes;
    numbers["arithmetic_intensity"] = profile.arithmetic_intensity;
    numbers["workspace_bytes"] = profile.workspace_bytes;
    numbers["predicted_ms"] = profile.predicted_ms;
    numbers["total_ms"] = profile.total_ms;
    numbers["gemm_ms"] = profile.gemm_ms;
    numbers["overhead"] = profile.overhead;
    return numbers;
}

}  // namespace

nb::dict profile_of(const std::function<void(ttgt_profile*, char*, std::size_t)>& profile) {
    ttgt_profile numbers{};
    numbers.size = sizeof(numbers);
    std::string text(1 << 16, '\0');
    profile(&numbers, text.data(), text.size());
    nb::dict result = numbers_of(numbers);
    result["text"] = std::string(text.c_str());
    return result;
}

void check_space(const ttgt_tensor& tensor, const char* name, bool is_on_device) {
    const bool lies_on_device = tensor.space == TTGT_DEVICE;
    if (lies_on_device == is_on_device || tensor.data == nullptr) return;
    raise("InvalidArgument", std::string(name) + " lies in " +
                                 (lies_on_device ? "device" : "host") + " memory, the context is " +
                                 (is_on_device ? "a GPU's" : "a CPU's"));
}

ttgt_run_options options_of(const RunSettings& settings) {
    ttgt_run_options options = TTGT_RUN_OPTIONS;
    options.workspace = reinterpret_cast<void*>(settings.workspace);
    options.workspace_bytes = settings.workspace_bytes;
    options.stream = reinterpret_cast<void*>(settings.stream);
    return options;
}

std::optional<ttgt_scalar> read_scalar(nb::handle object) {
    if (object.is_none()) return std::nullopt;
    if (PyFloat_Check(object.ptr()) != 0) return ttgt_scalar{PyFloat_AsDouble(object.ptr()), 0};
    if (PyLong_CheckExact(object.ptr()) != 0) {
        const double value = PyLong_AsDouble(object.ptr());
        if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
        return ttgt_scalar{value, 0};
    }
    nb::object number = nb::borrow(object);
    if (PyComplex_Check(object.ptr()) == 0) {  // the scalars of array libraries
        if (PyNumber_Check(object.ptr()) == 0) raise("ScalarError", "alpha and beta are numbers");
        number = nb::handle(reinterpret_cast<PyObject*>(&PyComplex_Type))(object);
    }
    return ttgt_scalar{PyComplex_RealAsDouble(number.ptr()), PyComplex_ImagAsDouble(number.ptr())};
}

Plan::Plan(std::shared_ptr<Context> context, const std::string& expression, const Operand& output,
           const Operand* inputs, std::size_t count, const PlanSettings& settings)
    : context_(std::move(context)), layouts_(layouts_of(output, inputs, count)) {
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
    if (settings.strategy) options.strategy = settings.strategy->c_str();
    options.measure = settings.measure ? 1 : 0;
    options.generated_kernels = settings.generated_kernels ? 1 : 0;
    options.search_seconds = settings.search_seconds;
    options.tf32 = settings.tf32;
    options.workspace_limit = settings.workspace_limit;
    options.beta_is_zero = settings.beta_is_zero;
    ttgt_path_options path = TTGT_PATH_OPTIONS;
    path.most_elements = settings.most_elements;
    path.step_count = static_cast<std::int32_t>(settings.path.size() / 2);
    if (!settings.path.empty()) path.steps = settings.path.data();
    options.path = &path;
    const ttgt_tensor output_tensor = output.tensor();
    const std::vector<ttgt_tensor> tensors = tensors_of(inputs, count);
    check_space(output_tensor, "the output", context_->is_on_device());
    for (const ttgt_tensor& tensor : tensors) {
        check_space(tensor, "an input", context_->is_on_device());
    }
    check(context_->run(false, [&] {
        return ttgt_plan_create(context_->handle(), expression.c_str(), &output_tensor,
                                tensors.data(), static_cast<std::int32_t>(count), &options,
                                &handle_);
    }));
    std::int64_t elements = output.size();
    for (std::size_t i = 0; i < count; ++i) elements += inputs[i].size();
    is_small_ = elements <= small_run;
}

bool Plan::has_layouts(const Operand& output, const Operand* inputs, std::size_t count) const {
    return layouts_of(output, inputs, count) == layouts_;
}

void Plan::check_layouts(const Operand& output, const Operand* inputs, std::size_t count) const {
    if (!has_layouts(output, inputs, count)) {
        raise("InvalidArgument",
              "the plan was made for arrays of other dtypes, shapes, strides or devices");
    }
}

void Plan::run(const Operand& output, const Operand* inputs, std::size_t count, nb::handle alpha,
               nb::handle beta, const RunSettings& settings) const {
    std::array<const void*, 4> few{};
    std::vector<const void*> many(count > few.size() ? count : 0);
    const void** const data = many.empty() ? few.data() : many.data();
    for (std::size_t i = 0; i < count; ++i) data[i] = inputs[i].data();
    run_at(output.data(), data, count, alpha, beta, settings);
}

void Plan::run_at(void* output, const void* const* inputs, std::size_t count, nb::handle alpha,
                  nb::handle beta, const RunSettings& settings) const {
    const ttgt_run_options options = options_of(settings);
    const std::optional<ttgt_scalar> alpha_value = read_scalar(alpha);
    const std::optional<ttgt_scalar> beta_value = read_scalar(beta);
    check(context_->run(is_small_, [&] {
        return ttgt_plan_run(handle_, output, inputs, static_cast<std::int32_t>(count),
                             address(alpha_value), address(beta_value), &options);
    }));
}

nb::dict Plan::profile(const Operand& output, const Operand* inputs, std::size_t count,
                       nb::handle alpha, nb::handle beta, const RunSettings& settings) const {
    const ttgt_run_options options = options_of(settings);
    const std::optional<ttgt_scalar> alpha_value = read_scalar(alpha);
    const std::optional<ttgt_scalar> beta_value = read_scalar(beta);
    std::vector<const void*> data;
    for (std::size_t i = 0; i < count; ++i) data.push_back(inputs[i].data());
    return profile_of([&](ttgt_profile* numbers, char* text, std::size_t capacity) {
        check(context_->run(false, [&] {
            return ttgt_plan_profile(handle_, output.data(), data.data(),
                                     static_cast<std::int32_t>(count), address(alpha_value),
                                     address(beta_value), &options, numbers, text, capacity,
                                     nullptr);
        }));
    });
}

std::string Plan::explain(int losers) const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_plan_explain(handle_, losers, text, capacity, length);
    });
}

std::int64_t Plan::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_plan_workspace_bytes(handle_, &bytes));
    return bytes;
}

}  // namespace ttgt::python
