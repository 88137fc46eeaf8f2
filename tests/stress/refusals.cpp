// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/support/test_tensors.h"

namespace ttgt::stress {
namespace {

using test::Random;

/// What one call is given; a mistake is made in it.
struct Call {
    std::string expression;
    std::vector<ConstTensorView> operands;  ///< D first
    ContractOptions options;
};

struct Mistake {
    const char* what;
    const char* message;       ///< part of what the refusal says
    bool (*make)(Call& call);  ///< whether the call has a place for it
};

Layout layout_of(const Call& call, std::size_t operand) { return call.operands[operand].layout(); }

void set_operand(Call& call, std::size_t operand, Layout layout, const void* data) {
    const ConstTensorView& old = call.operands[operand];
    call.operands[operand] = ConstTensorView(old.dtype(), std::move(layout), data, old.space());
}

/// The place of a mode of D longer than 1; the rank where it has none.
std::size_t long_mode(const Layout& layout) {
    const auto& extents = layout.extents;
    if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return extents.size();
    const auto found = std::find_if(extents.begin(), extents.end(),
                                    [](std::int64_t extent) { return extent > 1; });
    return static_cast<std::size_t>(found - extents.begin());
}

bool other_extent(Call& call) {
    Layout layout = layout_of(call, 0);
    if (layout.extents.empty()) return false;
    ++layout.extents.front();  // an input has every label of D
    layout.strides = packed(layout.extents).strides;
    set_operand(call, 0, std::move(layout), call.operands[0].data());
    return true;
}

bool mode_too_many(Call& call) {
    Layout layout = layout_of(call, 1);
    layout.extents.push_back(1);
    layout.strides.push_back(1);
    set_operand(call, 1, std::move(layout), call.operands[1].data());
    return true;
}

bool overlapping_output(Call& call) {
    Layout layout = layout_of(call, 0);
    const std::size_t mode = long_mode(layout);
    if (mode == layout.rank()) return false;
    layout.strides[mode] = 0;
    set_operand(call, 0, std::move(layout), call.operands[0].data());
    return true;
}

/// L from D's second element on.
bool input_in_output(Call& call) {
    const Layout layout = layout_of(call, 0);
    const std::size_t mode = long_mode(layout);
    const Layout input = layout_of(call, 1);
    const bool empty =
        std::find(input.extents.begin(), input.extents.end(), 0) != input.extents.end();
    if (mode == layout.rank() || empty) return false;
    const std::int64_t bytes = layout.strides[mode] * size_bytes(call.operands[0].dtype());
    set_operand(call, 1, input, static_cast<const std::byte*>(call.operands[0].data()) + bytes);
    return true;
}

bool null_input(Call& call) {
    const Layout layout = layout_of(call, 1);
    if (volume(layout) == 0) return false;
    set_operand(call, 1, layout, nullptr);
    return true;
}

bool complex_alpha(Call& call) {
    call.options.alpha = {1.0, 0.5};
    return !is_complex(call.operands[0].dtype()) && volume(layout_of(call, 0)) > 0;
}

bool stray_label(Call& call) {
    const std::size_t close = call.expression.find(')');
    call.expression.insert(close, layout_of(call, 0).rank() == 0 ? "stray" : ",stray");
    Layout layout = layout_of(call, 0);
    layout.extents.push_back(1);
    layout.strides.push_back(1);
    set_operand(call, 0, std::move(layout), call.operands[0].data());
    return true;
}

bool unknown_strategy(Call& call) {
    call.options.strategy = "clasic";
    return true;
}

bool cut_expression(Call& call) {
    call.expression.pop_back();
    return true;
}

const std::vector<Mistake>& mistakes() {
    static const std::vector<Mistake> all{
        {"an extent of D that L or R has not", "' has extent ", other_extent},
        {"a mode without a label", " labels in the expression but its tensor has rank ",
         mode_too_many},
        {"a D that overlaps itself", " overlaps itself: ", overlapping_output},
        {"an L that lies in D", " overlaps the input ", input_in_output},
        {"a null pointer", "the data of ", null_input},
        {"a complex alpha for a real D", "alpha = 1+0.5i is complex but D ", complex_alpha},
        {"a label of D that no input has", "label 'stray' stands in D", stray_label},
        {"an unknown strategy", "there is no strategy 'clasic'", unknown_strategy},
        {"an expression without its end", "the end of the expression", cut_expression},
    };
    return all;
}

void contract(const Call& call) {
    const ConstTensorView& d = call.operands[0];
    const TensorView out(d.dtype(), d.layout(), const_cast<void*>(d.data()), d.space());
    if (call.operands.size() == 2) {
        ttgt::contract(call.expression, out, call.operands[1], call.options);
    } else {
        ttgt::contract(call.expression, out, call.operands[1], call.operands[2], call.options);
    }
}

/// What is wrong with the refusal of the call, if anything.
std::string refusal(const Call& call, const std::string& message) {
    try {
        contract(call);
    } catch (const Error& error) {
        const std::string said = error.what();
        if (said.find(message) != std::string::npos) return {};
        return "said '" + said + "', not '" + message + "'";
    } catch (const std::exception& error) {
        return std::string("threw what is no ttgt::Error: ") + error.what();
    }
    return "was not refused";
}

}  // namespace

std::string run_refusal(std::uint64_t seed, Station& station) {
    Random random(seed);
    const test::TestProblem problem = spelled(test::draw_problem(seed));
    test::TestTensors tensors = make_tensors(problem, test::Fill::reals);
    const std::vector<test::GuardedArray> inputs_before = tensors.inputs;
    const test::CheckOptions check = draw_check(random, station);
    Context& context = *check.site.context;
    const std::unique_ptr<test::Placement> placement =
        check.site.place(context, {tensors.d, tensors.inputs});
    Call call{expression(problem), {placement->d()}, {}};
    for (std::size_t i = 0; i < placement->inputs(); ++i) {
        call.operands.push_back(placement->input(i));
    }
    call.options.context = &context;
    call.options.strategy = check.strategy;
    const Mistake& mistake = random.pick(mistakes());
    if (!mistake.make(call)) return {};

    std::string fault = refusal(call, mistake.message);
    (void)placement->bring_back();
    if (fault.empty() && tensors.d.bytes() != tensors.before.bytes()) fault = "D was written";
    for (std::size_t i = 0; i < inputs_before.size(); ++i) {
        if (tensors.inputs[i].bytes() != inputs_before[i].bytes()) fault = "an input was written";
    }
    return fault.empty() ? fault
                         : std::string(mistake.what) + ": " + fault + "\n" + describe(problem);
}

}  // namespace ttgt::stress
