// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/contract/contract_on_ranks.h"

#include <ttgt/distributed.h>
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <exception>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contraction/expression/expression.h"
#include "distributed/run/agreement.h"
#include "distributed/run/transport_error.h"
#include "tools/commands/contract/contract_output.h"
#include "tools/commands/contract/contract_request.h"
#include "tools/commands/failure_on_ranks.h"
#include "tools/commands/report_json.h"
#include "tools/io/errors.h"
#include "tools/io/progress.h"
#include "tools/io/standard_output.h"
#include "tools/io/values.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"
#include "tools/operands/spread.h"

namespace ttgt::tool {
namespace {

/// A distributed operand and what this rank holds of it.
struct Block {
    DistributedLayout layout;
    Buffer data;
};

class ContractOnRanks {
public:
    ContractOnRanks(const ContractCommand& command, Communicator& ranks)
        : command_(command), ranks_(ranks), progress_(command.quiet || ranks.rank() > 0) {}

    void run() {
        agreed([&] { prepare(); });
        const DistributedPlan plan = collectively([&] { return make_plan(); });
        agreed([&] { load(); });
        progress_.stage("contracting", 0);
        const DistributedReport report = collectively([&] { return execute(plan); });
        const bool is_written = collectively([&] { return write_parts(); });
        if (!is_written) collectively([&] { bring_output(); });
        agreed([&] {
            if (is_first()) finish(report);
        });
    }
    /// Whether what run() threw has been thrown on every rank.
    [[nodiscard]] bool failed_together() const { return failed_together_; }

private:
    /// Calls `work`, which each rank does by itself; throws on all where it throws on one.
    template <class Work>
    void agreed(Work&& work) {
        try {
            ttgt::agreed(*ranks_.transport(), [&] {
                work();
                return true;
            });
        } catch (const TransportError&) {
            throw;
        } catch (...) {
            failed_together_ = true;
            throw;
        }
    }

    /// Calls `work`, which the ranks do together and refuse together.
    template <class Work>
    auto collectively(Work&& work) -> decltype(work()) {
        try {
            return work();
        } catch (const TransportError&) {
            throw;
        } catch (const Error&) {
            failed_together_ = true;
            throw;
        }
    }

    [[nodiscard]] bool is_first() const { return ranks_.rank() == 0; }

    void prepare() {
        check_paths(command_);
        if (command_.timeout) ranks_.set_timeout(*command_.timeout);
        if (command_.device != "cpu") {
            throw Unsupported(
                fmt::format("--ranks with --device {} is not built", command_.device));
        }
        request_ = make_contract_request(command_);
        check_dtypes();
        context_.emplace(context_options_of(command_));
        spread_blocks();
        if (is_first()) files_.emplace(command_);
    }

    void check_dtypes() const {
        const std::optional<NpyFile>& file = request_.files.front();
        if (!file || file->header().dtype == request_.operands.front().dtype) return;
        throw Unsupported(fmt::format("{} holds {} but the result is {}: --ranks converts nothing",
                                      file->path(), name(file->header().dtype),
                                      name(request_.operands.front().dtype)));
    }

    void spread_blocks() {
        std::vector<std::vector<std::int64_t>> extents;
        for (const OperandLayout& operand : request_.operands) {
            extents.push_back(operand.layout.extents);
        }
        const std::vector<Distribution> distributions = parse_distributions(
            request_.expression, extents, command_.grid, command_.spread, ranks_.ranks());
        for (std::size_t i = 0; i < extents.size(); ++i) {
            blocks_.push_back(
                {{request_.operands[i].dtype, extents[i], distributions[i], {}}, nullptr});
        }
    }

    [[nodiscard]] DistributedPlan make_plan() {
        progress_.stage("planning", 0);
        DistributedOptions options{plan_options_of(command_)};
        options.beta_is_zero = request_.beta == Scalar{};
        std::vector<DistributedLayout> layouts;
        for (const Block& block : blocks_) layouts.push_back(block.layout);
        return naming(to_string(request_.expression), [&] {
            return plan_contraction(ranks_, *context_, command_.expression, layouts, options);
        });
    }

    void load() {
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            Block& block = blocks_[i];
            const Layout local = local_layout(block.layout, ranks_.rank());
            block.data = allocate_tensor(local, block.layout.dtype);
            if (!request_.files[i] || volume(local) == 0) continue;
            progress_.stage("reading " + request_.files[i]->path(),
                            tensor_bytes(local, block.layout.dtype));
            std::vector<std::vector<std::int64_t>> indices;
            for (std::size_t mode = 0; mode < local.rank(); ++mode) {
                indices.push_back(global_indices(block.layout, mode, ranks_.rank()));
            }
            request_.files[i]->load_block(indices, block.data.get(),
                                          [&](std::int64_t bytes) { progress_.advance(bytes); });
        }
    }

