// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <vector>

#include <gtest/gtest.h>

#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {
namespace {

class GpuPlace final : public Place {
public:
    explicit GpuPlace(cutensorHandle_t handle) : handle_(handle) {}
    ~GpuPlace() override {
        for (void* const memory : memory_) (void)cudaFree(memory);
        (void)cutensorDestroy(handle_);
    }

    [[nodiscard]] cutensorHandle_t handle() const override { return handle_; }
    [[nodiscard]] void* upload(const void* data, std::size_t bytes) override {
        void* memory = nullptr;
        EXPECT_EQ(cudaMalloc(&memory, bytes + 1), cudaSuccess);
        memory_.push_back(memory);
        if (data != nullptr && bytes > 0) {
            EXPECT_EQ(cudaMemcpy(memory, data, bytes, cudaMemcpyHostToDevice), cudaSuccess);
        }
        return memory;
    }
    void fetch(void* data, const void* from, std::size_t bytes) override {
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        if (bytes > 0) {
            EXPECT_EQ(cudaMemcpy(data, from, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
        }
    }

private:
    cutensorHandle_t handle_;
    std::vector<void*> memory_;
};

}  // namespace

std::unique_ptr<Place> make_place() {
    cutensorHandle_t handle = nullptr;
    if (cutensorCreate(&handle) != CUTENSOR_STATUS_SUCCESS) return nullptr;
    return std::make_unique<GpuPlace>(handle);
}

}  // namespace ttgt::test
