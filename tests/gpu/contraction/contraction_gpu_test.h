// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "tests/gpu/contraction/contraction_cases.h"
#include "tests/gpu/support/device_placement.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/check_contraction.h"

namespace ttgt::test {

/// Contractions on the device.
class ContractionGpu : public GpuTest {
protected:
    /// A context with this limit, kept until the test ends.
    [[nodiscard]] Context& context(std::int64_t limit = unlimited) {
        std::unique_ptr<Context>& kept = contexts_[limit];
        if (!kept) {
            ContextOptions limited = options();
            limited.workspace_limit = limit;
            kept = std::make_unique<Context>(limited);
        }
        return *kept;
    }

    /// Computes on the device; packed arrays lie `shift` elements off the best alignment.
    [[nodiscard]] CheckOptions check_options(const std::string& strategy = "auto",
                                             std::int64_t limit = unlimited,
                                             std::int64_t shift = 0) {
        CheckOptions result;
        result.strategy = strategy;
        result.workspace_limit = limit;
        result.site = device_site(context(limit), shift);
        return result;
    }
    [[nodiscard]] CheckOptions check_options(const ContractionCase& given) {
        return check_options(given.strategy, given.workspace_limit);
    }

    [[nodiscard]] ContractionPlan plan(const ContractionCase& given) {
        return plan_for(context(), given.problem, check_options(given));
    }

private:
    std::map<std::int64_t, std::unique_ptr<Context>> contexts_;
};

}  // namespace ttgt::test
