// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/evaluation_price.h"

#include <algorithm>
#include <cmath>

#include "src/context/calibration.h"
#include "src/context/cuda/architecture.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

// Nanoseconds of an instruction for one element on one thread, and of a function such as exp:
// rough, of float64 on the CPU of the built-in calibration. Conversions of loads are part of the
// former.
constexpr double instruction_ns = 0.6;
constexpr double function_ns = 6;

double nanoseconds_of(const Instruction& instruction) {
    switch (instruction.operation) {
        case Operation::load:
        case Operation::scalar:
        case Operation::number:
        case Operation::reduced:
            return 0;
        default:
            break;
    }
    const bool is_cheap = arity(instruction.operation) == 2 ||
                          takes_complex(instruction.operation) ||
                          instruction.operation == Operation::relu;
    return is_cheap && instruction.operation != Operation::exp &&
                   instruction.operation != Operation::log
               ? instruction_ns
               : function_ns;
}

double arithmetic_ns(const Instructions& instructions, double elements) {
    double each = instruction_ns;
    for (const Instruction& instruction : instructions) each += nanoseconds_of(instruction);
    return each * elements;
}

/// GB/s of a copy of so many bytes on so many threads.
double copy_rate(const CpuCalibration& cpu, double bytes, int threads) {
    const double step =
        std::log(std::max(bytes / RatesBySize::first_bytes, 1.0)) / std::log(RatesBySize::factor);
    const auto at = std::min(static_cast<std::size_t>(step), RatesBySize::count - 1);
    if (cpu.threads <= 1) return cpu.copy.one[at];
    const double share = static_cast<double>(std::min(threads, cpu.threads) - 1) /
                         static_cast<double>(cpu.threads - 1);
    return cpu.copy.one[at] + share * (cpu.copy.all[at] - cpu.copy.one[at]);
}

double cpu_ms(const OperatorProblem& problem, double bytes, const ContextOptions& options) {
    const int threads = available_threads(options.threads);
    const double kept = tuple_count(problem, false);
    const double each = kept * tuple_count(problem, true);
    double work_ns = arithmetic_ns(problem.element, each);
    if (problem.reduction != Reduction::none) work_ns += arithmetic_ns(problem.finish, kept);
    const double memory_ns = bytes / copy_rate(*cpu_part(options.calibration), bytes, threads);
    return 1e-6 * std::max(memory_ns, work_ns / threads);
}

}  // namespace

double predicted_ms(const OperatorProblem& problem, std::int64_t bytes, int launches,
                    const ContextOptions& options) {
    if (!problem.has_output) return 0;
    const auto moved = static_cast<double>(bytes);
    if (options.device.kind == Device::Kind::cpu) return cpu_ms(problem, moved, options);
    const cuda::Architecture gpu = cuda::architecture_of(options);
    return 1e-3 * (launches * gpu.launch_us + moved / gpu.bytes_per_us);
}

}  // namespace ttgt