    [[nodiscard]] DistributedReport execute(const DistributedPlan& plan) {
        RunOptions options;
        options.alpha = request_.alpha;
        options.beta = request_.beta;
        options.workspace = ttgt::agreed(
            *ranks_.transport(), [&] { return context_->workspace(plan.workspace_bytes()); });
        std::vector<const void*> inputs;
        for (std::size_t i = 1; i < blocks_.size(); ++i) inputs.push_back(blocks_[i].data.get());
        DistributedReport report = plan.profile(blocks_[0].data.get(), inputs, options);
        context_->release_workspace();
        return report;
    }

    /// Each rank writes its part of the output. False where the first rank must have the whole
    /// output, to check it or to write it in C's order, or ranks do not share the folder.
    [[nodiscard]] bool write_parts() {
        if (command_.check || request_.order != MemoryOrder::first_fastest) return false;
        progress_.stage("writing " + command_.out, 0);
        try {
            ttgt::write_npy(ranks_, command_.out, {blocks_[0].layout, blocks_[0].data.get()});
            return true;
        } catch (const FileError&) {
            return false;  // writing the whole output says what is wrong, if it is not that
        }
    }

    /// The whole output, in the order of the file, to the rank that writes it.
    void bring_output() {
        progress_.stage("collecting the output", 0);
        const OperandLayout& output = request_.operands.front();
        Block whole{{output.dtype, output.layout.extents, on_first_rank(output.layout.rank()), {}},
                    nullptr};
        agreed([&] {
            if (is_first()) {
                whole.layout.strides = output.layout.strides;
                whole.data = allocate_tensor(output.layout, output.dtype);
            }
        });
        std::vector<std::string> labels = request_.expression.output.labels;
        const std::string copy = fmt::format("D({0})=L({0})", fmt::join(labels, ","));
        DistributedContractOptions options;
        options.context = &*context_;
        contract(ranks_, copy, {whole.layout, whole.data.get()},
                 {{blocks_[0].layout, blocks_[0].data.get()}}, options);
        output_ = std::move(whole.data);
    }

    [[nodiscard]] reference::Comparison compare() {
        progress_.stage("checking", 0);
        std::vector<Buffer> wholes;
        std::vector<ConstTensorView> views;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const OperandLayout& operand = request_.operands[i];
            wholes.push_back(allocate_tensor(operand.layout, operand.dtype));
            const TensorView view(operand.dtype, operand.layout, wholes.back().get());
            if (request_.files[i]) request_.files[i]->load_into(view, [](std::int64_t) {});
            views.push_back(view);
        }
        const OperandLayout& output = request_.operands.front();
        const reference::Problem problem =
            reference_problem(request_.expression, output.layout.extents,
                              std::vector<ConstTensorView>(views.begin() + 1, views.end()),
                              request_.alpha, request_.beta);
        return reference::compare(problem, &views.front(),
                                  ConstTensorView(output.dtype, output.layout, output_.get()));
    }

    void finish(const DistributedReport& report) {
        std::optional<reference::Comparison> check;
        if (command_.check) check = compare();
        files_->finish(request_,
                       {output_.get(), to_text(report),
                        to_json(report, request_.alpha, request_.beta, check), check},
                       progress_);
        if (command_.quiet) return;
        print(fmt::format("wrote {}: {} ({})\n", command_.out,
                          name(request_.operands.front().dtype),
                          fmt::join(request_.operands.front().layout.extents, ", ")));
    }

    const ContractCommand& command_;
    Communicator& ranks_;
    Progress progress_;
    ContractRequest request_;
    std::optional<Context> context_;
    std::vector<Block> blocks_;
    std::optional<ContractOutput> files_;
    Buffer output_;
    bool failed_together_ = false;
};

}  // namespace

void run_on_ranks(const ContractCommand& command) {
    std::exception_ptr failure;
    {
        Communicator ranks = Communicator::world();
        ContractOnRanks contraction(command, ranks);
        try {
            contraction.run();
        } catch (...) {
            if (!contraction.failed_together()) throw;  // which ends the other ranks
            failure = say_once(ranks);
        }
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace ttgt::tool
