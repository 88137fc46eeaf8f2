// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Operands of more than 2^31 elements: no offset fits 32 bits. Their elements are small integers,
// so that the results are exact.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/free_memory.h"
#include "tests/support/random.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t huge_rows = 46349;
constexpr std::int64_t huge_columns = 46351;
constexpr std::int64_t elements = huge_rows * huge_columns;
static_assert(elements > std::int64_t{1} << 31);
constexpr std::int64_t matrix_bytes = elements * 4;

/// What position `position` of an operand holds: period 127 and below 2^7.
float value_at(std::int64_t position) { return static_cast<float>(position % 127); }

/// The sum over k of L(a,k) * R(k,b) that hold value_at.
float product_at(std::int64_t a, std::int64_t b, std::int64_t inner) {
    float sum = 0;
    for (std::int64_t k = 0; k < inner; ++k) {
        sum += value_at(a + k * huge_rows) * value_at(k + b * inner);
    }
    return sum;
}

class HugeContractionGpu : public ContractionGpu {
protected:
    void SetUp() override {
        ContractionGpu::SetUp();
        if (IsSkipped()) return;
        TTGT_CUDA_CHECK(cudaSetDevice(device()));
    }

    /// Whether the device has memory for that many huge matrices and a little more.
    [[nodiscard]] static bool has_room_for(int matrices) {
        return free_device_bytes() > matrices * matrix_bytes + (std::int64_t{1} << 30);
    }

    [[nodiscard]] Stream stream() { return context().stream(); }
    [[nodiscard]] cuda::DeviceBuffer allocate(std::int64_t size) {
        return {size * 4, device(), stream(), "a test"};
    }
    /// `size` elements by value_at, doubled on the device again and again.
    [[nodiscard]] cuda::DeviceBuffer filled(std::int64_t size) {
        cuda::DeviceBuffer buffer = allocate(size);
        std::int64_t done = std::min<std::int64_t>(size, 127 * 8192);
        std::vector<float> first(static_cast<std::size_t>(done));
        for (std::int64_t i = 0; i < done; ++i) first[static_cast<std::size_t>(i)] = value_at(i);
        cuda::copy_to_device(buffer.data(), first.data(), done * 4, stream());
        while (done < size) {
            const std::int64_t more = std::min(done, size - done);  // done is whole periods
            cuda::copy_on_device(static_cast<float*>(buffer.data()) + done, buffer.data(), more * 4,
                                 stream());
            done += more;
        }
        return buffer;
    }
    /// Every byte 255: NaNs.
    [[nodiscard]] cuda::DeviceBuffer poisoned(std::int64_t size) {
        cuda::DeviceBuffer buffer = allocate(size);
        cuda::fill_bytes(buffer.data(), 255, size * 4, stream());
        return buffer;
    }
    [[nodiscard]] static TensorView view(const cuda::DeviceBuffer& buffer,
                                         std::vector<std::int64_t> extents) {
        return {DType::float32, packed(std::move(extents)), buffer.data(), MemorySpace::device};
    }
    [[nodiscard]] ContractOptions by(const char* strategy) {
        ContractOptions options;
        options.context = &context();
        options.strategy = strategy;
        return options;
    }

    /// Compares some columns of a matrix of `height` rows, the first and the last among
    /// them, with expected(row, column).
    template <class Expected>
    void check_columns(const cuda::DeviceBuffer& d, std::int64_t height, std::int64_t width,
                       Expected&& expected) {
        Random random(1);
        std::vector<std::int64_t> sample{0, 1, width - 2, width - 1};
        for (int i = 0; i < 40; ++i) sample.push_back(random.below(width));
        std::vector<float> column(static_cast<std::size_t>(height));
        for (const std::int64_t j : sample) {
            cuda::copy_to_host(column.data(), static_cast<const float*>(d.data()) + j * height,
                               height * 4, stream());
            cuda::synchronize(stream());
            for (std::int64_t i = 0; i < height; ++i) {
                ASSERT_EQ(column[static_cast<std::size_t>(i)], expected(i, j))
                    << "row " << i << ", column " << j;
            }
        }
    }
};

