// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How fast CPU transposes are, against a copy by non-temporal stores, memcpy and a plain scatter.
// All take turns within one process, so that a busy machine slows them alike, and each starts after
// an untimed copy by non-temporal stores, so that none pays for the lines that the one before left
// dirty; a result is verified before it is timed. Writes one row per case and rival.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/run_main.h"
#include "benchmarks/support/scatter.h"
#include "src/core/checked.h"
#include "src/core/files/text_file.h"
#include "src/runtime/host_memory.h"
#include "src/runtime/threads.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/timing.h"
#include "tools/bench/transpose/transpose_check.h"
#include "tools/bench/transpose/transpose_task.h"
#include "tools/io/values.h"
#include "tools/operands/buffers.h"
#include "transpose/cpu/kernel_plan.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::int64_t element_bytes = 8;
    std::int64_t most_bytes = 215'000'000;
    int threads = 2;
    int turns = 9;
    bool every_tile = false;
    bool with_scatter = false;
};

struct Rival {
    std::string name;
    std::function<void()> run;
    double plan_us = 0;
    double predicted_ms = 0;
    std::vector<double> times{};
};

/// Halves the largest extent until the tensor is small enough.
std::vector<std::int64_t> reduced(std::vector<std::int64_t> extents, const Settings& settings) {
    const auto bytes = [&] { return checked_product(extents, "a case") * settings.element_bytes; };
    while (bytes() > settings.most_bytes) {
        std::int64_t& largest = *std::max_element(extents.begin(), extents.end());
        largest /= 2;
    }
    return extents;
}

TransposeProblem problem_of(const std::vector<std::int64_t>& extents, const std::vector<int>& perm,
                            DType dtype) {
    return make_transpose_problem(
        dtype, false, joint_modes(packed(extents), packed(tool::permuted(extents, perm)), perm));
}

class Bench {
public:
    explicit Bench(const Settings& settings)
        : settings_(settings),
          dtype_(tool::opaque_dtype(settings.element_bytes, "--element-bytes")),
          in_(tool::allocate_tensor(packed({settings.most_bytes}), DType::opaque1)),
          out_(tool::allocate_tensor(packed({settings.most_bytes}), DType::opaque1)) {
        tool::fill_random(in_.get(), settings.most_bytes, DType::opaque1, 1);
        set_bytes(out_.get(), 1, settings.most_bytes, settings.threads);
    }

    void run(const tool::TransposeCase& given) {
        tool::TransposeCase small = given;
        small.extents = reduced(given.extents, settings_);
        const TransposeProblem problem = problem_of(small.extents, small.perm, dtype_);
        std::vector<Rival> rivals = line_up(small, problem);
        for (const Rival& rival : rivals) rival.run();
        const std::function<void()>& drain_stores = rivals.front().run;
        for (int turn = 0; turn < settings_.turns; ++turn) {
            for (Rival& rival : rivals) {
                drain_stores();
                rival.times.push_back(tool::time_ms(rival.run));
            }
        }
        print(given.id, problem, rivals);
    }

    static void print_header() {
        fmt::print(
            "id\telement_bytes\tthreads\trival\tplan_us\tpredicted_ms\tmin_ms\tmedian_ms\t"
            "gb_s\tof_copy\n");
    }

private:
    std::vector<Rival> line_up(const tool::TransposeCase& given, const TransposeProblem& problem) {
        const std::int64_t bytes = volume(problem.modes) * settings_.element_bytes;
        std::vector<Rival> rivals;
        const tool::ByteCopy copy(bytes, settings_.threads);
        rivals.push_back({"copy_streaming", [this, copy] { copy.run(out_.get(), in_.get()); }});
        rivals.push_back({"copy_memcpy", [this, bytes] { parallel_memcpy(bytes); }});
        double plan_ms = tool::median_ms(5, [&] { (void)plan_transpose_kernel(problem); });
        rivals.push_back(rival("ttgt", given, plan_transpose_kernel(problem)));
        rivals.back().plan_us = plan_ms * 1e3;
        if (settings_.every_tile) {
            for (const CpuTile& tile : tile_candidates(problem)) {
                rivals.push_back(rival(std::string(to_string(tile.method)) + ": " +
                                           describe(tile, settings_.element_bytes),
                                       given, plan_transpose_kernel(problem, tile)));
            }
        }
        if (settings_.with_scatter) {
            rivals.push_back({"scatter", [this, problem] { scatter_elements(problem); }});
        }
        return rivals;
    }

