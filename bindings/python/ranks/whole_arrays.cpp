// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/ranks/whole_arrays.h"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings/python/calls/read_any.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

/// Calls `act` with the arrays over ranks, and with the whole array or null.
template <class Act>
void run_whole(WholeCall& call, Act&& act) {
    const ContextInUse use = std::move(call.arrays.use);
    const std::vector<ttgt_distributed_tensor> tensors = tensors_of(call.arrays);
    ttgt_tensor whole{};
    if (call.whole) whole = call.whole->tensor();
    check(call.arrays.context->run(
        false, [&] { return act(tensors.data(), call.whole ? &whole : nullptr); }));
}

std::unique_ptr<Operand> read_whole(nb::handle whole, Access access, bool is_on_device) {
    if (whole.is_none()) return nullptr;
    auto operand = std::make_unique<Operand>();
    read_any(*operand, whole, "the whole array", access);
    check_space(operand->tensor(), "the whole array", is_on_device);
    return operand;
}

}  // namespace

WholeCall read_whole_call(std::shared_ptr<Context> context,
                          std::vector<std::shared_ptr<Distribution>> distributions,
                          const nb::tuple& parts, Access first, nb::handle whole, Access of_whole,
                          std::string path) {
    const bool is_on_device = context->is_on_device();
    DistributedCall arrays =
        read_call(std::move(context), "", std::move(distributions), parts, {}, first);
    return {std::move(arrays), read_whole(whole, of_whole, is_on_device), std::move(path)};
}

void redistribute(const Communicator& ranks, WholeCall& call) {
    const ttgt_context context = call.arrays.context->handle();
    run_whole(call, [&](const ttgt_distributed_tensor* arrays, const ttgt_tensor*) {
        return ttgt_distributed_redistribute(ranks.handle(), context, arrays, arrays + 1);
    });
}

void scatter(const Communicator& ranks, WholeCall& call) {
    const ttgt_context context = call.arrays.context->handle();
    run_whole(call, [&](const ttgt_distributed_tensor* array, const ttgt_tensor* whole) {
        return ttgt_distributed_scatter(ranks.handle(), context, array, whole);
    });
}

void gather(const Communicator& ranks, WholeCall& call) {
    const ttgt_context context = call.arrays.context->handle();
    run_whole(call, [&](const ttgt_distributed_tensor* array, const ttgt_tensor* whole) {
        return ttgt_distributed_gather(ranks.handle(), context, whole, array);
    });
}

std::complex<double> dot(const Communicator& ranks, WholeCall& call) {
    const ttgt_context context = call.arrays.context->handle();
    ttgt_scalar sum{};
    run_whole(call, [&](const ttgt_distributed_tensor* arrays, const ttgt_tensor*) {
        return ttgt_distributed_dot(ranks.handle(), context, arrays, arrays + 1, &sum);
    });
    return {sum.real, sum.imag};
}

double norm(const Communicator& ranks, WholeCall& call) {
    const ttgt_context context = call.arrays.context->handle();
    double norm = 0;
    run_whole(call, [&](const ttgt_distributed_tensor* array, const ttgt_tensor*) {
        return ttgt_distributed_norm(ranks.handle(), context, array, &norm);
    });
    return norm;
}

void write_npy(const Communicator& ranks, WholeCall& call) {
    run_whole(call, [&](const ttgt_distributed_tensor* array, const ttgt_tensor*) {
        return ttgt_distributed_write_npy(ranks.handle(), call.path.c_str(), array);
    });
}

void read_npy(const Communicator& ranks, WholeCall& call) {
    run_whole(call, [&](const ttgt_distributed_tensor* array, const ttgt_tensor*) {
        return ttgt_distributed_read_npy(ranks.handle(), call.path.c_str(), array);
    });
}

void bind_whole_arrays(nb::module_& module) {
    nb::class_<WholeCall>(module, "WholeCall");
    module.def(
        "read_whole_call",
        [](std::shared_ptr<Context> context,
           std::vector<std::shared_ptr<Distribution>> distributions, const nb::tuple& parts,
           bool writes_first, nb::handle whole, bool writes_whole, const nb::bytes& path) {
            return read_whole_call(std::move(context), std::move(distributions), parts,
                                   writes_first ? Access::write : Access::read, whole,
                                   writes_whole ? Access::write : Access::read,
                                   std::string(path.c_str(), path.size()));
        },
        nb::arg("context"), nb::arg("distributions"), nb::arg("parts"),
        nb::arg("writes_first") = false, nb::arg("whole").none() = nb::none(),
        nb::arg("writes_whole") = false, nb::arg("path") = nb::bytes("", 0));
    const auto add = [&](const char* name, auto call) {
        module.def(name, call, nb::arg("ranks"), nb::arg("call"));
    };
    add("redistribute", &redistribute);
    add("scatter", &scatter);
    add("gather", &gather);
    add("dot", &dot);
    add("norm", &norm);
    add("write_npy", &write_npy);
    add("read_npy", &read_npy);
}

}  // namespace ttgt::python
