// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/generated_problems.h"

#include <algorithm>
#include <type_traits>

namespace ttgt::test {
namespace {

template <class Element>
Element conjugate_if(bool conjugated, Element value) {
    if constexpr (std::is_floating_point_v<Element>) {
        return value;
    } else {
        return conjugated ? std::conj(value) : value;
    }
}

/// Calls act() for all values of these labels.
template <class Act>
void for_each_value(const GeneratedProblem& problem, const std::vector<std::size_t>& labels,
                    std::vector<std::int64_t>& values, const Act& act, std::size_t depth = 0) {
    if (depth == labels.size()) {
        act();
        return;
    }
    std::int64_t& value = values[labels[depth]];
    for (value = 0; value < problem.labels[labels[depth]].extent; ++value) {
        for_each_value(problem, labels, values, act, depth + 1);
    }
}

std::int64_t offset_of(const GeneratedProblem& problem, const GeneratedUse& use,
                       const std::vector<std::int64_t>& values) {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
        offset += values[use.labels[mode]] * problem.tensors[use.tensor].modes[mode].stride;
    }
    return offset;
}

/// D(i,j,e) = L(i,k,e) * R(k,j) and such, drawn.
GeneratedProblem drawn_product(std::mt19937& random, DType dtype) {
    constexpr std::int64_t extents[] = {1, 2, 3, 4, 5, 7, 8, 10};
    const auto draw = [&](std::size_t count) { return random() % count; };
    DirectStep step;
    step.dtypes = {dtype, dtype, dtype};
    step.conjugate_l = draw(2) != 0;
    step.conjugate_r = draw(2) != 0;
    step.beta = draw(2) != 0 ? ScalarRole::beta : ScalarRole::zero;
    std::array<std::int64_t, operand_count> strides{1, 1, 1};
    const auto mode = [&](bool in_d, bool in_l, bool in_r) {
        Mode<3> result{extents[draw(std::size(extents))], {}};
        const bool stands[] = {in_d, in_l, in_r};
        for (std::size_t operand = 0; operand < operand_count; ++operand) {
            if (!stands[operand]) continue;
            result.strides[operand] = strides[operand];
            // A gap now and then; the inputs may run backwards.
            strides[operand] = strides[operand] * result.extent + std::int64_t(draw(3) / 2);
            if (operand != operand_d && draw(4) == 0) result.strides[operand] *= -1;
        }
        return result;
    };
    std::vector<std::array<bool, 3>> kinds{{true, true, false}, {true, false, true}};
    for (std::size_t more = draw(3); more > 0; --more) {
        kinds.push_back(draw(2) != 0 ? std::array{true, true, true}
                                     : std::array{true, draw(2) != 0, true});
    }
    for (std::size_t sums = 1 + draw(2); sums > 0; --sums) kinds.push_back({false, true, true});
    std::shuffle(kinds.begin(), kinds.end(), random);
    for (const auto& [in_d, in_l, in_r] : kinds) {
        (in_d ? step.outputs : step.sums).push_back(mode(in_d, in_l, in_r));
    }
    if (volume(step.sums) < 2) step.sums.push_back({3, {0, strides[1], strides[2]}});
    return *cuda::generated_problem(step);
}

struct NamedTensor {
    std::string name;
    std::string labels;
    bool is_temporary = false;
    bool is_written = false;
};

/// A program of tensors whose modes are letters.
class ProgramDraft {
public:
    ProgramDraft(DType dtype, std::int64_t extent, std::int64_t elements)
        : extent_(extent), elements_(elements) {
        problem_.dtype = dtype;
        problem_.text = "a program";
    }
    std::size_t tensor(const NamedTensor& named) {
        GeneratedTensor tensor{named.name, {}, named.is_temporary, named.is_written};
        std::int64_t stride = 1;
        for (const char label : named.labels) {
            tensor.modes.push_back({extent_of(label), stride});
            stride *= extent_of(label);
        }
        problem_.tensors.push_back(std::move(tensor));
        return problem_.tensors.size() - 1;
    }
    GeneratedUse use(std::size_t tensor, const std::string& labels) {
        GeneratedUse use{tensor, {}, false};
        for (const char label : labels) use.labels.push_back(label_of(label));
        return use;
    }
    GeneratedStage& stage(const GeneratedUse& output, bool adds) {
        return problem_.stages.emplace_back(GeneratedStage{output, adds, {}});
    }
    std::size_t label_of(char letter) {
        const std::string name(1, letter);
        for (std::size_t label = 0; label < problem_.labels.size(); ++label) {
            if (problem_.labels[label].name == name) return label;
        }
        problem_.labels.push_back({name, extent_of(letter)});
        return problem_.labels.size() - 1;
    }
    GeneratedProblem take() { return std::move(problem_); }

private:
    [[nodiscard]] std::int64_t extent_of(char label) const {
        return label == 'e' ? elements_ : extent_;
    }
    GeneratedProblem problem_;
    std::int64_t extent_;
    std::int64_t elements_;
};

/// Three products that share an input.
GeneratedProblem gradient(DType dtype, std::int64_t extent, std::int64_t elements) {
    ProgramDraft draft(dtype, extent, elements);
    const std::size_t u = draft.tensor({"u", "ijke"});
    const std::size_t d = draft.tensor({"D", "il"});
    const char* inputs[] = {"ljke", "ilke", "ijle"};
    const char* factors[] = {"il", "jl", "kl"};
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t output = draft.tensor({"g", "ijke", false, true});
        draft.stage(draft.use(output, "ijke"), axis == 1).products = {
            {1.0,
             {draft.use(d, factors[axis]), draft.use(u, inputs[axis])},
             {draft.label_of('l')}}};
    }
    return draft.take();
}

