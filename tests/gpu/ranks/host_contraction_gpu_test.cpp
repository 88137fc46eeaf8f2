// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Contractions of tensors in host memory by GPUs, tile by tile.
#include <ttgt/error.h>
#include <ttgt/host_contraction.h>

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/host_memory.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/random.h"
#include "tests/support/refusal.h"
#include "tests/unit/contraction/tiled/host_case.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

class HostContractionGpu : public GpuTest {
protected:
    /// The first GPU, or it twice, with a thread and memory for each, or two GPUs or all where
    /// there are.
    [[nodiscard]] std::vector<std::vector<Device>> device_lists() const {
        std::vector<std::vector<Device>> lists{{options().device},
                                               {options().device, options().device}};
        if (device_count() > 1) lists.push_back({{Device::Kind::cuda, 0}, {Device::Kind::cuda, 1}});
        if (device_count() > 2) lists.push_back(all_devices());
        return lists;
    }
};

TEST_F(HostContractionGpu, IsExactHoweverLittleMemoryThereIs) {
    Context context(options());
    for (const std::vector<Device>& devices : device_lists()) {
        for (const std::uint64_t seed : seeds(32000 + devices.size(), 40)) {
            run_host_case(context, seed, devices);
            if (testing::Test::HasFailure()) return;
        }
    }
}

/// D(a,b) = L(a,c)*R(c,b) of matrices that are parts of larger ones, with rows of some KB, in
/// memory that is page-locked or not.
class LargeMatrices {
public:
    LargeMatrices(int device, bool is_page_locked) {
        for (Matrix& matrix : matrices_) {
            const std::int64_t bytes = leading * columns * 8;
            if (is_page_locked) {
                matrix.locked = std::make_unique<cuda::PageLockedBuffer>(bytes, device);
                matrix.data = reinterpret_cast<double*>(matrix.locked->data());
            } else {
                matrix.pageable = allocate_host(bytes);
                matrix.data = static_cast<double*>(matrix.pageable.get());
            }
            for (std::int64_t i = 0; i < leading * columns; ++i) {
                matrix.data[i] = static_cast<double>((i * 7 + i / leading) % 5 - 2);
            }
        }
    }

    [[nodiscard]] static std::vector<OperandLayout> layouts() {
        return {{DType::float64, {{rows, rows}, {1, leading}}},
                {DType::float64, {{rows, inner}, {1, leading}}},
                {DType::float64, {{inner, rows}, {1, leading}}}};
    }
    void check(const std::vector<Device>& devices, Context& context) {
        HostContractionOptions options;
        options.devices = devices;
        options.workspace_limit = std::int64_t{40} << 20;
        const HostContractionPlan plan =
            plan_host_contraction(context, "D(a,b)+=L(a,c)*R(c,b)", layouts(), options);
        const std::vector<double> before(matrices_[0].data, matrices_[0].data + leading * columns);

        const std::vector<const void*> inputs{matrices_[1].data, matrices_[2].data};
        plan.run(matrices_[0].data, inputs);

        std::int64_t wrong = 0;
        for (std::int64_t b = 0; b < columns; ++b) {
            for (std::int64_t a = b % 13; a < leading; a += 13) {
                double expected = before[static_cast<std::size_t>(a + b * leading)];
                for (std::int64_t c = 0; a < rows && b < rows && c < inner; ++c) {
                    expected +=
                        matrices_[1].data[a + c * leading] * matrices_[2].data[c + b * leading];
                }
                wrong += matrices_[0].data[a + b * leading] == expected ? 0 : 1;
            }
        }
        EXPECT_EQ(wrong, 0) << plan.explain();
    }

private:
    static constexpr std::int64_t rows = 1500;
    static constexpr std::int64_t inner = 1111;
    static constexpr std::int64_t leading = 1531;
    static constexpr std::int64_t columns = 1500;
    struct Matrix {
        std::unique_ptr<cuda::PageLockedBuffer> locked;
        std::unique_ptr<void, HostDelete> pageable;
        double* data = nullptr;
    };
    std::array<Matrix, 3> matrices_;
};

TEST_F(HostContractionGpu, MemoryOfAnyKindHoldsTheOperands) {
    Context context(options());
    for (const bool is_page_locked : {false, true}) {
        LargeMatrices matrices(device(), is_page_locked);
        for (const std::vector<Device>& devices : device_lists()) {
            matrices.check(devices, context);
        }
    }
}

