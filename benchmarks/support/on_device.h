// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

namespace ttgt::bench {

/// Of a context on a CUDA device.
inline ContextOptions on_device(int index) {
    ContextOptions options;
    options.device = {Device::Kind::cuda, index};
    return options;
}

}  // namespace ttgt::bench
