// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/program/plan_program.h"

#include <algorithm>
#include <utility>

#include "distributed/program/temporary_distributions.h"
#include "distributed/run/agreement.h"
#include "distributed/run/plan_product.h"
#include "network/plan/lifetimes.h"

namespace ttgt {
namespace {

/// Plans the steps of a program whose temporaries have distributions. Collective.
class StepPlanner {
public:
    StepPlanner(const PlanningSetup& setup, RankProgram program, Context& context,
                const DistributedOptions& options)
        : context_(context), options_(options) {
        static_cast<PlanningSetup&>(parts_) = setup;
        parts_.program = std::move(program);
        parts_.beta_is_zero = begins_with_zero();
    }

    DistributedProgram::Parts plan() {
        for (const network::Sum& sum : parts_.program.program.sums) add_step(sum);
        place_in_workspace();
        const auto most = static_cast<std::int64_t>(
            largest(*parts_.transport, static_cast<double>(parts_.workspace_bytes)));
        if (most > parts_.workspace_limit) {
            throw TooLittleWorkspace(parts_.program.text, most, parts_.workspace_limit);
        }
        parts_.most_workspace_bytes = most;
        return std::move(parts_);
    }

private:
    [[nodiscard]] bool begins_with_zero() const {
        for (const network::Sum& sum : parts_.program.program.sums) {
            if (!parts_.program.is_temporary(sum.output.tensor)) return !sum.adds;
        }
        return true;
    }

    [[nodiscard]] bool is_begun(std::size_t tensor) const {
        return std::any_of(parts_.steps.begin(), parts_.steps.end(),
                           [&](const ProgramStep& step) { return step.output == tensor; });
    }

    void add_step(const network::Sum& sum) {
        ProgramStep step;
        step.text = network::to_string(parts_.program.program, sum);
        step.output = sum.output.tensor;
        for (const network::Use& factor : sum.products.front().factors) {
            step.inputs.push_back(factor.tensor);
        }
        step.ends_operand = !parts_.program.is_temporary(step.output);
        step.begins_operand = step.ends_operand && !is_begun(step.output);
        step.plan = plan_step(sum);
        parts_.steps.push_back(std::move(step));
    }

    [[nodiscard]] std::unique_ptr<const DistributedProduct> plan_step(
        const network::Sum& sum) const {
        DistributedProduct::Parts parts = product_parts(parts_);
        const Transport& transport = *parts.transport;
        const auto bind = [&] {
            return problem_of(parts_.program, sum, transport.rank(), transport.ranks());
        };
        DistributedOptions options = options_;
        options.beta_is_zero = !sum.adds;
        choose_candidate(parts, bind, context_, options);
        return std::make_unique<const DistributedProduct>(std::move(parts));
    }

    /// Places temporaries and the workspaces of steps, as long as each is needed.
    void place_in_workspace() {
        const std::size_t tensors = parts_.program.layouts.size();
        std::vector<network::Lifetime> lifetimes(tensors + parts_.steps.size());
        for (std::size_t i = 0; i < parts_.steps.size(); ++i) {
            const ProgramStep& step = parts_.steps[i];
            lifetimes[tensors + i] = {step.plan->workspace_bytes(), i, i};
            network::Lifetime& output = lifetimes[step.output];
            if (!step.ends_operand && output.bytes == 0) {
                output = {bytes_of(step.output), i, i};
            }
            output.last = i;
            for (const std::size_t input : step.inputs) lifetimes[input].last = i;
        }
        network::WorkspaceOffsets places = network::place(lifetimes);
        for (std::size_t i = 0; i < parts_.steps.size(); ++i) {
            parts_.steps[i].scratch_offset = places.offsets[tensors + i];
        }
        places.offsets.resize(tensors);
        parts_.offsets = std::move(places.offsets);
        parts_.workspace_bytes = places.bytes;
    }

    /// Bytes of this rank's part of a temporary.
    [[nodiscard]] std::int64_t bytes_of(std::size_t tensor) const {
        const DistributedLayout& layout = parts_.program.layouts[tensor];
        return packed_bytes(local_layout(layout, parts_.transport->rank()),
                            size_bytes(layout.dtype));
    }

    Context& context_;
    const DistributedOptions& options_;
    DistributedProgram::Parts parts_;
};

}  // namespace

std::unique_ptr<const PlannedDistribution> plan_rank_program(const PlanningSetup& setup,
                                                             const RankProgram& program,
                                                             Context& context,
                                                             const DistributedOptions& options) {
    Transport& transport = *setup.transport;
    const RankRates& rates = setup.rates.rates;
    const auto plan = [&](RankProgram steps) {
        return std::make_unique<const DistributedProgram>(
            StepPlanner(setup, std::move(steps), context, options).plan());
    };
    try {
        return plan(agreed(transport, [&] {
            RankProgram steps = in_steps(program, rates, transport.ranks(), Minimize::time);
            ProgramPrices prices(options, rates, transport.ranks(), transport.has_matrix_grids());
            choose_distributions(steps, prices, transport.ranks());
            return steps;
        }));
    } catch (const TooLittleWorkspace&) {
        return plan(agreed(transport, [&] {
            RankProgram steps = in_steps(program, rates, transport.ranks(), Minimize::memory);
            spread_evenly(steps, transport.ranks());
            return steps;
        }));
    }
}

}  // namespace ttgt