/// Three products into one output.
GeneratedProblem divergence(DType dtype, std::int64_t extent, std::int64_t elements) {
    ProgramDraft draft(dtype, extent, elements);
    const std::size_t u = draft.tensor({"u", "ijke", false, true});
    const std::size_t d = draft.tensor({"D", "il"});
    const char* inputs[] = {"ljke", "ilke", "ijle"};
    const char* factors[] = {"il", "jl", "kl"};
    GeneratedStage stage = draft.stage(draft.use(u, "ijke"), false);
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t g = draft.tensor({"g", "ijke"});
        stage.products.push_back({axis == 0 ? 1.0 : -0.5,
                                  {draft.use(d, factors[axis]), draft.use(g, inputs[axis])},
                                  {draft.label_of('l')}});
    }
    GeneratedProblem problem = draft.take();
    problem.stages = {stage};
    return problem;
}

/// V(i,j,k) = A(l,k) B(m,j) C(n,i) U(l,m,n) by two temporaries.
GeneratedProblem interpolation(DType dtype, std::int64_t extent) {
    ProgramDraft draft(dtype, extent, 1);
    const std::size_t v = draft.tensor({"V", "ijk", false, true});
    const std::size_t a = draft.tensor({"A", "lk"});
    const std::size_t b = draft.tensor({"B", "mj"});
    const std::size_t c = draft.tensor({"C", "ni"});
    const std::size_t u = draft.tensor({"U", "lmn"});
    const std::size_t t1 = draft.tensor({"T1", "nmk", true, true});
    const std::size_t t2 = draft.tensor({"T2", "njk", true, true});
    draft.stage(draft.use(t1, "nmk"), false).products = {
        {1.0, {draft.use(a, "lk"), draft.use(u, "lmn")}, {draft.label_of('l')}}};
    draft.stage(draft.use(t2, "njk"), false).products = {
        {2.0, {draft.use(b, "mj"), draft.use(t1, "nmk")}, {draft.label_of('m')}}};
    draft.stage(draft.use(v, "ijk"), false).products = {
        {1.0, {draft.use(c, "ni"), draft.use(t2, "njk")}, {draft.label_of('n')}}};
    return draft.take();
}

