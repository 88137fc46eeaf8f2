// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/calls/call_bindings.h"

#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <utility>

#include "bindings/python/calls/call_cache.h"
#include "bindings/python/errors.h"
#include "bindings/python/numpy.h"
#include "bindings/python/torch_tensor.h"

namespace ttgt::python {
namespace {

/// None where such calls are not kept.
nb::object bytes_of(const CallKey& key) {
    if (key.bytes.empty()) return nb::none();
    return nb::bytes(key.bytes.data(), key.bytes.size());
}

nb::object key_of_contract(nb::handle text, nb::tuple inputs, nb::handle output, bool has_beta) {
    CallOperands read;
    return bytes_of(CallCache::key(text, inputs, output, has_beta, 0, read));
}

nb::object key_of_einsum(nb::tuple operands, nb::handle output, nb::handle dtype, nb::handle order,
                         nb::handle casting) {
    CallOperands read;
    return bytes_of(CallCache::einsum_key(operands, output, {dtype, order, casting}, read));
}

/// `copies`: for each input the copy that was made of it, or None; an empty tuple where none was.
std::vector<Cast> casts_of(const nb::tuple& copies) {
    std::vector<Cast> casts;
    for (const nb::handle copy : copies) {
        Cast cast;
        if (!copy.is_none()) {
            Operand operand;
            const bool is_read = is_torch_tensor(copy) ? operand.read_torch(copy)
                                                       : operand.read(copy, "a copy", Access::read,
                                                                      Elements::numbers);
            if (!is_read) raise("InternalError", "a copy of an input cannot be read");
            cast.dtype = copy.attr("dtype");
            operand.append_to(cast.layout);
        }
        casts.push_back(std::move(cast));
    }
    return casts;
}

void add_call(CallCache& cache, const nb::bytes& key, std::shared_ptr<Plan> plan, nb::object shape,
              nb::object dtype, nb::object pattern, nb::object axes, const nb::tuple& copies) {
    cache.add(std::string(key.c_str(), key.size()),
              {std::move(plan), std::move(shape), std::move(dtype), std::move(pattern),
               std::move(axes), casts_of(copies)});
}

/// Runs a plan on arrays that are read without Python's help; None where one is not or has another
/// layout than the plan's, and where it is not clear what library a new result is of. A new result
/// is of `shape` and `made_as`: a dtype where inputs are NumPy's, a tensor where they are
/// PyTorch's.
nb::object run_direct(const Plan& plan, nb::tuple inputs, nb::object output, nb::object shape,
                      nb::object made_as, nb::handle alpha, nb::handle beta) {
    CallOperands read;
    if (!read.read(inputs, {0, inputs.size(), 1}, output)) return nb::none();
    for (std::size_t i = 0; i < read.count(); ++i) {
        if (!read.inputs()[i].is_number()) return nb::none();
    }
    Operand fresh;
    const Operand* to = &read.output();
    if (output.is_none()) {
        if (made_as.is_none() || read.is_of_numpy() == read.is_of_torch()) return nb::none();
        output = read.is_of_torch() ? torch_empty_like(made_as) : numpy_empty(shape, made_as);
        const bool is_read = read.is_of_torch()
                                 ? fresh.read_new_torch(output)
                                 : fresh.read(output, "out", Access::write, Elements::numbers);
        if (!is_read) return nb::none();
        to = &fresh;
    }
    if (!plan.has_layouts(*to, read.inputs(), read.count())) return nb::none();
    plan.run_at(to->data(), read.addresses(), read.count(), alpha, beta, {});
    return output;
}

}  // namespace

void bind_calls(nb::module_& module) {
    nb::class_<CallCache>(module, "CallCache")
        .def(nb::init<>())
        .def("run", &CallCache::run, nb::arg("text"), nb::arg("inputs"), nb::arg("out").none(),
             nb::arg("alpha").none(), nb::arg("beta").none(), nb::arg("first"))
        .def(
            "run_einsum",
            [](CallCache& cache, nb::handle operands, nb::object output, nb::handle dtype,
               nb::handle order, nb::handle casting) {
                return cache.run_einsum(operands, std::move(output), {dtype, order, casting});
            },
            nb::arg("operands"), nb::arg("out").none(), nb::arg("dtype").none(),
            nb::arg("order").none(), nb::arg("casting").none())
        .def_static("key", &key_of_contract, nb::arg("text"), nb::arg("inputs"),
                    nb::arg("out").none(), nb::arg("has_beta"))
        .def_static("einsum_key", &key_of_einsum, nb::arg("operands"), nb::arg("out").none(),
                    nb::arg("dtype").none(), nb::arg("order").none(), nb::arg("casting").none())
        .def("add", &add_call, nb::arg("key"), nb::arg("plan"), nb::arg("shape"),
             nb::arg("dtype").none(), nb::arg("pattern").none(), nb::arg("axes").none(),
             nb::arg("copies"))
        .def("clear", &CallCache::clear)
        .def("__len__", &CallCache::size);
    module.def("run_direct", &run_direct, nb::arg("plan"), nb::arg("inputs"), nb::arg("out").none(),
               nb::arg("shape").none(), nb::arg("made_as").none(), nb::arg("alpha").none(),
               nb::arg("beta").none());
    module.def("set_torch", &set_torch, nb::arg("types"), nb::arg("api"), nb::arg("empty_like"),
               nb::arg("is_plain"), nb::arg("grad_enabled"), nb::arg("stream"));
}

}  // namespace ttgt::python
