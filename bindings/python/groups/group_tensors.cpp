// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/groups/group_tensors.h"

#include <algorithm>
#include <utility>

#include "bindings/python/array.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

std::string name_of_operand(std::size_t operand, std::size_t operands) {
    if (operand == 0) return operands == 2 ? "the output" : "D";
    if (operands == 2) return "the input";
    if (operand <= 2) return operand == 1 ? "L" : "R";
    return "input " + std::to_string(operand);
}

template <class Value>
void append(std::string& key, const std::vector<Value>& values) {
    key.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

}  // namespace

GroupTensors::GroupTensors(const nb::tuple& arrays, std::size_t operands, bool on_device,
                           bool writes)
    : operands_(operands), on_device_(on_device) {
    if (operands < 2 || arrays.size() % operands != 0) {
        raise("InvalidArgument", std::to_string(arrays.size()) +
                                     " arrays are not those of problems "
                                     "of " +
                                     std::to_string(operands) + " operands");
    }
    tensors_.reserve(arrays.size());
    addresses_.reserve(arrays.size());
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        read(arrays[i], writes && i % operands == 0 ? Access::write : Access::read);
    }
}

void GroupTensors::read(nb::handle array, Access access) {
    const std::string name = name_of(tensors_.size());
    Operand operand;
    if (!operand.read(array, name.c_str(), access, Elements::numbers)) {
        raise("DtypeError", name +
                                " has elements that the engine does not compute with, or strides "
                                "that are no multiple of an element");
    }
    const ttgt_tensor tensor = operand.tensor();
    check_beside_first(tensor, name);
    tensors_.push_back({tensor.dtype, tensor.rank, extents_.size()});
    extents_.insert(extents_.end(), tensor.extents, tensor.extents + tensor.rank);
    strides_.insert(strides_.end(), tensor.strides, tensor.strides + tensor.rank);
    addresses_.push_back(operand.size() == 0 ? nullptr : operand.data());
    size_ += operand.size();
    if (operand.size() > 0 && (tensor.space == TTGT_DEVICE) != on_device_) {
        raise("InvalidArgument", name + " lies in " + (on_device_ ? "host" : "device") +
                                     " memory, the context is " +
                                     (on_device_ ? "a GPU's" : "a CPU's"));
    }
}

/// An operand has one type and one number of axes in all problems.
void GroupTensors::check_beside_first(const ttgt_tensor& tensor, const std::string& name) const {
    const std::size_t operand = tensors_.size() % operands_;
    if (operand == tensors_.size()) return;  // of the first problem
    const Described& first = tensors_[operand];
    if (tensor.dtype != first.dtype) {
        raise("DtypeError", name + " is of " + name_of_dtype(tensor.dtype) + ", but of " +
                                name_of_dtype(first.dtype) + " in problem 0");
    }
    if (tensor.rank != first.rank) {
        raise("ShapeMismatch", name + " has rank " + std::to_string(tensor.rank) + ", but " +
                                   std::to_string(first.rank) + " in problem 0");
    }
}

std::string GroupTensors::name_of(std::size_t tensor) const {
    return "problem " + std::to_string(tensor / operands_) + ": " +
           name_of_operand(tensor % operands_, operands_);
}

std::vector<ttgt_tensor> GroupTensors::tensors() const {
    std::vector<ttgt_tensor> structs;
    structs.reserve(tensors_.size());
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        const Described& its = tensors_[i];
        structs.push_back({its.dtype, on_device_ ? TTGT_DEVICE : TTGT_HOST, its.rank,
                           extents_.data() + its.first, strides_.data() + its.first,
                           addresses_[i]});
    }
    return structs;
}

nb::bytes GroupTensors::key() const {
    // Types and ranks are those of the first problem in all.
    std::string key;
    for (std::size_t i = 0; i < std::min(operands_, tensors_.size()); ++i) {
        key += std::to_string(tensors_[i].dtype) + ":" + std::to_string(tensors_[i].rank) + ",";
    }
    key += std::to_string(tensors_.size()) + ";";
    append(key, extents_);
    append(key, strides_);
    return nb::bytes(key.data(), key.size());
}

std::int64_t GroupTensors::first_unlike(const GroupTensors& other) const {
    const std::size_t both = std::min(tensors_.size(), other.tensors_.size());
    for (std::size_t i = 0; i < both; ++i) {
        const auto rank = static_cast<std::ptrdiff_t>(tensors_[i].rank);
        const auto at = static_cast<std::ptrdiff_t>(tensors_[i].first);
        const auto is_equal = [&](const std::vector<std::int64_t>& mine,
                                  const std::vector<std::int64_t>& its) {
            return std::equal(mine.begin() + at, mine.begin() + at + rank,
                              its.begin() + static_cast<std::ptrdiff_t>(other.tensors_[i].first));
        };
        if (tensors_[i].dtype != other.tensors_[i].dtype ||
            tensors_[i].rank != other.tensors_[i].rank || !is_equal(extents_, other.extents_) ||
            !is_equal(strides_, other.strides_)) {
            return static_cast<std::int64_t>(i / operands_);
        }
    }
    return static_cast<std::int64_t>(both / operands_);
}

bool GroupTensors::is_like(const GroupTensors& other) const {
    return operands_ == other.operands_ && tensors_.size() == other.tensors_.size() &&
           first_unlike(other) == problems();
}

}  // namespace ttgt::python
