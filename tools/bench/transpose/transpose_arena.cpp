// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/transpose/transpose_arena.h"

#include "src/runtime/host_memory.h"
#include "tools/bench/cuda/device_arena.h"
#include "tools/bench/timing.h"
#include "tools/bench/transpose/transpose_check.h"
#include "tools/io/interrupt.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

class HostArena final : public TransposeArena {
public:
    explicit HostArena(int threads) : threads_(threads) {}

    void place(const TransposeTask& task) override {
        task_ = task;
        const std::int64_t count = span(task.in);
        grow(in_, in_bytes_, count);
        grow(out_, out_bytes_, span(task.out));
        fill_random(in_.get(), count, task.dtype, 1);
    }

    [[nodiscard]] const void* in() const override { return in_.get(); }
    [[nodiscard]] void* out() const override { return out_.get(); }

    [[nodiscard]] TurnTimes time_turns(
        int turns, const std::vector<std::function<void()>>& works) const override {
        const ByteCopy copy(task_.elements() * size_bytes(task_.dtype), threads_);
        TurnTimes times;
        times.works.resize(works.size());
        for (int turn = 0; turn < turns; ++turn) {
            throw_if_interrupted();
            times.copy.push_back(time_ms([&] { copy.run(out_.get(), in_.get()); }));
            for (std::size_t i = 0; i < works.size(); ++i) {
                times.works[i].push_back(time_ms(works[i]));
            }
        }
        return times;
    }

    void spoil() override {
        const std::int64_t count = span(task_.out);
        if (task_.accumulates) return fill_random(out_.get(), count, task_.dtype, old_seed);
        set_bytes(out_.get(), poison_byte, count * size_bytes(task_.dtype), threads_);
    }

    [[nodiscard]] bool is_right() const override {
        return task_.accumulates
                   ? is_added(out_.get(), in_.get(), task_.modes(), task_.dtype, old_seed)
                   : is_moved(out_.get(), in_.get(), task_.modes(), size_bytes(task_.dtype));
    }

private:
    void grow(Buffer& buffer, std::int64_t& bytes, std::int64_t count) const {
        const std::int64_t needed = count * size_bytes(task_.dtype);
        if (buffer && needed <= bytes) return;
        buffer.reset();
        buffer = allocate_tensor(packed({needed}), DType::opaque1);
        bytes = needed;
    }

    int threads_;
    TransposeTask task_;
    Buffer in_;
    Buffer out_;
    std::int64_t in_bytes_ = 0;
    std::int64_t out_bytes_ = 0;
};

}  // namespace

std::unique_ptr<TransposeArena> make_transpose_arena(const Context& context) {
    if (context.options().device.kind == Device::Kind::cuda) return make_device_arena(context);
    return std::make_unique<HostArena>(context.options().threads);
}

}  // namespace ttgt::tool
