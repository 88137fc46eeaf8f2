// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The CUDA kernels' own source, run on the CPU for every candidate of small problems: each element
// is moved to its place, exactly once, and nothing else is touched, wherever the arrays start.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/emulation/emulated_kernels.h"
#include "tests/support/problems/cuda_transpose_cases.h"

namespace ttgt {
namespace {

using test::CudaCandidate;
using test::GuardedArray;
using test::Pointers;
using test::Random;
using test::TransposeCase;
using test::Writing;

/// The bytes of a guarded array, from a multiple of 256 and `shift` bytes on.
class Placed {
public:
    Placed(const GuardedArray& array, std::int64_t shift)
        : array_(array),
          origin_(static_cast<const std::byte*>(array.data()) - array.bytes().data()),
          memory_(array.bytes().size() + 512) {
        const auto start = reinterpret_cast<std::uintptr_t>(memory_.data());
        first_ = memory_.data() + (256 - start % 256) + shift;
        reset(array);
    }

    [[nodiscard]] void* data() const { return first_ + origin_; }
    void reset(const GuardedArray& array) {
        std::memcpy(first_, array.bytes().data(), array.bytes().size());
    }
    [[nodiscard]] bool equals(const GuardedArray& array) const {
        return std::memcmp(first_, array.bytes().data(), array.bytes().size()) == 0;
    }
    [[nodiscard]] GuardedArray fetch() {
        std::memcpy(static_cast<std::byte*>(array_.data()) - origin_, first_,
                    array_.bytes().size());
        return array_;
    }

private:
    GuardedArray array_;
    std::ptrdiff_t origin_;
    std::vector<std::byte> memory_;
    std::byte* first_;
};

void clear(GuardedArray& array) {
    const auto element = static_cast<std::size_t>(size_bytes(array.dtype()));
    array.for_each_offset([&](std::int64_t offset) {
        std::memset(
            static_cast<std::byte*>(array.data()) + offset * static_cast<std::int64_t>(element), 0,
            element);
    });
}

struct Filled {
    Filled(const TransposeCase& given, Random& random)
        : in(given.dtype, given.in), zeros(given.dtype, given.out), expected(zeros) {
        test::fill_any(in, random);
        clear(zeros);
        expected = zeros;
        test::transpose_by_definition(given, 1.0, in, 0.0, expected);
    }

