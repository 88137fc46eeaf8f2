// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/operands/device_choice.h"

namespace ttgt::tool {

/// What the benchmarks share.
struct BenchOptions : DeviceChoice {
    std::string out = ".";
    int repeats = 9;
    bool check = false;
    bool quiet = false;
    bool resume = false;    ///< keep the rows that `out` holds of the same run
    bool replace = false;   ///< begin anew where `out` holds a run
    double stop_after = 0;  ///< seconds; 0: at the end
    std::vector<std::string> command_line;
};

/// Where a benchmark's cases come from.
struct CaseFileChoice {
    std::string path;
    std::string only;  ///< empty: all
};

/// Which of many drawn cases are run.
struct BenchSelection {
    std::uint64_t seed = 1;
    std::int64_t sample = 0;  ///< 0: all
    std::string part = "1/1";
    bool list = false;
};

/// What the benchmarks of contractions share.
struct BenchPlanning {
    std::vector<std::string> strategies{"auto"};
    std::string compute = "full";  ///< "tf32", "tf32x3", "int8", "int8-fast"
    std::string workspace_limit = "unlimited";
    bool measure = false;
    bool generated = false;  ///< kernels written for a case
    double search_seconds = 2;
    std::vector<std::string> against;  ///< "eigen", "gemm"
};

}  // namespace ttgt::tool
