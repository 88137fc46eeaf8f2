// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/cuda/device_arena.h"

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/event_timer.h"
#include "tools/buffers.h"
#include "tools/cuda/tensor_kernels.h"
#include "tools/interrupt.h"

namespace ttgt::tool {
namespace {

class DeviceArena final : public TransposeArena {
public:
    DeviceArena(int device, Stream stream, const Layout& layout, DType dtype)
        : device_(device),
          stream_(stream),
          dtype_(dtype),
          bytes_(tensor_bytes(layout, dtype)),
          in_(bytes_, device, stream, "the input"),
          out_(bytes_, device, stream, "the output") {
        fill_random_on_device(in_.data(), volume(layout), dtype, 1, device, stream);
    }

    [[nodiscard]] const void* in() const override { return in_.data(); }
    [[nodiscard]] void* out() const override { return out_.data(); }

    [[nodiscard]] TurnTimes time_turns(int turns,
                                       const std::function<void()>& transpose) const override {
        const auto copy = [&] {
            throw_if_interrupted();
            cuda::copy_on_device(out_.data(), in_.data(), bytes_, stream_);
        };
        auto times = cuda::time_turns_ms(device_, stream_, turns, {copy, transpose});
        return {std::move(times[0]), std::move(times[1])};
    }

    void poison() const override { cuda::fill_bytes(out_.data(), poison_byte, bytes_, stream_); }

    [[nodiscard]] bool is_transpose(const std::vector<std::int64_t>& in_extents,
                                    const std::vector<int>& perm) const override {
        return count_transpose_mismatches(out_.data(), in_.data(), in_extents, perm,
                                          size_bytes(dtype_), device_, stream_) == 0;
    }

private:
    int device_;
    Stream stream_;
    DType dtype_;
    std::int64_t bytes_;
    cuda::DeviceBuffer in_;
    cuda::DeviceBuffer out_;
};

}  // namespace

std::unique_ptr<TransposeArena> make_device_arena(const Context& context, const Layout& layout,
                                                  DType dtype) {
    return std::make_unique<DeviceArena>(context.options().device.index, context.stream(), layout,
                                         dtype);
}

}  // namespace ttgt::tool
