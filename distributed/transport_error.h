// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

namespace ttgt {

/// A message did not get through: the other ranks need not know.
class TransportError : public DeviceError {
public:
    using DeviceError::DeviceError;
};

}  // namespace ttgt
