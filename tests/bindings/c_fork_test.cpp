// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the parent of a fork() made works in the child, although the pool's threads stay in the
// parent.
#include <sys/wait.h>
#include <ttgt/c_api.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/c_tensors.h"
#include "tests/support/sanitizer.h"

namespace ttgt::test {
namespace {

constexpr const char* product = "D(i,j)=L(i,k)*R(k,j)";

/// The status of a child that does this: 0 where it is true. One that hangs is killed.
int status_of_child(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(work() ? 0 : 1);
    }
    int status = -1;
    return waitpid(child, &status, 0) == child ? status : -1;
}

/// A context of two threads and a plan of it, both of which have run.
class CFork : public testing::Test {
protected:
    void SetUp() override {
        ttgt_context_options options = TTGT_CONTEXT_OPTIONS;
        options.threads = 2;
        ASSERT_EQ(ttgt_context_create(&options, &context), TTGT_SUCCESS);
        ASSERT_EQ(ttgt_plan_create(context, product, &output, inputs.data(), 2, nullptr, &plan),
                  TTGT_SUCCESS);
        ASSERT_TRUE(contracts());
        ASSERT_TRUE(plan_runs());
    }
    void TearDown() override {
        EXPECT_EQ(ttgt_plan_destroy(plan), TTGT_SUCCESS);
        EXPECT_EQ(ttgt_context_destroy(context), TTGT_SUCCESS);
    }

    bool contracts() {
        return is_product(
            ttgt_contract(context, product, &output, inputs.data(), 2, nullptr, nullptr, nullptr));
    }
    bool plan_runs() {
        const std::vector<const void*> data{l.elements.data(), r.elements.data()};
        return is_product(
            ttgt_plan_run(plan, d.elements.data(), data.data(), 2, nullptr, nullptr, nullptr));
    }
    /// And forgets the result.
    bool is_product(ttgt_status status) {
        const bool is_right =
            status == TTGT_SUCCESS && testing::Value(d.elements, testing::Each(2.0 * 300));
        d.elements.assign(d.elements.size(), -1);
        return is_right;
    }

    CArray d{{300, 300}};
    CArray l{{300, 300}, 1};
    CArray r{{300, 300}, 2};
    ttgt_tensor output = d.tensor();
    std::vector<ttgt_tensor> inputs{l.tensor(), r.tensor()};
    ttgt_context context{0};
    ttgt_plan plan{0};
};

TEST_F(CFork, ChildUsesContextAndPlanOfItsParent) {
    EXPECT_EQ(status_of_child([&] { return contracts() && plan_runs(); }), 0);
    EXPECT_TRUE(contracts() && plan_runs()) << "in the parent";
}

TEST_F(CFork, ChildOfAChildDoesSo) {
    EXPECT_EQ(status_of_child(
                  [&] { return contracts() && status_of_child([&] { return contracts(); }) == 0; }),
              0);
}

TEST_F(CFork, ThreadsOfTheChildComputeAsTheParents) {
    const std::int64_t threads = ttgt_query(TTGT_CAPABILITY_CPU_THREADS);

    EXPECT_EQ(status_of_child([&] {
                  bool is_right = ttgt_query(TTGT_CAPABILITY_CPU_THREADS) == threads;
                  std::thread([&] {
                      is_right = is_right && contracts() &&
                                 ttgt_query(TTGT_CAPABILITY_CPU_THREADS) == threads;
                  }).join();
                  return is_right;
              }),
              0);
}

TEST_F(CFork, ChildComputesWhileThreadsOfTheParentDo) {
    if (is_sanitized) GTEST_SKIP() << "a child may find the sanitizer's allocator locked";
    std::atomic<bool> ends{false};
    std::thread busy([&] {
        CArray d2{{300, 300}};
        ttgt_tensor other = d2.tensor();
        while (!ends) {
            ttgt_contract({0}, product, &other, inputs.data(), 2, nullptr, nullptr, nullptr);
        }
    });

    for (int turn = 0; turn < 20; ++turn) {
        EXPECT_EQ(status_of_child([&] { return contracts(); }), 0);
    }
    ends = true;
    busy.join();
}

}  // namespace
}  // namespace ttgt::test
