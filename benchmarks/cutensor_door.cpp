// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the host spends on a call of cuTENSOR's interface and on one of ttgt's C interface, for
// equal contractions of small matrices on a CUDA device, by turns. Both libraries are ttgt's.
// Writes a row for each contraction: medians of all turns in microseconds. The device's work is
// waited for between the timed calls.
#include <ttgt/c_api.h>
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <cutensor.h>
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::bench {
namespace {

struct Settings {
    int turns = 31;
    int calls = 200;  ///< that are timed together; a device's queue holds some hundreds
};

void check(bool is_right, const char* call) {
    if (!is_right) throw Error(Status::device, fmt::format("{} failed", call));
}

void check(cutensorStatus_t status) {
    check(status == CUTENSOR_STATUS_SUCCESS, cutensorGetErrorString(status));
}
void check(ttgt_status status) { check(status == TTGT_SUCCESS, ttgt_last_error()); }

struct Shape {
    const char* name;
    cudaDataType_t type;
    ttgt_dtype dtype;
    std::int64_t bytes;  ///< of an element
    bool adds;           ///< to what is there: beta is 1
};

constexpr std::int64_t extent = 2;

/// D(i,j) = A(i,k)*B(k,j) + beta*D(i,j) through one interface or the other.
class Products {
public:
    explicit Products(const Shape& shape) : shape_(shape), stream_(0) {
        for (int tensor = 0; tensor < 3; ++tensor) {
            memory_.emplace_back(extent * extent * shape.bytes, 0, stream_.get(), "a tensor");
        }
        plan_in_c();
        plan_in_cutensor();
    }

    void run_c() {
        const std::array<const void*, 2> inputs{memory_[0].data(), memory_[1].data()};
        const ttgt_scalar one{1, 0};
        const ttgt_scalar beta{shape_.adds ? 1.0 : 0.0, 0};
        check(ttgt_plan_run(c_plan_, memory_[2].data(), inputs.data(), 2, &one, &beta,
                            &run_options_));
    }

    void run_cutensor() {
        check(cutensorContract(handle_, plan_, alpha(), memory_[0].data(), memory_[1].data(),
                               beta(), memory_[2].data(), memory_[2].data(), nullptr, 0,
                               static_cast<cudaStream_t>(stream_.get().handle)));
    }

    /// Microseconds of each of `calls` calls.
    double time_us(const std::function<void()>& call, int calls) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i) call();
        const std::chrono::duration<double, std::micro> spent =
            std::chrono::steady_clock::now() - begin;
        cuda::synchronize(stream_.get());
        return spent.count() / calls;
    }

private:
    void plan_in_c() {
        ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
        options.device = "cuda:0";
        options.stream = stream_.get().handle;
        ttgt_context context{};
        check(ttgt_context_create(&options, &context));
        const std::array<std::int64_t, 2> extents{extent, extent};
        const ttgt_tensor tensor{shape_.dtype, TTGT_DEVICE, 2, extents.data(), nullptr, nullptr};
        const std::array<ttgt_tensor, 2> inputs{tensor, tensor};
        ttgt_contract_options plan_options = TTGT_CONTRACT_OPTIONS;
        plan_options.beta_is_zero = shape_.adds ? 0 : 1;
        check(ttgt_plan_create(context, "D(i,j)=A(i,k)*B(k,j)", &tensor, inputs.data(), 2,
                               &plan_options, &c_plan_));
        run_options_.stream = stream_.get().handle;
    }

    void plan_in_cutensor() {
        check(cutensorCreate(&handle_));
        const std::array<std::int64_t, 2> extents{extent, extent};
        cutensorTensorDescriptor_t tensor = nullptr;
        check(cutensorCreateTensorDescriptor(handle_, &tensor, 2, extents.data(), nullptr,
                                             shape_.type, 8));
        const bool is_single = shape_.type == CUDA_R_32F;
        const std::array<std::int32_t, 2> ik{'i', 'k'};
        const std::array<std::int32_t, 2> kj{'k', 'j'};
        const std::array<std::int32_t, 2> ij{'i', 'j'};
        cutensorOperationDescriptor_t operation = nullptr;
        check(cutensorCreateContraction(
            handle_, &operation, tensor, ik.data(), CUTENSOR_OP_IDENTITY, tensor, kj.data(),
            CUTENSOR_OP_IDENTITY, tensor, ij.data(), CUTENSOR_OP_IDENTITY, tensor, ij.data(),
            is_single ? CUTENSOR_COMPUTE_DESC_32F : CUTENSOR_COMPUTE_DESC_64F));
        check(cutensorCreatePlan(handle_, &plan_, operation, nullptr, 0));
    }

    [[nodiscard]] const void* alpha() const {
        return shape_.type == CUDA_R_32F ? static_cast<const void*>(single_one_.data())
                                         : one_.data();
    }
    [[nodiscard]] const void* beta() const { return shape_.adds ? alpha() : zero_.data(); }

    Shape shape_;
    cuda::OwnedStream stream_;
    std::vector<cuda::DeviceBuffer> memory_;  // whose elements do not matter
    ttgt_plan c_plan_{};
    ttgt_run_options run_options_ = TTGT_RUN_OPTIONS;
    cutensorHandle_t handle_ = nullptr;
    cutensorPlan_t plan_ = nullptr;
    std::array<double, 2> one_{1, 0};
    std::array<double, 2> zero_{0, 0};
    std::array<float, 2> single_one_{1, 0};
};

double median(std::vector<double> times) {
    std::ranges::sort(times);
    return times[times.size() / 2];
}

void write_row(const Shape& shape, const Settings& settings) {
    Products products(shape);
    const std::function<void()> by_c = [&] { products.run_c(); };
    const std::function<void()> by_cutensor = [&] { products.run_cutensor(); };
    std::array<std::vector<double>, 2> times;
    for (int turn = -1; turn < settings.turns; ++turn) {  // the first turn warms up
        const double c = products.time_us(by_c, settings.calls);
        const double cutensor = products.time_us(by_cutensor, settings.calls);
        if (turn < 0) continue;
        times[0].push_back(c);
        times[1].push_back(cutensor);
    }
    const double c = median(times[0]);
    const double cutensor = median(times[1]);
    fmt::print("{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\n", shape.name, shape.adds ? "1" : "0", c, cutensor,
               cutensor - c);
}

void write_rows(const Settings& settings) {
    fmt::print("dtype\tbeta\tc_us\tcutensor_us\tcutensor_less_c_us\n");
    for (const bool adds : {false, true}) {
        write_row({"float64", CUDA_R_64F, TTGT_FLOAT64, 8, adds}, settings);
        write_row({"float32", CUDA_R_32F, TTGT_FLOAT32, 4, adds}, settings);
        write_row({"complex128", CUDA_C_64F, TTGT_COMPLEX128, 16, adds}, settings);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times calls of cuTENSOR's interface beside those of the C interface", "bench");
    app.add_option("--turns", settings.turns, "Turns, of which the median is taken");
    app.add_option("--calls", settings.calls, "Calls that are timed together");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::write_rows(settings); });
}
