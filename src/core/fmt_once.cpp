// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Compiles what src/core/fmt_once/fmt/format.h keeps other sources from compiling.
#include <fmt/format.h>

#if FMT_VERSION < 100000
FMT_BEGIN_NAMESPACE
namespace detail {
template void vformat_to(buffer<char>&, string_view, basic_format_args<FMT_BUFFER_CONTEXT(char)>,
                         locale_ref);
}
FMT_END_NAMESPACE
#endif
