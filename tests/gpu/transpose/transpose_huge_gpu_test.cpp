// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// More than 2^31 elements: no offset fits 32 bits.
#include <ttgt/ttgt.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/free_memory.h"
#include "tests/gpu/support/gpu_test.h"

namespace ttgt {
namespace {

constexpr std::int64_t rows = 46349;
constexpr std::int64_t columns = 46351;
constexpr std::int64_t elements = rows * columns;
static_assert(elements > std::int64_t{1} << 31);

constexpr std::int64_t period = 251;  ///< of the bytes that the input is filled with
std::uint8_t value_at(std::int64_t position) {
    return static_cast<std::uint8_t>(position % period);
}

class HugeTransposeGpu : public test::GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) return;
        TTGT_CUDA_CHECK(cudaSetDevice(device()));
        if (test::free_device_bytes() < 3 * elements)
            GTEST_SKIP() << "needs 6.5 GB of device memory";
        context_ = std::make_unique<Context>(options());
        in_ = std::make_unique<cuda::DeviceBuffer>(elements + 16, device(), stream(), "a test");
        out_ = std::make_unique<cuda::DeviceBuffer>(elements + 16, device(), stream(), "a test");
    }

    [[nodiscard]] Stream stream() const { return context_->stream(); }

    /// Fills the input from `shift` on and poisons the output, runs, and has `expected(first,
    /// chunk)` fill what every chunk of the output must be.
    template <class Expected>
    void check(const Layout& in, const Layout& out, const std::vector<int>& perm,
               std::int64_t shift, std::int64_t chunk_length, Expected&& expected) {
        auto* const from = static_cast<std::uint8_t*>(in_->data()) + shift;
        auto* const to = static_cast<std::uint8_t*>(out_->data()) + shift;
        const std::int64_t chunk_in = period * 200'000;
        std::vector<std::uint8_t> chunk(static_cast<std::size_t>(chunk_in));
        for (std::int64_t i = 0; i < chunk_in; ++i)
            chunk[static_cast<std::size_t>(i)] = value_at(i);
        for (std::int64_t first = 0; first < elements; first += chunk_in) {
            cuda::copy_to_device(from + first, chunk.data(), std::min(chunk_in, elements - first),
                                 stream());
        }
        cuda::fill_bytes(out_->data(), 253, elements + 16, stream());

        const TransposePlan transpose = plan_transpose(*context_, in, out, perm, DType::opaque1);
        transpose.run(1.0, from, 0.0, to);

        std::vector<std::uint8_t> actual(static_cast<std::size_t>(chunk_length));
        std::vector<std::uint8_t> wanted(static_cast<std::size_t>(chunk_length));
        for (std::int64_t first = 0; first < elements; first += chunk_length) {
            const std::int64_t length = std::min(chunk_length, elements - first);
            cuda::copy_to_host(actual.data(), to + first, length, stream());
            expected(first, wanted);
            cuda::synchronize(stream());
            const auto [a, w] =
                std::mismatch(actual.begin(), actual.begin() + length, wanted.begin());
            ASSERT_EQ(a - actual.begin(), length) << "byte " << first + (a - actual.begin()) << ": "
                                                  << int{*a} << ", not " << int{*w} << '\n'
                                                  << transpose.explain();
        }
        check_guard(to + elements, 16 - shift);
        check_guard(static_cast<std::uint8_t*>(out_->data()), shift);
    }

private:
    void check_guard(const std::uint8_t* guard, std::int64_t length) {
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(length));
        cuda::copy_to_host(bytes.data(), guard, length, stream());
        cuda::synchronize(stream());
        EXPECT_EQ(bytes, std::vector<std::uint8_t>(bytes.size(), 253));
    }

    std::unique_ptr<Context> context_;
    std::unique_ptr<cuda::DeviceBuffer> in_;
    std::unique_ptr<cuda::DeviceBuffer> out_;
};

TEST_F(HugeTransposeGpu, MatrixOfMoreThanTwoToThe31Bytes) {
    static constexpr std::int64_t lines = 1024;  // of a chunk
    // in[i, j] at i + j * rows goes to out[j, i] at j + i * columns.
    const auto expected = [](std::int64_t first, std::vector<std::uint8_t>& chunk) {
        const std::int64_t i_first = first / columns;
        const std::int64_t count = std::min(lines, rows - i_first);
        for (std::int64_t i = 0; i < count; ++i) {
            std::int64_t value = (i_first + i) % period;
            for (std::int64_t j = 0; j < columns; ++j) {
                chunk[static_cast<std::size_t>(i * columns + j)] = static_cast<std::uint8_t>(value);
                value += rows % period;
                if (value >= period) value -= period;
            }
        }
    };

    check(packed({rows, columns}), packed({columns, rows}), {1, 0}, 3, lines * columns, expected);
}

TEST_F(HugeTransposeGpu, VectorOfMoreThanTwoToThe31Bytes) {
    const auto expected = [](std::int64_t first, std::vector<std::uint8_t>& chunk) {
        std::int64_t value = first % period;
        for (std::uint8_t& byte : chunk) {
            byte = static_cast<std::uint8_t>(value);
            value = value + 1 == period ? 0 : value + 1;
        }
    };

    check(packed({elements}), packed({elements}), {0}, 1, 64'000'000, expected);
}

}  // namespace
}  // namespace ttgt
