// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cuda/device_arena.h"

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/event_timer.h"
#include "tools/io/interrupt.h"
#include "tools/operands/buffers.h"
#include "tools/operands/cuda/random_tensor.h"
#include "tools/operands/cuda/tensor_kernels.h"

namespace ttgt::tool {
namespace {

class DeviceArena final : public TransposeArena {
public:
    DeviceArena(int device, Stream stream)
        : device_(device),
          stream_(stream),
          in_(device, stream, 1),
          out_(device, stream, old_seed) {}

    void place(const TransposeTask& task) override {
        task_ = task;
        const std::int64_t bytes = size_bytes(task.dtype);
        in_.reserve(span(task.in) * bytes);
        out_.reserve(span(task.out) * bytes);
        in_.fill(span(task.in), task.dtype);
    }

    [[nodiscard]] const void* in() const override { return in_.data(); }
    [[nodiscard]] void* out() const override { return out_.data(); }

    [[nodiscard]] TurnTimes time_turns(
        int turns, const std::vector<std::function<void()>>& works) const override {
        const std::int64_t bytes = task_.elements() * size_bytes(task_.dtype);
        std::vector<std::function<void()>> all{[this, bytes] {
            throw_if_interrupted();
            cuda::copy_on_device(out_.data(), in_.data(), bytes, stream_);
        }};
        all.insert(all.end(), works.begin(), works.end());
        auto times = cuda::time_turns_ms(device_, stream_, turns, all);
        TurnTimes result;
        result.copy = std::move(times.front());
        result.works.assign(times.begin() + 1, times.end());
        return result;
    }

    void spoil() override {
        out_.overwritten();
        if (task_.accumulates) return out_.fill(span(task_.out), task_.dtype);
        cuda::fill_bytes(out_.data(), poison_byte, span(task_.out) * size_bytes(task_.dtype),
                         stream_);
    }

    [[nodiscard]] bool is_right() const override {
        const CheckedArrays arrays{out_.data(), in_.data(), task_.modes(), device_, stream_};
        return task_.accumulates ? count_sum_mismatches(arrays, task_.dtype, old_seed) == 0
                                 : count_transpose_mismatches(arrays, size_bytes(task_.dtype)) == 0;
    }

private:
    int device_;
    Stream stream_;
    TransposeTask task_;
    RandomTensor in_;
    RandomTensor out_;
};

}  // namespace

std::unique_ptr<TransposeArena> make_device_arena(const Context& context) {
    return std::make_unique<DeviceArena>(context.options().device.index, context.stream());
}

}  // namespace ttgt::tool
