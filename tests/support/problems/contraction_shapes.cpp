// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/contraction_shapes.h"

#include <utility>

namespace ttgt::test {

std::vector<Shape> contraction_shapes() {
    return {
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 51}, {"b", 19}, {"k", 37}}},
        {"D(a,b)=L(k,a)*R(b,k)", {{"a", 50}, {"b", 33}, {"k", 140}}},
        {"D(b,a)=L(a,k)*R(k,b)", {{"a", 29}, {"b", 100}, {"k", 9}}},
        {"D(a,b,c)=L(c,a,k)*R(k,b)", {{"a", 24}, {"b", 9}, {"c", 17}, {"k", 12}}},
        {"D(a,c,b)=L(c,a,k)*R(k,b)", {{"a", 121}, {"b", 5}, {"c", 19}, {"k", 7}}},
        {"D(a,b,c,d)=L(d,b,e,a)*R(e,c)", {{"a", 12}, {"b", 5}, {"c", 9}, {"d", 11}, {"e", 13}}},
        {"D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)",
         {{"a", 7}, {"b", 8}, {"c", 5}, {"d", 6}, {"e", 11}, {"f", 13}}},
        {"D(a,b,c,d,e,f)=L(g,f,a,c)*R(d,e,g,b)",
         {{"a", 6}, {"b", 3}, {"c", 5}, {"d", 7}, {"e", 2}, {"f", 3}, {"g", 25}}},
        {"D(a,b,x)=L(a,k,x)*R(k,b,x)", {{"a", 5}, {"b", 4}, {"k", 6}, {"x", 30}}},
        {"D(a,b,x)=L(k,a,x)*R(k,b,x)", {{"a", 32}, {"b", 16}, {"k", 8}, {"x", 9}}},
        {"D(x,a,b)=L(x,a,k)*R(x,k,b)", {{"a", 5}, {"b", 4}, {"k", 6}, {"x", 29}}},
        {"D(a)=L(a,k)*R(k)", {{"a", 131}, {"k", 67}}},
        {"D(a)=L(k,a)*R(k)", {{"a", 57}, {"k", 301}}},
        {"D(b)=L(k)*R(k,b)", {{"b", 45}, {"k", 130}}},
        {"D()=L(k)*R(k)", {{"k", 9001}}},
        {"D()=L(j,k)*R(k,j)", {{"j", 91}, {"k", 53}}},
        {"D(a,b)=L(a)*R(b)", {{"a", 67}, {"b", 31}}},
        {"D(a)=L(a)*R(a)", {{"a", 1003}}},
        {"D(a,b)=L(a,b)*R(b,a)", {{"a", 301}, {"b", 33}}},
        {"D(a,b)=L(b,a)*R(a)", {{"a", 41}, {"b", 33}}},
        {"D(a,b)=L(a,b,p)*R(q)", {{"a", 19}, {"b", 5}, {"p", 3}, {"q", 4}}},
        {"D(a,b)=L(a,p,k)*R(q,k,b)", {{"a", 33}, {"b", 11}, {"k", 21}, {"p", 3}, {"q", 2}}},
    };
}

std::vector<DTypeMix> dtype_mixes() {
    std::vector<DTypeMix> all;
    for (const auto& [real, complex] : {std::pair{DType::float32, DType::complex64},
                                        std::pair{DType::float64, DType::complex128}}) {
        for (const DTypeMix& mix :
             {DTypeMix{real, real, real}, DTypeMix{complex, complex, complex},
              DTypeMix{complex, complex, real}, DTypeMix{complex, real, complex},
              DTypeMix{complex, real, real}}) {
            all.push_back(mix);
        }
    }
    for (const DType half : {DType::float16, DType::bfloat16}) all.push_back({half, half, half});
    return all;
}

std::vector<DTypeMix> converting_mixes() {
    std::vector<DTypeMix> all;
    for (const DType half : {DType::float16, DType::bfloat16}) {
        all.push_back({DType::float32, half, half});
    }
    return all;
}

TestProblem make_problem(const Shape& shape, const DTypeMix& dtypes, std::uint64_t seed) {
    TestProblem problem = problem_of(shape.text, shape.extents, dtypes.d);
    problem.seed = seed;
    problem.text.clear();
    problem.inputs[0].dtype = dtypes.l;
    problem.inputs[1].dtype = dtypes.r;
    problem.inputs[0].conjugated = seed % 2 == 1;
    problem.inputs[1].conjugated = seed / 2 % 2 == 1;
    return problem;
}

}  // namespace ttgt::test
