// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs as calls of XLA. XLA calls from threads of its own, without Python's lock.
#include "bindings/python/jax_calls.h"

#include <ttgt/c_api.h>
#include <xla/ffi/api/ffi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bindings/python/jax_programs.h"

namespace ttgt::python {
namespace {

namespace ffi = xla::ffi;

constexpr std::size_t workspace_alignment = 256;  // in bytes

ffi::Error failure(ttgt_status status) {
    const bool is_callers = status == TTGT_ERROR_INVALID_ARGUMENT || status == TTGT_ERROR_SHAPE ||
                            status == TTGT_ERROR_EXPRESSION;
    return {is_callers ? ffi::ErrorCode::kInvalidArgument : ffi::ErrorCode::kInternal,
            ttgt_last_error()};
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
        if (!arrays.add(name, *buffer)) return refuse(name);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        auto buffer = outputs.get<ffi::AnyBuffer>(i);
        if (buffer.has_error()) return buffer.error();
        const std::string name = "y" + std::to_string(i);
        if (!arrays.add(name, **buffer)) return refuse(name);
    }
    return ffi::Error::Success();
}

/// Calls `act` with the program of the arrays; again where another thread's call has just had all
/// programs forgotten.
template <class Act>
ttgt_status with_program(std::string_view statements, const Arrays& arrays, Act&& act) {
    ttgt_status status = TTGT_SUCCESS;
    do {
        ttgt_program program{};
        status = find_program(statements, arrays, program);
        if (status == TTGT_SUCCESS) status = act(program);
    } while (status == TTGT_ERROR_STALE_HANDLE);
    return status;
}

ttgt_status run(ttgt_program program, const Arrays& arrays, const ttgt_run_options* options) {
    return ttgt_program_run(program, arrays.data.data(),
                            static_cast<std::int32_t>(arrays.data.size()), options);
}

ffi::Error run_on_host(std::string_view statements, ffi::RemainingArgs inputs,
                       ffi::RemainingRets outputs) {
    Arrays arrays;
    if (ffi::Error error = read_arrays(inputs, outputs, arrays); error.failure()) return error;
    const ttgt_status status = with_program(
        statements, arrays, [&](ttgt_program program) { return run(program, arrays, nullptr); });
    return status == TTGT_SUCCESS ? ffi::Error::Success() : failure(status);
}

/// Scratch memory of so many bytes; null where XLA has none. XLA refuses to align it to more than
/// 16 bytes.
void* aligned_scratch(ffi::ScratchAllocator& scratch, std::size_t bytes) {
    constexpr std::size_t of_xla = 16;
    std::size_t space = bytes + workspace_alignment - of_xla;
    void* memory = scratch.Allocate(space, of_xla).value_or(nullptr);
    return memory == nullptr ? nullptr : std::align(workspace_alignment, bytes, memory, space);
}

/// Enqueues the run. Scratch memory is XLA's, which gives it to later work of the same stream
/// alone.
ffi::Error run_on_device(void* stream, std::int32_t device, ffi::ScratchAllocator scratch,
                         std::string_view statements, ffi::RemainingArgs inputs,
                         ffi::RemainingRets outputs) {
    Arrays arrays;
    arrays.device = device;
    if (ffi::Error error = read_arrays(inputs, outputs, arrays); error.failure()) return error;
    ttgt_run_options options = TTGT_RUN_OPTIONS;
    // CUDA's default stream is no stream to the engine: 1 is its other name.
    options.stream = stream != nullptr ? stream : reinterpret_cast<void*>(1);
    bool lacks_memory = false;
    const ttgt_status status = with_program(statements, arrays, [&](ttgt_program program) {
        const ttgt_status found = ttgt_program_workspace_bytes(program, &options.workspace_bytes);
        if (found != TTGT_SUCCESS) return found;
        if (options.workspace_bytes > 0) {
            const auto bytes = static_cast<std::size_t>(options.workspace_bytes);
            options.workspace = aligned_scratch(scratch, bytes);
            lacks_memory = options.workspace == nullptr;
            if (lacks_memory) return ttgt_status{TTGT_ERROR_OUT_OF_MEMORY};
        }
        return run(program, arrays, &options);
    });
    if (lacks_memory) {
        return {ffi::ErrorCode::kResourceExhausted,
                "XLA has no " + std::to_string(options.workspace_bytes) + " bytes for workspace"};
    }
    return status == TTGT_SUCCESS ? ffi::Error::Success() : failure(status);
}

XLA_FFI_DEFINE_HANDLER(
    host_handler, run_on_host,
    ffi::Ffi::Bind().Attr<std::string_view>("statements").RemainingArgs().RemainingRets());

XLA_FFI_DEFINE_HANDLER(device_handler, run_on_device,
                       ffi::Ffi::Bind()
                           .Ctx<ffi::PlatformStream<void*>>()
                           .Ctx<ffi::DeviceOrdinal>()
                           .Ctx<ffi::ScratchAllocator>()
                           .Attr<std::string_view>("statements")
                           .RemainingArgs()
                           .RemainingRets());

}  // namespace

void bind_jax(nb::module_& module) {
    module.def("jax_handler", [] { return nb::capsule(reinterpret_cast<void*>(host_handler)); });
    module.def("jax_device_handler",
               [] { return nb::capsule(reinterpret_cast<void*>(device_handler)); });
}

}  // namespace ttgt::python
