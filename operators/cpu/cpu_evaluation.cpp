// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cpu/cpu_evaluation.h"

#include <ttgt/error.h>

#include <fmt/format.h>

#include "operators/cpu/run_evaluation.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

class CpuEvaluation final : public EvaluationKernel {
public:
    CpuEvaluation(int threads, const OperatorProblem& problem)
        : threads_(threads), tiles_(problem, choose_tile(problem, {1024, false, most_box_modes})) {}

    [[nodiscard]] std::string explain() const override {
        std::string text = fmt::format("  tile       {}\n", to_string(tiles_.problem, tiles_.tile));
        if (tiles_.problem.reduction == Reduction::none) return text;
        return text + fmt::format("  reduction  {}, in double precision, {} parts\n",
                                  spelling(tiles_.problem.reduction), tiles_.chunks);
    }

    [[nodiscard]] int launches() const override { return 0; }

    [[nodiscard]] std::string source() const override { return ""; }

    void run(std::span<void* const> pointers, std::span<const Scalar> scalars,
             Stream stream) const override {
        if (stream != Stream{}) {
            throw InvalidArgument(
                "a stream was given to an evaluation on the CPU: only GPUs have streams");
        }
        run_evaluation(tiles_, {pointers, scalars}, available_threads(threads_));
    }

private:
    int threads_;
    CpuTiles tiles_;
};

}  // namespace

std::shared_ptr<const EvaluationKernel> make_evaluation_kernel(int threads,
                                                               const OperatorProblem& problem) {
    return std::make_shared<const CpuEvaluation>(threads, problem);
}

}  // namespace ttgt::cpu
