// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Einsum strings through the public functions: the same bits as the assignment they stand for.
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/counting_tensors.h"
#include "tests/support/random.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(EinsumCall, ExtentOneIsRepeated) {
    Tensor<double> d({2, 3}), l = counting<double>({2, 3}), r = counting<double>({1, 3});

    contract("...,...", d, l, r);

    EXPECT_THAT(values(d), ElementsAre(1, 2, 6, 8, 15, 18));
}

TEST(EinsumCall, ExtentOneIsSummedAlongItsLabel) {
    Tensor<double> d({2, 2}), l = counting<double>({2, 3}), r = counting<double>({1, 2});

    contract("ik,kj->ij", d, l, r);

    EXPECT_THAT(values(d), ElementsAre(9, 12, 18, 24));
}

TEST(EinsumCall, BetaAccumulates) {
    Tensor<double> d = counting<double>({2}), l = counting<double>({2});
    ContractOptions options;
    options.beta = 2.0;

    contract("i", d, l, options);

    EXPECT_THAT(values(d), ElementsAre(3, 6));
}

TEST(EinsumCall, ExtentsThatDifferAreRefused) {
    Tensor<double> d({2, 2}), l({2, 3}), r({4, 2}), one({1, 2});

    EXPECT_THAT(refusal_of<ExtentMismatch>([&] { contract("ik,kj->ij", d, l, r); }),
                HasSubstr("label 'k' has extent 3 in L but 4 in R"));
    // The output is written whole: an extent of 1 in it is no repetition.
    EXPECT_THAT(refusal_of<ExtentMismatch>([&] { contract("ij->ij", one, d); }),
                HasSubstr("label 'i'"));
    EXPECT_THROW(contract("ik,kj->ij", d, l), OperandCountMismatch);
    EXPECT_THROW(contract("ik->i", d, l, r), OperandCountMismatch);
    EXPECT_THROW(contract("ikx,kj->ij", d, l, r), RankMismatch);
}

TEST(EinsumCall, CommaTooManyIsPointedOut) {
    Tensor<double> d({2, 2}), l({2, 3}), r({3, 2});

    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { contract("ik,kj,->ij", d, l, r); }),
                HasSubstr("names 3 inputs, but 2 were given; input 3 has no labels, which makes it "
                          "a tensor of rank 0: is there a comma too many?"));
    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { contract(",i->i", d, l); }),
                HasSubstr("input 1 has no labels"));
}

TEST(EinsumCall, DiagonalsOfDifferentExtentsAreRefused) {
    Tensor<double> d({3}), one_row({1, 3}), one_column({3, 1}), one({1, 1}),
        r = counting<double>({3});

    EXPECT_THAT(refusal_of<ExtentMismatch>([&] { contract("ii->i", d, one_row); }),
                HasSubstr("label 'i' has extent"));
    EXPECT_THROW(contract("ii->i", d, one_column), ExtentMismatch);
    EXPECT_THROW(contract("ii,i->i", d, one_row, r), ExtentMismatch);
    // A diagonal of extent 1 is repeated as a whole.
    *one.begin() = 2;
    contract("ii,i->i", d, one, r);
    EXPECT_THAT(values(d), ElementsAre(2, 4, 6));
}

/// An input of single letters, from 'a' on.
struct Input {
    std::string letters;
    Tensor<double> tensor;
};

/// Some letters in some order, some of their extents 1 instead.
Input draw_input(Random& random, const std::vector<std::int64_t>& extents) {
    std::vector<std::size_t> chosen;
    for (std::size_t label = 0; label < extents.size(); ++label) {
        if (random.chance(60)) chosen.push_back(label);
    }
    random.shuffle(chosen);
    std::string letters;
    std::vector<std::int64_t> own;
    for (const std::size_t label : chosen) {
        letters += static_cast<char>('a' + label);
        own.push_back(random.chance(30) ? 1 : extents[label]);
    }
    Tensor<double> tensor(own);
    for (double& element : tensor) element = random.real();
    return {letters, std::move(tensor)};
}

using Extents = std::map<char, std::int64_t>;

/// The largest extent that each letter has in the inputs.
Extents extents_of(const std::vector<Input>& inputs) {
    Extents extents;
    for (const Input& input : inputs) {
        for (std::size_t mode = 0; mode < input.letters.size(); ++mode) {
            std::int64_t& extent = extents[input.letters[mode]];
            extent = std::max(extent, input.tensor.layout().extents[mode]);
        }
    }
    return extents;
}

/// The input with its extents of 1 repeated by hand.
ConstTensorView repeated(const Input& input, Extents extents) {
    Layout layout = input.tensor.layout();
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        const std::int64_t extent = extents[input.letters[mode]];
        if (layout.extents[mode] != extent) layout.strides[mode] = 0;
        layout.extents[mode] = extent;
    }
    return {DType::float64, layout, input.tensor.data()};
}

std::string assignment(const std::string& output, const std::vector<Input>& inputs) {
    return fmt::format("D({})=L({})*R({})", fmt::join(output, ","),
                       fmt::join(inputs[0].letters, ","), fmt::join(inputs[1].letters, ","));
}

TEST(EinsumCall, RandomProductsEqualTheAssignmentWithRepeatedStrides) {
    for (const std::uint64_t seed : seeds(2'200, 200)) {
        Random random(seed);
        std::vector<Input> inputs;
        for (int i = 0; i < 2; ++i) inputs.push_back(draw_input(random, {2, 3, 4, 5, 1, 2}));
        const Extents extents = extents_of(inputs);
        std::vector<char> output;
        std::vector<std::int64_t> shape;
        for (const auto& [letter, extent] : extents) {
            if (random.chance(60)) output.push_back(letter);
        }
        random.shuffle(output);
        for (const char letter : output) shape.push_back(extents.at(letter));
        const std::string letters(output.begin(), output.end());
        Tensor<double> by_einsum(shape), by_assignment(shape);
        const std::string einsum = inputs[0].letters + "," + inputs[1].letters + "->" + letters;

        contract(einsum, by_einsum, inputs[0].tensor, inputs[1].tensor);
        contract(assignment(letters, inputs), by_assignment, repeated(inputs[0], extents),
                 repeated(inputs[1], extents));

        EXPECT_EQ(values(by_einsum), values(by_assignment)) << einsum << ", seed " << seed;
    }
}

}  // namespace
}  // namespace ttgt::test
