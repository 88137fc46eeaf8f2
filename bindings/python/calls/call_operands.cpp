// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/calls/call_operands.h"

#include <algorithm>

#include "bindings/python/numpy.h"
#include "bindings/python/torch_tensor.h"

namespace ttgt::python {
namespace {

constexpr std::array<const char*, 3> input_names{"L", "R", "an input"};
constexpr char of_numpy = 'n';
constexpr char of_torch = 't';
constexpr char no_output = '0';

nb::handle item(nb::handle tuple, Places places, std::size_t at) {
    return PyTuple_GetItem(tuple.ptr(), static_cast<Py_ssize_t>(places.first + at * places.step));
}

}  // namespace

/// Whether tensors of this call may be read here; PyTorch is asked once.
bool CallOperands::is_plain(nb::handle tensor) {
    if (!is_torch_tensor(tensor)) return false;
    if (!asked_torch_ && !is_torch_plain()) return false;
    asked_torch_ = true;
    return true;
}

bool CallOperands::read_input(nb::handle object, std::size_t at) {
    Operand& operand = writable_inputs()[at];
    const char* const name = input_names[std::min(at, input_names.size() - 1)];
    if (is_numpy_array(object)) {
        kinds_.push_back(of_numpy);
        return operand.read(object, name, Access::read, Elements::any);
    }
    if (is_plain(object)) {
        kinds_.push_back(of_torch);
        return operand.read_torch(object);
    }
    if (!is_like_numpy_array(object)) return false;
    kinds_.push_back(of_numpy);
    if (PyFloat_CheckExact(object.ptr()) != 0) {
        operand.read_float(PyFloat_AsDouble(object.ptr()));
        return true;
    }
    const nb::object array = numpy_asarray(object);  // what is read keeps it
    return array.is_valid() && operand.read(array, name, Access::read, Elements::any);
}

bool CallOperands::read(nb::handle objects, Places places, nb::handle output) {
    count_ = places.count;
    if (count_ == 0) return false;
    if (count_ > few_.size()) {
        many_ = std::make_unique<Operand[]>(count_);
        many_addresses_ = std::make_unique<const void*[]>(count_);
    }
    for (std::size_t i = 0; i < count_; ++i) {
        if (!read_input(item(objects, places, i), i)) return false;
        writable_addresses()[i] = inputs()[i].data();
    }
    if (output.is_none()) {
        kinds_.push_back(no_output);
        return true;
    }
    const bool is_tensor = is_plain(output);
    kinds_.push_back(is_tensor ? of_torch : of_numpy);
    if (is_tensor) return output_.read_torch(output);
    return is_numpy_array(output) && output_.read(output, "out", Access::write, Elements::numbers);
}

bool CallOperands::is_of_numpy() const { return kinds_.find(of_torch) == std::string::npos; }

bool CallOperands::is_of_torch() const { return kinds_.find(of_numpy) == std::string::npos; }

void CallOperands::append_to(std::string& key) const {
    key += kinds_;
    if (kinds_.back() != no_output) output_.append_to(key);
    for (std::size_t i = 0; i < count_; ++i) inputs()[i].append_to(key);
}

bool CallOperands::cast(nb::handle objects, Places places, const std::vector<Cast>& casts) {
    if (casts.empty()) return true;
    copied_ = std::make_unique<Operand[]>(count_);
    for (std::size_t i = 0; i < count_; ++i) {
        if (!casts[i].dtype.is_valid()) continue;
        const nb::handle object = item(objects, places, i);
        const bool is_tensor = kinds_[i] == of_torch;
        nb::object copy =
            is_tensor ? torch_copy(object, casts[i].dtype) : numpy_copy(object, casts[i].dtype);
        if (!copy.is_valid()) return false;
        Operand& read = copied_[i];
        const bool is_read = is_tensor ? read.read_new_torch(copy)
                                       : read.read(copy, "a copy", Access::read, Elements::numbers);
        if (!is_read) return false;
        std::string layout;
        read.append_to(layout);
        if (layout != casts[i].layout) return false;
        writable_addresses()[i] = read.data();
        copies_.push_back(std::move(copy));
    }
    return true;
}

}  // namespace ttgt::python
