// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>

#include "tests/bindings/cutensor/beside/functions.h"
#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {

inline void check_cuda(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

/// A handle of a library on the current device, with memory that is handed out in order.
class DeviceMemory final : public Place {
public:
    /// Throws std::runtime_error where the device or the library refuses.
    explicit DeviceMemory(const Functions& library) : library_(library) {
        check_cuda(cudaMalloc(&memory_, capacity));
        const cutensorStatus_t status = library.cutensorCreate(&handle_);
        if (status != CUTENSOR_STATUS_SUCCESS) {
            throw std::runtime_error(library.cutensorGetErrorString(status));
        }
    }
    ~DeviceMemory() override {
        (void)library_.cutensorDestroy(handle_);
        (void)cudaFree(memory_);
    }

    [[nodiscard]] cutensorHandle_t handle() const override { return handle_; }
    [[nodiscard]] void* upload(const void* data, std::size_t bytes) override {
        constexpr std::size_t line = 256;
        if (used_ + bytes > capacity) throw std::runtime_error("the tests' device memory is full");
        void* const place = static_cast<char*>(memory_) + used_;
        used_ += (bytes + line) / line * line;
        if (data != nullptr && bytes > 0) {
            check_cuda(cudaMemcpy(place, data, bytes, cudaMemcpyHostToDevice));
        }
        return place;
    }
    void fetch(void* data, const void* from, std::size_t bytes) override {
        check_cuda(cudaDeviceSynchronize());
        if (bytes > 0) check_cuda(cudaMemcpy(data, from, bytes, cudaMemcpyDeviceToHost));
    }
    /// Takes all memory back.
    void clear() { used_ = 0; }

private:
    static constexpr std::size_t capacity = std::size_t{1} << 30;

    const Functions& library_;
    void* memory_ = nullptr;
    std::size_t used_ = 0;
    cutensorHandle_t handle_ = nullptr;
};

}  // namespace ttgt::test
