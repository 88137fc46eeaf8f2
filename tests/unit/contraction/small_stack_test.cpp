// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a run needs of the calling thread's stack, found by filling it: Direct, elementwise and
// matrix-vector products, sums, transposes. A BLAS has needs of its own, which are not ours; the
// sums around its products are.
#include <pthread.h>
#include <ttgt/contraction.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contraction/cpu/cpu_backend.h"
#include "contraction/execute/execute.h"
#include "tests/support/problems/contraction_shapes.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/sanitizer.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{48} * 1024;

/// Bytes of stack below its start that `body` touches on a thread of its own.
std::int64_t stack_bytes(const std::function<void()>& body) {
    constexpr std::size_t size = std::size_t{1} << 20;
    constexpr unsigned char untouched = 0xA5;
    auto* const stack = static_cast<unsigned char*>(std::aligned_alloc(4096, size));
    std::fill_n(stack, size, untouched);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    EXPECT_EQ(pthread_attr_setstack(&attributes, stack, size), 0);
    pthread_t thread{};
    const auto call = [](void* given) -> void* {
        (*static_cast<const std::function<void()>*>(given))();
        return nullptr;
    };
    auto* const given = const_cast<std::function<void()>*>(&body);
    EXPECT_EQ(pthread_create(&thread, &attributes, call, given), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    const auto* const first =
        std::find_if(stack, stack + size, [](unsigned char byte) { return byte != untouched; });
    const std::int64_t used = stack + size - first;
    std::free(stack);
    return used;
}

/// Of a run, beyond what a thread that does nothing has there.
std::int64_t run_bytes(const std::function<void()>& run) {
    return stack_bytes(run) - stack_bytes([] {});
}

class SmallStack : public testing::Test {
protected:
    void SetUp() override {
        if (is_sanitized) GTEST_SKIP() << "sanitizers make frames larger";
    }
};

TEST_F(SmallStack, IsEnoughForDirectWithoutWorkspace) {
    std::uint64_t seed = 1;
    for (const Shape& shape : contraction_shapes()) {
        for (const DTypeMix& types : dtype_mixes()) {
            TestProblem problem = make_problem(shape, types, seed++);
            problem.beta = 0.5;
            const TestTensors tensors = make_tensors(problem, Fill::reals);
            const Plan plan = direct_plan(problem);
            GuardedArray d = tensors.before;
            Execution execution = execution_of(problem, tensors, d);
            execution.resources.threads = 1;
            execute(plan, cpu::backend(), execution);  // the first call is set up

            EXPECT_LE(run_bytes([&] { execute(plan, cpu::backend(), execution); }), most_bytes)
                << describe(problem);
        }
    }
}

struct Call {
    std::string expression;
    std::vector<std::vector<std::int64_t>> extents;
};

const std::vector<Call>& calls() {
    static const std::vector<Call> all{
        {"D(a,b)=L(a,k)*R(k,b)", {{300, 200}, {300, 400}, {400, 200}}},
        {"D(a,b)=L(b,k,a)*R(k)", {{30, 20}, {20, 400, 30}, {400}}},
        {"D(a,b)=L(a,k,j)*R(k,b)", {{50, 40}, {50, 60, 7}, {60, 40}}},
        {"D(a,b)=L(a)*R(b)", {{3000, 20}, {3000}, {20}}},
        {"D(a,b)=L(a,b)*R(b,a)", {{300, 200}, {300, 200}, {200, 300}}},
        {"D(a)=L(a,k)*R(k)", {{300}, {300, 400}, {400}}},
        {"D(a)=L(k,a)*R(k)", {{300}, {400, 300}, {400}}},
        {"D()=L(k)*R(k)", {{}, {100000}, {100000}}},
        {"D(b,a)=L(a,b)", {{300, 200}, {200, 300}}},
        {"D(c,a,b)=L(a,b,c)", {{30, 20, 40}, {20, 40, 30}}},
        {"D(a)=L(a,b)", {{300}, {300, 200}}},
        {"D(b)=L(a,b)", {{200}, {300, 200}}}};
    return all;
}

/// A call's plan without workspace, and its operands.
class Contraction {
public:
    Contraction(const Call& call, DType dtype, int threads) {
        std::vector<OperandLayout> operands;
        for (const auto& extents : call.extents) {
            operands.push_back({dtype, packed(extents)});
            memory_.emplace_back(
                static_cast<std::size_t>(volume(operands.back().layout) * size_bytes(dtype)));
        }
        ContextOptions settings;
        settings.threads = threads;
        settings.workspace_limit = 0;
        Context context(settings);
        plan_.emplace(plan_contraction(context, call.expression, operands));
    }

    [[nodiscard]] bool multiplies_with_blas() const {
        return plan_->explain().find("chosen: gemm") != std::string::npos;
    }
    void run() {
        if (memory_.size() == 2) return plan_->run(memory_[0].data(), memory_[1].data());
        plan_->run(memory_[0].data(), memory_[1].data(), memory_[2].data());
    }

private:
    std::vector<std::vector<char>> memory_;
    std::optional<ContractionPlan> plan_;
};

constexpr DType dtypes[] = {DType::float32, DType::float64, DType::complex64, DType::complex128};

TEST_F(SmallStack, IsEnoughForContractionsOfAllKinds) {
    int measured = 0;
    for (const DType dtype : dtypes) {
        for (const Call& call : calls()) {
            Contraction contraction(call, dtype, 1);
            if (contraction.multiplies_with_blas()) continue;
            contraction.run();

            EXPECT_LE(run_bytes([&] { contraction.run(); }), most_bytes)
                << name(dtype) << ' ' << call.expression;
            ++measured;
        }
    }
    EXPECT_GT(measured, 0);
}

// To be run with a small OMP_STACKSIZE, too: a thread that has too little ends the program.
TEST_F(SmallStack, IsEnoughForTheThreadsOfOpenMP) {
    int finished = 0;
    for (const DType dtype : dtypes) {
        for (const Call& call : calls()) {
            Contraction contraction(call, dtype, 2);
            if (contraction.multiplies_with_blas()) continue;
            EXPECT_NO_THROW(contraction.run());
            ++finished;
        }
    }
    EXPECT_GT(finished, 0);
}

}  // namespace
}  // namespace ttgt::test
