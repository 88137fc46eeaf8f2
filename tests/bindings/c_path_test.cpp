// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Paths by the C API: searched for, handed out, followed and refused.
#include <ttgt/c_api.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr ttgt_context path_context{0};
constexpr const char* chain = "D(i,l)=A(i,j)*B(j,k)*C(k,l)";

class CPath : public testing::Test {
protected:
    CArray d_{{2, 1}}, a_{{2, 10}, 1}, b_{{10, 10}, 1}, c_{{10, 1}, 1};
    ttgt_tensor output_ = d_.tensor();
    std::array<ttgt_tensor, 3> inputs_{a_.tensor(), b_.tensor(), c_.tensor()};
    std::array<std::int32_t, 4> steps_{7, 7, 7, 7};

    ttgt_status find(const ttgt_path_options* options, ttgt_path_report* report = nullptr) {
        return ttgt_find_path(path_context, chain, &output_, inputs_.data(), 3, options,
                              steps_.data(), report);
    }
    std::string explained(const ttgt_path_options& path) {
        ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
        options.path = &path;
        ttgt_plan plan{0};
        EXPECT_EQ(
            ttgt_plan_create(path_context, chain, &output_, inputs_.data(), 3, &options, &plan),
            TTGT_SUCCESS)
            << ttgt_last_error();
        std::string text(4096, '\0');
        EXPECT_EQ(ttgt_plan_explain(plan, 0, text.data(), text.size(), nullptr), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
        return text.c_str();
    }
};

TEST_F(CPath, IsHandedOutWithWhatItCosts) {
    ttgt_path_options options = TTGT_PATH_OPTIONS;
    options.minimize = TTGT_MINIMIZE_FLOPS;
    ttgt_path_report report{};
    report.size = sizeof(report);

    ASSERT_EQ(find(&options, &report), TTGT_SUCCESS) << ttgt_last_error();

    EXPECT_THAT(steps_, testing::ElementsAre(1, 2, 0, 1));
    EXPECT_EQ(report.operations, 2 * 10 * 10 + 2 * 2 * 10);
    EXPECT_EQ(report.largest_elements, 10);
    EXPECT_GT(report.predicted_ms, 0);
    EXPECT_EQ(report.trials, 0);
    EXPECT_EQ(find(nullptr), TTGT_SUCCESS);
}

TEST_F(CPath, IsFollowed) {
    ttgt_path_options options = TTGT_PATH_OPTIONS;
    options.steps = steps_.data();
    options.step_count = 2;
    steps_ = {0, 1, 0, 1};
    EXPECT_THAT(explained(options), HasSubstr("1 _1(i,k) = A(i,j) * B(j,k)"));
    steps_ = {1, 2, 0, 1};
    EXPECT_THAT(explained(options), HasSubstr("1 _1(j,l) = B(j,k) * C(k,l)"));

    ttgt_contract_options contract = TTGT_CONTRACT_OPTIONS;
    contract.path = &options;
    ASSERT_EQ(ttgt_contract(path_context, chain, &output_, inputs_.data(), 3, nullptr, nullptr,
                            &contract),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(d_.elements, (std::vector<double>{100, 100}));
}

TEST_F(CPath, KeepsALimitOfElements) {
    ttgt_path_options options = TTGT_PATH_OPTIONS;
    options.most_elements = 5;
    EXPECT_THAT(explained(options), testing::AnyOf(HasSubstr("slices of"), HasSubstr("one loop")));
}

TEST_F(CPath, IsRefusedWithoutATrace) {
    const auto refused = [&](const ttgt_path_options& options, const char* words) {
        EXPECT_EQ(find(&options), TTGT_ERROR_INVALID_ARGUMENT) << words;
        EXPECT_THAT(ttgt_last_error(), HasSubstr(words));
        EXPECT_THAT(steps_, testing::Each(7));
    };
    ttgt_path_options options = TTGT_PATH_OPTIONS;
    options.search = "best";
    refused(options, "no path search 'best'");
    options = TTGT_PATH_OPTIONS;
    options.minimize = 3;
    refused(options, "minimize is 3");
    options = TTGT_PATH_OPTIONS;
    options.trials = -1;
    refused(options, "a path search of -1 trials");
    options = TTGT_PATH_OPTIONS;
    const std::array<std::int32_t, 4> negative{0, 1, -1, 0};
    options.steps = negative.data();
    options.step_count = 2;
    refused(options, "step 1 of the path multiplies tensors -1 and 0");
    options.step_count = 1;
    refused(options, "the path has 1 steps; a product of 3 tensors has 2");
    options.steps = nullptr;
    refused(options, "the path has 1 steps, which are null");
    options.step_count = -1;
    refused(options, "the path has -1 steps");
    options = TTGT_PATH_OPTIONS;
    options.size = 12;
    refused(options, "'path' has size 12");
    EXPECT_EQ(
        ttgt_find_path(path_context, chain, &output_, inputs_.data(), 3, nullptr, nullptr, nullptr),
        TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("steps"));
}

}  // namespace
}  // namespace ttgt::test
