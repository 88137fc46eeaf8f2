// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How long contractions of tensors of blocks take on a CUDA device: planning, runs of the kept plan
// by one way or the cheapest, and a permutation of all blocks of the larger input beside a copy of
// as many bytes. Reads files of cases (tools/bench/cases/block_case_file.h), checks the counts that
// they say and some elements of each result, and writes a row for each case.
#include <ttgt/blocks.h>
#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/block_samples.h"
#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/core/element.h"
#include "src/core/files/text_file.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/blocks/block_bench.h"
#include "tools/bench/cases/block_case_file.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::vector<std::string> cases;
    std::string only;    ///< part of a case's name; empty: all
    std::string anchor;  ///< file of times of other ways; empty: none
    std::string method = "cheapest";
    double most_gbytes = 6;
    double peak_tflops = 60;  ///< of the roofline, for both precisions
    int turns = 9;
    int device = 0;
    bool permutes = true;
    bool explains = false;
};

BlockMethod method_of(const std::string& name) {
    if (name == "pairs") return BlockMethod::pairs;
    if (name == "components") return BlockMethod::components;
    if (name == "together") return BlockMethod::together;
    if (name == "cheapest") return BlockMethod::cheapest;
    throw InvalidArgument("--method is pairs, components, together or cheapest");
}

/// Median of times, and how far the middle half of them spreads, as a share of it.
struct Times {
    double median = 0;
    double spread = 0;

    explicit Times(std::vector<double> ms) {
        ms.erase(ms.begin());  // the first turn warms up
        std::ranges::sort(ms);
        median = ms[ms.size() / 2];
        spread = (ms[ms.size() * 3 / 4] - ms[ms.size() / 4]) / median;
    }
};

/// The best time of the other ways of each case, by the file's columns bs_ms, loop_ms, dense_ms.
std::map<std::string, double> best_of_others(const std::string& path) {
    std::map<std::string, double> best;
    if (path.empty()) return best;
    std::istringstream lines(read_text_file(path));
    std::vector<std::string> header;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::vector<std::string> row;
        for (std::string word; words >> word;) row.push_back(word);
        if (header.empty()) {
            header = row;
            continue;
        }
        double least = HUGE_VAL;
        for (std::size_t i = 0; i < std::min(row.size(), header.size()); ++i) {
            const bool is_time =
                header[i] == "bs_ms" || header[i] == "loop_ms" || header[i] == "dense_ms";
            if (is_time && row[i] != "nan") least = std::min(least, std::stod(row[i]));
        }
        best[row[0]] = least;
    }
    return best;
}

/// A pool of blocks in device memory whose elements are those of block_sample_value().
template <class T>
class DevicePool {
public:
    DevicePool(const BlockLayout& layout, int device, Stream stream)
        : layout_(layout),
          buffer_(std::max<std::int64_t>(layout.elements(), 1) * std::int64_t{sizeof(T)}, device,
                  stream, "a tensor of blocks") {}

    void fill() {
        const std::vector<T> pattern = sample_pattern<T>();
        const auto period = static_cast<std::int64_t>(pattern.size());
        for (std::int64_t first = 0; first < layout_.elements(); first += period) {
            const std::int64_t count = std::min(period, layout_.elements() - first);
            auto* const to = static_cast<T*>(buffer_.data()) + first;
            const std::int64_t bytes = count * std::int64_t{sizeof(T)};
            if (first == 0) {
                cuda::copy_to_device(to, pattern.data(), bytes, buffer_.stream());
            } else {
                cuda::copy_on_device(to, buffer_.data(), bytes, buffer_.stream());
            }
        }
        cuda::synchronize(buffer_.stream());
    }
    [[nodiscard]] BlockTensorView view() const {
        return {dtype_of<T>, layout_, buffer_.data(), MemorySpace::device};
    }
    [[nodiscard]] T element(std::int64_t offset) const {
        T value{};
        cuda::copy_to_host(&value, static_cast<const T*>(buffer_.data()) + offset, sizeof(T),
                           buffer_.stream());
        cuda::synchronize(buffer_.stream());
        return value;
    }
    [[nodiscard]] const cuda::DeviceBuffer& buffer() const { return buffer_; }

private:
    BlockLayout layout_;
    cuda::DeviceBuffer buffer_;
};

