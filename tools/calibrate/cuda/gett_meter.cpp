// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/cuda/gett_meter.h"

#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/direct/direct.h"
#include "src/core/element.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

constexpr std::int64_t pool_piece = std::int64_t{1} << 26;

/// Bytes for the inputs of a trial: whole pieces, 3 GB where the device has four times as much.
std::int64_t pool_bytes_of(int device) {
    constexpr std::int64_t most = std::int64_t{3} << 30;
    const std::int64_t share = cuda::device_properties(device).memory_bytes / 4;
    return std::max(pool_piece, std::min(most, share) / pool_piece * pool_piece);
}

/// An expected result, and a place for what a launch writes.
struct GettOutputs {
    DType dtype;
    Layout layout;
    cuda::DeviceBuffer expected;
    cuda::DeviceBuffer d;
};

class GettMeter {
public:
    GettMeter(const Context& context, int turns)
        : device_(context.options().device.index),
          turns_(turns),
          context_(context.options()),
          stream_(context_.stream()),
          pool_(pool_bytes_of(device_), device_, stream_, "inputs"),
          scratch_(cuda::most_gett_scratch_bytes, device_, stream_, "scratch memory") {}

    GettTimes measure(const GettTrial& trial) {
        throw_if_interrupted();
        const cuda::DeviceScope scope(device_);
        const DType dtype = trial.products.dtype;
        const std::vector<OperandLayout> layouts =
            packed_operands(parse_expression(trial.given.expression), trial.given.extents, dtype);
        place_inputs(trial.given, layouts, dtype);
        const std::int64_t d_bytes = tensor_bytes(layouts[0].layout, dtype);
        const GettOutputs outputs{dtype,
                                  layouts[0].layout,
                                  {d_bytes, device_, stream_, "D"},
                                  {d_bytes, device_, stream_, "D"}};

        const ContractionPlan classic = classic_plan(trial, layouts);
        const cuda::DeviceBuffer workspace(classic.workspace_bytes(), device_, stream_,
                                           "workspace");
        RunOptions run_options;
        run_options.beta = 0.0;
        run_options.workspace = {workspace.data(), workspace.bytes()};
        classic.run(outputs.expected.data(), l_, r_, run_options);

        GettTimes times;
        times.classic_predicted_ms = classic.prediction().predicted_ms;
        std::vector<std::function<void()>> works;
        works.emplace_back([&] { classic.run(outputs.d.data(), l_, r_, run_options); });
        for (const GettLaunch& launch : trial.launches) {
            works.emplace_back([&] {
                cuda::run_direct(launch.kernel, {1.0, 0.0}, l_, r_, outputs.d.data(),
                                 scratch_.data(), stream_);
            });
            times.launches.push_back(checked(works.back(), outputs, trial.products.compute));
        }
        time(works, times);
        return times;
    }

private:
    [[nodiscard]] ContractionPlan classic_plan(const GettTrial& trial,
                                               const std::vector<OperandLayout>& layouts) {
        PlanOptions options;
        options.beta_is_zero = true;
        options.strategy = "classic";
        options.compute = trial.products.compute;
        return plan_contraction(context_, trial.given.expression, layouts, options);
    }

    /// Fills the pool with numbers of the type; L and R begin there.
    void place_inputs(const ContractionCase& given, const std::vector<OperandLayout>& layouts,
                      DType dtype) {
        constexpr std::int64_t alignment = 256;
        const std::int64_t l_bytes = tensor_bytes(layouts[1].layout, dtype);
        const std::int64_t r_begin = (l_bytes + 2 * alignment - 1) / alignment * alignment;
        const std::int64_t bytes = r_begin + tensor_bytes(layouts[2].layout, dtype);
        if (bytes > pool_.bytes()) {
            throw InvalidArgument(fmt::format("{}: the inputs L and R take {} bytes, more than {}",
                                              given.id, bytes, pool_.bytes()));
        }
        l_ = pool_.data();
        r_ = static_cast<const char*>(pool_.data()) + r_begin;
        if (dtype == pool_dtype_) return;
        pool_dtype_ = dtype;
        std::vector<char> piece(static_cast<std::size_t>(pool_piece));
        fill_random(piece.data(), pool_piece / size_bytes(dtype), dtype, 1);
        cuda::copy_to_device(pool_.data(), piece.data(), pool_piece, stream_);
        for (std::int64_t at = pool_piece; at < pool_.bytes(); at += pool_piece) {
            cuda::copy_on_device(static_cast<char*>(pool_.data()) + at, pool_.data(), pool_piece,
                                 stream_);
        }
        cuda::synchronize(stream_);
    }

