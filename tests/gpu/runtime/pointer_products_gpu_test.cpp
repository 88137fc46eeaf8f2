// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Batches of matrix products: by cublasGemmBatchedEx, which the library takes before CUDA 13, and
// by plans.
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
    /// C(p) = 2 * A(p)^T * B(p) + 3 * C(p), packed.
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

/// The numbers of three products, and arrays of pointers to them: those to A in reverse order.
template <class T>
class Products {
public:
    Products(int device, Stream stream)
        : a(products * rows * inner, device, stream),
          b(products * inner * columns, device, stream),
          c(products * rows * columns, device, stream),
          arrays_(3 * products * static_cast<std::int64_t>(sizeof(T*)), device, stream, "a test") {
        std::array<T*, 3 * products> pointers{};
        for (std::int64_t p = 0; p < products; ++p) {
            const auto i = static_cast<std::size_t>(p);
            pointers[i] = a.at((products - 1 - p) * rows * inner);
            pointers[i + products] = b.at(p * inner * columns);
            pointers[i + 2 * products] = c.at(p * rows * columns);
        }
        cuda::copy_to_device(arrays_.data(), pointers.data(), sizeof pointers, stream);
    }

    /// The pointers to matrices A (0), B (1) or C (2).
    [[nodiscard]] void* array(int matrix) const {
        return static_cast<void**>(arrays_.data()) + matrix * products;
    }

    void expect_products(Stream stream, bool reversed_a) const {
        const std::vector<T> found = c.fetch(stream);
        for (std::int64_t i = 0; i < products * columns * rows; ++i) {
            const std::int64_t row = i % rows;
            const std::int64_t column = i / rows;  // of all products
            const std::int64_t product = column / columns;
            const std::int64_t first_a =
                ((reversed_a ? products - 1 - product : product) * rows + row) * inner;
            T sum = 0;
            for (std::int64_t k = 0; k < inner; ++k) sum += a[first_a + k] * b[column * inner + k];
            EXPECT_EQ(found[static_cast<std::size_t>(i)], T{2} * sum + T{3} * c[i]);
        }
    }

    Numbers<T> a, b, c;

private:
    cuda::DeviceBuffer arrays_;
};

using Types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(PointerProductsGpu, Types);

TYPED_TEST(PointerProductsGpu, CublasFindsMatricesByPointers) {
    using T = TypeParam;
    const cuda::DeviceScope scope(this->device());
    const cuda::OwnedStream stream(this->device());
    const Products<T> numbers(this->device(), stream.get());
    const auto product = cuda::make_pointer_product(this->batch(), this->device(), workspace_limit);
    const cuda::DeviceBuffer workspace(static_cast<std::int64_t>(product->workspace_bytes()),
                                       this->device(), stream.get(), "a test");
    // As the library aligns factors of complex128.
    alignas(2 * sizeof(double)) const T alpha = 2;
    alignas(2 * sizeof(double)) const T beta = 3;

    product->run(&alpha, numbers.array(0), numbers.array(1), &beta, numbers.array(2),
                 numbers.array(2), workspace.data(), stream.get());

    numbers.expect_products(stream.get(), true);
}

TYPED_TEST(PointerProductsGpu, PlansFindMatricesByPointers) {
    const cuda::DeviceScope scope(this->device());
    const cuda::OwnedStream stream(this->device());
    const Products<TypeParam> numbers(this->device(), stream.get());
    const cuda::GemmPlan plan(this->batch(), this->device(), workspace_limit);
    const cuda::DeviceBuffer workspace(plan.workspace_bytes(), this->device(), stream.get(),
                                       "a test");

    plan.run(2.0, numbers.array(0), numbers.array(1), 3.0, numbers.array(2), workspace.data(),
             stream.get());

    numbers.expect_products(stream.get(), true);
}

TYPED_TEST(PointerProductsGpu, PlansMultiplyEvenlySpacedMatrices) {
    const cuda::DeviceScope scope(this->device());
    const cuda::OwnedStream stream(this->device());
    const Products<TypeParam> numbers(this->device(), stream.get());
    cuda::BatchedGemm gemm = this->batch();
    gemm.by_pointers = false;
    gemm.stride_a = rows * inner;
    gemm.stride_b = inner * columns;
    gemm.stride_c = rows * columns;
    const cuda::GemmPlan plan(gemm, this->device(), workspace_limit);
    const cuda::DeviceBuffer workspace(plan.workspace_bytes(), this->device(), stream.get(),
                                       "a test");

    plan.run(2.0, numbers.a.at(0), numbers.b.at(0), 3.0, numbers.c.at(0), workspace.data(),
             stream.get());

    numbers.expect_products(stream.get(), false);
}

TYPED_TEST(PointerProductsGpu, WhatCublasMayNotTakeIsRefused) {
    const auto is_refused = [&](const cuda::BatchedGemm& gemm, std::int64_t limit) {
        EXPECT_THROW((void)cuda::make_pointer_product(gemm, this->device(), limit), Unsupported);
    };
    cuda::BatchedGemm aligned = this->batch();
    aligned.aligned = true;
    is_refused(aligned, workspace_limit);
    cuda::BatchedGemm wide = this->batch();
    wide.shape.n = std::int64_t{1} << 31;
    is_refused(wide, workspace_limit);
    cuda::BatchedGemm many = this->batch();
    many.count = 65536;
    is_refused(many, workspace_limit);
    cuda::BatchedGemm half = this->batch();
    half.shape.dtype = DType::float16;
    is_refused(half, workspace_limit);
    cuda::BatchedGemm tf32 = this->batch();
    tf32.shape.compute = ComputeType::tf32;
    is_refused(tf32, workspace_limit);
    is_refused(this->batch(), 0);
}

}  // namespace
}  // namespace ttgt::test
