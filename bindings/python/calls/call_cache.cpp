// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/calls/call_cache.h"

#include <utility>

#include "bindings/python/numpy.h"
#include "bindings/python/torch_tensor.h"

namespace ttgt::python {
namespace {

constexpr std::size_t most_calls = 1024;

/// Whether a plan for a beta other than zero is asked for; None is zero here.
bool is_nonzero(nb::handle beta) {
    const std::optional<ttgt_scalar> value = read_scalar(beta);
    return value && (value->real != 0 || value->imag != 0);
}

/// Runs into a new array of NumPy's or a new tensor, and returns it.
nb::object run_into_new(const Call& call, const CallOperands& read, nb::handle alpha,
                        nb::handle beta) {
    const bool is_torch = !call.pattern.is_none();
    nb::object result =
        is_torch ? torch_empty_like(call.pattern) : numpy_empty(call.shape, call.dtype);
    Operand fresh;
    const bool is_read = is_torch ? fresh.read_new_torch(result)
                                  : fresh.read(result, "out", Access::write, Elements::numbers);
    if (!is_read) return nb::none();
    call.plan->run_at(fresh.data(), read.addresses(), read.count(), alpha, beta, {});
    if (!call.axes.is_none()) {
        return result.attr(is_torch ? "permute" : "transpose")(call.axes);
    }
    if (is_torch) return result;
    if (nb::len(call.shape) == 0) return result[nb::tuple()];  // a scalar, as NumPy has it
    return result;
}

}  // namespace

nb::object CallCache::run_kept(const CallKey& key, nb::handle inputs, nb::object output,
                               CallOperands& read, nb::handle alpha, nb::handle beta) {
    if (key.bytes.empty()) return nb::none();
    std::shared_ptr<const Call> call;
    {
        const std::lock_guard lock(guard_);
        const auto found = calls_.find(key.bytes);
        if (found == calls_.end()) return nb::none();
        call = found->second;
    }
    if (!read.cast(inputs, key.inputs, call->casts)) return nb::none();
    if (output.is_none()) return run_into_new(*call, read, alpha, beta);
    call->plan->run_at(read.output().data(), read.addresses(), read.count(), alpha, beta, {});
    return output;
}

nb::object CallCache::run(nb::handle text, nb::handle inputs, nb::object output, nb::handle alpha,
                          nb::handle beta, std::size_t first) {
    CallOperands read;
    const CallKey found = key(text, inputs, output, is_nonzero(beta), first, read);
    return run_kept(found, inputs, std::move(output), read, alpha, beta);
}

nb::object CallCache::run_einsum(nb::handle operands, nb::object output,
                                 const EinsumOptions& options) {
    CallOperands read;
    const CallKey found = einsum_key(operands, output, options, read);
    return run_kept(found, operands, std::move(output), read, nb::none(), nb::none());
}

void CallCache::add(std::string key, Call call) {
    auto kept = std::make_shared<const Call>(std::move(call));
    // Destroyed without the lock: that may call Python.
    std::unordered_map<std::string, std::shared_ptr<const Call>> dropped;
    const std::lock_guard lock(guard_);
    if (calls_.size() >= most_calls) dropped.swap(calls_);
    calls_.try_emplace(std::move(key), std::move(kept));
}

void CallCache::clear() {
    std::unordered_map<std::string, std::shared_ptr<const Call>> dropped;
    const std::lock_guard lock(guard_);
    dropped.swap(calls_);
}

std::size_t CallCache::size() {
    const std::lock_guard lock(guard_);
    return calls_.size();
}

}  // namespace ttgt::python
