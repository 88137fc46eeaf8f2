// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/gett_columns.h"

#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "tools/io/values.h"

namespace ttgt::tool {

std::string gett_header() {
    std::string header = "dtype\tcompute";
    const cuda::GettWork work;
    const cuda::Architecture gpu;
    visit_gett_columns(work, gpu, [&](const char* name, const auto&) {
        header += '\t';
        header += name;
    });
    return header;
}

std::string gett_cells(const cuda::GettWork& work, const cuda::Architecture& gpu) {
    std::string cells =
        fmt::format("{}\t{}", name(work.products.dtype), name(work.products.compute));
    visit_gett_columns(work, gpu, [&](const char*, const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_floating_point_v<T>) {
            cells += fmt::format("\t{:.7g}", value);
        } else {
            cells += fmt::format("\t{:d}", value);
        }
    });
    return cells;
}

}  // namespace ttgt::tool
