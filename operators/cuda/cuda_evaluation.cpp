// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/cuda_evaluation.h"

#include <ttgt/error.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "operators/cuda/evaluation_source.h"
#include "src/core/element.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/kernels/loaded_kernel.h"
#include "src/runtime/cuda/kernels/nvrtc.h"
#include "src/runtime/cuda/properties.h"

namespace ttgt::cuda {
namespace {

void check_alignment(const OperatorProblem& problem, std::span<void* const> pointers) {
    for (std::size_t i = 0; i < pointers.size(); ++i) {
        const std::int64_t bytes = size_bytes(problem.operands[i].dtype);
        const auto address = reinterpret_cast<std::uintptr_t>(pointers[i]);
        if (address % static_cast<std::uintptr_t>(bytes) == 0) continue;
        throw InvalidArgument(
            fmt::format("{} is at {}, which is not aligned to an element of {} bytes",
                        problem.names[i], static_cast<const void*>(pointers[i]), bytes));
    }
}

/// A scalar as kernels take it: one or two floats or doubles.
union KernelScalar {
    std::array<float, 2> singles;
    std::array<double, 2> doubles;
};

KernelScalar kernel_scalar(Scalar value, DType compute) {
    KernelScalar result{};
    if (real_of(compute) == DType::float64) {
        result.doubles = {value.real(), value.imag()};
    } else {
        result.singles = {static_cast<float>(value.real()), static_cast<float>(value.imag())};
    }
    return result;
}

class CudaEvaluation final : public EvaluationKernel {
public:
    CudaEvaluation(const Context& context, const OperatorProblem& problem)
        : problem_(problem), device_(context.options().device.index) {
        const DeviceProperties& gpu = device_properties(device_);
        launch_ = write_evaluation(problem, {gpu.multiprocessors, gpu.shared_per_block});
        const std::string binary =
            compile_source(launch_.source, gpu.compute_major, gpu.compute_minor).binary;
        evaluate_ = std::make_unique<const LoadedKernel>(binary, evaluate_name,
                                                         launch_.shared_bytes, device_);
        if (launch_.has_vectors) {
            anywhere_ = std::make_unique<const LoadedKernel>(binary, evaluate_anywhere_name,
                                                             launch_.shared_bytes, device_);
        }
        if (launch_.join_blocks == 0) return;
        join_ = std::make_unique<const LoadedKernel>(binary, join_name, launch_.join_shared_bytes,
                                                     device_);
    }

    [[nodiscard]] std::string explain() const override {
        std::string text = fmt::format(
            "  tile       {}\n  launch     {} blocks of {} threads, {} element(s) of each at "
            "once\n",
            to_string(problem_, launch_.tile), launch_.blocks, launch_.threads, launch_.vector);
        for (const std::size_t use : launch_.staged) {
            text +=
                fmt::format("  shared     {} by way of shared memory\n", problem_.uses[use].name);
        }
        if (problem_.reduction == Reduction::none) return text;
        return text + fmt::format("  reduction  {}, in double precision, {} parts\n",
                                  spelling(problem_.reduction), launch_.chunks);
    }

    [[nodiscard]] int launches() const override { return join_ ? 2 : 1; }

    [[nodiscard]] std::string source() const override { return launch_.source; }

    void run(std::span<void* const> pointers, std::span<const Scalar> scalars,
             Stream stream) const override {
        check_alignment(problem_, pointers);
        std::vector<void*> addresses(pointers.begin(), pointers.end());
        std::vector<KernelScalar> values;
        values.reserve(scalars.size());
        for (const Scalar& scalar : scalars) {
            values.push_back(kernel_scalar(scalar, problem_.compute));
        }
        std::vector<void*> arguments;
        arguments.reserve(addresses.size() + values.size() + 1);
        for (void*& address : addresses) arguments.push_back(&address);
        for (KernelScalar& value : values) arguments.push_back(&value);
        const LoadedKernel& evaluate = kernel_for(pointers);
        if (!join_) {
            return evaluate.enqueue(launch_.blocks, launch_.threads, arguments.data(), stream,
                                    false);
        }
        const DeviceBuffer partial(launch_.partial_bytes, device_, stream,
                                   "the parts of a reduction");
        void* parts = partial.data();
        arguments.push_back(&parts);
        evaluate.enqueue(launch_.blocks, launch_.threads, arguments.data(), stream, false);
        join_->enqueue(launch_.join_blocks, evaluation_threads, arguments.data(), stream, false);
    }

private:
    /// The kernel with vectors where all addresses suit it.
    [[nodiscard]] const LoadedKernel& kernel_for(std::span<void* const> pointers) const {
        if (!anywhere_) return *evaluate_;
        for (std::size_t i = 0; i < pointers.size(); ++i) {
            const auto address = reinterpret_cast<std::uintptr_t>(pointers[i]);
            if (address % static_cast<std::uintptr_t>(launch_.alignment[i]) != 0) return *anywhere_;
        }
        return *evaluate_;
    }

    OperatorProblem problem_;
    int device_;
    EvaluationLaunch launch_;
    std::unique_ptr<const LoadedKernel> evaluate_;
    std::unique_ptr<const LoadedKernel> anywhere_;
    std::unique_ptr<const LoadedKernel> join_;
};

}  // namespace

std::shared_ptr<const EvaluationKernel> make_evaluation_kernel(const Context& context,
                                                               const OperatorProblem& problem) {
    return std::make_shared<const CudaEvaluation>(context, problem);
}

double time_on_device(int device, Stream stream, const std::function<void()>& work) {
    EventTimer timer(device);
    timer.start(stream);
    work();
    timer.stop(stream);
    return timer.ms();
}

}  // namespace ttgt::cuda
