// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Calls that end early because the calling thread wants them to.
#include <ttgt/c_api.h>

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {
namespace {

/// Wants the call to end when it is asked for the `last`-th time.
struct Asked {
    int last;
    int times = 0;
};

std::int32_t stops(void* user) {
    auto& asked = *static_cast<Asked*>(user);
    return ++asked.times == asked.last ? 1 : 0;
}

class CInterrupt : public testing::Test {
protected:
    void TearDown() override { ttgt_set_interrupt(nullptr, nullptr); }

    /// Three products.
    ttgt_status contract() {
        return ttgt_contract({0}, "ij,jk,kl,lm->im", &output, inputs.data(), 4, nullptr, nullptr,
                             nullptr);
    }

    CArray d{{4, 4}};
    CArray matrix{{4, 4}, 1};
    ttgt_tensor output = d.tensor();
    std::vector<ttgt_tensor> inputs = std::vector<ttgt_tensor>(4, matrix.tensor());
};

TEST_F(CInterrupt, IsAskedForBeforeEveryStep) {
    Asked asked{-1};
    ttgt_set_interrupt(stops, &asked);

    EXPECT_EQ(contract(), TTGT_SUCCESS);

    EXPECT_GE(asked.times, 3);
    EXPECT_THAT(d.elements, testing::Each(64));
}

TEST_F(CInterrupt, EndsTheCallWithAStatusOfItsOwn) {
    Asked asked{2};
    ttgt_set_interrupt(stops, &asked);

    EXPECT_EQ(contract(), TTGT_ERROR_INTERRUPTED);

    EXPECT_EQ(asked.times, 2) << "the steps after it ran";
    EXPECT_THAT(ttgt_last_error(), testing::HasSubstr("interrupted"));
    EXPECT_STREQ(ttgt_status_name(TTGT_ERROR_INTERRUPTED), "interrupted");
    EXPECT_EQ(contract(), TTGT_SUCCESS) << "the next call is hindered";
    EXPECT_THAT(d.elements, testing::Each(64));
}

TEST_F(CInterrupt, IsOfTheCallingThread) {
    Asked asked{1};
    ttgt_set_interrupt(stops, &asked);
    ttgt_status of_other = TTGT_ERROR_INTERNAL;

    std::thread([&] { of_other = contract(); }).join();

    EXPECT_EQ(of_other, TTGT_SUCCESS);
    EXPECT_EQ(asked.times, 0);
    ttgt_set_interrupt(nullptr, nullptr);
    EXPECT_EQ(contract(), TTGT_SUCCESS);
    EXPECT_EQ(asked.times, 0);
}

}  // namespace
}  // namespace ttgt::test
