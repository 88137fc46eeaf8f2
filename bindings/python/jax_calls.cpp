// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs as calls of XLA. XLA calls from threads of its own, without Python's lock.
#include "bindings/python/jax_calls.h"

#include <ttgt/c_api.h>
#include <xla/ffi/api/ffi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ttgt::python {
namespace {

namespace ffi = xla::ffi;

constexpr std::size_t most_programs = 1024;

/// Arrays of a call, inputs first; XLA's are in C order without gaps.
struct Arrays {
    std::vector<std::string> names;
    std::vector<std::vector<std::int64_t>> strides;
    std::vector<ttgt_tensor> tensors;
    std::vector<void*> data;

    /// False for elements that the engine does not compute with.
    bool add(std::string name, const ffi::AnyBuffer& buffer, ttgt_space space);
    /// What a plan belongs to.
    [[nodiscard]] std::string key(std::string_view statements) const;
};

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

bool Arrays::add(std::string name, const ffi::AnyBuffer& buffer, ttgt_space space) {
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
    tensors.push_back({*dtype, space, static_cast<std::int32_t>(extents.size()), extents.begin(),
                       strides.back().data(), nullptr});
    return true;
}

std::string Arrays::key(std::string_view statements) const {
    std::string key(statements);
    for (const ttgt_tensor& tensor : tensors) {
        key += '|' + std::to_string(tensor.dtype);
        for (std::int32_t i = 0; i < tensor.rank; ++i)
            key += ',' + std::to_string(tensor.extents[i]);
    }
    return key;
}

ffi::Error failure(ttgt_status status) {
    const bool is_callers = status == TTGT_ERROR_INVALID_ARGUMENT || status == TTGT_ERROR_SHAPE ||
                            status == TTGT_ERROR_EXPRESSION;
    return {is_callers ? ffi::ErrorCode::kInvalidArgument : ffi::ErrorCode::kInternal,
            ttgt_last_error()};
}

/// Programs of the threads' own contexts, by text and layouts. Never destroyed: XLA's threads may
/// end later.
class Programs {
public:
    ttgt_status find(std::string_view statements, const Arrays& arrays, ttgt_program& program) {
        const std::string key = arrays.key(statements);
        const std::lock_guard lock(guard_);
        if (const auto found = programs_.find(key); found != programs_.end()) {
            program = found->second;
            return TTGT_SUCCESS;
        }
        std::vector<const char*> names;
        for (const std::string& name : arrays.names) names.push_back(name.c_str());
        const std::string text(statements);
        const ttgt_status status = ttgt_program_create(
            {0}, text.c_str(), names.data(), arrays.tensors.data(),
            static_cast<std::int32_t>(arrays.tensors.size()), nullptr, &program);
        if (status != TTGT_SUCCESS) return status;
        if (programs_.size() >= most_programs) forget();
        programs_.emplace(key, program);
        return status;
    }

private:
    /// A run that another thread has begun is completed.
    void forget() {
        for (const auto& [key, program] : programs_) (void)ttgt_program_destroy(program);
        programs_.clear();
    }

    std::mutex guard_;
    std::unordered_map<std::string, ttgt_program> programs_;
};

Programs& programs() {
    static auto* const instance = new Programs;
    return *instance;
}

ffi::Error read_arrays(ffi::RemainingArgs inputs, ffi::RemainingRets outputs, Arrays& arrays) {
    const auto refuse = [](const std::string& name) {
        return ffi::Error(ffi::ErrorCode::kInvalidArgument,
                          name + " has elements that ttgt does not compute with");
    };
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        auto buffer = inputs.get<ffi::AnyBuffer>(i);
        if (buffer.has_error()) return buffer.error();
        const std::string name = "x" + std::to_string(i);
        if (!arrays.add(name, *buffer, TTGT_HOST)) return refuse(name);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        auto buffer = outputs.get<ffi::AnyBuffer>(i);
        if (buffer.has_error()) return buffer.error();
        const std::string name = "y" + std::to_string(i);
        if (!arrays.add(name, **buffer, TTGT_HOST)) return refuse(name);
    }
    return ffi::Error::Success();
}

ffi::Error run_on_host(std::string_view statements, ffi::RemainingArgs inputs,
                       ffi::RemainingRets outputs) {
    Arrays arrays;
    if (ffi::Error error = read_arrays(inputs, outputs, arrays); error.failure()) return error;
    ttgt_status status = TTGT_SUCCESS;
    do {  // again where another thread's call has just had all programs forgotten
        ttgt_program program{};
        status = programs().find(statements, arrays, program);
        if (status != TTGT_SUCCESS) break;
        status = ttgt_program_run(program, arrays.data.data(),
                                  static_cast<std::int32_t>(arrays.data.size()), nullptr);
    } while (status == TTGT_ERROR_STALE_HANDLE);
    return status == TTGT_SUCCESS ? ffi::Error::Success() : failure(status);
}

XLA_FFI_DEFINE_HANDLER(
    host_handler, run_on_host,
    ffi::Ffi::Bind().Attr<std::string_view>("statements").RemainingArgs().RemainingRets());

}  // namespace

void bind_jax(nb::module_& module) {
    module.def("jax_handler", [] { return nb::capsule(reinterpret_cast<void*>(host_handler)); });
}

}  // namespace ttgt::python
