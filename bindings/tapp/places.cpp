// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/tapp/places.h"

#include <ttgt/tapp_attributes.h>

#include <atomic>

namespace ttgt::tapp {
namespace {

/// CUDA's legacy default stream, by the name that is not null: null is no stream to the engine.
void* legacy_stream() { return reinterpret_cast<void*>(1); }  // NOLINT: cudaStreamLegacy

ttgt_context make_context(const std::string& device, void* stream) {
    ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
    options.device = device.c_str();
    options.stream = stream;
    if (stream == nullptr && device.starts_with("cuda")) options.stream = legacy_stream();
    ttgt_context context{};
    check(ttgt_context_create(&options, &context) == TTGT_SUCCESS, refused);
    return context;
}

std::shared_ptr<Place> find(std::intptr_t number, Place::Kind kind, TAPP_error error) {
    std::shared_ptr<Place> place = places().at(number, error);
    check(place->kind() == kind, error);
    return place;
}

std::shared_ptr<DeviceContext> context_of_handle(TAPP_handle handle) {
    std::shared_ptr<DeviceContext> found;
    (void)guarded([&] { found = find(handle, Place::Kind::handle, unknown_object)->context(); });
    return found;
}

}  // namespace

DeviceContext::DeviceContext(const std::string& device, void* stream)
    : context_(make_context(device, stream)) {
    static std::atomic<std::intptr_t> last{0};
    number_ = ++last;
    (void)ttgt_context_space(context_, &space_);
}

std::shared_ptr<DeviceContext> Place::context() const {
    const std::lock_guard own(mutex_);
    return context_;
}

void Place::change(const std::string& device, void* stream) {
    context_ = device.empty() ? nullptr : std::make_shared<DeviceContext>(device, stream);
    device_ = device;
    stream_ = stream;
}

void Place::set(TAPP_key key, void* value) {
    const std::lock_guard own(mutex_);
    switch (key) {
        case TTGT_TAPP_DEVICE:
            check(value != nullptr, null_pointer);
            return change(static_cast<const char*>(value), stream_);
        case TTGT_TAPP_STREAM:
            return change(device_, value);
        default:
            throw Failure{no_attributes};
    }
}

void* Place::get(TAPP_key key) const {
    const std::lock_guard own(mutex_);
    switch (key) {
        case TTGT_TAPP_DEVICE:
            // The interface has no const; programs read it.
            return device_.empty() ? nullptr : const_cast<char*>(device_.c_str());
        case TTGT_TAPP_STREAM:
            return stream_;
        default:
            throw Failure{no_attributes};
    }
}

void Place::clear(TAPP_key key) {
    const std::lock_guard own(mutex_);
    switch (key) {
        case TTGT_TAPP_DEVICE:
            return change({}, stream_);
        case TTGT_TAPP_STREAM:
            return change(device_, nullptr);
        default:
            throw Failure{no_attributes};
    }
}

Registry<Place>& places() {
    static auto& registry = *new Registry<Place>();
    return registry;
}

std::shared_ptr<DeviceContext> find_context(TAPP_executor executor, TAPP_handle handle) {
    if (executor != 0) {
        auto own = find(executor, Place::Kind::executor, unknown_executor)->context();
        if (own != nullptr) return own;
    }
    return context_of_handle(handle);
}

}  // namespace ttgt::tapp

using namespace ttgt::tapp;  // NOLINT(google-build-using-namespace): the functions below are C's

TAPP_error TAPP_create_executor(TAPP_executor* exec) {
    return guarded([&] {
        check(exec != nullptr, null_pointer);
        *exec = places().insert(std::make_shared<Place>(Place::Kind::executor));
    });
}

TAPP_error TAPP_destroy_executor(TAPP_executor exec) {
    return guarded([&] {
        (void)find(exec, Place::Kind::executor, unknown_executor);
        places().remove(exec, unknown_executor);
    });
}

TAPP_error TAPP_create_handle(TAPP_handle* handle) {
    return guarded([&] {
        check(handle != nullptr, null_pointer);
        *handle = places().insert(std::make_shared<Place>(Place::Kind::handle));
    });
}

// Programs destroy handles that they never made.
TAPP_error TAPP_destroy_handle(TAPP_handle handle) {
    (void)guarded([&] {
        (void)find(handle, Place::Kind::handle, unknown_object);
        places().remove(handle, unknown_object);
    });
    return success;
}

// What an execution leaves is its error number: nothing to free.
TAPP_error TAPP_destroy_status(TAPP_status) { return success; }

TAPP_error TAPP_attr_set(TAPP_attr attr, TAPP_key key, void* value) {
    return guarded([&] { places().at(attr, no_attributes)->set(key, value); });
}

TAPP_error TAPP_attr_get(TAPP_attr attr, TAPP_key key, void** value) {
    return guarded([&] {
        check(value != nullptr, null_pointer);
        *value = places().at(attr, no_attributes)->get(key);
    });
}

TAPP_error TAPP_attr_clear(TAPP_attr attr, TAPP_key key) {
    return guarded([&] { places().at(attr, no_attributes)->clear(key); });
}
