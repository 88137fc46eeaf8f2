// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products by cublasGemmBatchedEx, which the library takes before CUDA 13.
#include "src/gemm/cublas_pointers.h"

#include <ttgt/error.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/gpu_test.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t rows = 2;
constexpr std::int64_t columns = 3;
constexpr std::int64_t inner = 4;
constexpr std::int64_t products = 3;
constexpr std::int64_t workspace_limit = std::int64_t{1} << 20;

/// Small integers in device memory, of which no two neighbours are equal.
template <class T>
class Numbers {
public:
    Numbers(std::int64_t count, int device, Stream stream)
        : host_(static_cast<std::size_t>(count)),
          buffer_(count * size_bytes(dtype_of<T>), device, stream, "a test") {
        for (std::size_t i = 0; i < host_.size(); ++i) {
            host_[i] = static_cast<T>(static_cast<float>(i % 7) - 3.0F);
        }
        cuda::copy_to_device(buffer_.data(), host_.data(), buffer_.bytes(), stream);
    }
    [[nodiscard]] T operator[](std::int64_t i) const { return host_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] T* at(std::int64_t i) const { return static_cast<T*>(buffer_.data()) + i; }
    [[nodiscard]] std::vector<T> fetch(Stream stream) const {
        std::vector<T> found(host_.size());
        cuda::copy_to_host(found.data(), buffer_.data(), buffer_.bytes(), stream);
        cuda::synchronize(stream);
        return found;
    }

private:
    std::vector<T> host_;
    cuda::DeviceBuffer buffer_;
};

template <class T>
class PointerProductsGpu : public GpuTest {
protected:
    /// C(p) = 2 * A(last - p)^T * B(p) + 3 * C(p).
    [[nodiscard]] static cuda::BatchedGemm batch() {
        cuda::BatchedGemm gemm;
        gemm.shape.dtype = dtype_of<T>;
        gemm.shape.op_a = MatrixOp::transpose;
        gemm.shape.m = rows;
        gemm.shape.n = columns;
        gemm.shape.k = inner;
        gemm.shape.lda = inner;
        gemm.shape.ldb = inner;
        gemm.shape.ldc = rows;
        gemm.count = products;
        gemm.by_pointers = true;
        return gemm;
    }
};

using Types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(PointerProductsGpu, Types);

TYPED_TEST(PointerProductsGpu, MatricesAreFoundByPointers) {
    using T = TypeParam;
    const cuda::DeviceScope scope(this->device());
    const cuda::OwnedStream owned(this->device());
    const Stream stream = owned.get();
    const Numbers<T> a(products * rows * inner, this->device(), stream);
    const Numbers<T> b(products * inner * columns, this->device(), stream);
    const Numbers<T> c(products * rows * columns, this->device(), stream);
    std::array<std::array<T*, products>, 3> pointers{};
    for (std::int64_t p = 0; p < products; ++p) {
        const auto i = static_cast<std::size_t>(p);
        pointers[0][i] = a.at((products - 1 - p) * rows * inner);
        pointers[1][i] = b.at(p * inner * columns);
        pointers[2][i] = c.at(p * rows * columns);
    }
    const cuda::DeviceBuffer arrays(sizeof pointers, this->device(), stream, "a test");
    cuda::copy_to_device(arrays.data(), pointers.data(), sizeof pointers, stream);
    auto* const array = static_cast<void**>(arrays.data());

    const auto product = cuda::make_pointer_product(this->batch(), this->device(), workspace_limit);
    const cuda::DeviceBuffer workspace(static_cast<std::int64_t>(product->workspace_bytes()),
                                       this->device(), stream, "a test");
    alignas(16) const T alpha = 2;
    alignas(16) const T beta = 3;
    product->run(&alpha, array, array + products, &beta, array + 2 * products, array + 2 * products,
                 workspace.data(), stream);

    const std::vector<T> found = c.fetch(stream);
    for (std::int64_t p = 0; p < products; ++p) {
        for (std::int64_t j = 0; j < columns; ++j) {
            for (std::int64_t i = 0; i < rows; ++i) {
                const std::int64_t at = (p * columns + j) * rows + i;
                T sum = 0;
                for (std::int64_t k = 0; k < inner; ++k) {
                    sum += a[((products - 1 - p) * rows + i) * inner + k] *
                           b[(p * columns + j) * inner + k];
                }
                EXPECT_EQ(found[static_cast<std::size_t>(at)], alpha * sum + beta * c[at]);
            }
        }
    }
}

TYPED_TEST(PointerProductsGpu, WhatCublasIsNotToldIsRefused) {
    cuda::BatchedGemm gemm = this->batch();
    gemm.aligned = true;
    EXPECT_THROW((void)cuda::make_pointer_product(gemm, this->device(), workspace_limit),
                 Unsupported);
    gemm = this->batch();
    gemm.shape.n = std::int64_t{1} << 31;
    EXPECT_THROW((void)cuda::make_pointer_product(gemm, this->device(), workspace_limit),
                 Unsupported);
}

}  // namespace
}  // namespace ttgt::test
