// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tapp.h>
#include <ttgt/c_api.h>
#include <ttgt/float16.h>

#include "bindings/tapp/errors.h"

namespace ttgt::tapp {

/// The scalar at an address, of a tensor's type.
[[nodiscard]] inline ttgt_scalar read_scalar(const void* address, TAPP_datatype type) {
    check(address != nullptr, null_pointer);
    switch (type) {
        case TAPP_F32:
            return {*static_cast<const float*>(address), 0};
        case TAPP_F64:
            return {*static_cast<const double*>(address), 0};
        case TAPP_C32:
            return {static_cast<const float*>(address)[0], static_cast<const float*>(address)[1]};
        case TAPP_C64:
            return {static_cast<const double*>(address)[0], static_cast<const double*>(address)[1]};
        case TAPP_F16:
            return {static_cast<float>(*static_cast<const float16*>(address)), 0};
        default:
            return {static_cast<float>(*static_cast<const bfloat16*>(address)), 0};
    }
}

}  // namespace ttgt::tapp
