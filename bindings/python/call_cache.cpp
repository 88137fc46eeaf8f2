// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/call_cache.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace ttgt::python {
namespace {

constexpr std::size_t most_calls = 1024;
constexpr std::array<const char*, 3> input_names{"L", "R", "an input"};

/// Without an allocation where there are few.
class Inputs {
public:
    void make(std::size_t count) {
        count_ = count;
        if (count > few_.size()) many_ = std::make_unique<Operand[]>(count);
    }
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] Operand* data() { return many_ ? many_.get() : few_.data(); }
    [[nodiscard]] const Operand* data() const { return many_ ? many_.get() : few_.data(); }

private:
    std::array<Operand, 2> few_;
    std::unique_ptr<Operand[]> many_;
    std::size_t count_ = 0;
};

/// Whether the objects from `first` on are NumPy arrays, one at least.
bool read_inputs(nb::handle objects, std::size_t first, Inputs& inputs) {
    const auto size = static_cast<std::size_t>(PyTuple_Size(objects.ptr()));
    if (size < first + 1) return false;
    inputs.make(size - first);
    for (std::size_t i = 0; i < inputs.count(); ++i) {
        const nb::handle object(PyTuple_GetItem(objects.ptr(), static_cast<Py_ssize_t>(first + i)));
        Operand& operand = inputs.data()[i];
        const char* const name = input_names[std::min(i, input_names.size() - 1)];
        if (!operand.read(object, name, Access::read, Elements::numbers) || !operand.is_numpy()) {
            return false;
        }
    }
    return true;
}

/// In the thread's own string, which keeps its memory.
std::string& key_of(nb::str text, const Inputs& inputs, const Operand* output, bool has_beta) {
    thread_local std::string key;
    key.assign(text.c_str());
    key.push_back('\0');
    key.push_back(has_beta ? 'b' : '0');
    if (output != nullptr) output->append_to(key);
    key.push_back(':');
    for (std::size_t i = 0; i < inputs.count(); ++i) inputs.data()[i].append_to(key);
    return key;
}

/// Whether a plan for a beta other than zero is asked for; None is zero here.
bool is_nonzero(nb::handle beta) {
    const std::optional<ttgt_scalar> value = read_scalar(beta);
    return value && (value->real != 0 || value->imag != 0);
}

}  // namespace

nb::object CallCache::run(nb::str text, nb::handle inputs, nb::object output, nb::handle alpha,
                          nb::handle beta, std::size_t first) {
    Inputs read;
    if (!read_inputs(inputs, first, read)) return nb::none();
    Operand operand;
    const bool is_new = output.is_none();
    if (!is_new &&
        (!operand.read(output, "out", Access::write, Elements::numbers) || !operand.is_numpy())) {
        return nb::none();
    }
    const std::string& key = key_of(text, read, is_new ? nullptr : &operand, is_nonzero(beta));
    Call call;
    {
        const std::lock_guard lock(guard_);
        const auto found = calls_.find(key);
        if (found == calls_.end()) return nb::none();
        call = found->second;
    }
    if (!is_new) {
        call.plan->run(operand, read.data(), read.count(), alpha, beta, {});
        return output;
    }
    nb::object result = numpy_empty(call.shape, call.dtype);
    Operand fresh;
    (void)fresh.read(result, "out", Access::write, Elements::numbers);
    call.plan->run(fresh, read.data(), read.count(), alpha, beta, {});
    if (!call.axes.is_none()) return result.attr("transpose")(call.axes);
    if (nb::len(call.shape) == 0) return result[nb::tuple()];  // a scalar, as NumPy has it
    return result;
}

void CallCache::add(nb::str text, nb::handle inputs, nb::handle output, bool has_beta, Call call) {
    Inputs read;
    Operand operand;
    if (!read_inputs(inputs, 0, read)) return;
    const bool is_new = output.is_none();
    if (!is_new && !operand.read(output, "out", Access::write, Elements::numbers)) return;
    const std::string& key = key_of(text, read, is_new ? nullptr : &operand, has_beta);
    std::unordered_map<std::string, Call>
        dropped;  // destroyed without the lock: that may call Python
    const std::lock_guard lock(guard_);
    if (calls_.size() >= most_calls) dropped.swap(calls_);
    calls_.emplace(key, std::move(call));
}

void CallCache::clear() {
    std::unordered_map<std::string, Call> dropped;
    const std::lock_guard lock(guard_);
    dropped.swap(calls_);
}

std::size_t CallCache::size() {
    const std::lock_guard lock(guard_);
    return calls_.size();
}

}  // namespace ttgt::python
