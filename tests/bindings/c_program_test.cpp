// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Programs of the C API: statements that share products, operands bound by name, and what is
// refused.
#include <ttgt/c_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {
namespace {

class CProgram : public testing::Test {
protected:
    ttgt_status create(const char* statements, const ttgt_contract_options* options = nullptr) {
        return ttgt_program_create({0}, statements, names.data(), tensors.data(), 4, options,
                                   &program);
    }
    void TearDown() override { EXPECT_EQ(ttgt_program_destroy(program), TTGT_SUCCESS); }

    CArray x{{2, 3}, 2};
    CArray y{{3, 2}, 3};
    CArray p{{2, 2}, 7};
    CArray q{{3, 2}, 7};
    std::array<const char*, 4> names{"x", "y", "p", "q"};
    std::array<ttgt_tensor, 4> tensors{x.tensor(), y.tensor(), p.tensor(), q.tensor()};
    std::array<void*, 4> data{x.elements.data(), y.elements.data(), p.elements.data(),
                              q.elements.data()};
    ttgt_program program{};
};

TEST_F(CProgram, RunsStatementsInOrderOverOneTemporary) {
    ASSERT_EQ(create("w(i,k)=x(i,j)*y(j,k); p(i,k)=w(i,k); q(j,k)=2*x(i,j)*w(i,k)"), TTGT_SUCCESS);

    ASSERT_EQ(ttgt_program_run(program, data.data(), 4, nullptr), TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_THAT(p.elements, testing::Each(18));
    EXPECT_THAT(q.elements, testing::Each(144));
}

TEST_F(CProgram, TellsItsWorkspaceAndTakesOneThatIsGiven) {
    ASSERT_EQ(create("w(i,k)=x(i,j)*y(j,k); p(i,k)=w(i,k)+w(k,i); q(j,k)=x(i,j)*w(i,k)"),
              TTGT_SUCCESS);
    std::int64_t bytes = -1;
    ASSERT_EQ(ttgt_program_workspace_bytes(program, &bytes), TTGT_SUCCESS);
    ASSERT_GT(bytes, 0);
    std::vector<char> memory(static_cast<std::size_t>(bytes) + 256);
    void* start = memory.data();
    std::size_t space = memory.size();
    ttgt_run_options options = TTGT_RUN_OPTIONS;
    options.workspace = std::align(256, static_cast<std::size_t>(bytes), start, space);
    options.workspace_bytes = bytes;

    ASSERT_EQ(ttgt_program_run(program, data.data(), 4, &options), TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_THAT(p.elements, testing::Each(36));
    options.workspace_bytes = -1;
    EXPECT_EQ(ttgt_program_run(program, data.data(), 4, &options), TTGT_ERROR_INVALID_ARGUMENT);
}

TEST_F(CProgram, ExplainsItsSteps) {
    ASSERT_EQ(create("p(i,k)=x(i,j)*y(j,k); q(j,k)=y(j,k)"), TTGT_SUCCESS);
    std::string text(4096, '\0');
    std::size_t length = 0;

    ASSERT_EQ(ttgt_program_explain(program, text.data(), text.size(), &length), TTGT_SUCCESS);

    EXPECT_THAT(text.substr(0, length), testing::HasSubstr("p(i,k)"));
}

TEST_F(CProgram, RefusesWhatCannotBePlanned) {
    EXPECT_EQ(create("p(i,k)=x(i,j)*"), TTGT_ERROR_EXPRESSION);
    EXPECT_EQ(create("p(i,k)=x(i,j)*y(k,j)"), TTGT_ERROR_SHAPE);
    EXPECT_EQ(create("p(i,k)=x(i,j)*y(j,k)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), testing::HasSubstr("'q' is given but stands in no statement"));
    EXPECT_EQ(create(nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
    options.beta_is_zero = 1;
    EXPECT_EQ(create("p(i,k)=x(i,j)*y(j,k); q(j,k)=y(j,k)", &options), TTGT_ERROR_INVALID_ARGUMENT);
    names[1] = nullptr;
    EXPECT_EQ(create("p(i,k)=x(i,j)*y(j,k); q(j,k)=y(j,k)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(
        ttgt_program_create({0}, "p(i)=x(i)", names.data(), tensors.data(), 0, nullptr, &program),
        TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(program.id, 0U);
}

TEST_F(CProgram, RefusesRunsThatDoNotFitAndWritesNothing) {
    ASSERT_EQ(create("p(i,k)=x(i,j)*y(j,k); q(j,k)=y(j,k)"), TTGT_SUCCESS);

    EXPECT_EQ(ttgt_program_run(program, data.data(), 3, nullptr), TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_program_run(program, nullptr, 4, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    data[1] = nullptr;
    EXPECT_EQ(ttgt_program_run(program, data.data(), 4, nullptr), TTGT_ERROR_INVALID_ARGUMENT);

    EXPECT_THAT(p.elements, testing::Each(7));
}

}  // namespace
}  // namespace ttgt::test
