// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/random_check.h"

#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/core/element.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

using reference::CompareOptions;
using reference::Comparison;
using reference::Outcome;
using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::Le;
using testing::SizeIs;

ContractionTask contraction_task(const std::string& expression,
                                 const std::vector<LabelExtent>& extents, DType dtype,
                                 Scalar beta) {
    Expression parsed = parse_expression(expression);
    std::vector<OperandLayout> operands = packed_operands(parsed, extents, dtype);
    return {std::move(parsed), std::move(operands), beta};
}

/// The tensors of a task, which stand in for those of a device.
struct Tensors {
    std::vector<Buffer> buffers;

    explicit Tensors(const ContractionTask& task) {
        for (std::size_t i = 0; i < task.operands.size(); ++i) {
            const auto& [dtype, layout] = task.operands[i];
            buffers.push_back(allocate_tensor(layout, dtype));
            fill_random(buffers.back().get(), volume(layout), dtype, operand_seed(i));
        }
    }
    void contract(const std::string& expression, const ContractionTask& task) const {
        std::vector<ConstTensorView> inputs;
        for (std::size_t i = 1; i < buffers.size(); ++i) {
            inputs.emplace_back(task.operands[i].dtype, task.operands[i].layout, buffers[i].get());
        }
        const TensorView d(task.operands[0].dtype, task.operands[0].layout, buffers[0].get());
        ContractOptions options;
        options.beta = task.beta;
        ttgt::contract(expression, d, inputs, options);
    }
    [[nodiscard]] std::vector<Scalar> gather(const RandomCheck& check, DType dtype) const {
        std::vector<Scalar> found;
        for (const std::int64_t offset : check.offsets()) {
            const char* const element =
                static_cast<const char*>(buffers[0].get()) + offset * size_bytes(dtype);
            found.push_back(to_scalars(element, 1, dtype).front());
        }
        return found;
    }
};

/// Whole and sampled; the samples cost more than they may, so that there are as few as possible.
const CompareOptions whole{};
const CompareOptions sampled{0, 64, 1, 1, 16};

void expect_right_passes_and_wrong_is_found(const std::string& expression,
                                            const std::vector<LabelExtent>& extents, DType dtype,
                                            Scalar beta) {
    SCOPED_TRACE(expression + " " + std::string(name(dtype)));
    const ContractionTask task = contraction_task(expression, extents, dtype, beta);
    const Tensors tensors(task);
    tensors.contract(expression, task);
    for (const CompareOptions& options : {whole, sampled}) {
        const RandomCheck check(task, options, 3);
        std::vector<Scalar> found = tensors.gather(check, dtype);

        const Comparison right = check.compare(found);
        found.back() += size_bytes(dtype) == 2 ? 0.5 : 1e-2;
        const Comparison wrong = check.compare(found);

        EXPECT_EQ(right.outcome, Outcome::ok) << right.error_over_bound;
        EXPECT_EQ(right.elements, static_cast<std::int64_t>(found.size()));
        EXPECT_EQ(wrong.outcome, Outcome::fail);
        EXPECT_GT(wrong.error_over_bound, 1);
    }
}

TEST(RandomCheck, RightResultPassesAndOneWrongElementIsFound) {
    const std::vector<LabelExtent> extents{{"a", 9}, {"b", 8}, {"c", 5}, {"e", 3},
                                           {"k", 7}, {"l", 4}, {"x", 2}};
    for (const DType dtype :
         {DType::float16, DType::float32, DType::float64, DType::complex64, DType::complex128}) {
        for (const char* expression :
             {"D(c,a,b)=L(k,a,b,l)*R(l,c,k)",            // contracted labels alone
              "D(a,e,b)-=0.5*L(e,a,k)*R(k,b,e)",         // a batch label, a factor, a sign
              "D(a,b)=conj(L(a,k,x))*R(l,k,b)",          // lone labels, conjugated
              "D(a,b)+=L(a,a,k)*R(k,b)",                 // a diagonal
              "D(b,a)=L(a,k)*R(l,k)*S(b,l)",             // three inputs
              "D(b,a)=L(a,k,b)", "D(a,b)=L(a)*R(b)"}) {  // one input, no sum
            for (const double beta : {0.0, 1.0}) {
                expect_right_passes_and_wrong_is_found(expression, extents, dtype, beta);
            }
        }
    }
}

TEST(RandomCheck, DBeforeTheCallIsPartOfTheResult) {
    const std::string expression = "D(a,b)+=L(a,k)*R(k,b)";
    const std::vector<LabelExtent> extents{{"a", 40}, {"b", 30}, {"k", 20}};
    const ContractionTask adds = contraction_task(expression, extents, DType::float64, 1.0);
    const ContractionTask overwrites = contraction_task(expression, extents, DType::float64, 0.0);
    const Tensors tensors(adds);
    tensors.contract(expression, adds);

    const RandomCheck right(adds, sampled, 0);
    const RandomCheck other(overwrites, sampled, 0);

    EXPECT_EQ(right.compare(tensors.gather(right, DType::float64)).outcome, Outcome::ok);
    EXPECT_EQ(other.compare(tensors.gather(other, DType::float64)).outcome, Outcome::fail);
}

TEST(RandomCheck, FirstAndLastElementAndEnoughOthersAreLookedAt) {
    const ContractionTask task = contraction_task(
        "D(a,b)=L(a,k)*R(k,b)", {{"a", 100}, {"b", 50}, {"k", 300}}, DType::float32, 0.0);

    const RandomCheck check(task, sampled, 0);

    EXPECT_EQ(check.offsets().front(), 0);
    EXPECT_EQ(check.offsets().back(), 100 * 50 - 1);
    EXPECT_THAT(check.offsets(), AllOf(SizeIs(16), Each(AllOf(Ge(0), Le(100 * 50 - 1)))));
}

TEST(RandomCheck, NanThatNothingWroteOverIsFound) {
    const ContractionTask task =
        contraction_task("D(a)=L(a,k)*R(k)", {{"a", 5}, {"k", 3}}, DType::complex64, 0.0);
    const Tensors tensors(task);
    tensors.contract("D(a)=L(a,k)*R(k)", task);
    const RandomCheck check(task, whole, 0);
    std::vector<unsigned char> nan(8, nan_byte);
    std::vector<Scalar> found = tensors.gather(check, DType::complex64);

    found[2] = to_scalars(nan.data(), 1, DType::complex64).front();

    EXPECT_EQ(check.compare(found).outcome, Outcome::fail);
    EXPECT_EQ(check.compare(found).worst_index, std::vector<std::int64_t>{2});
}

TEST(RandomCheck, OutputWithoutElementsIsSkipped) {
    const ContractionTask task = contraction_task(
        "D(a,b)=L(a,k)*R(k,b)", {{"a", 0}, {"b", 4}, {"k", 3}}, DType::float64, 0.0);

    const RandomCheck check(task, sampled, 0);

    EXPECT_THAT(check.offsets(), SizeIs(0));
    EXPECT_EQ(check.compare({}).outcome, Outcome::skipped);
}

}  // namespace
}  // namespace ttgt::tool
