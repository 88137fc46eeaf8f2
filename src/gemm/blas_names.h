// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// TTGT_BLAS(cblas_dgemm) is the name that the BLAS was built with: a BLAS that others bring into
// the same process must not be taken for it. CMake's CBLAS_PREFIX says what its names begin with.
#ifdef TTGT_BLAS_PREFIX
#define TTGT_BLAS_JOINED(prefix, name) prefix##name
#define TTGT_BLAS_EXPANDED(prefix, name) TTGT_BLAS_JOINED(prefix, name)
#define TTGT_BLAS(name) TTGT_BLAS_EXPANDED(TTGT_BLAS_PREFIX, name)
#else
#define TTGT_BLAS(name) name
#endif

/// The same as text.
#define TTGT_BLAS_QUOTED(name) #name
#define TTGT_BLAS_SPELLED(name) TTGT_BLAS_QUOTED(name)
#define TTGT_BLAS_TEXT(name) TTGT_BLAS_SPELLED(TTGT_BLAS(name))
