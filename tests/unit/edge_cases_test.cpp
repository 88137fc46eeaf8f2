// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Tricky contractions that other projects test (tests/data/edge.tsv), each row either computed to its
// checksum or refused with the fitting error. What we decide otherwise than numpy does:
//   - a label's extents must be equal, 1 included: rows marked `strict` are refused;
//   - a label of the output only is refused (e165), as is one that stands there twice (e197);
//   - an output that overlaps an input of a contraction is refused (e155), where numpy makes a copy;
//   - three and more inputs parse, and planning says that it takes one or two.
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "contraction/expression.h"
#include "tests/support/edge_rows.h"
#include "tests/support/guarded_array.h"

namespace ttgt {
namespace {

using test::EdgeRow;
using test::GuardedArray;
using test::SpokenRow;

using Extents = std::vector<std::int64_t>;
using LayoutMaker = Layout (*)(Extents);

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t large_volume = std::int64_t{1} << 21;

enum class Treatment { computed, refused, too_many_factors };

Treatment treatment(const EdgeRow& row) {
    if (row.expected != "ok" || row.id == "e165") return Treatment::refused;
    if (row.shapes.size() > 2) return Treatment::too_many_factors;
    return row.strict == "same" ? Treatment::computed : Treatment::refused;
}

/// Operand `number` (from 0) of a row, by the file's rule: numbered row-major.
void fill_operand(GuardedArray& array, std::int64_t number, bool complex) {
    std::int64_t i = 0;
    array.for_each_offset([&](std::int64_t offset) {
        const auto re = static_cast<double>((i * (number + 2)) % 7 + 1);
        const auto im = complex ? static_cast<double>(i % 3 - 1) : 0.0;
        array.set(offset, {re, im});
        ++i;
    });
}

/// A tensor as the file fills operand `number`.
GuardedArray matrix(Layout layout, std::int64_t number) {
    GuardedArray array(DType::float64, std::move(layout));
    fill_operand(array, number, false);
    return array;
}

/// The file's checksum of an output.
Scalar checksum(const GuardedArray& array) {
    Scalar sum{};
    std::int64_t j = 0;
    array.for_each_offset([&](std::int64_t offset) {
        sum += array.get(offset) * static_cast<double>(j % 5 + 1);
        ++j;
    });
    return sum;
}

std::vector<GuardedArray> make_inputs(const EdgeRow& row, DType dtype, LayoutMaker layout) {
    std::vector<GuardedArray> inputs;
    for (std::size_t number = 0; number < row.shapes.size(); ++number) {
        inputs.emplace_back(dtype, layout(row.shapes[number]));
        fill_operand(inputs.back(), static_cast<std::int64_t>(number), row.dtype == "complex");
    }
    return inputs;
}

/// D as the call finds it: 0 where the row's string accumulates, else it must not be read.
GuardedArray make_output(const EdgeRow& row, DType dtype, LayoutMaker layout) {
    GuardedArray d(dtype, layout(row.out_shape));
    const bool accumulates = row.syntax == "talsh" && row.subscripts.find("+=") != std::string::npos;
    test::fill(d, accumulates ? Scalar{} : Scalar{nan, nan});
    return d;
}

void call(const std::string& expression, GuardedArray& d, std::vector<GuardedArray>& inputs,
          const ContractOptions& options = {}) {
    if (inputs.size() == 1) {
        contract(expression, d.view(), inputs[0].view(), options);
    } else {
        contract(expression, d.view(), inputs[0].view(), inputs[1].view(), options);
    }
}

/// Product of the extents of the labels that only inputs have.
std::int64_t inner_size(const EdgeRow& row, const SpokenRow& spoken) {
    std::vector<std::string> seen = spoken.output_labels;
    std::int64_t size = 1;
    for (std::size_t input = 0; input < spoken.input_labels.size(); ++input) {
        for (std::size_t mode = 0; mode < spoken.input_labels[input].size(); ++mode) {
            const std::string& label = spoken.input_labels[input][mode];
            if (std::find(seen.begin(), seen.end(), label) != seen.end()) continue;
            seen.push_back(label);
            size *= row.shapes[input][mode];
        }
    }
    return size;
}

/// Whether single precision holds every partial sum: parts are at most 7 + 1 per factor.
bool is_exact_in_float(const EdgeRow& row, const SpokenRow& spoken) {
    const double product = std::pow(8.0, static_cast<double>(row.shapes.size()));
    return product * static_cast<double>(inner_size(row, spoken)) <= 0x1p24;
}

std::int64_t largest_volume(const EdgeRow& row) {
    std::int64_t largest = volume(packed(row.out_shape));
    for (const Extents& shape : row.shapes) largest = std::max(largest, volume(packed(shape)));
    return largest;
}

/// All dtypes that keep the row exact; the smallest one alone where the tensors are large.
std::vector<DType> dtypes_for(const EdgeRow& row, const SpokenRow& spoken) {
    std::vector<DType> dtypes;
    const bool complex = row.dtype == "complex";
    if (is_exact_in_float(row, spoken)) {
        if (!complex) dtypes.push_back(DType::float32);
        dtypes.push_back(DType::complex64);
    }
    if (!complex) dtypes.push_back(DType::float64);
    dtypes.push_back(DType::complex128);
    if (largest_volume(row) > large_volume) dtypes.resize(1);
    return dtypes;
}

std::vector<LayoutMaker> layouts_for(const EdgeRow& row) {
    if (largest_volume(row) > large_volume) return {&packed};
    return {&packed, &packed_last_fastest};
}

void compute_row(const EdgeRow& row) {
    const SpokenRow spoken = test::speak(row);
    for (const DType dtype : dtypes_for(row, spoken)) {
        for (const LayoutMaker layout : layouts_for(row)) {
            std::vector<GuardedArray> inputs = make_inputs(row, dtype, layout);
            GuardedArray d = make_output(row, dtype, layout);

            call(spoken.expression, d, inputs);

            EXPECT_EQ(checksum(d), row.check) << spoken.expression << ' ' << name(dtype);
            EXPECT_TRUE(d.intact()) << spoken.expression << ' ' << name(dtype);
        }
    }
}

/// e163, a statement instead of a checksum: alpha = 0 reads neither input, D = beta * D.
void scale_by_beta_alone(const EdgeRow& row) {
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    for (GuardedArray& input : inputs) test::fill(input, {nan, nan});
    for (const double beta : {0.0, 1.0, -2.5}) {
        GuardedArray d = matrix(packed({3, 5}), 2);
        const Scalar expected = beta * checksum(d);
        ContractOptions options;
        options.alpha = 0.0;
        options.beta = beta;

        call("D(i,k)=L(i,j)*R(j,k)", d, inputs, options);

        EXPECT_EQ(checksum(d), expected) << "beta " << beta;
    }
}

/// D's extents where the row gives none: those its labels have in the inputs.
Extents guess_output_shape(const EdgeRow& row, const SpokenRow& spoken) {
    Extents extents;
    for (const std::string& label : spoken.output_labels) {
        std::int64_t extent = 1;
        for (std::size_t input = 0; input < spoken.input_labels.size(); ++input) {
            const std::vector<std::string>& labels = spoken.input_labels[input];
            const auto found = std::find(labels.begin(), labels.end(), label);
            const auto mode = static_cast<std::size_t>(found - labels.begin());
            if (found == labels.end() || mode >= row.shapes.at(input).size()) continue;
            extent = row.shapes[input][mode];
            break;
        }
        extents.push_back(extent);
    }
    return extents;
}

/// What the row's call does: "ok", or the name of the error in the file's words.
std::string outcome(const EdgeRow& row, const SpokenRow& spoken) {
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(guess_output_shape(row, spoken)));
    const std::vector<std::byte> before = d.bytes();
    std::string what = "ok";
    try {
        call(spoken.expression, d, inputs);
    } catch (const ExpressionError&) {
        what = "ExpressionError";
    } catch (const ExtentMismatch&) {
        what = "ExtentMismatch";
    } catch (const RankMismatch&) {
        what = "RankMismatch";
    } catch (const OperandCountMismatch&) {
        what = "OperandCountMismatch";
    } catch (const InvalidArgument&) {
        what = "InvalidArgument";
    }
    EXPECT_EQ(d.bytes(), before) << "a refused call wrote D";
    return what;
}

std::string fitting_error(const EdgeRow& row) {
    if (row.strict == "ERR_EXTENT_MISMATCH") return "ExtentMismatch";
    if (row.expected == "ERR_EXTENT_MISMATCH") return "ExtentMismatch";
    if (row.expected == "ERR_RANK_MISMATCH") return "RankMismatch";
    if (row.expected == "ERR_OPERAND_COUNT") return "OperandCountMismatch";
    if (row.expected == "ERR_OUTPUT_REPEATED_INDEX") return "InvalidArgument";
    if (row.id == "e165") return "InvalidArgument";  // output-only label
    return "ExpressionError";  // bad characters, ellipses, arrows and labels
}

/// The parser takes any number of factors; planning takes one or two and says so.
void refuse_factors(const EdgeRow& row) {
    const SpokenRow spoken = test::speak(row);
    std::vector<OperandLayout> layouts{{DType::float64, packed(row.out_shape)}};
    for (const Extents& shape : row.shapes) layouts.push_back({DType::float64, packed(shape)});

    const Expression expression = parse_expression(spoken.expression);

    EXPECT_EQ(expression.terms.at(0).factors.size(), row.shapes.size());
    EXPECT_THROW((void)plan_contraction(thread_context(), spoken.expression, layouts), Unsupported);
}

SpokenRow speak_refused(const EdgeRow& row) {
    if (row.id == "e165") return {"D(a,b)=L(a)", {"a", "b"}, {{"a"}}};
    return test::speak(row);
}

class EdgeCases : public testing::TestWithParam<EdgeRow> {};

TEST_P(EdgeCases, AreComputedOrRefused) {
    const EdgeRow& row = GetParam();
    switch (treatment(row)) {
        case Treatment::computed:
            row.id == "e163" ? scale_by_beta_alone(row) : compute_row(row);
            return;
        case Treatment::refused:
            EXPECT_EQ(outcome(row, speak_refused(row)), fitting_error(row))
                << speak_refused(row).expression;
            return;
        case Treatment::too_many_factors:
            refuse_factors(row);
            return;
    }
}

INSTANTIATE_TEST_SUITE_P(File, EdgeCases, testing::ValuesIn(test::read_edge_rows()),
                         [](const testing::TestParamInfo<EdgeRow>& row) { return row.param.id; });

// Every row is one of the three, none is left out: our grammar can say them all once ellipses are
// spelled out and integer labels renamed.
TEST(EdgeCaseFile, IsAccountedForRowByRow) {
    int computed = 0;
    int refused = 0;
    int too_many_factors = 0;
    for (const EdgeRow& row : test::read_edge_rows()) {
        const Treatment kind = treatment(row);
        computed += kind == Treatment::computed ? 1 : 0;
        refused += kind == Treatment::refused ? 1 : 0;
        too_many_factors += kind == Treatment::too_many_factors ? 1 : 0;
    }

    EXPECT_EQ(computed, 57);
    EXPECT_EQ(refused, 28);
    EXPECT_EQ(too_many_factors, 19);
}

TEST(EdgeCaseE155, RefusesAnOutputThatIsAnInputOfAContraction) {
    GuardedArray a = matrix(packed({3, 3}), 0);
    const GuardedArray b = matrix(packed({3, 3}), 1);
    const std::vector<std::byte> before = a.bytes();

    EXPECT_THROW(contract("D(i,k)=D(i,j)*R(j,k)", a.view(), a.view(), b.view()), OverlapError);
    EXPECT_THROW(contract("D(i,k)=L(i,j)*D(j,k)", a.view(), b.view(), a.view()), OverlapError);
    EXPECT_THROW(contract("D(j,i)=D(i,j)", a.view(), a.view()), OverlapError);

    EXPECT_EQ(a.bytes(), before);
}

TEST(EdgeCaseE155, AllowsAnOutputThatIsAnInputOfAnElementwiseProduct) {
    GuardedArray a = matrix(packed({2, 3}), 0);
    const GuardedArray b = matrix(packed({2, 3}), 1);
    const GuardedArray a_before = a;

    contract("D(i,j)=D(i,j)*R(i,j)", a.view(), a.view(), b.view());

    a.for_each_offset([&](std::int64_t offset) {
        EXPECT_EQ(a.get(offset), a_before.get(offset) * b.get(offset));
    });
    EXPECT_TRUE(a.intact());
}

TEST(EdgeCaseE155, RefusesAnOutputShiftedAgainstAnInput) {
    std::vector<double> data(10, 1.0);

    EXPECT_THROW(contract("D(i)=D(i)*R(i)", view(data.data() + 1, {4}), view(data.data(), {4}),
                          view(data.data() + 6, {4})),
                 OverlapError);
}

TEST(EdgeCaseE157, WritesAStrideTwoView) {
    const EdgeRow row = test::edge_row("e157");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed_last_fastest);
    GuardedArray d(DType::float64, Layout{{2, 2}, {4, 2}});

