// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// A user's program: a matrix product by hand, a typed error, a transpose-free plan.
#include <ttgt/ttgt.h>

#include <cstdio>

namespace {

bool contracts() {
    ttgt::Tensor<double> d({2, 2});
    ttgt::Tensor<double> l({2, 3});
    ttgt::Tensor<double> r({3, 2});
    l.fill(2.0);
    r.fill(0.5);
    ttgt::contract("D(i,j)=L(i,k)*R(k,j)", d, l, r);
    return d(0, 0) == 3.0 && d(1, 1) == 3.0;
}

bool throws_typed_errors() {
    ttgt::Tensor<double> d({2, 2});
    ttgt::Tensor<double> l({2, 3});
    ttgt::Tensor<double> r({4, 2});
    try {
        ttgt::contract("D(i,j)=L(i,k)*R(k,j)", d, l, r);
    } catch (const ttgt::InvalidArgument&) {
        return true;
    }
    return false;
}

}  // namespace

int main() {
    std::printf("ttgt %s\n", TTGT_VERSION);
    return ttgt::version() == TTGT_VERSION && contracts() && throws_typed_errors() ? 0 : 1;
}
