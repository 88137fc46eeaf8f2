// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products of tensors in a GPU's memory, by executors and handles that name it.
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tapp.h>
#include <ttgt/tapp_attributes.h>

#include <cstdint>
#include <vector>

namespace {

using testing::ElementsAre;

/// A matrix of 2 x 2 in device memory.
class DeviceMatrix {
public:
    explicit DeviceMatrix(const std::vector<double>& elements) {
        EXPECT_EQ(cudaMalloc(&data, bytes), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(data, elements.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    }
    ~DeviceMatrix() { (void)cudaFree(data); }
    DeviceMatrix(const DeviceMatrix&) = delete;
    DeviceMatrix& operator=(const DeviceMatrix&) = delete;

    [[nodiscard]] std::vector<double> fetch() const {
        std::vector<double> elements(4);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        EXPECT_EQ(cudaMemcpy(elements.data(), data, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
        return elements;
    }

    static constexpr std::size_t bytes = 4 * sizeof(double);
    void* data = nullptr;
};

class TappDevice : public testing::Test {
protected:
    void SetUp() override {
        int devices = 0;
        if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
            GTEST_SKIP() << "no usable device";
        }
        const std::vector<std::int64_t> extents{2, 2};
        const std::vector<std::int64_t> strides{1, 2};
        ASSERT_EQ(TAPP_create_executor(&executor), 0);
        ASSERT_EQ(TAPP_create_handle(&handle), 0);
        ASSERT_EQ(TAPP_create_tensor_info(&matrix, TAPP_F64, 2, extents.data(), strides.data()), 0);
        const std::vector<std::int64_t> ik{'i', 'k'};
        const std::vector<std::int64_t> kj{'k', 'j'};
        const std::vector<std::int64_t> ij{'i', 'j'};
        const std::vector<std::int64_t> ji{'j', 'i'};
        ASSERT_EQ(TAPP_create_tensor_product(&product, handle, TAPP_IDENTITY, matrix, ik.data(),
                                             TAPP_IDENTITY, matrix, kj.data(), TAPP_IDENTITY,
                                             matrix, ji.data(), TAPP_IDENTITY, matrix, ij.data(),
                                             TAPP_DEFAULT_PREC),
                  0);
    }
    void TearDown() override {
        if (product != 0) {
            EXPECT_EQ(TAPP_destroy_tensor_product(product), 0);
            EXPECT_EQ(TAPP_destroy_tensor_info(matrix), 0);
            EXPECT_EQ(TAPP_destroy_handle(handle), 0);
            EXPECT_EQ(TAPP_destroy_executor(executor), 0);
        }
    }
    static TAPP_error use_device(std::intptr_t place) {
        return TAPP_attr_set(place, TTGT_TAPP_DEVICE, const_cast<char*>("cuda:0"));
    }
    /// D = A*B + 10*C by this executor.
    std::vector<double> result_by(TAPP_executor by) {
        const DeviceMatrix a({1, 3, 2, 4});
        const DeviceMatrix b({5, 7, 6, 8});
        const DeviceMatrix c({1, 2, 3, 4});
        const DeviceMatrix d({0, 0, 0, 0});
        const double alpha = 1;
        const double beta = 10;
        EXPECT_EQ(TAPP_execute_product(product, by, nullptr, &alpha, a.data, b.data, &beta, c.data,
                                       d.data),
                  0);
        return d.fetch();
    }

    TAPP_executor executor = 0;
    TAPP_handle handle = 0;
    TAPP_tensor_info matrix = 0;
    TAPP_tensor_product product = 0;
};

TEST_F(TappDevice, ExecutorsNameIt) {
    ASSERT_EQ(use_device(executor), 0);

    EXPECT_THAT(result_by(executor), ElementsAre(19 + 10, 43 + 30, 22 + 20, 50 + 40));
}

TEST_F(TappDevice, HandlesNameIt) {
    ASSERT_EQ(use_device(handle), 0);

    EXPECT_THAT(result_by(0), ElementsAre(19 + 10, 43 + 30, 22 + 20, 50 + 40));
    EXPECT_THAT(result_by(executor), ElementsAre(19 + 10, 43 + 30, 22 + 20, 50 + 40));
}

TEST_F(TappDevice, ExecutionsAreEnqueuedOnTheStream) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    ASSERT_EQ(TAPP_attr_set(executor, TTGT_TAPP_STREAM, stream), 0);
    ASSERT_EQ(use_device(executor), 0);
    const std::vector<double> warm = result_by(executor);
    const DeviceMatrix a({1, 3, 2, 4});
    const DeviceMatrix b({5, 7, 6, 8});
    const DeviceMatrix d({0, 0, 0, 0});
    const double alpha = 1;
    const double beta = 0;

    // What is captured was enqueued there, and nowhere else.
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(TAPP_execute_product(product, executor, nullptr, &alpha, a.data, b.data, &beta,
                                   nullptr, d.data),
              0);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_EQ(TAPP_execute_product(product, executor, nullptr, &alpha, b.data, b.data, &beta,
                                   nullptr, d.data),
              0);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);

    std::size_t nodes = 0;
    EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
    EXPECT_GT(nodes, 0U);
    EXPECT_THAT(d.fetch(), ElementsAre(19, 43, 22, 50));
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    EXPECT_EQ(TAPP_attr_clear(executor, TTGT_TAPP_STREAM), 0);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
