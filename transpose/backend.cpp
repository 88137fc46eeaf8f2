// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/backend.h"

#include "transpose/cpu/backend.h"
#include "transpose/cuda/backend.h"

namespace ttgt {

std::shared_ptr<const TransposeBackend> make_transpose_backend(const Context& context) {
    return context.options().device.kind == Device::Kind::cuda
               ? cuda::make_transpose_backend(context)
               : cpu::make_transpose_backend(context.options().threads);
}

}  // namespace ttgt
