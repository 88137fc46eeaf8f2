// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/contract/call.h"

namespace ttgt {

/// Whether a call on a CUDA device, with copies allowed, is done tile by tile: a product of one or
/// two tensors, all in host memory, that are more than the device holds or many bytes for several
/// devices. Parses the expression only where they are.
[[nodiscard]] bool suits_tiles(const Call& call);

/// Does such a call tile by tile, as plan_host_contraction() says. Makes a new plan each time.
void contract_in_tiles(const Call& call);

}  // namespace ttgt
