// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/link_rates.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/bench/results/ceilings.h"

namespace ttgt::tool {

/// What a reader needs to judge and repeat the numbers of one benchmark run.
struct RunInfo {
    std::vector<std::string> command_line;
    Device device{};
    std::vector<Device> devices{};  ///< that share tensors in host memory; empty: `device` alone
    std::optional<HostLinkRates> links{};  ///< of each of those, as rooflines take them
    int threads = 0;                       ///< used, not asked for
    int repeats = 0;
    int calls_together = 1;
    Ceilings measured;  ///< in this run
    Ceilings ceilings;  ///< that its rows refer to
    /// What a run that goes on with this one must share; empty: none goes on.
    std::map<std::string, std::string> settings;
    std::int64_t cases = 0;  ///< selected
    std::int64_t rows = 0;   ///< written
    bool interrupted = false;
};

/// Takes over what was measured, and as ceilings the larger of that and what is recorded for
/// info.device.
void set_ceilings(RunInfo& info, const Ceilings& measured);

/// With the machine, the build and the date added.
[[nodiscard]] std::string to_json(const RunInfo& info);

/// The settings in the text of a run.json, which stands in `path`. Throws FileError where there are
/// none.
[[nodiscard]] std::map<std::string, std::string> parse_settings(const std::string& text,
                                                                const std::string& path);

}  // namespace ttgt::tool
