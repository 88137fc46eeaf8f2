// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Keys of candidates and of CUDA kernels. Their texts are on disk: whoever changes one of the texts
// below raises ChoiceCache::current_schema, which the first test pins together with them.
#include "contraction/plan/candidate_key.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct_plan.h"
#include "src/cache/choice_cache.h"

namespace ttgt {
namespace {

std::string text_of(const Candidate& candidate) { return to_text(key_of(candidate)); }

Candidate gemm_candidate() {
    Candidate candidate;
    candidate.method = Method::gemm;
    candidate.gemm.left = {operand_r, true, true};
    candidate.gemm.right = {operand_l, false, false};
    candidate.gemm.rows = {1, 2};
    candidate.gemm.columns = {3};
    candidate.gemm.inner = {0};
    candidate.slices = {{4, 16}, {5, 1}};
    return candidate;
}

/// A kernel whose text for people is no part of its key.
struct WordyKernel final : DeviceKernel {
    WordyKernel(std::string words, std::int64_t number)
        : words_(std::move(words)), number_(number) {}
    [[nodiscard]] std::string describe() const override { return words_; }
    [[nodiscard]] KernelKey key() const override { return {"wordy", {{number_}}}; }

private:
    std::string words_;
    std::int64_t number_;
};

Candidate direct_candidate(const std::string& words, std::int64_t number) {
    Candidate candidate;
    candidate.kernel = std::make_shared<const WordyKernel>(words, number);
    return candidate;
}

TEST(CandidateKey, TextsBelongToASchema) {
    EXPECT_EQ(ChoiceCache::current_schema, 1);
    EXPECT_EQ(text_of(gemm_candidate()),
              "gemm left 2,1,1 right 1,0,0 rows 1,2 columns 3 inner 0 loops - output 0,1 real 0 "
              "slices 4,16,5,1");
    EXPECT_EQ(text_of(Candidate{}), "direct slices - kernel -");
}

TEST(CandidateKey, NamesEveryMethod) {
    const std::pair<Method, const char*> texts[] = {{Method::nothing, "nothing slices -"},
                                                    {Method::scale, "scale slices -"},
                                                    {Method::transpose, "transpose slices -"},
                                                    {Method::reduce, "reduce slices -"}};
    for (const auto& [method, text] : texts) {
        Candidate candidate;
        candidate.method = method;
        EXPECT_EQ(text_of(candidate), text);
    }
}

TEST(CandidateKey, HasInputsThatAreTransposedFirst) {
    Candidate candidate = direct_candidate("any words", 7);
    candidate.reordered = {{operand_l, {2, 0}}, {operand_r, {1}}};

    EXPECT_EQ(text_of(candidate), "direct reordered 1,2,0 reordered 2,1 slices - kernel wordy 7");
}

TEST(CandidateKey, DoesNotDependOnWordsOrPrices) {
    Candidate one = direct_candidate("fast kernel", 7);
    Candidate other = direct_candidate("quick kernel", 7);
    other.predicted_ms = 3;
    other.workspace_bytes = 5;
    other.is_classic = true;
    other.cache_note = "a note";

    EXPECT_EQ(key_of(one), key_of(other));
    EXPECT_EQ(text_of(one), text_of(other));
    EXPECT_NE(key_of(one), key_of(direct_candidate("fast kernel", 8)));
}

TEST(CandidateKey, DiffersWhereverTheComputationDoes) {
    const Candidate candidate = gemm_candidate();
    std::vector<Candidate> others(10, candidate);
    others[0].gemm.left.in_place = false;
    others[1].gemm.right.inner_fastest = true;
    others[2].gemm.rows = {2, 1};
    std::swap(others[3].gemm.columns, others[3].gemm.loops);
    others[4].gemm.output_in_place = true;
    others[5].gemm.accumulates_in_gemm = false;
    others[6].gemm.real_view = true;
    others[7].slices = {{5, 1}, {4, 16}};
    others[8].gemm.left.operand = operand_l;
    others[9].gemm.padding_unit = 8;

    for (const Candidate& other : others) {
        EXPECT_NE(key_of(other), key_of(candidate)) << text_of(other);
        EXPECT_NE(text_of(other), text_of(candidate));
    }
}

template <class Arguments>
std::string text_of_kernel(const Arguments& arguments, int policy = 0) {
    cuda::DirectKernelPlan plan;
    plan.scratch_bytes = 512;
    plan.main.fast.arguments = arguments;
    plan.main.fast.unit = 2;
    plan.main.fast.threads = 128;
    plan.main.fast.blocks = 99;
    plan.main.fast.policy = policy;
    return to_text(plan.key());
}

TEST(CudaKernelKey, NamesEveryKindOfKernel) {
    cuda::SumArguments sums;
    sums.log2_output_lanes = 3;
    sums.log2_sum_lanes = 5;
    cuda::ProductArguments product;
    product.rows.size = 64;
    product.columns.size = 32;
    product.batch.size = 2;
    product.inner.size = 8;
    cuda::TallArguments tall;
    tall.tall_is_r = 1;

    EXPECT_EQ(text_of_kernel(cuda::ElementwiseArguments{}), "elementwise 2,128,99,512");
    EXPECT_EQ(text_of_kernel(sums), "sums 2,128,99,512 3,5,1");
    EXPECT_EQ(text_of_kernel(product, 1), "product 2,128,99,512 64,32,2,8 1,8,1 1");
    EXPECT_EQ(text_of_kernel(tall, 2), "tall 2,128,99,512 1,12");
    cuda::DirectKernelPlan empty;
    empty.is_empty = true;
    EXPECT_EQ(to_text(empty.key()), "nothing");
}

TEST(CudaKernelKey, NamesAGettTileByItsSizes) {
    cuda::GettChoice choice;
    choice.tile = 1;
    choice.swapped = true;
    choice.rows = {8, 16, true};
    choice.columns = {16, 8, false};
    choice.store = cuda::GettStore::staged;
    choice.splits = 4;
    const std::string text = "gett 128,64,16,64,32,4,2 1 8,16,1 16,8,0 1,1,0 3,4";

    EXPECT_EQ(to_text(cuda::key_of(DType::float64, choice)), text);
    cuda::DirectKernelPlan plan;
    plan.main.fast.arguments = cuda::GettArguments{};
    plan.gett = choice;
    EXPECT_EQ(to_text(plan.key()), text);
}

TEST(CudaKernelKey, TellsKindsOfProductsApart) {
    cuda::GettChoice full;
    full.tile = 3;
    cuda::GettChoice three = full;
    three.compute = ComputeType::tf32x3;
    three.tile = 2;

    // Two tiles of the same sizes.
    EXPECT_EQ(to_text(cuda::key_of(DType::complex64, full)),
              "gett 32,32,16,16,16,4,4 0 1,1,0 1,1,0 1,1,0 0,1");
    EXPECT_EQ(to_text(cuda::key_of(DType::complex64, three)),
              "gett 32,32,16,16,16,4,4 0,2 1,1,0 1,1,0 1,1,0 0,1");
}

}  // namespace
}  // namespace ttgt
