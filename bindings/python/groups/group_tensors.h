// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_api.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bindings/python/operand.h"

namespace ttgt::python {

/// The arrays of all problems of a group: types, extents, strides and addresses. Whoever made it
/// keeps the arrays.
class GroupTensors {
public:
    /// `arrays` are those of one problem after the other, `operands` for each, the output first:
    /// arrays of NumPy, or Arrays of this module. `on_device`: the memory that they are to lie in.
    /// Raises DtypeError, InvalidArgument and ShapeMismatch naming problem and operand; outputs
    /// that cannot be written are refused where `writes`.
    GroupTensors(const nb::tuple& arrays, std::size_t operands, bool on_device, bool writes);

    [[nodiscard]] std::int64_t problems() const {
        return static_cast<std::int64_t>(tensors_.size() / operands_);
    }
    [[nodiscard]] std::size_t operands() const { return operands_; }
    /// As the C interface takes them. They point into this.
    [[nodiscard]] std::vector<ttgt_tensor> tensors() const;
    [[nodiscard]] const std::vector<void*>& addresses() const { return addresses_; }
    /// The elements of all arrays.
    [[nodiscard]] std::int64_t size() const { return size_; }
    /// Everything but the addresses, as bytes that are equal where all of it is.
    [[nodiscard]] nb::bytes key() const;
    /// The number of the first problem whose arrays are not as those of `other`; the smaller number
    /// of problems where all that both have are.
    [[nodiscard]] std::int64_t first_unlike(const GroupTensors& other) const;
    /// Whether types, extents and strides are those of `other`.
    [[nodiscard]] bool is_like(const GroupTensors& other) const;

private:
    struct Described {
        ttgt_dtype dtype;
        std::int32_t rank;
        std::size_t first;  ///< of its extents and strides in the lists of all
    };
    void read(nb::handle array, Access access);
    void check_beside_first(const ttgt_tensor& tensor, const std::string& name) const;
    [[nodiscard]] std::string name_of(std::size_t tensor) const;

    std::size_t operands_;
    bool on_device_;
    std::vector<Described> tensors_;
    std::vector<std::int64_t> extents_;
    std::vector<std::int64_t> strides_;
    std::vector<void*> addresses_;
    std::int64_t size_ = 0;
};

/// Adds GroupTensors, GroupPlan and their functions to the module.
void bind_groups(nb::module_& module);

}  // namespace ttgt::python
