// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Plans once, runs in a loop: the largest eigenvalue of a four-index matrix V(a,b | c,d) by power
// iteration, in which every turn contracts tensors of the same shapes.
//
// A plan holds for shapes, not for data: it is made before the loop, allocates nothing when it
// runs, and may be run by several threads. Its workspace is made once as well.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <utility>

namespace {

constexpr std::int64_t extent = 12;
constexpr double eigenvalue = 4;

/// 1 + (eigenvalue - 1) u u^T: u is of norm 1 and has this eigenvalue, all others are 1.
ttgt::Tensor<double> make_matrix() {
    ttgt::Tensor<double> u({extent, extent});
    for (std::int64_t b = 0; b < extent; ++b) {
        for (std::int64_t a = 0; a < extent; ++a)
            u(a, b) = std::sin(1.0 + static_cast<double>(a + 7 * b));
    }
    ttgt::Tensor<double> square({});
    ttgt::contract("S()=U(a,b)*U(a,b)", square, u, u);

    ttgt::Tensor<double> v({extent, extent, extent, extent});
    for (std::int64_t b = 0; b < extent; ++b) {
        for (std::int64_t a = 0; a < extent; ++a) v(a, b, a, b) = 1;
    }
    ttgt::ContractOptions options;
    options.alpha = (eigenvalue - 1) / square();
    ttgt::contract("V(a,b,c,d)+=U(a,b)*U(c,d)", v, u, u, options);
    return v;
}

}  // namespace

int main() try {
    const ttgt::Tensor<double> v = make_matrix();
    ttgt::Tensor<double> t({extent, extent});
    ttgt::Tensor<double> next({extent, extent});
    ttgt::Tensor<double> square({});
    t.fill(1.0 / extent);  // of norm 1

    ttgt::Context context;
    const ttgt::OperandLayout two{ttgt::DType::float64, t.layout()};
    const ttgt::OperandLayout four{ttgt::DType::float64, v.layout()};
    const ttgt::OperandLayout scalar{ttgt::DType::float64, square.layout()};
    const ttgt::ContractionPlan multiply =
        plan_contraction(context, "N(a,b)=V(a,b,c,d)*T(c,d)", {two, four, two});
    const ttgt::ContractionPlan norm =
        plan_contraction(context, "S()=N(a,b)*N(a,b)", {scalar, two, two});
    std::fputs(multiply.explain().c_str(), stdout);
    // The larger of both will do, because one runs after the other.
    const ttgt::Workspace workspace =
        context.workspace(std::max(multiply.workspace_bytes(), norm.workspace_bytes()));

    double estimate = 0;
    double change = 1;
    double scale = 1;  // makes T of norm 1, by way of alpha
    for (int turn = 1; change > 1e-13 * eigenvalue && turn <= 100; ++turn) {
        multiply.run(next.data(), v.data(), t.data(), {.alpha = scale, .workspace = workspace});
        norm.run(square.data(), next.data(), next.data(), {.workspace = workspace});
        change = std::abs(std::sqrt(square()) - estimate);
        estimate = std::sqrt(square());
        scale = 1 / estimate;
        std::swap(t, next);
        std::printf("turn %2d: largest eigenvalue %.12f\n", turn, estimate);
    }
    return std::abs(estimate - eigenvalue) < 1e-10 ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "plan_reuse: %s\n", error.what());
    return 1;
}
