// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// ttgt._core: what the package ttgt is written upon.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>

#include "bindings/python/array.h"
#include "bindings/python/blocks/block_tensor.h"
#include "bindings/python/c_text.h"
#include "bindings/python/calls/call_bindings.h"
#include "bindings/python/calls/read_any.h"
#include "bindings/python/errors.h"
#include "bindings/python/groups/group_tensors.h"
#include "bindings/python/jax_calls.h"
#include "bindings/python/numpy.h"
#include "bindings/python/operators/evaluation_plan.h"
#include "bindings/python/path.h"
#include "bindings/python/plan.h"
#include "bindings/python/program.h"
#include "bindings/python/ranks/distributed_plan.h"
#include "bindings/python/torch/torch_calls.h"

namespace ttgt::python {
namespace {

/// Reads `arrays`, the output first, and calls `act` with the output, the inputs and their number.
template <class Act>
auto with_operands(const nb::tuple& arrays, Access access, Act&& act) {
    if (arrays.size() < 2) raise("InvalidArgument", "an output and at least one input are needed");
    const std::size_t count = arrays.size() - 1;
    Operand output;
    read_any(output, arrays[0], operand_name(0), access);
    const std::unique_ptr<Operand[]> inputs(new Operand[count]);
    for (std::size_t i = 0; i < count; ++i) {
        read_any(inputs[i], arrays[i + 1], operand_name(i + 1), Access::read);
    }
    return act(output, inputs.get(), count);
}

std::shared_ptr<Plan> make_plan(std::shared_ptr<Context> context, const std::string& expression,
                                const nb::tuple& arrays, const PlanSettings& settings) {
    return with_operands(arrays, Access::read,
                         [&](const Operand& output, auto* inputs, auto count) {
                             return std::make_shared<Plan>(std::move(context), expression, output,
                                                           inputs, count, settings);
                         });
}

void run_plan(const Plan& plan, const nb::tuple& arrays, nb::handle alpha, nb::handle beta,
              const RunSettings& settings) {
    with_operands(arrays, Access::write, [&](const Operand& output, auto* inputs, auto count) {
        plan.check_layouts(output, inputs, count);
        plan.run(output, inputs, count, alpha, beta, settings);
    });
}

nb::dict profile_plan(const Plan& plan, const nb::tuple& arrays, nb::handle alpha, nb::handle beta,
                      const RunSettings& settings) {
    return with_operands(arrays, Access::write,
                         [&](const Operand& output, auto* inputs, auto count) {
                             plan.check_layouts(output, inputs, count);
                             return plan.profile(output, inputs, count, alpha, beta, settings);
                         });
}

void transpose(const std::shared_ptr<Context>& context, nb::handle output, nb::handle input,
               const std::vector<std::int32_t>& perm, nb::handle alpha, nb::handle beta,
               bool conjugate, std::uintptr_t stream) {
    Operand to;
    Operand from;
    read_any(to, output, "out", Access::write, Elements::movable);
    read_any(from, input, "the input", Access::read, Elements::movable);
    ttgt_transpose_options options = TTGT_TRANSPOSE_OPTIONS;
    options.conjugate = conjugate ? 1 : 0;
    const ttgt_tensor to_tensor = to.tensor();
    const ttgt_tensor from_tensor = from.tensor();
    if (perm.size() != static_cast<std::size_t>(from_tensor.rank)) {
        raise("InvalidArgument", "the permutation has " + std::to_string(perm.size()) +
                                     " entries, the input has rank " +
                                     std::to_string(from_tensor.rank));
    }
    const std::optional<ttgt_scalar> alpha_value = read_scalar(alpha);
    const std::optional<ttgt_scalar> beta_value = read_scalar(beta);
    check(context->run(false, [&] {
        ttgt_transpose_plan plan{0};
        ttgt_status status = ttgt_transpose_plan_create(context->handle(), &to_tensor, &from_tensor,
                                                        perm.data(), &options, &plan);
        if (status != TTGT_SUCCESS) return status;
        status = ttgt_transpose_plan_run(
            plan, to.data(), from.data(), alpha_value ? &*alpha_value : nullptr,
            beta_value ? &*beta_value : nullptr, reinterpret_cast<void*>(stream));
        ttgt_transpose_plan_destroy(plan);  // does not fail, so the text of a failed run stays
        return status;
    }));
}

Array shape_or_address(const std::string& dtype, std::vector<std::int64_t> extents,
                       std::vector<std::int64_t> strides, std::uintptr_t address, bool on_device,
                       bool writable, nb::object owner) {
    if (extents.size() != strides.size()) {
        raise("InvalidArgument", "extents and strides are not as many");
    }
    return {dtype_of_name(dtype),
            on_device ? TTGT_DEVICE : TTGT_HOST,
            std::move(extents),
            std::move(strides),
            reinterpret_cast<void*>(address),
            writable,
            std::move(owner),
            {}};
}

void bind_array(nb::module_& module) {
    nb::class_<Array>(module, "Array", nb::is_weak_referenceable())
        .def_prop_ro("dtype", [](const Array& array) { return name_of_dtype(array.dtype); })
        .def_ro("extents", &Array::extents)
        .def_ro("strides", &Array::strides)
        .def_prop_ro(
            "address",
            [](const Array& array) { return reinterpret_cast<std::uintptr_t>(array.data); })
        .def_prop_ro("on_device", [](const Array& array) { return array.space == TTGT_DEVICE; })
        .def_ro("writable", &Array::writable);
    module.def("read_dlpack", &read_dlpack, nb::arg("array"));
    module.def("describe", &shape_or_address, nb::arg("dtype"), nb::arg("extents"),
               nb::arg("strides"), nb::arg("address") = 0, nb::arg("on_device") = false,
               nb::arg("writable") = true, nb::arg("owner").none() = nb::none());
}

// Long: a list of what Python sees.
void bind_plan(nb::module_& module) {
    nb::class_<Plan>(module, "Plan")
        .def_prop_ro("workspace_bytes", &Plan::workspace_bytes)
        .def("explain", &Plan::explain, nb::arg("losers") = 3)
        .def(
            "run",
            [](const Plan& plan, const nb::tuple& arrays, nb::handle alpha, nb::handle beta,
               std::uintptr_t workspace, std::int64_t bytes, std::uintptr_t stream) {
                run_plan(plan, arrays, alpha, beta, {workspace, bytes, stream});
            },
            nb::arg("arrays"), nb::arg("alpha").none() = nb::none(),
            nb::arg("beta").none() = nb::none(), nb::arg("workspace") = 0,
            nb::arg("workspace_bytes") = 0, nb::arg("stream") = 0)
        .def(
            "run_at",
            [](const Plan& plan, const std::vector<std::uintptr_t>& addresses, nb::handle alpha,
               nb::handle beta, std::uintptr_t workspace, std::int64_t bytes,
               std::uintptr_t stream) {
                std::vector<const void*> data;
                for (const std::uintptr_t address : addresses) {
                    data.push_back(reinterpret_cast<const void*>(address));
                }
                void* const output = reinterpret_cast<void*>(addresses.at(0));
                plan.run_at(output, data.data() + 1, data.size() - 1, alpha, beta,
                            {workspace, bytes, stream});
            },
            nb::arg("addresses"), nb::arg("alpha").none() = nb::none(),
            nb::arg("beta").none() = nb::none(), nb::arg("workspace") = 0,
            nb::arg("workspace_bytes") = 0, nb::arg("stream") = 0)
        .def(
            "profile",
            [](const Plan& plan, const nb::tuple& arrays, nb::handle alpha, nb::handle beta) {
                return profile_plan(plan, arrays, alpha, beta, {});
            },
            nb::arg("arrays"), nb::arg("alpha").none() = nb::none(),
            nb::arg("beta").none() = nb::none());
    module.def(
        "plan",
        [](std::shared_ptr<Context> context, const std::string& expression, const nb::tuple& arrays,
           std::optional<std::string> strategy, bool measure, int tf32, std::int64_t limit,
           int beta_is_zero, bool generated_kernels, double search_seconds,
           std::vector<std::int32_t> path, std::int64_t most_elements) {
            return make_plan(std::move(context), expression, arrays,
                             {std::move(strategy), measure, tf32, limit, beta_is_zero,
                              generated_kernels, search_seconds, std::move(path), most_elements});
        },
        nb::arg("context"), nb::arg("expression"), nb::arg("arrays"),
        nb::arg("strategy").none() = nb::none(), nb::arg("measure") = false, nb::arg("tf32") = 0,
        nb::arg("workspace_limit") = -1, nb::arg("beta_is_zero") = -1,
        nb::arg("generated_kernels") = false, nb::arg("search_seconds") = 2.0,
        nb::arg("path") = std::vector<std::int32_t>(), nb::arg("most_elements") = -1);
    module.def(
        "find_path",
        [](const std::shared_ptr<Context>& context, const std::string& expression,
           const nb::tuple& arrays, const std::string& search, int minimize, std::uint64_t seed,
           std::int64_t trials, double seconds) {
            return with_operands(arrays, Access::read,
                                 [&](const Operand& output, auto* inputs, auto count) {
                                     return find_path(*context, {expression, output, inputs, count},
                                                      {search, minimize, seed, trials, seconds});
                                 });
        },
        nb::arg("context"), nb::arg("expression"), nb::arg("arrays"), nb::arg("search") = "auto",
        nb::arg("minimize") = 0, nb::arg("seed") = 0, nb::arg("trials") = 0,
        nb::arg("seconds") = 0.0);
}

void bind_context(nb::module_& module) {
    nb::class_<Context>(module, "Context")
        .def_static("own", &Context::own)
        .def_static(
            "make",
            [](std::optional<std::string> device, std::uintptr_t stream, int threads,
               std::int64_t limit, nb::object allocator, bool use_kept_choices) {
                return std::make_shared<Context>(ContextSettings{std::move(device), stream, threads,
                                                                 limit, std::move(allocator),
                                                                 use_kept_choices});
            },
            nb::arg("device").none() = nb::none(), nb::arg("stream") = 0, nb::arg("threads") = 0,
            nb::arg("workspace_limit") = -1, nb::arg("allocator").none() = nb::none(),
            nb::arg("use_kept_choices") = false)
        .def_prop_ro("bytes",
                     [](Context& context) {
                         std::int64_t bytes = 0;
                         check(context.run(
                             false, [&] { return ttgt_context_bytes(context.handle(), &bytes); }));
                         return bytes;
                     })
        .def("release_workspace", [](Context& context) {
            check(context.run(false,
                              [&] { return ttgt_context_release_workspace(context.handle()); }));
        });
}

void bind_threads(nb::module_& module) {
    module.def("share_openblas_threads", [] { check(ttgt_share_openblas_threads()); });
    module.def("unshare_openblas_threads", [] { check(ttgt_unshare_openblas_threads()); });
    module.def("openblas_copies", [] { return text_from(ttgt_openblas_copies); });
    module.def("share_openmp_threads", [] { check(ttgt_share_openmp_threads()); });
    module.def("unshare_openmp_threads", [] { check(ttgt_unshare_openmp_threads()); });
    module.def("openmp_libraries", [] { return text_from(ttgt_openmp_libraries); });
}

}  // namespace
}  // namespace ttgt::python

