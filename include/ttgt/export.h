// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks the classes and functions that the shared library exports. Builds of a static library
/// define TTGT_STATIC; its symbols are then not exported by the program or library that links it.
#if defined(TTGT_STATIC)
#define TTGT_EXPORT
#else
#define TTGT_EXPORT __attribute__((visibility("default")))
#endif
