// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/cuda_transpose_cases.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "src/core/rounding.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::test {
namespace {

using Extents = std::vector<std::int64_t>;

std::vector<int> identity(std::size_t rank) {
    std::vector<int> perm(rank);
    std::iota(perm.begin(), perm.end(), 0);
    return perm;
}

std::vector<int> reversal(std::size_t rank) {
    std::vector<int> perm = identity(rank);
    std::reverse(perm.begin(), perm.end());
    return perm;
}

std::vector<int> rotation(std::size_t rank, std::size_t by) {
    std::vector<int> perm = identity(rank);
    std::rotate(perm.begin(), perm.begin() + static_cast<std::ptrdiff_t>(by), perm.end());
    return perm;
}

/// Even positions first, then the odd ones.
std::vector<int> unzipped(std::size_t rank) {
    std::vector<int> perm = identity(rank);
    std::stable_partition(perm.begin(), perm.end(), [](int mode) { return mode % 2 == 0; });
    return perm;
}

/// Layouts with strides as given, in the order of the output's modes; perm is the identity.
TransposeCase strided(DType dtype, const Extents& extents, const Extents& in, const Extents& out) {
    return {dtype, Layout{extents, in}, Layout{extents, out}, identity(extents.size()), false};
}

}  // namespace

const std::vector<DType>& opaque_dtypes() {
    static const std::vector<DType> dtypes{DType::opaque1, DType::opaque2, DType::opaque4,
                                           DType::opaque8, DType::opaque16};
    return dtypes;
}

TransposeProblem problem_of(const TransposeCase& given) {
    return make_transpose_problem(given.dtype, given.conjugate, modes_of(given));
}

// Long: a table of cases.
std::vector<TransposeCase> awkward_permutations(DType dtype) {
    std::vector<TransposeCase> cases;
    const auto add = [&](const Extents& extents, const std::vector<int>& perm) {
        cases.push_back(packed_case(dtype, extents, perm));
    };
    for (const std::int64_t length : {1, 2, 31, 1023, 1024, 1025, 70001}) add({length}, {0});
    for (const Extents& matrix : {Extents{2, 3},
                                  {31, 33},
                                  {32, 32},
                                  {63, 65},
                                  {64, 127},
                                  {129, 257},
                                  {128, 256},
                                  {2, 1000},
                                  {1000, 2},
                                  {3, 511},
                                  {511, 3},
                                  {5, 257},
                                  {257, 5},
                                  {2, 70003},
                                  {70003, 2}}) {
        add(matrix, {1, 0});
    }
    for (const Extents& cuboid : {Extents{32, 31, 33},
                                  {65, 5, 63},
                                  {33, 2, 129},
                                  {64, 3, 127},
                                  {17, 65, 3},
                                  {500, 7, 3},
                                  {2, 257, 31},
                                  {3, 64, 65}}) {
        add(cuboid, {0, 2, 1});
        add(cuboid, {1, 0, 2});
        add(cuboid, reversal(3));
        add(cuboid, rotation(3, 1));
    }
    for (const Extents& collision : {Extents{15, 15, 15, 15},
                                     {5, 3, 2, 4, 35, 33},
                                     {2, 3, 5, 7, 11, 13},
                                     {3, 2, 127, 2, 3},
                                     {4, 4, 4, 4, 4, 4},
                                     {3, 129, 2, 65},
                                     {2, 33, 2, 257},
                                     {13, 2, 3, 257}}) {
        add(collision, reversal(collision.size()));
        add(collision, rotation(collision.size(), 1));
        add(collision, rotation(collision.size(), 2));
        add(collision, unzipped(collision.size()));
    }
    add({3, 5, 2, 7, 3, 2, 5, 3}, {7, 0, 5, 2, 6, 1, 4, 3});
    add({2, 2, 3, 2, 5, 2, 3, 2, 2, 3, 2, 2}, reversal(12));
    add({2, 2, 3, 2, 5, 2, 3, 2, 2, 3, 2, 2}, unzipped(12));
    add(Extents(16, 2), reversal(16));
    add(Extents(17, 2), unzipped(17));
    add({24, 9, 40}, {0, 2, 1});
    add({1, 6, 1, 7, 1}, {4, 3, 2, 1, 0});
    return cases;
}

