// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>
#include <ttgt/error.h>

#include <cstdint>
#include <limits>
#include <string>

#include "examples/ccsd/engine/memory_device.h"

namespace ccsd {
namespace {

void check(cudaError_t code, const char* call) {
    if (code == cudaSuccess) return;
    (void)cudaGetLastError();  // else the next call would report it again
    throw ttgt::DeviceError(std::string(call) + ": " + cudaGetErrorString(code));
}

/// Allocates, frees and copies in the order of one stream, from a pool that keeps what is freed.
class Cuda final : public Memory::Device {
public:
    explicit Cuda(int index) {
        check(cudaSetDevice(index), "cudaSetDevice");
        keep_freed_memory(index);
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    }
    ~Cuda() override { (void)cudaStreamDestroy(stream_); }
    Cuda(const Cuda&) = delete;
    Cuda& operator=(const Cuda&) = delete;

    void* allocate(std::int64_t bytes) override {
        if (bytes == 0) return nullptr;
        void* data = nullptr;
        const cudaError_t code = cudaMallocAsync(&data, static_cast<std::size_t>(bytes), stream_);
        if (code == cudaErrorMemoryAllocation) {
            (void)cudaGetLastError();
            throw ttgt::OutOfMemory("the device has no " + std::to_string(bytes) + " bytes left");
        }
        check(code, "cudaMallocAsync");
        return data;
    }
    void release(void* data) noexcept override {
        if (data != nullptr) (void)cudaFreeAsync(data, stream_);
    }
    void copy_in(void* to, const void* from_host, std::int64_t bytes) override {
        copy(to, from_host, bytes, cudaMemcpyHostToDevice);
    }
    void copy_out(void* to_host, const void* from, std::int64_t bytes) override {
        copy(to_host, from, bytes, cudaMemcpyDeviceToHost);
    }
    void wait() override { check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }
    [[nodiscard]] ttgt::Stream stream() const noexcept override { return {stream_}; }
    [[nodiscard]] ttgt::MemorySpace space() const noexcept override {
        return ttgt::MemorySpace::device;
    }

private:
    /// Else every wait would give it back to the driver, and the next tensor would take it anew.
    static void keep_freed_memory(int index) {
        cudaMemPool_t pool = nullptr;
        check(cudaDeviceGetDefaultMemPool(&pool, index), "cudaDeviceGetDefaultMemPool");
        std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
        check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all),
              "cudaMemPoolSetAttribute");
    }
    /// Waits, so that the host's side may be used again whatever kind of memory it is.
    void copy(void* to, const void* from, std::int64_t bytes, cudaMemcpyKind kind) {
        check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), kind, stream_),
              "cudaMemcpyAsync");
        wait();
    }

    cudaStream_t stream_ = nullptr;
};

}  // namespace

std::unique_ptr<Memory::Device> open_cuda_device(int index) {
    return std::make_unique<Cuda>(index);
}

}  // namespace ccsd
