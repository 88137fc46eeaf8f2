// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "tools/bench/cases/case_file.h"

namespace ttgt::bench {

/// A tensor of a case, packed.
inline Layout layout_of(const Factor& tensor, const tool::ContractionCase& given) {
    std::vector<std::int64_t> extents;
    for (const std::string& label : tensor.labels) {
        const auto entry =
            std::find_if(given.extents.begin(), given.extents.end(),
                         [&](const tool::LabelExtent& e) { return e.label == label; });
        extents.push_back(entry->extent);  // the case file's reader saw to it that there is one
    }
    return packed(extents);
}

}  // namespace ttgt::bench
