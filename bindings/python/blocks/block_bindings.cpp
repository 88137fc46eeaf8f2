// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings/python/blocks/block_plan.h"
#include "bindings/python/blocks/block_program.h"
#include "bindings/python/blocks/block_tensor.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

/// The blocks of D that products of these tensors reach, in the order of memory of most of their
/// elements.
std::shared_ptr<BlockShape> output_blocks(const std::string& expression,
                                          const BlockTensors& inputs) {
    std::vector<ttgt_block_layout> layouts;
    std::int64_t elements = 0;
    std::int64_t in_rows = 0;
    for (const BlockTensor* const input : inputs) {
        layouts.push_back(input->tensor().layout);
        elements += input->size();
        in_rows += input->row_major_size();
    }
    ttgt_block_layout reached{0};
    check(ttgt_block_layout_create_output(expression.c_str(), layouts.data(),
                                          static_cast<std::int32_t>(layouts.size()), &reached));
    auto shape = std::make_shared<BlockShape>(reached);
    return in_rows > elements - in_rows ? shape->row_major() : shape;
}

/// The blocks that a symmetry allows. `charges` are one number for each section and component.
std::shared_ptr<BlockShape> charged_blocks(const Sections& sections,
                                           const std::vector<std::int64_t>& charges,
                                           const std::vector<std::int32_t>& signs,
                                           const std::vector<std::int64_t>& moduli,
                                           const std::vector<std::int64_t>& total) {
    std::vector<std::int32_t> counts;
    std::vector<std::int64_t> extents;
    for (const std::vector<std::int64_t>& its : sections) {
        counts.push_back(static_cast<std::int32_t>(its.size()));
        extents.insert(extents.end(), its.begin(), its.end());
    }
    if (charges.size() != extents.size() * moduli.size() || signs.size() != sections.size() ||
        total.size() != moduli.size()) {
        raise("InvalidArgument",
              "charges, signs and total are not as many as sections, modes and components");
    }
    ttgt_block_layout allowed{0};
    check(ttgt_block_layout_create_charged(static_cast<std::int32_t>(sections.size()),
                                           counts.data(), extents.data(),
                                           static_cast<std::int32_t>(moduli.size()), charges.data(),
                                           signs.data(), moduli.data(), total.data(), &allowed));
    return std::make_shared<BlockShape>(allowed);
}

void bind_block_tensors(nb::module_& module) {
    nb::class_<BlockShape>(module, "BlockShape")
        .def_prop_ro("sections", &BlockShape::sections)
        .def_prop_ro("coordinates", &BlockShape::coordinates)
        .def_prop_ro("offsets", &BlockShape::offsets)
        .def_prop_ro("is_row_major", &BlockShape::is_row_major)
        .def_prop_ro("key", &BlockShape::key);
    nb::class_<BlockTensor>(module, "BlockTensor")
        .def(nb::init<const BlockShape&, nb::handle>(), nb::arg("shape"), nb::arg("pool"))
        .def(nb::init<const Sections&, const std::vector<std::int32_t>&, const nb::tuple&,
                      const std::string&, bool>(),
             nb::arg("sections"), nb::arg("coordinates"), nb::arg("arrays"), nb::arg("dtype"),
             nb::arg("on_device") = false)
        .def_prop_ro("dtype", &BlockTensor::dtype)
        .def_prop_ro("key", &BlockTensor::key);
}

}  // namespace

void bind_blocks(nb::module_& module) {
    bind_block_tensors(module);
    bind_block_program(module);
    nb::class_<BlockPlan>(module, "BlockPlan")
        .def_prop_ro("workspace_bytes", &BlockPlan::workspace_bytes)
        .def_prop_ro("pairs", &BlockPlan::pairs)
        .def("explain", &BlockPlan::explain, nb::arg("components") = 10)
        .def("run", &BlockPlan::run, nb::arg("tensors"), nb::arg("alpha").none() = nb::none(),
             nb::arg("beta").none() = nb::none())
        .def("profile", &BlockPlan::profile, nb::arg("tensors"),
             nb::arg("alpha").none() = nb::none(), nb::arg("beta").none() = nb::none());
    module.def(
        "plan_blocks",
        [](std::shared_ptr<Context> context, const std::string& expression,
           const BlockTensors& tensors, std::optional<std::string> strategy, std::int64_t limit,
           int beta_is_zero, bool leaves_out_missing, std::vector<std::int32_t> path) {
            return std::make_shared<BlockPlan>(
                std::move(context), expression, tensors,
                BlockPlanSettings{std::move(strategy), limit, beta_is_zero, leaves_out_missing,
                                  std::move(path)});
        },
        nb::arg("context"), nb::arg("expression"), nb::arg("tensors"),
        nb::arg("strategy").none() = nb::none(), nb::arg("workspace_limit") = -1,
        nb::arg("beta_is_zero") = -1, nb::arg("leaves_out_missing") = false,
        nb::arg("path") = std::vector<std::int32_t>{});
    module.def("output_blocks", &output_blocks, nb::arg("expression"), nb::arg("inputs"));
    module.def("charged_blocks", &charged_blocks, nb::arg("sections"), nb::arg("charges"),
               nb::arg("signs"), nb::arg("moduli"), nb::arg("total"));
    module.def("check_blocks_writable", &check_blocks_writable, nb::arg("arrays"));
}

}  // namespace ttgt::python
