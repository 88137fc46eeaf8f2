// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/edge/edge_cases.h"

#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "tests/support/edge/edge_tensors.h"
#include "tests/support/guarded_array.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

using Extents = std::vector<std::int64_t>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t large_volume = std::int64_t{1} << 21;

/// D as the call finds it: 0 where the row's string accumulates, else it must not be read.
GuardedArray make_output(const EdgeRow& row, DType dtype, LayoutMaker layout) {
    GuardedArray d(dtype, layout(row.out_shape));
    const bool accumulates =
        row.syntax == "talsh" && row.subscripts.find("+=") != std::string::npos;
    fill(d, accumulates ? Scalar{} : Scalar{nan, nan});
    return d;
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
    const bool complex = row.dtype != "real";
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

void compute_row(const EdgeRow& row, const Site& site) {
    const SpokenRow spoken = speak(row);
    for (const DType dtype : dtypes_for(row, spoken)) {
        for (const LayoutMaker layout : layouts_for(row)) {
            std::vector<GuardedArray> inputs = make_inputs(row, dtype, layout);
            GuardedArray d = make_output(row, dtype, layout);

            call(spoken.expression, d, inputs, {}, site);

            EXPECT_EQ(checksum(d), row.check) << spoken.expression << ' ' << name(dtype);
            EXPECT_TRUE(d.intact()) << spoken.expression << ' ' << name(dtype);
        }
    }
}

/// e163, a statement instead of a checksum: alpha = 0 reads neither input, D = beta * D.
void scale_by_beta_alone(const EdgeRow& row, const Site& site) {
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    for (GuardedArray& input : inputs) fill(input, {nan, nan});
    for (const double beta : {0.0, 1.0, -2.5}) {
        GuardedArray d = make_operand(packed({3, 5}), 2);
        const Scalar expected = beta * checksum(d);
        ContractOptions options;
        options.alpha = 0.0;
        options.beta = beta;

        call("D(i,k)=L(i,j)*R(j,k)", d, inputs, options, site);

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
std::string outcome(const EdgeRow& row, const SpokenRow& spoken, const Site& site) {
    std::vector<GuardedArray> inputs = make_inputs(row, DType::float64, &packed);
    GuardedArray d(DType::float64, packed(guess_output_shape(row, spoken)));
    const std::vector<std::byte> before = d.bytes();
    std::string what = "ok";
    try {
        call(spoken.expression, d, inputs, {}, site);
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
    return "ExpressionError";                        // bad characters, ellipses, arrows and labels
}

SpokenRow speak_refused(const EdgeRow& row) {
    if (row.id == "e165") return {"D(a,b)=L(a)", {"a", "b"}, {{"a"}}};
    return speak(row);
}

}  // namespace

Treatment treatment(const EdgeRow& row) {
    if (row.expected != "ok" || row.id == "e165") return Treatment::refused;
    return row.strict == "same" ? Treatment::computed : Treatment::refused;
}

void check_edge_row(const EdgeRow& row, const Site& site) {
    switch (treatment(row)) {
        case Treatment::computed:
            row.id == "e163" ? scale_by_beta_alone(row, site) : compute_row(row, site);
            return;
        case Treatment::refused:
            EXPECT_EQ(outcome(row, speak_refused(row), site), fitting_error(row))
                << speak_refused(row).expression;
            return;
    }
}

}  // namespace ttgt::test
