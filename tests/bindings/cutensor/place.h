// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "bindings/cutensor/api.h"

namespace ttgt::test {

/// Where the tensors of a test lie and its operations run. The programs of CPUs and GPUs link one
/// each.
class Place {
public:
    Place() = default;
    virtual ~Place() = default;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    [[nodiscard]] virtual cutensorHandle_t handle() const = 0;
    /// Memory of the device, aligned to 256 bytes, with a copy of these bytes, or with anything
    /// where `data` is null; the place frees it.
    [[nodiscard]] virtual void* upload(const void* data, std::size_t bytes) = 0;
    /// Waits for the work that was enqueued and copies from the device.
    virtual void fetch(void* data, const void* from, std::size_t bytes) = 0;
};

/// Null where the machine has no such device.
[[nodiscard]] std::unique_ptr<Place> make_place();

}  // namespace ttgt::test
