// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A program of its own: what a process has not used must stay unused.
#include <ttgt/ttgt.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/device_scope.h"
#include "tests/gpu/support/gpu_test.h"

namespace ttgt::test {
namespace {

template <class Function>
Function driver_function(const char* name) {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    EXPECT_EQ(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result),
              cudaSuccess);
    return reinterpret_cast<Function>(found);
}

bool has_context(int device) {
    static const auto state =
        driver_function<decltype(&::cuDevicePrimaryCtxGetState)>("cuDevicePrimaryCtxGetState");
    unsigned flags = 0;
    int active = 0;
    EXPECT_EQ(state(device, &flags, &active), CUDA_SUCCESS);
    return active != 0;
}

int current_device() {
    int device = -1;
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    return device;
}

/// cuda:0 is the current device of a thread that has set none.
class DeviceScopeAloneGpu : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        if (device_count() < 2) GTEST_SKIP() << "needs two CUDA devices";
        ASSERT_FALSE(has_context(0)) << "asking for devices made a context";
    }
    [[nodiscard]] static ContextOptions on_second() {
        ContextOptions options;
        options.device = {Device::Kind::cuda, 1};
        return options;
    }
};

void contract_on(Context& context, const char* expression, const char* strategy,
                 Planning planning = Planning::heuristic) {
    Tensor<double> d({24, 30});
    Tensor<double> l({24, 17, 3});
    Tensor<double> r({17, 30, 3});
    for (auto* tensor : {&l, &r}) {
        for (std::int64_t i = 0; i < volume(tensor->layout()); ++i) tensor->data()[i] = 1;
    }
    ContractOptions options;
    options.context = &context;
    options.copy_host_operands = true;
    options.strategy = strategy;
    options.planning = planning;
    contract(expression, d, l, r, options);
    for (std::int64_t i = 0; i < 24 * 30; ++i) ASSERT_EQ(d.data()[i], 51);
}

// First of all: later tests may use cuda:0.
TEST_F(DeviceScopeAloneGpu, ContractionsOnTheSecondDeviceLeaveTheFirstAlone) {
    {
        std::vector<Report> reports;
        ContextOptions settings = on_second();
        settings.report_sink = [&](const Report& report) { reports.push_back(report); };
        Context profiled(settings);
        Context plain(on_second());
        for (Context* const context : {&plain, &profiled}) {
            contract_on(*context, "D(a,b)=L(a,k,j)*R(k,b,j)", "auto");
            contract_on(*context, "D(a,b)=L(a,k,j)*R(k,b,j)", "classic");
            contract_on(*context, "D(a,b)=L(a,k,j)*R(k,b,j)", "auto", Planning::measure);
        }
        EXPECT_EQ(reports.size(), 3U);
    }

    EXPECT_FALSE(has_context(0));
    EXPECT_TRUE(has_context(1));
    EXPECT_EQ(current_device(), 0);
}

TEST_F(DeviceScopeAloneGpu, CallersMemoryIsOnTheDeviceItWasOn) {
    { const cuda::DeviceScope scope(1); }
    void* data = nullptr;

    ASSERT_EQ(cudaMalloc(&data, 256), cudaSuccess);

    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, data), cudaSuccess);
    EXPECT_EQ(attributes.device, 0);
    EXPECT_EQ(cudaFree(data), cudaSuccess);
    {
        const cuda::DeviceScope scope(1);
        EXPECT_EQ(current_device(), 1);
        const cuda::DeviceScope inner(0);
        EXPECT_EQ(current_device(), 0);
    }
    EXPECT_EQ(current_device(), 0);
    ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
    { const cuda::DeviceScope scope(0); }
    EXPECT_EQ(current_device(), 1);
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
}

}  // namespace
}  // namespace ttgt::test
