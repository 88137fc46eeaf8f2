// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

namespace ttgt {

/// A message could not be sent or received. Other ranks may not notice the failure.
class TransportError : public DeviceError {
public:
    using DeviceError::DeviceError;
};

}  // namespace ttgt
