// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/gemm/gemm.h"

/// The vendor calls behind the door: the call is valid and, for CBLAS, every size fits an int.
namespace ttgt::cblas {
void gemm(const GemmCall& call);
}
namespace ttgt::eigen {
void gemm(const GemmCall& call);
}
