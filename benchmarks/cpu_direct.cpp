// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How fast Direct is on CPUs, against the BLAS's product of packed matrices of the same m, n and k
// in both orientations, and against a copy by non-temporal stores of as many bytes as the operands
// have. All take turns within one process, so that a busy machine slows them alike, and each timed
// call follows an untimed one of the same rival, so that each finds in the caches what they can
// hold of its own operands; a result is verified before it is timed. Writes one row per case.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/layout_of.h"
#include "benchmarks/support/run_main.h"
#include "contraction/cpu/cpu_backend.h"
#include "contraction/cpu/cpu_machine.h"
#include "contraction/execute/execute.h"
#include "contraction/plan/lowering.h"
#include "contraction/problem/bind.h"
#include "src/core/files/text_file.h"
#include "src/gemm/gemm.h"
#include "src/runtime/threads.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/timing.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::string dtype = "float64";
    int threads = 1;
    int turns = 9;
};

struct Rival {
    std::function<void()> run;
    std::vector<double> times{};

    [[nodiscard]] double best() const { return *std::min_element(times.begin(), times.end()); }
};

class Case {
public:
    Case(const tool::ContractionCase& given, DType dtype, int threads)
        : id_(given.id), dtype_(dtype), threads_(threads) {
        const Expression expression = parse_expression(given.expression);
        std::vector<OperandLayout> operands;
        for (const Factor& tensor : tool::tensors_of(expression)) {
            operands.push_back({dtype, layout_of(tensor, given)});
            bytes_ += tool::tensor_bytes(operands.back().layout, dtype);
            buffers_.push_back(tool::allocate_tensor(operands.back().layout, dtype));
            tool::fill_random(buffers_.back().get(), volume(operands.back().layout), dtype,
                              buffers_.size());
        }
        if (operands.size() != 3) throw std::runtime_error(id_ + ": not two factors");
        const cpu::CpuMachine machine({built_in_calibration(), 1});
        plan_ = lower(bind_expression(expression, operands, true), {}, machine, unlimited);
        direct();
        check(expression, operands);
    }

    void measure(int turns) {
        const ProblemSizes& sizes = plan_.problem.sizes;
        copies_.push_back(tool::allocate_tensor(packed({bytes_}), DType::opaque1));
        copies_.push_back(tool::allocate_tensor(packed({bytes_}), DType::opaque1));
        tool::fill_random(copies_[0].get(), bytes_ / size_bytes(dtype_), dtype_, 9);
        const tool::ByteCopy copy(bytes_ / 2, threads_);
        std::vector<Rival> rivals;
        rivals.push_back({[&] { product(sizes.m, sizes.n); }});
        rivals.push_back({[&] { product(sizes.n, sizes.m); }});
        rivals.push_back({[this] { direct(); }});
        rivals.push_back({[&] { copy.run(copies_[1].get(), copies_[0].get()); }});
        for (int turn = 0; turn < turns; ++turn) {
            for (Rival& rival : rivals) {
                rival.run();
                rival.times.push_back(tool::time_ms(rival.run));
            }
        }
        print(rivals);
    }

    static void print_header() {
        fmt::print(
            "id\tdtype\tthreads\tm\tn\tk\tbatch\tgemm_ms\tgemm_swapped_ms\tdirect_ms\tof_gemm\t"
            "copy_ms\tof_copy\n");
    }

private:
    void direct() {
        Execution execution;
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            execution.bases[i] = static_cast<char*>(buffers_[i].get());
        }
        execution.resources.threads = threads_;
        execute(plan_, cpu::backend(), execution);
    }

    /// The same work on packed matrices in the memory that the copies use.
    void product(std::int64_t m, std::int64_t n) {
        const ProblemSizes& sizes = plan_.problem.sizes;
        GemmCall call;
        call.dtype = dtype_;
        call.m = m;
        call.n = n;
        call.k = sizes.k;
        call.lda = m;
        call.ldb = sizes.k;
        call.ldc = m;
        const std::int64_t element = size_bytes(dtype_);
        const ThreadScope scope(threads_);
        for (std::int64_t batch = 0; batch < sizes.batch; ++batch) {
            const auto* inputs = static_cast<const char*>(copies_[0].get());
            call.a = inputs + batch * m * sizes.k * element;
            call.b = inputs + (sizes.batch * m + batch * n) * sizes.k * element;
            call.c = static_cast<char*>(copies_[1].get()) + batch * m * n * element;
            gemm(call);
        }
    }

    void check(const Expression& expression, const std::vector<OperandLayout>& operands) const {
        const auto view = [&](std::size_t i) {
            return ConstTensorView(operands[i].dtype, operands[i].layout, buffers_[i].get());
        };
        reference::CompareOptions options;
        options.whole_limit = 1 << 20;
        const ConstTensorView d = view(0);
        const reference::Comparison comparison =
            reference::compare(tool::reference_problem(expression, operands[0].layout.extents,
                                                       {view(1), view(2)}, 1.0, 0.0),
                               nullptr, d, options);
        if (comparison.outcome != reference::Outcome::ok) {
            throw std::runtime_error(id_ + ": " + tool::to_string(comparison));
        }
    }

    void print(const std::vector<Rival>& rivals) const {
        const ProblemSizes& sizes = plan_.problem.sizes;
        const double gemm_ms = rivals[0].best();
        const double swapped_ms = rivals[1].best();
        const double direct_ms = rivals[2].best();
        const double copy_ms = rivals[3].best();
        fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.3f}\t{:.4g}\t{:.3f}\n",
                   id_, name(dtype_), threads_, sizes.m, sizes.n, sizes.k, sizes.batch, gemm_ms,
                   swapped_ms, direct_ms, std::min(gemm_ms, swapped_ms) / direct_ms, copy_ms,
                   copy_ms / direct_ms);
        std::fflush(stdout);
    }

    std::string id_;
    DType dtype_;
    int threads_;
    std::int64_t bytes_ = 0;
    std::vector<tool::Buffer> buffers_;
    std::vector<tool::Buffer> copies_;
    Plan plan_;
};

void run(const Settings& settings) {
    const DType dtype = tool::parse_numeric_dtype(settings.dtype, "--dtype");
    Case::print_header();
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        if (given.id.find(settings.only) == std::string::npos) continue;
        Case(given, dtype, settings.threads).measure(settings.turns);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times Direct against the BLAS and a copy, taking turns");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--only", settings.only, "part of the ids to run");
    app.add_option("--dtype", settings.dtype, "of all operands, whatever the file says");
    app.add_option("--threads", settings.threads);
    app.add_option("--turns", settings.turns, "timed calls of each rival");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