    Rival rival(const std::string& name, const tool::TransposeCase& given,
                const CpuKernelPlan& plan) {
        const auto run = [this, plan] {
            cpu::run_transpose(plan, 1.0, in_.get(), 0.0, out_.get(), settings_.threads);
        };
        set_bytes(out_.get(), 1, settings_.most_bytes, settings_.threads);
        run();
        if (!tool::is_transpose_of(out_.get(), in_.get(), given.extents, given.perm,
                                   settings_.element_bytes)) {
            throw std::runtime_error(name + ": wrong result of " + to_string(plan));
        }
        return {name, run, 0, plan.predicted_ms()};
    }

    void parallel_memcpy(std::int64_t bytes) const {
        parallel_ranges(bytes, 2 * bytes, settings_.threads,
                        [&](std::int64_t begin, std::int64_t end) {
                            std::memcpy(static_cast<std::byte*>(out_.get()) + begin,
                                        static_cast<const std::byte*>(in_.get()) + begin,
                                        static_cast<std::size_t>(end - begin));
                        });
    }

    void scatter_elements(const TransposeProblem& problem) const {
        const auto call = [&](auto zero) {
            using T = decltype(zero);
            scatter<T>(problem.modes, static_cast<const T*>(in_.get()), static_cast<T*>(out_.get()),
                       settings_.threads);
        };
        if (settings_.element_bytes == 4) return call(std::uint32_t{});
        if (settings_.element_bytes == 8) return call(std::uint64_t{});
        throw std::runtime_error("scatter is for elements of 4 and 8 bytes");
    }

    void print(const std::string& id, const TransposeProblem& problem,
               const std::vector<Rival>& rivals) const {
        const double gigabytes =
            2e-9 * static_cast<double>(volume(problem.modes) * settings_.element_bytes);
        const double copy_ms =
            *std::min_element(rivals.front().times.begin(), rivals.front().times.end());
        for (const Rival& rival : rivals) {
            const double best = *std::min_element(rival.times.begin(), rival.times.end());
            fmt::print("{}\t{}\t{}\t{}\t{:.2f}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.3f}\n", id,
                       settings_.element_bytes, settings_.threads, rival.name, rival.plan_us,
                       rival.predicted_ms, best, tool::median(rival.times), gigabytes / best * 1e3,
                       copy_ms / best);
        }
        std::fflush(stdout);
    }

    const Settings& settings_;
    DType dtype_;
    tool::Buffer in_;
    tool::Buffer out_;
};

void run(const Settings& settings) {
    Bench bench(settings);
    Bench::print_header();
    const std::string text = read_text_file(settings.cases);
    for (const tool::TransposeCase& given : tool::parse_transpose_cases(text, settings.cases)) {
        if (given.id.find(settings.only) != std::string::npos) bench.run(given);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times CPU transposes against copies, taking turns");
    app.add_option("CASES", settings.cases, "transpose case file")->required();
    app.add_option("--only", settings.only, "part of the ids to run");
    app.add_option("--element-bytes", settings.element_bytes, "4 or 8, whatever the file says");
    app.add_option("--most-bytes", settings.most_bytes,
                   "the largest extent is halved until a tensor is not larger");
    app.add_option("--threads", settings.threads);
    app.add_option("--turns", settings.turns, "timed calls of each rival");
    app.add_flag("--every-tile", settings.every_tile, "every candidate of the planner as a rival");
    app.add_flag("--scatter", settings.with_scatter, "the plain loop as a rival");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
