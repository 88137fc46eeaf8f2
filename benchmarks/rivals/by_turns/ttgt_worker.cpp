// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The engine, by its public interface, in the way that the argument names: `auto`, `classic`,
// `measure`; or `gemm`, the bare matrix product by the BLAS that the engine is linked with, on the
// library's own threads.
#include <ttgt/ttgt.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "benchmarks/rivals/by_turns/matrix_product.h"
#include "benchmarks/rivals/by_turns/worker.h"
#include "src/gemm/blas_library.h"
#include "src/gemm/gemm.h"
#include "tools/bench/results/build_info.h"

namespace ttgt::by_turns {
namespace {

DType dtype_of(std::int64_t element_bytes) {
    return element_bytes == 4 ? DType::float32 : DType::float64;
}

std::string blas_text() {
    return default_gemm_vendor() == GemmVendor::eigen ? "Eigen" : describe(blas_library());
}

class Engine final : public Contender {
public:
    explicit Engine(const std::string& way) : way_(way) {
        if (way != "auto" && way != "classic" && way != "measure") {
            throw std::invalid_argument("the engine runs as auto, classic, measure or gemm, not '" +
                                        way + "'");
        }
    }

    [[nodiscard]] std::string about() const override {
        return std::string("ttgt ") + tool::build_info::commit + ", " + tool::build_info::compiler +
               ", " + tool::build_info::build_type + ", " + blas_text();
    }

    [[nodiscard]] Run transpose(const Transpose& problem, const void* in, void* out) override {
        if (way_ == "classic") throw NotDone("transposes are planned in one way");
        TransposeOptions options;
        options.planning = planning();
        const auto plan = std::make_shared<TransposePlan>(
            plan_transpose(context_, packed(problem.extents), packed(problem.out_extents),
                           problem.perm, dtype_of(problem.element_bytes), options));
        return [=] { plan->run(1.0, in, 0.0, out); };
    }

    [[nodiscard]] Run contract(const Contraction& problem, const void* l, const void* r,
                               void* d) override {
        const auto layout = [&](const Operand& operand) {
            return OperandLayout{dtype_of(problem.element_bytes), packed(operand.extents)};
        };
        PlanOptions options;
        options.planning = planning();
        if (way_ == "classic") options.strategy = "classic";
        const auto plan = std::make_shared<ContractionPlan>(
            plan_contraction(context_, problem.expression,
                             {layout(problem.d), layout(problem.l), layout(problem.r)}, options));
        RunOptions with;
        with.workspace = context_.workspace(plan->workspace_bytes());
        return [=] { plan->run(d, l, r, with); };
    }

private:
    [[nodiscard]] Planning planning() const {
        return way_ == "measure" ? Planning::measure : Planning::heuristic;
    }

    std::string way_;
    Context context_;
};

class LinkedGemm final : public Contender {
public:
    [[nodiscard]] std::string about() const override { return "matrix product: " + blas_text(); }

    [[nodiscard]] Run contract(const Contraction& problem, const void* l, const void* r,
                               void* d) override {
        const MatrixProduct sizes = matrix_product(problem);
        GemmCall call;
        call.dtype = dtype_of(problem.element_bytes);
        call.m = call.lda = call.ldc = sizes.m;
        call.n = sizes.n;
        call.k = call.ldb = sizes.k;
        call.a = l;
        call.b = r;
        call.c = d;
        return [=] { gemm(call); };
    }
};

std::unique_ptr<Contender> make(const std::string& way) {
    if (way == "gemm") return std::make_unique<LinkedGemm>();
    return std::make_unique<Engine>(way);
}

}  // namespace
}  // namespace ttgt::by_turns

int main(int argc, char** argv) { return ttgt::by_turns::serve(argc, argv, ttgt::by_turns::make); }
