// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/transpose_arena.h"

#include <cstring>

#include "tools/buffers.h"
#include "tools/checker.h"
#include "tools/interrupt.h"
#include "tools/timing.h"
#if TTGT_HAS_CUDA
#include "tools/cuda/device_arena.h"
#endif

namespace ttgt::tool {
namespace {

class HostArena final : public TransposeArena {
public:
    HostArena(int threads, const Layout& layout, DType dtype)
        : dtype_(dtype),
          bytes_(tensor_bytes(layout, dtype)),
          in_(allocate_tensor(layout, dtype)),
          out_(allocate_tensor(layout, dtype)),
          copy_(bytes_, threads) {
        fill_random(in_.get(), volume(layout), dtype, 1);
    }

    [[nodiscard]] const void* in() const override { return in_.get(); }
    [[nodiscard]] void* out() const override { return out_.get(); }

    [[nodiscard]] TurnTimes time_turns(int turns,
                                       const std::function<void()>& transpose) const override {
        TurnTimes times;
        for (int turn = 0; turn < turns; ++turn) {
            throw_if_interrupted();
            times.copy.push_back(time_ms([&] { copy_.run(out_.get(), in_.get()); }));
            times.transpose.push_back(time_ms(transpose));
        }
        return times;
    }

    void poison() const override {
        std::memset(out_.get(), poison_byte, static_cast<std::size_t>(bytes_));
    }

    [[nodiscard]] bool is_transpose(const std::vector<std::int64_t>& in_extents,
                                    const std::vector<int>& perm) const override {
        return is_transpose_of(out_.get(), in_.get(), in_extents, perm, size_bytes(dtype_));
    }

private:
    DType dtype_;
    std::int64_t bytes_;
    Buffer in_;
    Buffer out_;
    ByteCopy copy_;
};

}  // namespace

std::unique_ptr<TransposeArena> make_transpose_arena(const Context& context, const Layout& layout,
                                                     DType dtype) {
#if TTGT_HAS_CUDA
    if (context.options().device.kind == Device::Kind::cuda) {
        return make_device_arena(context, layout, dtype);
    }
#endif
    return std::make_unique<HostArena>(context.options().threads, layout, dtype);
}

}  // namespace ttgt::tool
