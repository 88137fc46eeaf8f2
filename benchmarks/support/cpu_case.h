// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/ttgt.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/support/layout_of.h"
#include "contraction/problem/bind.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/contraction/gemm_reference.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"

namespace ttgt::bench {

/// A contraction of two factors from a case file, with operands of random numbers in host memory.
class CpuCase {
public:
    /// A plan with its workspace, for the operands of the case, which it must not outlive.
    class Planned {
    public:
        Planned(const CpuCase& of, int threads, const std::string& strategy)
            : case_(of),
              context_(options(threads)),
              plan_(plan_contraction(context_, of.text_, of.operands_, {.strategy = strategy})),
              memory_(tool::allocate_tensor(packed({plan_.workspace_bytes()}), DType::opaque1)) {
            run_.workspace = {memory_.get(), plan_.workspace_bytes()};
        }

        void run() const { plan_.run(case_.data(0), case_.data(1), case_.data(2), run_); }
        [[nodiscard]] Report profile() const {
            return plan_.profile(case_.data(0), case_.data(1), case_.data(2), run_);
        }

    private:
        static ContextOptions options(int threads) {
            ContextOptions result;
            result.threads = threads;
            return result;
        }

        const CpuCase& case_;
        Context context_;
        ContractionPlan plan_;
        tool::Buffer memory_;
        RunOptions run_;
    };

    /// `dtype` is that of all operands, whatever the case says.
    CpuCase(const tool::ContractionCase& given, DType dtype)
        : id_(given.id), text_(given.expression), expression_(parse_expression(given.expression)) {
        for (const Factor& tensor : tool::tensors_of(expression_)) {
            operands_.push_back({dtype, layout_of(tensor, given)});
            buffers_.push_back(tool::allocate_tensor(operands_.back().layout, dtype));
            tool::fill_random(buffers_.back().get(), volume(operands_.back().layout), dtype,
                              buffers_.size());
        }
        if (operands_.size() != 3) throw std::runtime_error(id_ + ": not two factors");
        sizes_ = bind_expression(expression_, operands_, true).sizes;
    }

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] DType dtype() const { return operands_[0].dtype; }
    [[nodiscard]] tool::ProductSizes sizes() const {
        return {sizes_.m, sizes_.n, sizes_.k, sizes_.batch};
    }
    /// Of a call that takes `ms` milliseconds.
    [[nodiscard]] double gflops(double ms) const {
        return 2e-6 * static_cast<double>(sizes_.m * sizes_.n * sizes_.k * sizes_.batch) / ms;
    }
    [[nodiscard]] Planned plan(int threads, const std::string& strategy = "auto") const {
        return {*this, threads, strategy};
    }

    /// Throws unless the output is right.
    void check() const {
        const auto view = [&](std::size_t i) {
            return ConstTensorView(operands_[i].dtype, operands_[i].layout, buffers_[i].get());
        };
        const reference::Comparison comparison =
            reference::compare(tool::reference_problem(expression_, operands_[0].layout.extents,
                                                       {view(1), view(2)}, 1.0, 0.0),
                               nullptr, view(0), {});
        if (comparison.outcome != reference::Outcome::ok) {
            throw std::runtime_error(id_ + ": " + tool::to_string(comparison));
        }
    }

private:
    [[nodiscard]] void* data(std::size_t operand) const { return buffers_[operand].get(); }

    std::string id_;
    std::string text_;
    Expression expression_;
    std::vector<OperandLayout> operands_;
    std::vector<tool::Buffer> buffers_;
    ProblemSizes sizes_;
};

}  // namespace ttgt::bench
