// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/bench/bench_options.h"
#include "tools/operands/planning_choice.h"

/// One struct per subcommand, filled from the command line as written there; run() checks the
/// values, does the work and throws what report_current_exception() understands.
namespace ttgt::tool {

struct ContractCommand : PlanningChoice {
    std::string devices;     ///< that share the work, "cuda:0,cuda:1"; empty: `device` does it
    std::string expression;  ///< with `blocks`, the name of a case
    std::string blocks;      ///< file of cases of tensors of blocks; empty: dense tensors
    std::vector<std::string> inputs;  ///< NAME=FILE or POSITION=FILE
    std::string out;
    std::string report;  ///< empty: none
    std::string order = "F";
    std::string alpha = "1";
    std::string beta;  ///< empty: 0 for `=`, 1 for `+=` and `-=`
    bool check = false;
    bool quiet = false;
    bool ranks = false;               ///< over the processes of mpirun
    std::string grid;                 ///< "2x3"; empty: all ranks along one axis
    std::optional<double> timeout;    ///< seconds that a rank waits for others; empty: no limit
    std::vector<std::string> spread;  ///< NAME=LABEL:AXIS[:BLOCK],... or POSITION=...
};
void run(const ContractCommand& command);

struct ExplainCommand : PlanningChoice {
    std::string expression;                   ///< with `blocks`, the name of a case
    std::string blocks;                       ///< as of ContractCommand
    std::vector<std::string> extents;         ///< as parse_label_extents() reads them
    std::vector<std::string> extent_options;  ///< more of them
    std::string dtype = "float64";
    std::string order = "F";           ///< of packed tensors
    std::vector<std::string> strides;  ///< NAME=STRIDES or POSITION=STRIDES
    std::string beta;                  ///< empty: 0 for `=`, 1 for `+=` and `-=`
    bool all = false;                  ///< of the plans that lost
    bool source = false;               ///< of the kernel that was generated
    std::string search = "auto";       ///< of paths of more than two tensors
    std::string minimize = "time";
};
void run(const ExplainCommand& command);

struct TransposeCommand : DeviceChoice {
    std::string extents;
    std::string perm;
    std::string dtype;               ///< empty: float64, or as element_bytes says
    std::int64_t element_bytes = 0;  ///< 0: as dtype says
    int repeats = 9;
    bool check = false;
    bool measure = false;
};
void run(const TransposeCommand& command);

struct BenchContractionsCommand {
    BenchOptions bench;
    CaseFileChoice cases;
    BenchPlanning planning;
    std::string dtype;  ///< empty: the case's own, else float64
    int calls = 1;      ///< timed together
    bool overwrite = false;
    bool blocks = false;  ///< cases of tensors of blocks
    std::string devices;  ///< that share tensors in host memory; empty: bench.device does it all
    std::string memory;   ///< of those: "page-locked" or "pageable"; empty: as the devices are
};
void run(const BenchContractionsCommand& command);

struct BenchSweepCommand {
    BenchOptions bench;
    BenchPlanning planning;
    int max_rank = 8;
    std::string volume;  ///< elements; empty: 150M float64 or as many bytes
    std::string dtype = "float64";
    BenchSelection selection;
};
void run(const BenchSweepCommand& command);

struct BenchTransposesCommand {
    BenchOptions bench;
    CaseFileChoice cases;  ///< path empty: those of a set
    std::string set;
    std::int64_t element_bytes = 8;  ///< of a set's cases
    std::string volume;              ///< elements of a set's cases; empty: the set's own
    BenchSelection selection;
    bool accumulate = false;
    bool measure = false;
    bool all_candidates = false;
};
void run(const BenchTransposesCommand& command);

struct CalibrateCommand : DeviceChoice {
    std::string devices;   ///< whose links are measured; empty: `device` is calibrated
    std::string out;       ///< empty: calibration.json, or links.json
    bool kernels = false;  ///< fit the rates of GETT kernels, too
    std::string raw;       ///< folder for the launches that they are fitted to; empty: not kept
    double seconds = 600;  ///< to measure these launches
    bool quiet = false;
};
void run(const CalibrateCommand& command);

struct CacheListCommand {};
void run(const CacheListCommand& command);

struct CacheClearCommand {};
void run(const CacheClearCommand& command);

struct DevicesCommand {};
void run(const DevicesCommand& command);

}  // namespace ttgt::tool