    /// A launch's error, after it has run once.
    GettTiming checked(const std::function<void()>& enqueue, const GettOutputs& outputs,
                       ComputeType compute) {
        constexpr double rounded = 1e-2;
        constexpr double exact = 1e-3;
        cuda::fill_bytes(outputs.d.data(), 0xff, outputs.d.bytes(), stream_);  // not a number
        enqueue();
        GettTiming timing;
        timing.error = difference(outputs);
        const bool is_rounded = is_half(outputs.dtype) || compute == ComputeType::tf32;
        timing.is_right = timing.error < (is_rounded ? rounded : exact);
        return timing;
    }

    /// The first work is transpose-GEMM-transpose.
    void time(const std::vector<std::function<void()>>& works, GettTimes& times) const {
        const auto taken = cuda::time_turns_ms(device_, stream_, turns_ + 1, works);
        const auto median_of = [](const std::vector<double>& turns) {
            return median({turns.begin() + 1, turns.end()});
        };
        times.classic_ms = median_of(taken.front());
        for (std::size_t i = 0; i < times.launches.size(); ++i) {
            times.launches[i].ms = median_of(taken[i + 1]);
        }
    }

    /// |D - expected| over |expected|; what is in D is lost.
    double difference(const GettOutputs& outputs) {
        const DType real = real_of(outputs.dtype);
        const std::int64_t count =
            volume(outputs.layout) * size_bytes(outputs.dtype) / size_bytes(real);
        const Layout flat = packed({count});
        const Layout scalar = packed({});
        const cuda::DeviceBuffer sums(64, device_, stream_, "sums");
        cuda::fill_bytes(sums.data(), 0, 64, stream_);
        ContractOptions options;
        options.context = &context_;
        const auto space = MemorySpace::device;
        const ConstTensorView right(real, flat, outputs.expected.data(), space);
        contract("X(a)-=Y(a)", TensorView(real, flat, outputs.d.data(), space), right, options);
        const ConstTensorView rest(real, flat, outputs.d.data(), space);
        options.alpha = 1.0 / static_cast<double>(count);  // so that float16 holds it
        contract("N()=X(a)*X(a)", TensorView(real, scalar, sums.data(), space), rest, rest,
                 options);
        char* const second = static_cast<char*>(sums.data()) + 32;
        contract("N()=X(a)*X(a)", TensorView(real, scalar, second, space), right, right, options);
        char host[64];
        cuda::copy_to_host(host, sums.data(), 64, stream_);
        cuda::synchronize(stream_);
        return std::sqrt(number_at(host, real) / number_at(host + 32, real));
    }

    static double number_at(const char* data, DType real) {
        return visit_numeric(real, [&](auto tag) {
            using T = typename decltype(tag)::type;
            T element{};
            std::memcpy(&element, data, sizeof element);
            if constexpr (is_complex_v<T>) {
                return static_cast<double>(element.real());
            } else {
                return static_cast<double>(element);
            }
        });
    }

    int device_;
    int turns_;
    Context context_;
    Stream stream_;
    cuda::DeviceBuffer pool_;
    cuda::DeviceBuffer scratch_;
    const void* l_ = nullptr;
    const void* r_ = nullptr;
    DType pool_dtype_ = DType::opaque8;
};

}  // namespace

MeasureGetts gett_meter(const Context& context, int turns) {
    const auto meter = std::make_shared<GettMeter>(context, turns);
    return [meter](const GettTrial& trial) { return meter->measure(trial); };
}

}  // namespace ttgt::tool
