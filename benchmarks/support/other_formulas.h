// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/support/drawn_formulas.h"

namespace ttgt::bench {

/// Another library that computes drawn formulas: cuTENSOR, where the build found its headers.
class OtherFormulas {
public:
    virtual ~OtherFormulas() = default;
    /// What enqueues the formula on a stream; empty where the library has none like it. The
    /// pointers are in device memory, the output's first.
    [[nodiscard]] virtual std::function<void()> plan(const DrawnFormula& formula,
                                                     std::vector<void*> pointers,
                                                     Stream stream) = 0;
};

/// Loads the library for a device; null where the path is empty. Throws InvalidArgument where it
/// cannot be loaded or the build lacks its headers.
[[nodiscard]] std::unique_ptr<OtherFormulas> load_other_formulas(const std::string& path,
                                                                 int device);

}  // namespace ttgt::bench
