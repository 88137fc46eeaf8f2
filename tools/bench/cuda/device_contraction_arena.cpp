// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cuda/device_contraction_arena.h"

#include <ttgt/error.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/event_timer.h"
#include "tools/bench/cuda/device_gemm_reference.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"
#include "tools/operands/buffers.h"
#include "tools/operands/cuda/random_tensor.h"
#include "tools/operands/random_check.h"

namespace ttgt::tool {
namespace {

class DeviceContractionArena final : public ContractionArena {
public:
    DeviceContractionArena(int device, Stream stream, int threads)
        : device_(device), stream_(stream), threads_(threads) {
        make_tensors(3);  // those of a matrix product, for gemm_reference()
    }

    void place(const ContractionTask& task) override {
        task_ = task;
        check_.reset();
        make_tensors(task.operands.size());
        for (std::size_t i = 0; i < task.operands.size(); ++i) {
            tensors_[i].reserve(bytes_of(i));
            fill(i);
        }
    }

    [[nodiscard]] void* data(std::size_t operand) const override {
        return tensors_[operand].data();
    }

    void reset_output() override {
        if (task_.beta != Scalar{}) return fill(0);
        if (bytes_of(0) > 0) cuda::fill_bytes(data(0), nan_byte, bytes_of(0), stream_);
    }

    [[nodiscard]] reference::Comparison check(const reference::CompareOptions& options) override {
        // The same for every strategy.
        if (!check_) check_.emplace(task_, options, threads_);
        const DType dtype = task_.operands.front().dtype;
        const std::vector<char> found =
            tensors_.front().gather(check_->offsets(), size_bytes(dtype));
        const auto count = static_cast<std::int64_t>(check_->offsets().size());
        return check_->compare(to_scalars(found.data(), count, dtype));
    }

    [[nodiscard]] double time_reference() const override {
        throw Unsupported("the reference runs on the device 'cpu' only");
    }

    [[nodiscard]] std::unique_ptr<GemmReference> gemm_reference(const ProductSizes& sizes,
                                                                DType dtype,
                                                                ProductUpdate update) override {
        return make_device_gemm_reference(device_, stream_, sizes, {dtype, task_.compute}, update,
                                          {data(1), data(2), data(0)});
    }

    [[nodiscard]] std::vector<CallTimes> time_turns(
        const Turns& turns, const std::vector<Contender>& contenders) override;

private:
    [[nodiscard]] std::int64_t bytes_of(std::size_t operand) const {
        return tensor_bytes(task_.operands[operand].layout, task_.operands[operand].dtype);
    }
    void fill(std::size_t operand) {
        if (operand == 0) tensors_[operand].overwritten();  // by the calls
        const auto& [dtype, layout] = task_.operands[operand];
        tensors_[operand].fill(volume(layout), dtype);
    }

    void make_tensors(std::size_t count) {
        while (tensors_.size() < count) {
            tensors_.emplace_back(device_, stream_, operand_seed(tensors_.size()));
        }
    }

    int device_;
    Stream stream_;
    int threads_;
    ContractionTask task_;
    std::vector<RandomTensor> tensors_;
    std::optional<RandomCheck> check_;
};

/// Of a few calls: they give the steps' shares, `turns` the total.
Report profile(const Contender& contender, const Turns& turns) {
    const int calls = std::min(3, turns.count);
    std::vector<Report> reports;
    for (int call = 0; call < calls; ++call) {
        throw_if_interrupted();
        reports.push_back(contender.profile());
    }
    return median_report(reports);
}

std::vector<CallTimes> DeviceContractionArena::time_turns(
    const Turns& turns, const std::vector<Contender>& contenders) {
    std::vector<std::function<void()>> works;
    for (const Contender& contender : contenders) {
        works.emplace_back([&run = contender.run, &turns] {
            throw_if_interrupted();
            for (int call = 0; call < turns.calls; ++call) run();
        });
    }
    // One turn more: the calls before were too long ago to have warmed up for these.
    std::vector<std::vector<double>> ms =
        cuda::time_turns_ms(device_, stream_, turns.count + 1, works);
    std::vector<CallTimes> times(contenders.size());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        for (std::size_t turn = 1; turn < ms[i].size(); ++turn) {
            times[i].ms.push_back(ms[i][turn] / turns.calls);
        }
        if (!contenders[i].profile) continue;
        times[i].report = scaled_to(profile(contenders[i], turns), median(times[i].ms));
    }
    return times;
}

}  // namespace

std::unique_ptr<ContractionArena> make_device_contraction_arena(const Context& context) {
    const ContextOptions& options = context.options();
    return std::make_unique<DeviceContractionArena>(options.device.index, context.stream(),
                                                    options.threads);
}

}  // namespace ttgt::tool