    GuardedArray in;
    GuardedArray zeros;
    GuardedArray expected;
};

void check_shape(const TransposeCase& given, const cuda::Shape& shape, Pointers pointers,
                 std::int64_t in_shift, std::int64_t out_shift, const Filled& filled) {
    Placed in(filled.in, in_shift);
    Placed out(filled.zeros, out_shift);
    const std::vector<CudaCandidate> candidates = test::cuda_candidates(shape, pointers);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const CudaCandidate& candidate = candidates[i];
        const Writing writing = i % 3 == 2 ? Writing::move : Writing::add_bytes;
        out.reset(filled.zeros);
        ASSERT_EQ(
            test::emulate_move(candidate.launch, shape.unit_bytes, in.data(), out.data(), writing),
            "")
            << candidate.text << ": " << test::to_string(given);
        ASSERT_TRUE(out.equals(filled.expected))
            << candidate.text << ", shifted by " << in_shift << " and " << out_shift << ": "
            << test::to_string(given);
    }
}

/// Widest units at aligned addresses or at any that are a multiple of them, in turns by chance;
/// elements at any.
void check(const TransposeCase& given, Random& random) {
    const TransposeProblem problem = test::problem_of(given);
    if (problem.empty) return;
    const Filled filled(given, random);
    const cuda::Shape wide = cuda::vectorise(problem);
    const std::int64_t element = size_bytes(given.dtype);
    if (random.chance(50)) {
        check_shape(given, wide, Pointers::aligned, 0, cuda::sector_bytes * random.below(8),
                    filled);
    } else {
        const std::int64_t units = wide.unit_bytes * random.below(256 / wide.unit_bytes);
        check_shape(given, wide, Pointers::anywhere, 0, units, filled);
    }
    if (testing::Test::HasFatalFailure()) return;
    check_shape(given, test::plain_shape(problem), Pointers::anywhere,
                element * random.below(128 / element), element * random.below(128 / element),
                filled);
}

class CudaTransposeEmulation : public testing::TestWithParam<DType> {};

TEST_P(CudaTransposeEmulation, AgreesOnPermutations) {
    Random random(1);
    for (const TransposeCase& given : test::awkward_permutations(GetParam())) {
        if (volume(given.in) * size_bytes(given.dtype) > 16 * 1024) continue;
        check(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(CudaTransposeEmulation, AgreesOnStrides) {
    Random random(2);
    for (const TransposeCase& given : test::awkward_strides(GetParam())) {
        if (volume(given.in) > 5000 && size_bytes(GetParam()) > 2) continue;
        check(given, random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(CudaTransposeEmulation, AgreesOnRandomPermutations) {
    for (const std::uint64_t seed : test::seeds(1, 10)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        check(test::random_permutation(random, GetParam(), 6000), random);
        if (HasFatalFailure()) return;
    }
}

TEST_P(CudaTransposeEmulation, AgreesOnRandomLayouts) {
    for (const std::uint64_t seed : test::seeds(100, 15)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        check(test::random_transpose_case(random, GetParam()), random);
        if (HasFatalFailure()) return;
    }
}

/// Memory between two pages that end the program where they are touched.
class FencedMemory {
public:
    FencedMemory() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        void* const pages = mmap(nullptr, 3 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        pages_ = static_cast<std::byte*>(pages);
        if (mprotect(begin(), page_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    }
    ~FencedMemory() { munmap(pages_, 3 * page_); }
    FencedMemory(const FencedMemory&) = delete;
    FencedMemory& operator=(const FencedMemory&) = delete;

    [[nodiscard]] std::byte* begin() const { return pages_ + page_; }
    [[nodiscard]] std::byte* end() const { return begin() + page_; }

private:
    std::size_t page_;
    std::byte* pages_ = nullptr;
};

// Words and vectors are loaded as they lie in memory, but none that is not the array's at all.
TEST_P(CudaTransposeEmulation, ReadsNothingBesidesTheInput) {
    const FencedMemory memory;
    const std::int64_t element = size_bytes(GetParam());
    for (const std::vector<std::int64_t>& extents :
         {std::vector<std::int64_t>{13, 17}, {5, 3, 11}, {2, 3, 2, 5, 3}, {199, 1}}) {
        std::vector<int> reversal(extents.size());
        std::iota(reversal.rbegin(), reversal.rend(), 0);
        const TransposeCase given = test::packed_case(GetParam(), extents, reversal);
        const std::int64_t bytes = volume(given.in) * element;
        std::vector<std::byte> out(static_cast<std::size_t>(bytes) + 256);
        void* to = out.data();
        std::size_t space = out.size();
        std::align(128, static_cast<std::size_t>(bytes), to, space);
        for (std::byte* const in : {memory.begin(), memory.end() - bytes}) {
            for (const CudaCandidate& candidate : test::cuda_candidates(
                     test::plain_shape(test::problem_of(given)), Pointers::anywhere)) {
                EXPECT_EQ(test::emulate_move(candidate.launch, element, in, to, Writing::move), "")
                    << candidate.text;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, CudaTransposeEmulation, testing::ValuesIn(test::opaque_dtypes()),
                         [](const auto& tested) { return std::string(name(tested.param)); });

class CudaScaleEmulation : public testing::TestWithParam<DType> {};

TEST_P(CudaScaleEmulation, AgreesForAllScalars) {
    Random random(3);
    const DType dtype = GetParam();
    for (TransposeCase given :
         {test::packed_case(dtype, {1025}, {0}), test::packed_case(dtype, {33, 65}, {1, 0}),
          test::packed_case(dtype, {32, 3, 17}, {0, 2, 1}),
          test::packed_case(dtype, {5, 3, 2, 4, 7}, {4, 1, 3, 2, 0})}) {
        given.conjugate = is_complex(dtype);
        GuardedArray in(dtype, given.in);
        GuardedArray before(dtype, given.out);
        test::fill_any(in, random);
        test::fill_any(before, random);
        const Placed from(in, 0);
        for (const auto& [alpha, beta] : std::vector<std::pair<Scalar, Scalar>>{
                 {1.0, 0.0}, {2.0, 0.0}, {-1.0, 3.0}, {0.0, 2.0}, {0.0, 0.0}}) {
            GuardedArray expected = before;
            test::transpose_by_definition(given, alpha, in, beta, expected);
            for (const CudaCandidate& candidate : test::cuda_candidates(
                     test::plain_shape(test::problem_of(given)), Pointers::anywhere)) {
                Placed out(before, size_bytes(dtype));
                ASSERT_EQ(test::emulate_scale(candidate.launch, dtype, alpha, beta, given.conjugate,
                                              from.data(), out.data()),
                          "");
                ASSERT_TRUE(test::equal_and_intact(out.fetch(), expected))
                    << candidate.text << ", alpha " << alpha << ", beta " << beta;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, CudaScaleEmulation,
                         testing::Values(DType::float16, DType::bfloat16, DType::float64,
                                         DType::complex64),
                         [](const auto& tested) { return std::string(name(tested.param)); });

}  // namespace
}  // namespace ttgt
