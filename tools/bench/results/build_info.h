// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How this build was made.
namespace ttgt::tool::build_info {

extern const char* const commit;
extern const char* const compiler;
extern const char* const flags;
extern const char* const build_type;
extern const char* const blas;  ///< the file of the BLAS that was found, or `none`

}  // namespace ttgt::tool::build_info
