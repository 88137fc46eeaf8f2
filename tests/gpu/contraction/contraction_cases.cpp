// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/contraction/contraction_cases.h"

#include <utility>

#include "tests/support/problems/case_problem.h"

namespace ttgt::test {
namespace {

constexpr DTypeMix float32s{DType::float32, DType::float32, DType::float32};
constexpr DTypeMix float16s{DType::float16, DType::float16, DType::float16};
constexpr DTypeMix bfloat16s{DType::bfloat16, DType::bfloat16, DType::bfloat16};
constexpr DTypeMix float64s{DType::float64, DType::float64, DType::float64};
constexpr DTypeMix complex64s{DType::complex64, DType::complex64, DType::complex64};
constexpr DTypeMix complex128s{DType::complex128, DType::complex128, DType::complex128};
constexpr DTypeMix complex_times_real{DType::complex64, DType::complex64, DType::float32};

const Shape& paper_example() {
    static const Shape shape{"D(a,b,i)=L(a,c,i,k)*R(k,b,c)",
                             {{"a", 31}, {"b", 23}, {"c", 7}, {"i", 19}, {"k", 29}}};
    return shape;
}

/// For every kind of step: transposes of all operands, loops over batches, slices, real views,
/// sums over lone labels, Direct.
std::vector<ContractionCase> product_cases() {
    const Shape batch{"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 33}, {"b", 21}, {"k", 45}, {"x", 9}}};
    const Shape reversed{"D(d,c,b,a)=L(a,k,b,l)*R(l,c,k,d)",
                         {{"a", 11}, {"b", 9}, {"c", 13}, {"d", 7}, {"k", 10}, {"l", 12}}};
    const Shape lone{"D(a,b)=L(k,x,a)*R(k,b)", {{"a", 40}, {"b", 33}, {"k", 65}, {"x", 5}}};
    const Shape outer{"D(a,b)=L(a)*R(b)", {{"a", 301}, {"b", 77}}};
    const Shape elementwise{"D(a,b)=L(a,b)*R(b,a)", {{"a", 301}, {"b", 33}}};
    const Shape dot{"D()=L(j,k)*R(k,j)", {{"j", 391}, {"k", 253}}};
    const Shape matrix_vector{"D(a)=L(k,a)*R(k)", {{"a", 157}, {"k", 1301}}};
    return {{make_problem(paper_example(), float64s, 0), "classic"},
            {make_problem(paper_example(), float32s, 1)},
            {make_problem(paper_example(), float16s, 1)},
            {make_problem(reversed, bfloat16s, 1), "classic", 20'000},
            {make_problem(paper_example(), complex128s, 3), "classic", 40'000},
            {make_problem(reversed, complex64s, 2), "classic", 20'000},
            {make_problem(reversed, complex_times_real, 1), "classic"},
            {make_problem(reversed, complex_times_real, 1)},
            {make_problem(reversed, float64s, 4), "auto", 0},
            {make_problem(batch, complex128s, 1)},
            {make_problem(batch, float32s, 5), "classic"},
            {make_problem(lone, float64s, 6), "classic"},
            {make_problem(outer, complex64s, 7)},
            {make_problem(elementwise, float32s, 8)},
            {make_problem(dot, float64s, 9)},
            {make_problem(matrix_vector, complex128s, 10)}};
}

TestProblem unary(const std::string& text, const LabelExtents& extents, DType d, DType in,
                  bool conjugated, std::uint64_t seed) {
    TestProblem problem = problem_of(text, extents, d);
    problem.text.clear();
    problem.seed = seed;
    problem.inputs[0].dtype = in;
    problem.inputs[0].conjugated = conjugated;
    return problem;
}

}  // namespace

std::vector<ContractionCase> overwriting_cases() {
    std::vector<ContractionCase> cases = product_cases();
    for (TestProblem& problem : unary_problems()) cases.push_back({std::move(problem)});
    for (ContractionCase& given : cases) {
        TestProblem& problem = given.problem;
        problem.alpha = is_complex(problem.d.dtype) ? Scalar{0.5, -2.0} : 1.5;
        problem.beta = 0.0;
    }
    return cases;
}

std::vector<ContractionCase> adding_cases() {
    std::vector<ContractionCase> cases = overwriting_cases();
    for (ContractionCase& given : cases) {
        given.problem.beta = is_complex(given.problem.d.dtype) ? Scalar{-1.0, 0.75} : -0.5;
    }
    return cases;
}

std::vector<Shape> border_shapes() {
    return {
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 0}, {"b", 5}, {"k", 7}}},
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 33}, {"b", 5}, {"k", 0}}},
        {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 3}, {"b", 5}, {"k", 4}, {"x", 0}}},
        {"D(a,b)=L(a,p)*R(b)", {{"a", 3}, {"b", 5}, {"p", 0}}},
        {"D()=L(k)*R(k)", {{"k", 0}}},
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 1}, {"b", 1}, {"k", 1}}},
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 1}, {"b", 130}, {"k", 67}}},
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 130}, {"b", 1}, {"k", 67}}},
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 130}, {"b", 67}, {"k", 1}}},
        {"D()=L()*R()", {}},
        {"D(a,b)=L(a,b)*R()", {{"a", 67}, {"b", 33}}},
        {"D(a)=L()*R(a)", {{"a", 1001}}},
        {"D()=L(a)*R(b)", {{"a", 67}, {"b", 45}}},
        {"D(h,g,f,e,d,c,b,a)=L(a,k,b,l,c,m,d,n)*R(e,n,f,m,l,g,k,h)",
         {{"a", 2},
          {"b", 3},
          {"c", 2},
          {"d", 3},
          {"e", 2},
          {"f", 3},
          {"g", 2},
          {"h", 3},
          {"k", 2},
          {"l", 3},
          {"m", 2},
          {"n", 2}}},
        {"D(a,b)=L(a,a,k)*R(k,b,k)", {{"a", 21}, {"b", 33}, {"k", 17}}},
        {"D(x,a)=L(x,k,x,a)*R(x,k)", {{"a", 21}, {"k", 17}, {"x", 5}}},
        {"D()=L(i,i)*R(i,i)", {{"i", 65}}},
    };
}