    call("D(i,k)=L(i,j)*R(j,k)", d, inputs);

    EXPECT_EQ(checksum(d), row.check);
    EXPECT_TRUE(d.intact());
}

// Slices of step 7, as cuTENSOR's Python tests take them.
TEST(EdgeCaseE159, TakesSlicesOfBothMemoryOrdersWithScalars) {
    const EdgeRow row = test::edge_row("e159");
    for (const LayoutMaker layout : {&packed, &packed_last_fastest}) {
        const auto sliced = [layout](const Extents& extents) {
            Layout result = layout(extents);
            for (std::int64_t& stride : result.strides) stride *= 7;
            return result;
        };
        for (const double alpha : {0.5, 1.0}) {
            for (const double beta : {0.0, 1.0}) {
                std::vector<GuardedArray> inputs{matrix(sliced(row.shapes[0]), 0),
                                                 matrix(sliced(row.shapes[1]), 1)};
                GuardedArray d(DType::float64, sliced(row.out_shape));
                fill_operand(d, 2, false);
                const Scalar expected = alpha * row.check + beta * checksum(d);
                ContractOptions options;
                options.alpha = alpha;
                options.beta = beta;

                call("D(d,a)=L(a,b,c)*R(c,d,b)", d, inputs, options);

                EXPECT_EQ(checksum(d), expected) << "alpha " << alpha << " beta " << beta;
                EXPECT_TRUE(d.intact());
            }
        }
    }
}