/// A case with its tensors.
template <class T>
class CaseRun {
public:
    CaseRun(const tool::BlockCase& its, Context& context, const Settings& settings)
        : case_(its),
          context_(context),
          settings_(settings),
          stream_(context.stream()),
          d_layout_(output_blocks(its.expression, its.inputs)),
          a_(its.inputs[0], settings.device, stream_),
          b_(its.inputs[1], settings.device, stream_),
          d_(d_layout_, settings.device, stream_) {
        a_.fill();
        b_.fill();
    }

    void write_row(double bytes_per_ms, double best_of_others) {
        BlockPlanOptions options;
        options.method = method_of(settings_.method);
        const std::vector<BlockOperand> operands{{case_.dtype, d_layout_},
                                                 {case_.dtype, case_.inputs[0]},
                                                 {case_.dtype, case_.inputs[1]}};
        const auto make = [&] {
            return plan_contraction(context_, case_.expression, operands, options);
        };
        const double first_plan_ms = tool::time_ms([&] { (void)make(); });
        const double plan_ms = tool::time_ms([&] { (void)make(); });
        const BlockContractionPlan plan = make();
        tool::check_counts(case_, plan, d_layout_);
        RunOptions run;
        run.workspace = context_.workspace(plan.workspace_bytes());
        plan.run(d_.view(), {a_.view(), b_.view()}, run);
        check_samples();
        const Times times(time([&] { plan.run(d_.view(), {a_.view(), b_.view()}, run); }));
        const double mbytes = static_cast<double>(bytes()) * 1e-6;
        const double flops = plan.prediction().flops;
        const double roofline_ms = std::max(static_cast<double>(bytes()) / bytes_per_ms,
                                            flops / (settings_.peak_tflops * 1e9));
        fmt::print("{}\t{}\t{}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.4g}\t{}\t{:.4g}\t{:.4g}\t{:.2f}\t{:.3f}",
                   case_.name, name(case_.dtype), plan.pairs(), flops * 1e-9, mbytes, first_plan_ms,
                   plan_ms, plan.workspace_bytes(), plan.prediction().predicted_ms, times.median,
                   times.spread, roofline_ms / times.median);
        fmt::print("\t{:.2f}", best_of_others / times.median);
        if (settings_.permutes) write_permutation();
        fmt::print("\n");
        if (settings_.explains) explain(plan, run);
        std::fflush(stdout);
    }

private:
    template <class Work>
    [[nodiscard]] std::vector<double> time(const Work& work) const {
        return cuda::time_turns_ms(settings_.device, stream_, settings_.turns + 1, {work})[0];
    }

    [[nodiscard]] std::int64_t bytes() const {
        return (case_.inputs[0].elements() + case_.inputs[1].elements() + d_layout_.elements()) *
               std::int64_t{sizeof(T)};
    }

    void check_samples() const {
        for (const BlockSample<T>& sample : block_samples<T>(case_, d_layout_)) {
            const T value = d_.element(sample.offset);
            const auto error = static_cast<double>(std::abs(value - sample.value));
            if (error > sample.tolerance || !(error >= 0)) {
                throw Error(Status::device,
                            fmt::format("{}: element {} of D is wrong by {}, tolerance {}",
                                        case_.name, sample.offset, error, sample.tolerance));
            }
        }
    }

    /// All blocks of the larger input, their modes in reverse order.
    void write_permutation() {
        const bool is_a = case_.inputs[0].elements() >= case_.inputs[1].elements();
        const BlockLayout& from = is_a ? case_.inputs[0] : case_.inputs[1];
        const DevicePool<T>& input = is_a ? a_ : b_;
        const std::string text = reversing_expression(from.rank());
        const BlockLayout to = output_blocks(text, {from});
        const DevicePool<T> output(to, settings_.device, stream_);
        const BlockContractionPlan plan = plan_contraction(
            context_, text, std::vector<BlockOperand>{{case_.dtype, to}, {case_.dtype, from}});
        RunOptions run;
        run.workspace = context_.workspace(plan.workspace_bytes());
        const Times ours(time([&] { plan.run(output.view(), {input.view()}, run); }));
        const Times copy(time([&] {
            cuda::copy_on_device(output.buffer().data(), input.buffer().data(),
                                 input.buffer().bytes(), stream_);
        }));
        const double kbytes = static_cast<double>(input.buffer().bytes()) / 1024.0 /
                              static_cast<double>(from.blocks());
        fmt::print("\t{}\t{:.4g}\t{:.4g}\t{:.4g}\t{:.3f}", from.blocks(), kbytes, ours.median,
                   copy.median, copy.median / ours.median);
    }

