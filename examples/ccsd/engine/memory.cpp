// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/memory.h"

#include <ttgt/error.h>
#include <ttgt/tensor.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "examples/ccsd/engine/memory_device.h"

namespace ccsd {
namespace {

class Host final : public Memory::Device {
public:
    void* allocate(std::int64_t bytes) override { return ttgt::allocate_host(bytes).release(); }
    void release(void* data) noexcept override { ttgt::HostDelete{}(data); }
    void copy_in(void* to, const void* from_host, std::int64_t bytes) override {
        copy(to, from_host, bytes);
    }
    void copy_out(void* to_host, const void* from, std::int64_t bytes) override {
        copy(to_host, from, bytes);
    }
    void wait() override {}
    [[nodiscard]] ttgt::Stream stream() const noexcept override { return {}; }
    [[nodiscard]] ttgt::MemorySpace space() const noexcept override {
        return ttgt::MemorySpace::host;
    }

private:
    /// Tensors without elements have no address.
    static void copy(void* to, const void* from, std::int64_t bytes) {
        if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    }
};

std::unique_ptr<Memory::Device> open_device(const ttgt::Device& device) {
    if (device.kind == ttgt::Device::Kind::cpu) return std::make_unique<Host>();
    return open_cuda_device(device.index);
}

}  // namespace

Memory::Memory(const ttgt::Device& device, std::int64_t limit)
    : device_(open_device(device)), limit_(limit) {}

Memory::~Memory() = default;

void* Memory::allocate(std::int64_t bytes) {
    if (bytes > limit_ - held_) relief_();
    void* const data = allocate_within_limit(bytes);
    if (data == nullptr && bytes > 0) {
        throw ttgt::OutOfMemory(std::to_string(bytes) + " bytes asked for, with " +
                                std::to_string(held_) + " held, are over the memory limit of " +
                                std::to_string(limit_) + " bytes");
    }
    return data;
}

void* Memory::allocate_within_limit(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes > limit_ - held_) return nullptr;
    void* const data = device_->allocate(bytes);
    held_ += bytes;
    peak_ = std::max(peak_.load(), held_.load());
    return data;
}

void Memory::release(void* data, std::int64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    device_->release(data);
    held_ -= bytes;
}

ttgt::WorkspaceAllocator Memory::workspace_allocator() {
    // The context takes nullptr for a refusal, and says itself what it was for.
    return {.allocate = [this](std::int64_t bytes) { return allocate_within_limit(bytes); },
            .deallocate = [this](void* data, std::int64_t bytes) { release(data, bytes); }};
}

void Memory::copy_in(void* to, const void* from_host, std::int64_t bytes) {
    device_->copy_in(to, from_host, bytes);
}

void Memory::copy_out(void* to_host, const void* from, std::int64_t bytes) {
    device_->copy_out(to_host, from, bytes);
}

void Memory::wait() { device_->wait(); }

ttgt::MemorySpace Memory::space() const noexcept { return device_->space(); }

ttgt::Stream Memory::stream() const noexcept { return device_->stream(); }

}  // namespace ccsd