// TAL-SH's tests run these two with a factor, and the second one twice.
TEST(EdgeCaseE143, ScalesByAlpha) {
    const EdgeRow row = test::edge_row("e143");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(row.out_shape));
    test::fill(d, {});
    ContractOptions options;
    options.alpha = 0.5;

    call(row.subscripts, d, inputs, options);

    EXPECT_EQ(checksum(d), 0.5 * row.check);
}

TEST(EdgeCaseE149, AccumulatesASecondCall) {
    const EdgeRow row = test::edge_row("e149");
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(row.out_shape));
    test::fill(d, {});
    ContractOptions options;
    options.alpha = -2.0;

    call(row.subscripts, d, inputs, options);
    call(row.subscripts, d, inputs);

    EXPECT_EQ(checksum(d), -row.check);
}

// A million values of 1 + 8196 epsilon: the mean is good to 15 decimals only where the summation does
// better than one running sum in double precision.
TEST(EdgeCaseE161, KeepsTheDigitsOfALongSum) {
    const double value = 1 + 8196 * std::numeric_limits<double>::epsilon();
    const std::vector<double> values(1000000, value);
    double sum = 0;

    contract("D()=L(i)", view(&sum, {}), view(values.data(), {1000000}));

    EXPECT_NEAR(sum / 1e6, value, 1e-15);
}

}  // namespace
}  // namespace ttgt