    void explain(const BlockContractionPlan& plan, const RunOptions& run) const {
        const Report report = plan.profile(d_.view(), {a_.view(), b_.view()}, run);
        fmt::print("{}", plan.explain(4));
        for (const StepReport& step : report.steps) {
            fmt::print("#   {} {}: predicted {:.4g} ms, measured {:.4g} ms\n", step.kind,
                       step.operand, step.predicted_ms, step.measured_ms);
        }
    }

    const tool::BlockCase& case_;
    Context& context_;
    const Settings& settings_;
    Stream stream_;
    BlockLayout d_layout_;
    DevicePool<T> a_, b_, d_;
};

double measured_bytes_per_ms(const Settings& settings, Stream stream) {
    constexpr std::int64_t bytes = std::int64_t{1} << 30;
    const cuda::DeviceBuffer from(bytes, settings.device, stream, "a copy");
    const cuda::DeviceBuffer to(bytes, settings.device, stream, "a copy");
    const Times times(cuda::time_turns_ms(
        settings.device, stream, settings.turns + 1,
        {[&] { cuda::copy_on_device(to.data(), from.data(), bytes, stream); }})[0]);
    return 2.0 * static_cast<double>(bytes) / times.median;
}

double operand_bytes(const tool::BlockCase& its) {
    const BlockLayout d = output_blocks(its.expression, its.inputs);
    return static_cast<double>(its.inputs[0].elements() + its.inputs[1].elements() + d.elements()) *
           static_cast<double>(size_bytes(its.dtype));
}

void run(const Settings& settings) {
    Context context(on_device(settings.device));
    const cuda::DeviceScope scope(settings.device);
    const double bytes_per_ms = measured_bytes_per_ms(settings, context.stream());
    const std::map<std::string, double> others = best_of_others(settings.anchor);
    fmt::print("# {}, copy {:.4g} GB/s\n", cuda::device_properties(settings.device).name,
               bytes_per_ms * 1e-6);
    fmt::print(
        "case\tdtype\tpairs\tgflop\tmbytes\tfirst_plan_ms\tplan_ms\tworkspace\t"
        "predicted_ms\tms\tspread\tof_roofline\tof_others");
    if (settings.permutes) fmt::print("\tblocks\tkib\tpermute_ms\tcopy_ms\tof_copy");
    fmt::print("\n");
    for (const std::string& path : settings.cases) {
        for (const tool::BlockCase& its : tool::parse_block_cases(read_text_file(path), path)) {
            if (its.name.find(settings.only) == std::string::npos) continue;
            if (operand_bytes(its) > settings.most_gbytes * 1e9) continue;
            const auto other = others.find(its.name);
            visit_computed(its.dtype, [&](auto tag) {
                CaseRun<typename decltype(tag)::type>(its, context, settings)
                    .write_row(bytes_per_ms, other == others.end() ? 0 : other->second);
            });
            context.release_workspace();
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times contractions of tensors of blocks on a CUDA device", "bench_cuda_blocks");
    app.add_option("cases", settings.cases, "Files of cases")->required();
    app.add_option("--only", settings.only, "Only cases whose name contains this");
    app.add_option("--anchor", settings.anchor, "File of times of other ways");
    app.add_option("--method", settings.method, "pairs, components, together or cheapest");
    app.add_option("--most-gbytes", settings.most_gbytes, "Leave out larger cases");
    app.add_option("--peak-tflops", settings.peak_tflops, "Of the roofline");
    app.add_option("--turns", settings.turns, "Timed runs of each plan");
    app.add_option("--device", settings.device, "Number of the CUDA device");
    app.add_flag("!--no-permutations", settings.permutes, "Leave out permutations");
    app.add_flag("--explain", settings.explains, "Print the plans and their stages, too");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
