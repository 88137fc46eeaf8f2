// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/ranks/distributed_plan.h"

#include <array>
#include <cstddef>

#include "bindings/python/c_text.h"
#include "bindings/python/calls/read_any.h"
#include "bindings/python/errors.h"
#include "bindings/python/operand.h"

namespace ttgt::python {
namespace {

/// This rank's parts of the arrays of a call, the output's first.
class Parts {
public:
    Parts(const nb::tuple& parts, bool is_on_device, Access output)
        : operands_(new Operand[parts.size()]), count_(parts.size()) {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::string name = i == 0 ? "D" : i == 1 ? "L" : i == 2 ? "R" : "an input";
            read_any(operands_[i], parts[i], name, i == 0 ? output : Access::read);
            tensors_.push_back(operands_[i].tensor());
            check_space(tensors_.back(), name.c_str(), is_on_device);
            operands_[i].append_to(layouts_);
        }
    }
    [[nodiscard]] const std::vector<ttgt_tensor>& tensors() const { return tensors_; }
    [[nodiscard]] const std::string& layouts() const { return layouts_; }

private:
    std::unique_ptr<Operand[]> operands_;
    std::size_t count_;
    std::vector<ttgt_tensor> tensors_;
    std::string layouts_;
};

/// What the parts are of.
std::vector<ttgt_distributed_tensor> distributed(
    const std::vector<std::shared_ptr<Distribution>>& distributions,
    const std::vector<ttgt_tensor>& parts) {
    std::vector<ttgt_distributed_tensor> tensors;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ttgt_distributed_tensor tensor = distributions[i]->tensor();
        if (tensor.rank != parts[i].rank) {
            raise("ShapeMismatch", "a part has " + std::to_string(parts[i].rank) +
                                       " axes, but its distribution is of an array with " +
                                       std::to_string(tensor.rank));
        }
        tensor.dtype = parts[i].dtype;
        tensor.space = parts[i].space;
        tensor.part = parts[i].extents;
        tensor.strides = parts[i].strides;
        tensor.data = parts[i].data;
        tensors.push_back(tensor);
    }
    return tensors;
}

}  // namespace

std::pair<int, int> Communicator::rank() const {
    std::int32_t rank = 0;
    std::int32_t count = 0;
    check(ttgt_communicator_rank(handle_, &rank, &count));
    return {rank, count};
}

Distribution::Distribution(std::vector<std::int64_t> extents, std::vector<std::int32_t> grid,
                           std::vector<std::int32_t> axes, std::vector<std::int64_t> blocks)
    : extents_(std::move(extents)),
      grid_(std::move(grid)),
      axes_(std::move(axes)),
      blocks_(std::move(blocks)) {
    if (axes_.size() != extents_.size() || blocks_.size() != extents_.size()) {
        raise("InvalidArgument", "a distribution of " + std::to_string(extents_.size()) +
                                     " axes of an array has " + std::to_string(axes_.size()) +
                                     " axes of the grid and " + std::to_string(blocks_.size()) +
                                     " block sizes");
    }
    (void)part(0);
}

ttgt_distributed_tensor Distribution::tensor() const {
    return {TTGT_FLOAT64,
            TTGT_HOST,
            static_cast<std::int32_t>(extents_.size()),
            static_cast<std::int32_t>(grid_.size()),
            extents_.data(),
            grid_.data(),
            axes_.data(),
            blocks_.data(),
            nullptr,
            nullptr,
            nullptr};
}

std::vector<std::int64_t> Distribution::part(int rank) const {
    const ttgt_distributed_tensor whole = tensor();
    std::vector<std::int64_t> extents(extents_.size());
    check(ttgt_distributed_part(&whole, rank, extents.data()));
    return extents;
}

std::vector<std::int64_t> Distribution::indices(int mode, int rank) const {
    const ttgt_distributed_tensor whole = tensor();
    const std::vector<std::int64_t> extents = part(rank);
    if (mode < 0 || static_cast<std::size_t>(mode) >= extents.size()) {
        raise("InvalidArgument", "there is no axis " + std::to_string(mode));
    }
    std::vector<std::int64_t> indices(
        static_cast<std::size_t>(extents[static_cast<std::size_t>(mode)]));
    check(ttgt_distributed_indices(&whole, mode, rank, indices.data()));
    return indices;
}

DistributedPlan::DistributedPlan(const Communicator& ranks, std::shared_ptr<Context> context,
                                 const std::string& expression,
                                 const std::vector<std::shared_ptr<Distribution>>& distributions,
                                 const nb::tuple& parts, const DistributedPlanSettings& settings)
    : context_(std::move(context)) {
    std::optional<Parts> read;
    std::vector<ttgt_distributed_tensor> tensors;
    try {
        read.emplace(parts, context_->is_on_device(), Access::read);
        tensors = distributed(distributions, read->tensors());
    } catch (...) {
        fail_together(ranks);
        throw;
    }
    layouts_ = read->layouts();
    ttgt_distributed_options options = TTGT_DISTRIBUTED_OPTIONS;
    if (settings.engine) options.engine = settings.engine->c_str();
    options.workspace_limit = settings.workspace_limit;
    options.beta_is_zero = settings.beta_is_zero;
    check(context_->run(false, [&] {
        return ttgt_distributed_plan_create(
            ranks.handle(), context_->handle(), expression.c_str(), tensors.data(),
            tensors.data() + 1, static_cast<std::int32_t>(tensors.size()) - 1, &options, &handle_);
    }));
}

void DistributedPlan::run(const nb::tuple& parts, nb::handle alpha, nb::handle beta) const {
    const DistributedRun run = [&] {
        try {
            return read_run(parts, alpha, beta);
        } catch (...) {
            (void)call(nullptr, {}, {});  // ends the run of the other ranks, which would wait
            throw;
        }
    }();
    check(call(run.data.front(), {run.data.begin() + 1, run.data.end()}, run));
}

DistributedPlan::DistributedRun DistributedPlan::read_run(const nb::tuple& parts, nb::handle alpha,
                                                          nb::handle beta) const {
    const Parts read(parts, context_->is_on_device(), Access::write);
    if (read.layouts() != layouts_) {
        raise("InvalidArgument", "the plan was made for parts of other dtypes, shapes or strides");
    }
    DistributedRun run{{}, read_scalar(alpha), read_scalar(beta)};
    for (const ttgt_tensor& tensor : read.tensors()) run.data.push_back(tensor.data);
    return run;
}

ttgt_status DistributedPlan::call(void* output, const std::vector<const void*>& inputs,
                                  const DistributedRun& run) const {
    return context_->run(false, [&] {
        return ttgt_distributed_plan_run(
            handle_, output, inputs.data(), static_cast<std::int32_t>(inputs.size()),
            run.alpha ? &*run.alpha : nullptr, run.beta ? &*run.beta : nullptr, nullptr);
    });
}

/// A call that cannot be done ends that of the other ranks, which would wait.
void DistributedPlan::fail_together(const Communicator& ranks) {
    (void)context_->run(false, [&] {
        return ttgt_distributed_plan_create(ranks.handle(), context_->handle(), nullptr, nullptr,
                                            nullptr, 0, nullptr, &handle_);
    });
}

std::string DistributedPlan::explain(int losers) const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_distributed_plan_explain(handle_, losers, text, capacity, length);
    });
}

std::int64_t DistributedPlan::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_distributed_plan_workspace_bytes(handle_, &bytes));
    return bytes;
}

}  // namespace ttgt::python