NB_MODULE(_core, module) {
    using namespace ttgt::python;  // NOLINT(google-build-using-namespace): of this module alone
    set_numpy(nb::module_::import_("numpy"));
    // What daemon threads hold when Python ends is no leak of ours to print.
    nb::set_leak_warnings(false);
    bind_array(module);
    bind_context(module);
    bind_plan(module);
    bind_program(module);
    bind_calls(module);
    bind_torch(module);
    bind_blocks(module);
    bind_groups(module);
    bind_operators(module);
    bind_ranks(module);
#ifdef TTGT_WITH_JAX
    bind_jax(module);
#else
    module.def("jax_handler", [] { return nb::none(); });
#endif
    module.def("set_error_types", &set_error_types, nb::arg("types"));
    module.def("transpose", &transpose, nb::arg("context"), nb::arg("out"), nb::arg("input"),
               nb::arg("perm"), nb::arg("alpha").none() = nb::none(),
               nb::arg("beta").none() = nb::none(), nb::arg("conjugate") = false,
               nb::arg("stream") = 0);
    module.def("set_main_thread", &set_main_thread, nb::arg("ident"));
    module.def("after_fork", &Context::after_fork);
    bind_threads(module);
    module.def(
        "configuration",
        [](bool with_devices) {
            return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
                return ttgt_configuration(with_devices ? 1 : 0, text, capacity, length);
            });
        },
        nb::arg("with_devices") = false);
    module.def("version", &ttgt_version);
    module.def("query", &ttgt_query, nb::arg("capability"));
}
