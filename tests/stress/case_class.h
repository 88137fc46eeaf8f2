// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/stress/station.h"

namespace ttgt::stress {

/// Draws a case from the seed, the same for the same one, and runs it. What went wrong, on one
/// line; empty where all is well.
using Run = std::string (*)(std::uint64_t seed, Station& station);

enum class Where : std::uint8_t { cpu, cuda, both };
enum class Company : std::uint8_t {
    any,          ///< other threads run other cases meanwhile
    none,         ///< no other case runs meanwhile, because this one measures
    own_process,  ///< runs in a process of its own, because it may end it
};

/// Cases of one kind.
struct CaseClass {
    const char* name;
    Where where;
    Company company;
    int weight;  ///< how often it is drawn, beside the others; 0: where it is asked for (speed)
    Run run;
    /// NAME=value ... of a process of the case's own; null: as it is here.
    std::string (*environment)(std::uint64_t seed) = nullptr;
};

/// Those that this build can run on the device.
[[nodiscard]] std::vector<CaseClass> case_classes(const Device& device);

std::string run_contraction(std::uint64_t seed, Station& station);
std::string run_windows(std::uint64_t seed, Station& station);
std::string run_in_place(std::uint64_t seed, Station& station);
std::string run_interleaved(std::uint64_t seed, Station& station);
std::string run_blocks(std::uint64_t seed, Station& station);
std::string run_refusal(std::uint64_t seed, Station& station);
std::string run_transpose(std::uint64_t seed, Station& station);
std::string run_thread_count(std::uint64_t seed, Station& station);
std::string run_blas_threads(std::uint64_t seed, Station& station);
std::string run_small_stack(std::uint64_t seed, Station& station);
std::string small_stack_environment(std::uint64_t seed);
std::string run_at_exit(std::uint64_t seed, Station& station);
std::string run_copied_options(std::uint64_t seed, Station& station);
std::string run_short_calibration(std::uint64_t seed, Station& station);
std::string run_race(std::uint64_t seed, Station& station);
std::string run_graph(std::uint64_t seed, Station& station);
std::string run_pending_error(std::uint64_t seed, Station& station);
std::string run_many_modes(std::uint64_t seed, Station& station);

/// Those for CUDA devices alone; none in a build without CUDA.
std::vector<CaseClass> cuda_classes();

}  // namespace ttgt::stress
