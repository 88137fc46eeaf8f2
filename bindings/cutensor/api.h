// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// cuTENSOR's published header. What it declares is what this library exports; all else is hidden.
#pragma GCC visibility push(default)
#include <cutensor.h>
#pragma GCC visibility pop
