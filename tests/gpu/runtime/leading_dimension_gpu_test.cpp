// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Matrices whose columns lie 2^31 elements and more apart, which cuBLASLt does not take.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/free_memory.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t extent = 3;
constexpr std::int64_t rows = 40;
constexpr std::int64_t far_apart = (std::int64_t{1} << 31) + 8;

/// Columns of `rows` small float16 integers.
class LeadingDimensionGpu : public ContractionGpu {
protected:
    void SetUp() override {
        ContractionGpu::SetUp();
        if (IsSkipped()) return;
        const std::int64_t needed = 2 * (extent - 1) * far_apart + (std::int64_t{1} << 28);
        if (free_device_bytes() < needed) {
            GTEST_SKIP() << "needs 9 GB of device memory";
        }
    }

    static float value_at(std::int64_t row, std::int64_t column) {
        return static_cast<float>((row + 2 * column) % 5);
    }

    [[nodiscard]] cuda::DeviceBuffer matrix(std::int64_t columns, std::int64_t ld) {
        cuda::DeviceBuffer buffer(2 * ((columns - 1) * ld + rows), device(), context().stream(),
                                  "a test");
        std::vector<float16> column(rows);
        for (std::int64_t c = 0; c < columns; ++c) {
            for (std::int64_t r = 0; r < rows; ++r) {
                column[static_cast<std::size_t>(r)] = static_cast<float16>(value_at(r, c));
            }
            cuda::copy_to_device(static_cast<float16*>(buffer.data()) + c * ld, column.data(),
                                 2 * rows, context().stream());
        }
        cuda::synchronize(context().stream());
        return buffer;
    }
    [[nodiscard]] static TensorView view(const cuda::DeviceBuffer& buffer, std::int64_t columns,
                                         std::int64_t ld) {
        return {DType::float16, Layout{{rows, columns}, {1, ld}}, buffer.data(),
                MemorySpace::device};
    }
    [[nodiscard]] float16 element(const cuda::DeviceBuffer& buffer, std::int64_t at) {
        float16 value{};
        cuda::copy_to_host(&value, static_cast<const float16*>(buffer.data()) + at, 2,
                           context().stream());
        cuda::synchronize(context().stream());
        return value;
    }
};

TEST_F(LeadingDimensionGpu, FarColumnsOfAnInputAreMultiplied) {
    constexpr std::int64_t columns = 16;
    const cuda::DeviceBuffer l = matrix(extent, far_apart);
    const cuda::DeviceBuffer r = matrix(columns, rows);
    for (const char* const strategy : {"auto", "classic"}) {
        const cuda::DeviceBuffer d(2 * extent * columns, device(), context().stream(), "a test");
        cuda::fill_bytes(d.data(), 255, d.bytes(), context().stream());
        ContractOptions options;
        options.context = &context();
        options.strategy = strategy;

        contract(
            "D(i,j)=L(k,i)*R(k,j)",
            TensorView(DType::float16, packed({extent, columns}), d.data(), MemorySpace::device),
            view(l, extent, far_apart), view(r, columns, rows), options);

        for (std::int64_t i = 0; i < extent; ++i) {
            for (std::int64_t j = 0; j < columns; ++j) {
                float sum = 0;
                for (std::int64_t k = 0; k < rows; ++k) sum += value_at(k, i) * value_at(k, j);
                ASSERT_EQ(static_cast<float>(element(d, i + j * extent)), sum) << strategy;
            }
        }
    }
}

TEST_F(LeadingDimensionGpu, FarColumnsOfTheOutputAreWritten) {
    constexpr std::int64_t inner = 2;
    const cuda::DeviceBuffer d = matrix(extent, far_apart);
    const cuda::DeviceBuffer l = matrix(inner, rows);
    const cuda::DeviceBuffer r = matrix(inner, rows);  // its first rows
    ContractOptions options;
    options.context = &context();

    contract("D(i,j)=L(i,k)*R(j,k)", view(d, extent, far_apart), view(l, inner, rows),
             ConstTensorView(DType::float16, Layout{{extent, inner}, {1, rows}}, r.data(),
                             MemorySpace::device),
             options);

    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < extent; ++j) {
            float sum = 0;
            for (std::int64_t k = 0; k < inner; ++k) sum += value_at(i, k) * value_at(j, k);
            ASSERT_EQ(static_cast<float>(element(d, i + j * far_apart)), sum);
        }
    }
}

}  // namespace
}  // namespace ttgt::test
