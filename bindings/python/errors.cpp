// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/errors.h"

#include "bindings/python/signals.h"

namespace ttgt::python {
namespace {

/// A borrowed reference to a dictionary that lives as long as the interpreter.
PyObject* error_types = nullptr;

const char* type_of(ttgt_status status) {
    switch (status) {
        case TTGT_ERROR_EXPRESSION:
            return "ExpressionError";
        case TTGT_ERROR_INVALID_ARGUMENT:
        case TTGT_ERROR_STALE_HANDLE:
            return "InvalidArgument";
        case TTGT_ERROR_UNSUPPORTED:
            return "Unsupported";
        case TTGT_ERROR_OUT_OF_MEMORY:
            return "OutOfMemory";
        case TTGT_ERROR_DEVICE:
            return "DeviceError";
        case TTGT_ERROR_SHAPE:
            return "ShapeMismatch";
        case TTGT_ERROR_OPERAND_COUNT:
            return "OperandCountMismatch";
        case TTGT_ERROR_ALIASED_OUTPUT:
            return "AliasedOutput";
        case TTGT_ERROR_OVERLAP:
            return "OverlapError";
        case TTGT_ERROR_REPEATED_BLOCK:
            return "RepeatedBlock";
        case TTGT_ERROR_MISSING_BLOCK:
            return "MissingBlock";
        default:
            return "InternalError";
    }
}

}  // namespace

void set_error_types(const nb::dict& types) { error_types = nb::object(types).release().ptr(); }

void raise(const char* type, const std::string& text) {
    PyObject* found = error_types == nullptr ? nullptr : PyDict_GetItemString(error_types, type);
    PyErr_SetString(found == nullptr ? PyExc_RuntimeError : found, text.c_str());
    throw nb::python_error();
}

ttgt_status status_of(const std::string& type) {
    for (ttgt_status status = TTGT_ERROR_EXPRESSION; status <= TTGT_ERROR_MISSING_BLOCK; ++status) {
        if (type == type_of(status)) return status;
    }
    return TTGT_ERROR_INVALID_ARGUMENT;
}

void check(ttgt_status status) {
    if (status == TTGT_ERROR_INTERRUPTED) raise_from_handler();
    if (status != TTGT_SUCCESS) raise(type_of(status), ttgt_last_error());
}

}  // namespace ttgt::python
