// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>
#include <ttgt/dtype.h>

#include <cstdint>
#include <string>

namespace ttgt {

/// What runs of every kind of plan check of their options: throw InvalidArgument as
/// ContractionPlan::run() says. `text` is the plan's expression.
void check_beta(const std::string& text, bool beta_is_zero, const Scalar& beta);
void check_workspace(std::int64_t needed, const Workspace& workspace);
void check_stream(const Device& device, const Stream& stream);

[[noreturn]] void refuse_complex(const char* scalar_name, const Scalar& scalar,
                                 const std::string& title, DType dtype);
/// `title()` names the output, which is of `dtype`.
template <class Title>
void check_scalar(DType dtype, const char* scalar_name, const Scalar& scalar, Title&& title) {
    if (scalar.imag() != 0 && !is_complex(dtype)) {
        refuse_complex(scalar_name, scalar, title(), dtype);
    }
}

}  // namespace ttgt
