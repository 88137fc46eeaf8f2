// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "bindings/cutensor/api.h"
#include "bindings/cutensor/live.h"

namespace ttgt::cutensor {

/// How a program wants an operation planned. Every attribute is an int32_t, at its number.
struct PlanPreference {
    static constexpr std::size_t attributes = CUTENSOR_PLAN_PREFERENCE_GPU_ARCH + 1;

    std::array<std::int32_t, attributes> values{CUTENSOR_AUTOTUNE_MODE_NONE,
                                                CUTENSOR_CACHE_MODE_PEDANTIC,
                                                4,
                                                CUTENSOR_ALGO_DEFAULT,
                                                0,
                                                CUTENSOR_JIT_MODE_NONE,
                                                0};

    [[nodiscard]] std::int32_t get(cutensorPlanPreferenceAttribute_t attribute) const {
        return values[static_cast<std::size_t>(attribute)];
    }
    /// Throws Failure: INVALID_VALUE for a value that the attribute does not have, NOT_SUPPORTED
    /// for one that this library cannot follow.
    void set(cutensorPlanPreferenceAttribute_t attribute, std::int32_t value);

    [[nodiscard]] bool compiles() const {
        return get(CUTENSOR_PLAN_PREFERENCE_JIT) == CUTENSOR_JIT_MODE_DEFAULT;
    }
    [[nodiscard]] bool measures() const {
        return get(CUTENSOR_PLAN_PREFERENCE_ALGO) == CUTENSOR_ALGO_DEFAULT_PATIENT;
    }
    /// Whether plans are looked for in the plan cache and kept there.
    [[nodiscard]] bool is_cached() const {
        return get(CUTENSOR_PLAN_PREFERENCE_CACHE_MODE) != CUTENSOR_CACHE_MODE_NONE;
    }
    /// The engine's strategy.
    [[nodiscard]] std::string strategy() const {
        return get(CUTENSOR_PLAN_PREFERENCE_ALGO) == CUTENSOR_ALGO_TTGT ? "classic" : "auto";
    }
    /// What tells plans of one operation apart.
    [[nodiscard]] std::string key() const {
        return strategy() + (compiles() ? "j" : "") + (measures() ? "m" : "");
    }
};

}  // namespace ttgt::cutensor

/// A preference that a program made. Its name is cuTENSOR's.
struct cutensorPlanPreference final : ttgt::cutensor::Live<0x74746774'70726566> {
    ttgt::cutensor::PlanPreference preference;
};
