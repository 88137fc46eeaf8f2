// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/edge/edge_tensors.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace ttgt::test {

void fill_operand(GuardedArray& array, std::int64_t number, bool complex) {
    std::int64_t i = 0;
    array.for_each_offset([&](std::int64_t offset) {
        const auto re = static_cast<double>((i * (number + 2)) % 7 + 1);
        const auto im = complex ? static_cast<double>(i % 3 - 1) : 0.0;
        array.set(offset, {re, im});
        ++i;
    });
}

GuardedArray make_operand(Layout layout, std::int64_t number) {
    GuardedArray array(DType::float64, std::move(layout));
    fill_operand(array, number, false);
    return array;
}

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
        const bool is_complex = row.dtype == "complex" || (row.dtype == "mixed" && number % 2 == 1);
        fill_operand(inputs.back(), static_cast<std::int64_t>(number), is_complex);
    }
    return inputs;
}

void call(const std::string& expression, GuardedArray& d, std::vector<GuardedArray>& inputs,
          ContractOptions options, const Site& site) {
    options.context = site.context != nullptr ? site.context : &thread_context();
    const std::vector<GuardedArray> inputs_before = inputs;
    const std::unique_ptr<Placement> placement = site.place(*options.context, {d, inputs});
    const auto bring_back = [&] {
        EXPECT_TRUE(placement->bring_back()) << expression;
        for (std::size_t number = 0; number < inputs.size(); ++number) {
            EXPECT_TRUE(inputs[number].bytes() == inputs_before[number].bytes())
                << "input " << number + 1 << " of " << expression << " was written";
        }
    };
    try {
        contract(expression, *placement, options);
    } catch (...) {
        bring_back();
        throw;
    }
    bring_back();
}

}  // namespace ttgt::test
