// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// GETT kernels on inputs whose rows span more than 2^31 elements.
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/cuda/direct/direct.h"
#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/plan/lowering.h"
#include "contraction/problem/bind.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/properties.h"
#include "tests/gpu/support/device_direct.h"
#include "tests/gpu/support/free_memory.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t rows = 160;
constexpr std::int64_t inner = 24;
constexpr std::int64_t blocks = 5;
constexpr std::int64_t columns = 40;
constexpr std::int64_t far_apart = (std::int64_t{1} << 30) + 8;

float l_at(std::int64_t i, std::int64_t k, std::int64_t q) {
    return static_cast<float>((i + 3 * k + 7 * q) % 5);
}
float r_at(std::int64_t k, std::int64_t j) { return static_cast<float>((k + 2 * j) % 3); }

DirectStep step_of() {
    const DType dtype = DType::float16;
    const std::vector<OperandLayout> layouts{
        {dtype, packed({rows, blocks, columns})},
        {dtype, Layout{{rows, inner, blocks}, {1, rows, far_apart}}},
        {dtype, packed({inner, columns})}};
    const cpu::CpuMachine machine({built_in_calibration(), 1});
    const Plan plan =
        lower(bind_expression(parse_expression("D(i,q,j)=L(i,k,q)*R(k,j)"), layouts, true), {},
              machine, 0);
    return std::get<DirectStep>(std::get<Step>(plan.nodes.at(0).value).action);
}

class GettFarRowsGpu : public DirectGpuTest {
protected:
    void SetUp() override {
        DirectGpuTest::SetUp();
        if (IsSkipped()) return;
        if (free_device_bytes() < 2 * blocks * far_apart) {
            GTEST_SKIP() << "needs 11 GB of device memory";
        }
    }

    [[nodiscard]] cuda::DeviceBuffer far_blocks() const {
        cuda::DeviceBuffer buffer(2 * ((blocks - 1) * far_apart + rows * inner), device(), stream(),
                                  "a test");
        std::vector<float16> block(rows * inner);
        for (std::int64_t q = 0; q < blocks; ++q) {
            for (std::int64_t at = 0; at < rows * inner; ++at) {
                block[static_cast<std::size_t>(at)] =
                    static_cast<float16>(l_at(at % rows, at / rows, q));
            }
            cuda::copy_to_device(static_cast<float16*>(buffer.data()) + q * far_apart, block.data(),
                                 2 * rows * inner, stream());
        }
        cuda::synchronize(stream());
        return buffer;
    }
    [[nodiscard]] cuda::DeviceBuffer small_matrix() const {
        std::vector<float16> matrix(inner * columns);
        for (std::int64_t at = 0; at < inner * columns; ++at) {
            matrix[static_cast<std::size_t>(at)] =
                static_cast<float16>(r_at(at % inner, at / inner));
        }
        cuda::DeviceBuffer buffer(2 * inner * columns, device(), stream(), "a test");
        cuda::copy_to_device(buffer.data(), matrix.data(), buffer.bytes(), stream());
        cuda::synchronize(stream());
        return buffer;
    }
};

TEST_F(GettFarRowsGpu, AreMultipliedByEveryTile) {
    const DirectStep step = step_of();
    const cuda::DeviceBuffer l = far_blocks();
    const cuda::DeviceBuffer r = small_matrix();
    const cuda::DeviceBuffer d(2 * rows * blocks * columns, device(), stream(), "a test");
    std::vector<float16> result(rows * blocks * columns);
    const auto plans =
        cuda::plan_gett_kernels(step, cuda::architecture_of(cuda::device_properties(device())), 0);
    EXPECT_GT(plans.size(), 3U);
    for (const cuda::DirectKernelPlan& plan : plans) {
        cuda::fill_bytes(d.data(), 255, d.bytes(), stream());
        cuda::run_direct(plan, {1.0, 0.0}, l.data(), r.data(), d.data(), nullptr, stream());
        cuda::copy_to_host(result.data(), d.data(), d.bytes(), stream());
        cuda::synchronize(stream());
        for (std::int64_t at = 0; at < rows * blocks * columns; ++at) {
            const std::int64_t i = at % rows;
            const std::int64_t q = at / rows % blocks;
            const std::int64_t j = at / rows / blocks;
            float sum = 0;
            for (std::int64_t k = 0; k < inner; ++k) sum += l_at(i, k, q) * r_at(k, j);
            ASSERT_EQ(static_cast<float>(result[static_cast<std::size_t>(at)]), sum)
                << plan.describe();
        }
    }
}

}  // namespace
}  // namespace ttgt::test
