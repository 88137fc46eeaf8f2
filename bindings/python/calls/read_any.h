// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

#include "bindings/python/operand.h"

namespace ttgt::python {

/// What messages call the array at that place of a call, the output's first.
std::string operand_name(std::size_t place);

/// Operand::read(), which raises DtypeError or InvalidArgument where the array cannot be read.
void read_any(Operand& operand, nb::handle object, const std::string& name, Access access,
              Elements elements = Elements::numbers);

}  // namespace ttgt::python
