// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/ranks/distributed_plan.h"

#include <cstddef>
#include <mutex>
#include <unordered_set>

#include "bindings/python/c_text.h"
#include "bindings/python/calls/read_any.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

/// The contexts that ranks use. They have a lock of their own: some Pythons have none.
class ContextsInUse {
public:
    /// Whether the context was not there before.
    bool insert(const Context* context) {
        const std::lock_guard lock(guard_);
        return all_.insert(context).second;
    }

    void erase(const Context* context) {
        const std::lock_guard lock(guard_);
        all_.erase(context);
    }

private:
    std::mutex guard_;
    std::unordered_set<const Context*> all_;
};

/// Never destroyed: threads may end later.
ContextsInUse& contexts_in_use() {
    static auto& all = *new ContextsInUse;
    return all;
}

void check_rank(const ttgt_tensor& part, const Distribution& distribution) {
    const std::int32_t rank = distribution.tensor().rank;
    if (part.rank == rank) return;
    raise("ShapeMismatch", "a part has " + std::to_string(part.rank) +
                               " axes, but its distribution is of an array with " +
                               std::to_string(rank));
}

}  // namespace

std::pair<int, int> Communicator::rank() const {
    std::int32_t rank = 0;
    std::int32_t count = 0;
    check(ttgt_communicator_rank(handle_, &rank, &count));
    return {rank, count};
}

void Communicator::set_timeout(double seconds) const {
    check(ttgt_communicator_set_timeout(handle_, seconds));
}

void Communicator::fail(const std::string& type, const std::string& text) const {
    const ttgt_status status = status_of(type);
    const nb::gil_scoped_release released;
    (void)ttgt_communicator_fail(handle_, status, text.c_str());
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

std::vector<ttgt_distributed_tensor> tensors_of(const DistributedCall& call) {
    const std::vector<ttgt_tensor>& parts = call.parts.tensors();
    std::vector<ttgt_distributed_tensor> tensors;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ttgt_distributed_tensor tensor = call.distributions[i]->tensor();
        tensor.dtype = parts[i].dtype;
        tensor.space = parts[i].space;
        tensor.part = parts[i].extents;
        tensor.strides = parts[i].strides;
        tensor.data = parts[i].data;
        tensors.push_back(tensor);
    }
    return tensors;
}

Parts::Parts(const nb::tuple& parts, bool is_on_device, Access output)
    : operands_(new Operand[parts.size()]) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string name = operand_name(i);
        read_any(operands_[i], parts[i], name, i == 0 ? output : Access::read);
        tensors_.push_back(operands_[i].tensor());
        check_space(tensors_.back(), name.c_str(), is_on_device);
        operands_[i].append_to(layouts_);
    }
}

ContextInUse::ContextInUse(std::shared_ptr<Context> context) : context_(std::move(context)) {
    if (context_->handle().id == 0 || contexts_in_use().insert(context_.get())) return;
    raise("InvalidArgument",
          "the context is that of another rank, which is in a call: pass one of this rank's own");
}

ContextInUse::~ContextInUse() {
    if (context_) contexts_in_use().erase(context_.get());
}

DistributedCall read_call(std::shared_ptr<Context> context, std::string expression,
                          std::vector<std::shared_ptr<Distribution>> distributions,
                          const nb::tuple& parts, DistributedPlanSettings settings, Access output) {
    context->check_can_run();
    ContextInUse use(context);
    Parts read(parts, context->is_on_device(), output);
    for (std::size_t i = 0; i < distributions.size(); ++i) {
        check_rank(read.tensors().at(i), *distributions[i]);
    }
    return {std::move(context), std::move(expression), std::move(distributions),
            std::move(read),    std::move(settings),   std::move(use)};
}

DistributedPlan::DistributedPlan(const Communicator& ranks, DistributedCall& call)
    : context_(call.context), arrays_(call.parts.tensors().size()), layouts_(call.parts.layouts()) {
    const ContextInUse use = std::move(call.use);
    const std::vector<ttgt_distributed_tensor> tensors = tensors_of(call);
    ttgt_distributed_options options = TTGT_DISTRIBUTED_OPTIONS;
    if (call.settings.engine) options.engine = call.settings.engine->c_str();
    options.workspace_limit = call.settings.workspace_limit;
    options.beta_is_zero = call.settings.beta_is_zero;
    check(context_->run(false, [&] {
        return ttgt_distributed_plan_create(
            ranks.handle(), context_->handle(), call.expression.c_str(), tensors.data(),
            tensors.data() + 1, static_cast<std::int32_t>(arrays_) - 1, &options, &handle_);
    }));
}

DistributedRun DistributedPlan::read_run(const nb::tuple& parts, nb::handle alpha,
                                         nb::handle beta) const {
    context_->check_can_run();
    ContextInUse use(context_);
    if (parts.size() != arrays_) {
        raise("OperandCountMismatch", "the plan is of " + std::to_string(arrays_) +
                                          " arrays, the run was given " +
                                          std::to_string(parts.size()));
    }
    Parts read(parts, context_->is_on_device(), Access::write);
    if (read.layouts() != layouts_) {
        raise("InvalidArgument", "the plan was made for parts of other dtypes, shapes or strides");
    }
    return {std::move(read), read_scalar(alpha), read_scalar(beta), std::move(use)};
}

void DistributedPlan::run(DistributedRun& run) const {
    const ContextInUse use = std::move(run.use);
    std::vector<const void*> inputs;
    for (const ttgt_tensor& tensor : run.parts.tensors()) inputs.push_back(tensor.data);
    check(context_->run(false, [&] {
        return ttgt_distributed_plan_run(handle_, run.parts.tensors().front().data,
                                         inputs.data() + 1, static_cast<std::int32_t>(arrays_) - 1,
                                         run.alpha ? &*run.alpha : nullptr,
                                         run.beta ? &*run.beta : nullptr, nullptr);
    }));
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
