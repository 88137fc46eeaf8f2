// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Tensors of dense blocks, most of which are absent.
#include <ttgt/block_contraction.h>  // IWYU pragma: export
#include <ttgt/block_layout.h>       // IWYU pragma: export
#include <ttgt/block_tensor.h>       // IWYU pragma: export
