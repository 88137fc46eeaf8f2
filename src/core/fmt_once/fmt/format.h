// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// Found before fmt's header of the same name by the library's own targets and by those that link
// ttgt_internal: fmt's formatting is compiled once, in src/core/fmt_once.cpp, and not in every
// source that formats, where it takes more time than all of the source's own code.

#include_next <fmt/format.h>

// Versions after 9 declare it differently; sources compile there as they do without this file.
#if FMT_VERSION < 100000
FMT_BEGIN_NAMESPACE
namespace detail {
extern template void vformat_to(buffer<char>&, string_view,
                                basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);
}
FMT_END_NAMESPACE
#endif