std::vector<TestProblem> unary_problems() {
    const std::vector<Shape> shapes{{"D(b,a)=L(a,b)", {{"a", 129}, {"b", 67}}},
                                    {"D(c,a,b)=L(a,b,c)", {{"a", 17}, {"b", 35}, {"c", 33}}},
                                    {"D(a,b)=L(a,b)", {{"a", 129}, {"b", 67}}},
                                    {"D(a)=L(a,k)", {{"a", 67}, {"k", 300}}},
                                    {"D(a)=L(k,a)", {{"a", 67}, {"k", 300}}},
                                    {"D()=L(j,k)", {{"j", 257}, {"k", 129}}},
                                    {"D()=L(i,i)", {{"i", 301}}},
                                    {"D(i)=L(i,k,i)", {{"i", 65}, {"k", 9}}},
                                    {"D()=L()", {}},
                                    {"D(b,a)=L(a,b)", {{"a", 0}, {"b", 67}}},
                                    {"D(a)=L(a,k)", {{"a", 67}, {"k", 0}}}};
    std::vector<TestProblem> problems;
    std::uint64_t seed = 1;
    for (const Shape& shape : shapes) {
        for (const DType half : {DType::float16, DType::bfloat16}) {
            problems.push_back(unary(shape.text, shape.extents, half, half, false, seed++));
        }
        for (const auto& [real, complex] : {std::pair{DType::float32, DType::complex64},
                                            std::pair{DType::float64, DType::complex128}}) {
            problems.push_back(unary(shape.text, shape.extents, real, real, false, seed++));
            problems.push_back(unary(shape.text, shape.extents, complex, complex, false, seed++));
            problems.push_back(unary(shape.text, shape.extents, complex, complex, true, seed++));
            problems.push_back(unary(shape.text, shape.extents, complex, real, false, seed++));
        }
    }
    return problems;
}

}  // namespace ttgt::test
