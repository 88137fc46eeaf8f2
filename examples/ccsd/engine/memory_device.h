// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <memory>

#include "examples/ccsd/engine/memory.h"

namespace ccsd {

/// How memory is had and reached on one device.
class Memory::Device {
public:
    Device() = default;
    virtual ~Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Aligned to 256 bytes. Throws ttgt::OutOfMemory.
    [[nodiscard]] virtual void* allocate(std::int64_t bytes) = 0;
    virtual void release(void* data) noexcept = 0;
    virtual void copy_in(void* to, const void* from_host, std::int64_t bytes) = 0;
    virtual void copy_out(void* to_host, const void* from, std::int64_t bytes) = 0;
    virtual void wait() = 0;
    [[nodiscard]] virtual ttgt::Stream stream() const noexcept = 0;
    [[nodiscard]] virtual ttgt::MemorySpace space() const noexcept = 0;
};

/// Throws ttgt::DeviceError; ttgt::Unsupported in builds without CUDA.
[[nodiscard]] std::unique_ptr<Memory::Device> open_cuda_device(int index);

}  // namespace ccsd