/// L and R with one element in each row, as large as is worth sharing, and how many elements of
/// D = L * R are wrong.
struct Permutations {
    explicit Permutations(std::int64_t size)
        : extent(size), d({size, size}), l({size, size}), r({size, size}) {
        for (std::int64_t i = 0; i < extent; ++i) {
            l(i, (i * 7) % extent) = 2;
            r(i, (i * 5) % extent) = 3;
        }
    }
    [[nodiscard]] std::int64_t wrong() const {
        std::int64_t count = 0;
        for (std::int64_t b = 0; b < extent; ++b) {
            for (std::int64_t a = 0; a < extent; ++a) {
                const bool is_there = (a * 7) % extent * 5 % extent == b;
                count += d(a, b) == (is_there ? 6.0 : 0.0) ? 0 : 1;
            }
        }
        return count;
    }

    std::int64_t extent;
    Tensor<double> d;
    Tensor<double> l;
    Tensor<double> r;
};

/// Bytes that devices brought, from the host and from each other.
struct Brought {
    std::int64_t from_host = 0;
    std::int64_t from_devices = 0;
};

Brought brought(const HostContractionReport& report) {
    Brought sum;
    for (const HostDeviceReport& device : report.devices) {
        sum.from_host += device.bytes_from_host;
        sum.from_devices += device.bytes_from_devices;
    }
    return sum;
}

TEST_F(HostContractionGpu, DevicesTakeTilesFromEachOther) {
    constexpr std::int64_t extent = 2048;
    Permutations matrices(extent);
    Context context(options());
    HostContractionOptions planning;
    planning.devices = device_lists().back();
    planning.workspace_limit = std::int64_t{100} << 20;
    const HostContractionPlan plan = plan_host_contraction(
        context, "D(a,b)=L(a,k)*R(k,b)",
        std::vector<OperandLayout>(3, {DType::float64, matrices.d.layout()}), planning);
    const std::vector<const void*> inputs{matrices.l.data(), matrices.r.data()};

    const Brought first = brought(plan.profile(matrices.d.data(), inputs));
    std::int64_t taken = first.from_devices;
    for (int run = 0; run < 20; ++run) {
        matrices.d.fill(-1);
        const Brought again = brought(plan.profile(matrices.d.data(), inputs));
        EXPECT_EQ(again.from_host + again.from_devices, first.from_host + first.from_devices);
        taken += again.from_devices;
        ASSERT_EQ(matrices.wrong(), 0) << "run " << run;
    }
    EXPECT_GT(taken, 0) << plan.explain();
}

TEST_F(HostContractionGpu, OneLinerSharesLargeTensorsAmongDevices) {
    if (device_count() < 2) GTEST_SKIP() << "fewer than two CUDA devices";
    constexpr std::int64_t extent = 4096;  // 3 * 128 MiB
    Permutations matrices(extent);
    ContextOptions settings;
    settings.device = {Device::Kind::cuda, 0};
    Context context(settings);
    ContractOptions call;
    call.context = &context;
    call.copy_host_operands = true;
    call.devices = {{Device::Kind::cuda, 0}, {Device::Kind::cuda, 1}};

    contract("D(a,b)=L(a,k)*R(k,b)", matrices.d, matrices.l, matrices.r, call);

    EXPECT_EQ(matrices.wrong(), 0);
}

TEST_F(HostContractionGpu, KnowsPageLockedMemory) {
    const cuda::PageLockedBuffer locked(4096, device());
    const std::vector<char> pageable(4096);

    EXPECT_TRUE(cuda::is_page_locked(locked.data(), locked.data() + 4095, device()));
    EXPECT_FALSE(cuda::is_page_locked(pageable.data(), pageable.data() + 4095, device()));
    EXPECT_FALSE(cuda::is_page_locked(locked.data(), pageable.data(), device()));
}

TEST_F(HostContractionGpu, RefusesADeviceThatIsNotThere) {
    Context context(options());
    HostContractionOptions options;
    options.devices = {device_lists().front().front(), {Device::Kind::cuda, 1000}};

    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)plan_host_contraction(context, "D(a,b)=L(a,c)*R(c,b)",
                                                LargeMatrices::layouts(), options);
                }),
                HasSubstr("cuda:1000"));
}

}  // namespace
}  // namespace ttgt::test
