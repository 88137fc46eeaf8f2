// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/host_links.h"

#include <cstring>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/host_memory.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt {
namespace {

/// HostLinks of a CUDA device: copies from and to page-locked memory, with a stream for each
/// direction.
class CudaHostLinks final : public HostLinks {
public:
    explicit CudaHostLinks(Context& context)
        : device_(context.options().device.index),
          in_(device_),
          out_(device_),
          host_in_(block_bytes_, device_),
          host_out_(block_bytes_, device_),
          memory_in_(block_bytes_, device_, in_.get(), "a measurement of links"),
          memory_out_(block_bytes_, device_, out_.get(), "a measurement of links"),
          timer_in_(device_),
          timer_out_(device_) {
        std::memset(host_in_.data(), 0, static_cast<std::size_t>(block_bytes_));
        std::memset(host_out_.data(), 0, static_cast<std::size_t>(block_bytes_));
        const cuda::DeviceScope scope(device_);
        // The memory was allocated in stream order. After this, any stream may use it.
        cuda::synchronize(in_.get());
        cuda::synchronize(out_.get());
    }

    [[nodiscard]] std::int64_t bytes() const noexcept override { return block_bytes_ * blocks_; }

    Seconds copy() override {
        const cuda::DeviceScope scope(device_);
        timer_in_.start(in_.get());
        timer_out_.start(out_.get());
        for (int block = 0; block < blocks_; ++block) {
            cuda::copy_to_device(memory_in_.data(), host_in_.data(), block_bytes_, in_.get());
            cuda::copy_to_host(host_out_.data(), memory_out_.data(), block_bytes_, out_.get());
        }
        timer_in_.stop(in_.get());
        timer_out_.stop(out_.get());
        return {1e-3 * timer_in_.ms(), 1e-3 * timer_out_.ms()};
    }

    double copy_in_memory() override {
        const cuda::DeviceScope scope(device_);
        timer_in_.start(in_.get());
        for (int block = 0; block < blocks_; ++block) {
            cuda::copy_on_device(memory_in_.data(), memory_out_.data(), block_bytes_, in_.get());
        }
        timer_in_.stop(in_.get());
        return 1e-3 * timer_in_.ms();
    }

private:
    static constexpr std::int64_t block_bytes_ = std::int64_t{256} << 20;
    static constexpr int blocks_ = 4;

    int device_;
    cuda::OwnedStream in_;
    cuda::OwnedStream out_;
    cuda::PageLockedBuffer host_in_;
    cuda::PageLockedBuffer host_out_;
    cuda::DeviceBuffer memory_in_;
    cuda::DeviceBuffer memory_out_;
    cuda::EventTimer timer_in_;
    cuda::EventTimer timer_out_;
};

}  // namespace

std::unique_ptr<HostLinks> make_cuda_host_links(Context& context) {
    return std::make_unique<CudaHostLinks>(context);
}

}  // namespace ttgt