std::vector<TransposeCase> awkward_strides(DType dtype) {
    return {
        strided(dtype, {65, 33}, {40, 1}, {1, 70}),           // padded rows
        strided(dtype, {65, 33}, {80, 2}, {2, 140}),          // no stride of 1
        strided(dtype, {65, 33}, {1, 65}, {2, 131}),          // none in the output
        strided(dtype, {65, 33}, {2, 131}, {1, 65}),          // none in the input
        strided(dtype, {9001}, {2}, {3}),                     // nothing to join
        strided(dtype, {9001}, {1}, {2}),                     //
        strided(dtype, {9001}, {3}, {1}),                     //
        strided(dtype, {9001}, {-1}, {1}),                    // backwards
        strided(dtype, {9001}, {1}, {-1}),                    //
        strided(dtype, {9001}, {-1}, {-1}),                   //
        strided(dtype, {64, 48}, {-48, 1}, {1, 64}),          // rows backwards
        strided(dtype, {64, 48}, {48, -1}, {1, 64}),          // elements backwards
        strided(dtype, {64, 48}, {48, 1}, {1, -64}),          //
        strided(dtype, {64, 48}, {48, 1}, {-1, 64}),          //
        strided(dtype, {64, 48}, {-48, -1}, {-1, -64}),       //
        strided(dtype, {64, 48}, {0, 1}, {1, 64}),            // repeated
        strided(dtype, {64, 48}, {1, 0}, {1, 64}),            //
        strided(dtype, {64, 48}, {0, 0}, {1, 64}),            //
        strided(dtype, {64, 48, 5}, {0, 5, 1}, {5, 320, 1}),  //
        strided(dtype, {64, 48}, {1, 1}, {48, 1}),            // sliding window
        strided(dtype, {64, 48}, {1, 2}, {1, 64}),            //
        strided(dtype, {16, 24, 40}, {1, 1, 64}, {40, 640, 1}),
        strided(dtype, {32, 6, 40}, {1, 32, 192}, {1, 1280, 32}),
        strided(dtype, {32, 6, 40}, {1, 34, 204}, {1, 1360, 34}),  // rows of even padding
        strided(dtype, {31, 6, 40}, {1, 33, 201}, {1, 1361, 34}),  // and odd
        strided(dtype, {128, 6, 40}, {1, 128, 768}, {1, -5120, 128}),
        strided(dtype, {16, 9, 9, 16}, {1, 16, 144, 1300}, {1300, 144, 16, 1}),
        strided(dtype, {2, 3, 2, 3, 2, 3}, {3, 7, 25, 55, 170, 345}, {400, 130, 61, 20, 9, 2}),
    };
}

TransposeCase random_permutation(Random& random, DType dtype, std::int64_t most_elements) {
    static const std::vector<std::int64_t> choices{2,  2,  3,  3,   4,   5,   5,   6,   7,
                                                   8,  11, 13, 15,  16,  17,  31,  32,  33,
                                                   63, 64, 65, 100, 127, 128, 129, 255, 257};
    Extents extents;
    std::int64_t volume = 1;
    const std::int64_t rank = random.between(1, 12);
    for (std::int64_t i = 0; i < rank; ++i) {
        const std::int64_t extent = random.pick(choices);
        if (extent > most_elements / volume) continue;
        extents.push_back(extent);
        volume *= extent;
    }
    random.shuffle(extents);
    std::vector<int> perm = identity(extents.size());
    random.shuffle(perm);
    return packed_case(dtype, extents, perm);
}

namespace {

/// Several tiles a block, as of tensors that are larger than those of tests.
void share_tables(cuda::Launch& launch) {
    constexpr std::uint32_t several = 3;
    auto* const packed = std::get_if<cuda::PackedArguments>(&launch.arguments);
    if (packed == nullptr) return;
    packed->tiles_per_block = several;
    launch.blocks = divide_up(std::int64_t{packed->loops.tiles}, std::int64_t{several});
}

}  // namespace

std::vector<CudaCandidate> cuda_candidates(const cuda::Shape& shape, Pointers pointers) {
    std::vector<CudaCandidate> candidates;
    for (cuda::CudaTile tile : cuda::tile_candidates(shape)) {
        auto* const tiled = std::get_if<cuda::TiledTile>(&tile);
        if (tiled != nullptr && pointers == Pointers::anywhere) *tiled = cuda::anywhere(*tiled);
        std::optional<cuda::Launch> launch = cuda::make_launch(shape, tile);
        if (!launch) continue;
        if (candidates.size() % 2 == 1) share_tables(*launch);
        const std::string method = cuda::method(shape, tile);
        std::string text = fmt::format("units of {} bytes, {} {}", shape.unit_bytes, method,
                                       cuda::describe(shape, tile));
        candidates.push_back({std::move(tile), *launch, method, std::move(text)});
    }
    return candidates;
}

cuda::Shape plain_shape(const TransposeProblem& problem) {
    return cuda::make_shape(problem.modes, size_bytes(problem.dtype));
}

}  // namespace ttgt::test
