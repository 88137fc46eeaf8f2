// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Searches that the cache on disk spares, with a device that only counts.
#include "contraction/cuda/generated/kept_search.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/generated/generated_key.h"
#include "tests/support/problems/generated_problems.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using cuda::GeneratedKernelPlan;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

class KeptSearch : public testing::Test {
protected:
    using Kernel = std::shared_ptr<const GeneratedKernelPlan>;

    KeptSearch() : variants_(variants_of(0)) {}

    static std::vector<GeneratedKernelPlan> variants_of(std::size_t number) {
        return cuda::plan_generated_kernels(generated_cases()[number].problem, {}, 8);
    }
    /// A search of this many seconds sees as many variants, of which the last is the fastest.
    Kernel kept(double seconds, const std::string& device = "a device") {
        const cuda::KernelSearch search{
            [&](const GeneratedKernelPlan& plan) {
                ++compiled_;
                return std::make_shared<const GeneratedKernelPlan>(plan);
            },
            [&](const std::vector<GeneratedKernelPlan>& variants, double given) {
                ++searches_;
                first_ = to_text(variants.front().key());
                auto plan = std::make_shared<GeneratedKernelPlan>(
                    variants.at(static_cast<std::size_t>(given) - 1));
                plan->measured_us = 10 - given;
                return plan;
            }};
        return cuda::kept_fastest_of(variants_, device, seconds, ChoiceCache(cache_), search);
    }
    [[nodiscard]] std::string key_of(std::size_t variant) const {
        return to_text(variants_.at(variant).key());
    }

    TemporaryFolder folder_;
    DiskCache cache_{folder_.path()};
    std::vector<GeneratedKernelPlan> variants_;
    int compiled_ = 0;
    int searches_ = 0;
    std::string first_;
};

TEST_F(KeptSearch, IsSparedTheSecondTime) {
    const Kernel searched = kept(3);
    const Kernel found = kept(3);
    const Kernel shorter = kept(2);

    EXPECT_EQ(searches_, 1);
    EXPECT_EQ(compiled_, 2);
    EXPECT_EQ(searched->cache_note, "");
    for (const Kernel& kernel : {found, shorter}) {
        EXPECT_EQ(kernel->shape, searched->shape);
        EXPECT_EQ(kernel->measured_us, 7);
        EXPECT_THAT(kernel->describe(),
                    HasSubstr("; from the cache, measured 7 us in a search of 3 s"));
    }
}

TEST_F(KeptSearch, OfMoreSecondsSearchesAgainTheOneBeforeFirst) {
    (void)kept(3);
    EXPECT_EQ(first_, key_of(0));
    const Kernel longer = kept(5);

    EXPECT_EQ(searches_, 2);
    EXPECT_EQ(first_, key_of(2));
    EXPECT_EQ(kept(5)->shape, longer->shape);
    EXPECT_EQ(kept(4)->measured_us, 5);
    EXPECT_EQ(searches_, 2);
}

TEST_F(KeptSearch, IsOfOneDeviceAndProblem) {
    (void)kept(3);
    (void)kept(3, "another device");
    EXPECT_EQ(searches_, 2);
    variants_ = variants_of(generated_cases().size() - 1);
    (void)kept(1);

    EXPECT_EQ(searches_, 3);
    EXPECT_THAT(cache_.list(), SizeIs(3));
}

TEST_F(KeptSearch, DamagedFileIsANoteAndASearch) {
    (void)kept(3);
    const std::string path = folder_.file(cache_.list().front().name);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);

    const Kernel kernel = kept(3);

    EXPECT_EQ(searches_, 2);
    EXPECT_THAT(kernel->cache_note, StartsWith("cache: " + path + " is damaged"));
    EXPECT_THAT(kept(3)->cache_note, StartsWith("from the cache"));
}

TEST_F(KeptSearch, VariantThatThereIsNotIsSearchedFor) {
    const std::string key = cuda::problem_key(variants_.front().problem, "a device");
    for (const std::string& value :
         {to_text({"generated 7 9,9 -", 1, 100}, ChoiceCache::current_schema),
          std::string("nonsense")}) {
        ASSERT_EQ(cache_.store(key, value), "");
        EXPECT_THAT(kept(3)->cache_note, StartsWith("cache: the cache"));
    }
    EXPECT_EQ(searches_, 2);
    EXPECT_EQ(compiled_, 0);
}

TEST_F(KeptSearch, WithoutAFolderSearchesEveryTimeAndSaysSo) {
    cache_ = DiskCache("");

    EXPECT_THAT(kept(3)->describe(), HasSubstr("; cache: there is no folder for it"));
    EXPECT_THAT(kept(3)->describe(), HasSubstr("; cache: there is no folder for it"));
    EXPECT_EQ(searches_, 2);
}

TEST(GeneratedKey, DiffersWhereverTheProblemDoes) {
    const GeneratedProblem problem = generated_cases().front().problem;
    std::vector<GeneratedProblem> others(8, problem);
    others[0].dtype = problem.dtype == DType::float32 ? DType::float64 : DType::float32;
    ++others[1].labels.front().extent;
    ++others[2].tensors.back().modes.front().stride;
    ++others[3].tensors.back().modes.front().extent;
    others[4].stages.front().adds = !problem.stages.front().adds;
    others[5].stages.front().products.front().scale = 0.5;
    GeneratedUse& factor = others[6].stages.front().products.front().factors.front();
    factor.conjugated = !factor.conjugated;
    others[7].tensors.front().is_written = !problem.tensors.front().is_written;
    std::vector<std::string> keys{cuda::problem_key(problem, "a"), cuda::problem_key(problem, "b")};
    for (const GeneratedProblem& other : others) keys.push_back(cuda::problem_key(other, "a"));

    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
}

// The text is on disk: whoever changes it raises ChoiceCache::current_schema.
TEST(GeneratedKey, OfAShapeIsItsNumbers) {
    cuda::GeneratedShape shape;
    shape.threads = 64;
    shape.blocks = {{3, 10}, {1, 5}};
    shape.is_shared = {1, 0, 1};
    shape.tiles = {{{0, 2}, {2, 4}}, {}};
    shape.predicted_us = 7;

    EXPECT_EQ(ChoiceCache::current_schema, 1);
    EXPECT_EQ(to_text(cuda::key_of(shape)), "generated 64 3,10,1,5 1,0,1 0,2,2,4 -");
}

TEST(GeneratedKey, OfAPlanDoesNotDependOnItsNote) {
    GeneratedKernelPlan plan =
        cuda::plan_generated_kernels(generated_cases().front().problem, {}, 1).front();
    const KernelKey key = plan.key();
    plan.cache_note = "from the cache";

    EXPECT_EQ(plan.key(), key);
}

TEST(GeneratedKey, ShapesOfAProblemHaveTextsOfTheirOwn) {
    std::vector<std::string> texts;
    for (const GeneratedKernelPlan& plan :
         cuda::plan_generated_kernels(generated_cases().front().problem, {}, 1000)) {
        texts.push_back(to_text(plan.key()));
    }

    std::sort(texts.begin(), texts.end());
    EXPECT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end());
}

}  // namespace
}  // namespace ttgt::test
