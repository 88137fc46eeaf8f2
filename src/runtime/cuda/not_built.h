// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

namespace ttgt::cuda {

/// What the functions of a `not_built.cpp` do, which stand in for a folder's CUDA sources in a
/// build without CUDA. No call gets there: check_usable() refuses the device first.
[[noreturn]] inline void not_built() { throw Unsupported("this build is without CUDA"); }

}  // namespace ttgt::cuda
