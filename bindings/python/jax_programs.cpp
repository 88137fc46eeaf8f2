// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/jax_programs.h"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace ttgt::python {
namespace {

namespace ffi = xla::ffi;

constexpr std::size_t most_programs = 1024;

std::optional<ttgt_dtype> dtype_of(ffi::DataType type) {
    switch (type) {
        case ffi::DataType::F16:
            return TTGT_FLOAT16;
        case ffi::DataType::BF16:
            return TTGT_BFLOAT16;
        case ffi::DataType::F32:
            return TTGT_FLOAT32;
        case ffi::DataType::F64:
            return TTGT_FLOAT64;
        case ffi::DataType::C64:
            return TTGT_COMPLEX64;
        case ffi::DataType::C128:
            return TTGT_COMPLEX128;
        default:
            return std::nullopt;
    }
}

/// Programs of the threads' own contexts and of one context for each CUDA device, by text and
/// layouts. Never destroyed: XLA's threads may end later.
class Programs {
public:
    ttgt_status find(std::string_view statements, const Arrays& arrays, ttgt_program& program) {
        const std::string key = arrays.key(statements);
        const std::lock_guard lock(guard_);
        if (const auto found = programs_.find(key); found != programs_.end()) {
            program = found->second;
            return TTGT_SUCCESS;
        }
        ttgt_context context{0};
        ttgt_status status = find_context(arrays.device, context);
        if (status != TTGT_SUCCESS) return status;
        std::vector<const char*> names;
        for (const std::string& name : arrays.names) names.push_back(name.c_str());
        const std::string text(statements);
        status = ttgt_program_create(context, text.c_str(), names.data(), arrays.tensors.data(),
                                     static_cast<std::int32_t>(arrays.tensors.size()), nullptr,
                                     &program);
        if (status != TTGT_SUCCESS) return status;
        if (programs_.size() >= most_programs) forget();
        programs_.emplace(key, program);
        return status;
    }

private:
    /// Runs bring stream and scratch themselves, so one context serves all streams of a device.
    ttgt_status find_context(std::int32_t device, ttgt_context& context) {
        if (device == on_host) return TTGT_SUCCESS;
        if (const auto found = contexts_.find(device); found != contexts_.end()) {
            context = found->second;
            return TTGT_SUCCESS;
        }
        const std::string name = "cuda:" + std::to_string(device);
        ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
        options.device = name.c_str();
        const ttgt_status status = ttgt_context_create(&options, &context);
        if (status == TTGT_SUCCESS) contexts_.emplace(device, context);
        return status;
    }
    /// A run that another thread has begun is completed.
    void forget() {
        for (const auto& [key, program] : programs_) (void)ttgt_program_destroy(program);
        programs_.clear();
    }

    std::mutex guard_;
    std::unordered_map<std::int32_t, ttgt_context> contexts_;
    std::unordered_map<std::string, ttgt_program> programs_;
};

Programs& programs() {
    static auto* const instance = new Programs;
    return *instance;
}

}  // namespace

bool Arrays::add(std::string name, const ffi::AnyBuffer& buffer) {
    const std::optional<ttgt_dtype> dtype = dtype_of(buffer.element_type());
    if (!dtype) return false;
    const auto extents = buffer.dimensions();
    std::vector<std::int64_t> steps(extents.size(), 1);
    for (std::size_t i = extents.size(); i > 1; --i) {
        steps[i - 2] = steps[i - 1] * std::max<std::int64_t>(extents[i - 1], 1);
    }
    strides.push_back(std::move(steps));
    names.push_back(std::move(name));
    data.push_back(buffer.untyped_data());
    const ttgt_space space = device == on_host ? TTGT_HOST : TTGT_DEVICE;
    tensors.push_back({*dtype, space, static_cast<std::int32_t>(extents.size()), extents.begin(),
                       strides.back().data(), nullptr});
    return true;
}

std::string Arrays::key(std::string_view statements) const {
    std::string key = std::to_string(device) + '|';
    key += statements;
    for (const ttgt_tensor& tensor : tensors) {
        key += '|' + std::to_string(tensor.dtype);
        for (std::int32_t i = 0; i < tensor.rank; ++i)
            key += ',' + std::to_string(tensor.extents[i]);
    }
    return key;
}

ttgt_status find_program(std::string_view statements, const Arrays& arrays, ttgt_program& program) {
    return programs().find(statements, arrays, program);
}

}  // namespace ttgt::python