/// The likeliest, one in the middle and the unlikeliest of the variants.
void add_variants(std::vector<GeneratedCase>& cases, const GeneratedProblem& problem) {
    const std::vector<cuda::GeneratedShape> shapes =
        cuda::generated_shapes(problem, cuda::Architecture{}, SIZE_MAX);
    if (shapes.empty()) return;
    for (const std::size_t at : {std::size_t{0}, shapes.size() / 2, shapes.size() - 1}) {
        cases.push_back({problem, shapes[at]});
    }
}

}  // namespace

std::vector<GeneratedCase> generated_cases() {
    std::vector<GeneratedCase> cases;
    std::mt19937 random(26);
    for (const DType dtype :
         {DType::float64, DType::float32, DType::complex64, DType::complex128}) {
        for (int draw = 0; draw < 6; ++draw) add_variants(cases, drawn_product(random, dtype));
        add_variants(cases, gradient(dtype, 4, 5));
        add_variants(cases, divergence(dtype, 5, 3));
        add_variants(cases, interpolation(dtype, 6));
    }
    add_variants(cases, gradient(DType::float64, 10, 7));
    return cases;
}

template <class Element>
std::vector<GeneratedArray<Element>> generated_arrays(const GeneratedProblem& problem) {
    std::mt19937 random(1);
    const auto number = [&] { return static_cast<float>(random() % 17) / 8 - 1; };
    std::vector<GeneratedArray<Element>> arrays;
    for (const GeneratedTensor& tensor : problem.tensors) {
        std::int64_t below = 0;
        std::int64_t above = 0;
        for (const GeneratedMode& mode : tensor.modes) {
            (mode.stride < 0 ? below : above) += (mode.extent - 1) * mode.stride;
        }
        GeneratedArray<Element>& array = arrays.emplace_back();
        array.first = -below;
        array.memory.resize(static_cast<std::size_t>(above - below + 1));
        for (Element& element : array.memory) {
            if constexpr (std::is_floating_point_v<Element>) {
                element = number();
            } else {
                element = Element(number(), number());
            }
        }
    }
    return arrays;
}

template <class Element>
void evaluate(const GeneratedProblem& problem, Element alpha, Element beta,
              std::vector<GeneratedArray<Element>>& arrays) {
    std::vector<std::int64_t> values(problem.labels.size());
    for (const GeneratedStage& stage : problem.stages) {
        const bool is_temporary = problem.tensors[stage.output.tensor].is_temporary;
        for_each_value(problem, stage.output.labels, values, [&] {
            Element sum{};
            for (const GeneratedProduct& product : stage.products) {
                for_each_value(problem, product.sums, values, [&] {
                    auto term = Element(static_cast<decltype(std::abs(Element{}))>(product.scale));
                    for (const GeneratedUse& factor : product.factors) {
                        const std::int64_t at = offset_of(problem, factor, values);
                        term *= conjugate_if(factor.conjugated, arrays[factor.tensor].data()[at]);
                    }
                    sum += term;
                });
            }
            Element& out =
                arrays[stage.output.tensor].data()[offset_of(problem, stage.output, values)];
            if (!is_temporary) sum *= alpha;
            out = stage.adds ? sum + (is_temporary ? Element{1} : beta) * out : sum;
        });
    }
}

#define TTGT_INSTANTIATE(Element)                                              \
    template std::vector<GeneratedArray<Element>> generated_arrays<Element>(   \
        const GeneratedProblem&);                                              \
    template void evaluate<Element>(const GeneratedProblem&, Element, Element, \
                                    std::vector<GeneratedArray<Element>>&)
TTGT_INSTANTIATE(float);
TTGT_INSTANTIATE(double);
TTGT_INSTANTIATE(std::complex<float>);
TTGT_INSTANTIATE(std::complex<double>);
#undef TTGT_INSTANTIATE

}  // namespace ttgt::test
