// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// Lets a device reach the memory of another one directly, that of cudaMalloc and that of the
/// other's default pool, where the machine can; copies go through the host where it cannot. Stays
/// so for the rest of the process. Returns whether it can. Throws DeviceError.
bool reach_memory(int device, int other);

}  // namespace ttgt::cuda