TEST_F(HugeContractionGpu, MatrixProductIntoMoreThanTwoToThe31Elements) {
    if (!has_room_for(1)) GTEST_SKIP() << "needs 10 GB of device memory";
    constexpr std::int64_t inner = 5;
    const cuda::DeviceBuffer l = filled(huge_rows * inner);
    const cuda::DeviceBuffer r = filled(inner * huge_columns);
    const cuda::DeviceBuffer d = poisoned(elements);

    contract("D(a,b)=L(a,k)*R(k,b)", view(d, {huge_rows, huge_columns}),
             view(l, {huge_rows, inner}), view(r, {inner, huge_columns}), by("auto"));

    check_columns(d, huge_rows, huge_columns,
                  [](std::int64_t a, std::int64_t b) { return product_at(a, b, inner); });
}

// Both huge: the product in workspace, and D.
TEST_F(HugeContractionGpu, ProductThatIsTransposedIntoMoreThanTwoToThe31Elements) {
    if (!has_room_for(2)) GTEST_SKIP() << "needs 19 GB of device memory";
    constexpr std::int64_t inner = 3;
    const cuda::DeviceBuffer l = filled(huge_rows * inner);
    const cuda::DeviceBuffer r = filled(inner * huge_columns);
    const cuda::DeviceBuffer d = poisoned(elements);

    contract("D(b,a)=L(a,k)*R(k,b)", view(d, {huge_columns, huge_rows}),
             view(l, {huge_rows, inner}), view(r, {inner, huge_columns}), by("classic"));

    check_columns(d, huge_columns, huge_rows,
                  [](std::int64_t b, std::int64_t a) { return product_at(a, b, inner); });
    context().release_workspace();
}

TEST_F(HugeContractionGpu, ElementwiseProductOfMoreThanTwoToThe31Elements) {
    if (!has_room_for(3)) GTEST_SKIP() << "needs 27 GB of device memory";
    const cuda::DeviceBuffer l = filled(elements);
    const cuda::DeviceBuffer r = filled(elements);
    const cuda::DeviceBuffer d = poisoned(elements);

    contract("D(a,b)=L(a,b)*R(b,a)", view(d, {huge_rows, huge_columns}),
             view(l, {huge_rows, huge_columns}), view(r, {huge_columns, huge_rows}), by("auto"));

    check_columns(d, huge_rows, huge_columns, [](std::int64_t a, std::int64_t b) {
        return value_at(a + b * huge_rows) * value_at(b + a * huge_columns);
    });
}

// The sums stay below 2^24: the vector holds 0 and 1.
TEST_F(HugeContractionGpu, VectorTimesMatrixOfMoreThanTwoToThe31Elements) {
    if (!has_room_for(1)) GTEST_SKIP() << "needs 10 GB of device memory";
    const cuda::DeviceBuffer l = filled(elements);
    const cuda::DeviceBuffer r = allocate(huge_rows);
    std::vector<float> vector(static_cast<std::size_t>(huge_rows));
    for (std::size_t i = 0; i < vector.size(); ++i) vector[i] = static_cast<float>(i % 2);
    cuda::copy_to_device(r.data(), vector.data(), huge_rows * 4, stream());
    const cuda::DeviceBuffer d = poisoned(huge_columns);
    const cuda::DeviceBuffer sums = poisoned(huge_columns);

    contract("D(b)=L(a,b)*R(a)", view(d, {huge_columns}), view(l, {huge_rows, huge_columns}),
             view(r, {huge_rows}), by("auto"));
    contract("D(b)=L(a,b)", view(sums, {huge_columns}), view(l, {huge_rows, huge_columns}),
             by("auto"));

    const auto sum_of_column = [](std::int64_t b, std::int64_t first, std::int64_t step) {
        float sum = 0;
        for (std::int64_t a = first; a < huge_rows; a += step) sum += value_at(a + b * huge_rows);
        return sum;
    };
    check_columns(d, 1, huge_columns,
                  [&](std::int64_t, std::int64_t b) { return sum_of_column(b, 1, 2); });
    check_columns(sums, 1, huge_columns,
                  [&](std::int64_t, std::int64_t b) { return sum_of_column(b, 0, 1); });
}

}  // namespace
}  // namespace ttgt::test
