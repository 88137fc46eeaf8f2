// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contraction/backend.h"
#include "contraction/strategy.h"

namespace ttgt {

/// Has the device's libraries prepare what is to run, and keeps what they refuse, with the reason.
class Preparation {
public:
    Preparation(const Backend& backend, std::int64_t workspace_limit);

    /// The chosen plan, and the others too where all are to run. Those that are refused are no
    /// longer there; Direct, which needs no library, always stays.
    void prepare(Choice& choice, bool all_run);

    [[nodiscard]] std::vector<Candidate> take_refused();

private:
    [[nodiscard]] bool is_prepared(Plan& plan);

    const Backend& backend_;
    std::int64_t workspace_limit_;
    std::vector<Candidate> refused_;
};

}  // namespace ttgt
