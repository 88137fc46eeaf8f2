// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tapp.h>
#include <ttgt/c_api.h>

#include <memory>
#include <mutex>
#include <string>

#include "bindings/tapp/objects.h"

namespace ttgt::tapp {

/// A context of the engine on the device of a place, with the stream of the place.
class DeviceContext {
public:
    /// Throws Failure where the engine has no such device.
    DeviceContext(const std::string& device, void* stream);
    ~DeviceContext() { (void)ttgt_context_destroy(context_); }
    DeviceContext(const DeviceContext&) = delete;
    DeviceContext& operator=(const DeviceContext&) = delete;

    /// Tells this context from every other one that was made.
    [[nodiscard]] std::intptr_t number() const noexcept { return number_; }
    [[nodiscard]] ttgt_context context() const noexcept { return context_; }
    /// Where the tensors of its executions lie.
    [[nodiscard]] ttgt_space space() const noexcept { return space_; }
    /// Held by whoever plans or runs: a context serves one thread at a time.
    [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

private:
    std::intptr_t number_;
    ttgt_context context_{};
    ttgt_space space_ = TTGT_HOST;
    std::mutex mutex_;
};

/// What an executor or a handle says: on which device products are executed. Safe to share between
/// threads.
class Place {
public:
    enum class Kind : std::uint8_t { executor, handle };
    explicit Place(Kind kind) : kind_(kind) {}

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    /// Null: none was named, executions are on the calling thread's own CPU context.
    [[nodiscard]] std::shared_ptr<DeviceContext> context() const;

    /// Sets, gets or clears what a key names. Throw Failure: no_attributes for an unknown key.
    void set(TAPP_key key, void* value);
    [[nodiscard]] void* get(TAPP_key key) const;
    void clear(TAPP_key key);

private:
    void change(const std::string& device, void* stream);

    Kind kind_;
    mutable std::mutex mutex_;
    std::string device_;
    void* stream_ = nullptr;
    std::shared_ptr<DeviceContext> context_;
};

/// Executors and handles have numbers of one kind, so that attributes know which is meant.
[[nodiscard]] Registry<Place>& places();
/// The context of an executor, else that of a handle: null where neither names a device. Throws
/// Failure for an executor that is neither 0 nor made; programs pass handles that they never made.
[[nodiscard]] std::shared_ptr<DeviceContext> find_context(TAPP_executor executor,
                                                          TAPP_handle handle);

}  // namespace ttgt::tapp
