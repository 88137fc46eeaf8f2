// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the library exports. The build defines TTGT_STATIC for a static library, whose
/// symbols then stay inside the program or shared object that links it.
#if defined(TTGT_STATIC)
#define TTGT_EXPORT
#else
#define TTGT_EXPORT __attribute__((visibility("default")))
#endif
