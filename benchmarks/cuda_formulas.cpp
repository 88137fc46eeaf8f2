// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// How long formulas take on a CUDA device: drawn elementwise functions of one to three tensors
// beside the driver's copy of as many bytes, drawn reductions beside a kernel that only reads their
// bytes, and another library's calls where one is named. Checks some elements of each result before
// timing, and writes a row for each formula.
#include <ttgt/error.h>
#include <ttgt/operators.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/drawn_formulas.h"
#include "benchmarks/support/formula_samples.h"
#include "benchmarks/support/on_device.h"
#include "benchmarks/support/other_formulas.h"
#include "benchmarks/support/run_main.h"
#include "src/core/element.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/kernels/loaded_kernel.h"
#include "src/runtime/cuda/kernels/nvrtc.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/timing.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::uint64_t first_seed = 1;
    int elementwise = 60;
    int reductions = 40;
    double mbytes = 256;
    int turns = 9;
    int device = 0;
    std::string other;  ///< path of another library; empty: none
    bool explains = false;
};

double median(std::vector<double> ms) {
    ms.erase(ms.begin());  // the first turn warms up
    std::ranges::sort(ms);
    return ms[ms.size() / 2];
}

/// A kernel that reads memory and writes nothing.
class ReadKernel {
public:
    ReadKernel(int device, Stream stream) : stream_(stream) {
        const cuda::DeviceProperties& gpu = cuda::device_properties(device);
        const char* const source = R"(
extern "C" __global__ void __launch_bounds__(256) read(const uint4* from, long long count,
                                                       unsigned* to) {
    const long long step = (long long)gridDim.x * 256;
    unsigned found = 0;
    for (long long i = (long long)blockIdx.x * 256 + threadIdx.x; i < count; i += 4 * step) {
        uint4 each[4];
        for (int k = 0; k < 4; ++k) {
            each[k] = i + k * step < count ? from[i + k * step] : make_uint4(0, 0, 0, 0);
        }
        for (int k = 0; k < 4; ++k) found |= each[k].x ^ each[k].y ^ each[k].z ^ each[k].w;
    }
    if (found == 0x12345678u) *to = found;
}
)";
        const std::string binary =
            cuda::compile_source(source, gpu.compute_major, gpu.compute_minor).binary;
        kernel_ = std::make_unique<const cuda::LoadedKernel>(binary, "read", 0, device);
        blocks_ = std::int64_t{gpu.multiprocessors} * 16;
    }
    /// `bytes` is rounded down to vectors.
    void enqueue(const void* from, std::int64_t bytes, void* to) const {
        constexpr std::int64_t vector_bytes = 16;
        std::int64_t count = bytes / vector_bytes;
        void* arguments[] = {&from, &count, &to};
        kernel_->enqueue(blocks_, 256, arguments, stream_, false);
    }

private:
    Stream stream_;
    std::unique_ptr<const cuda::LoadedKernel> kernel_;
    std::int64_t blocks_ = 1;
};

/// A formula with its tensors in device memory.
template <class T>
class FormulaRun {
public:
    FormulaRun(const DrawnFormula& formula, const std::vector<double>& pattern, Context& context,
               const Settings& settings)
        : formula_(formula),
          samples_(formula, pattern),
          context_(context),
          settings_(settings),
          stream_(context.stream()) {
        std::vector<T> elements(pattern.size());
        for (std::size_t i = 0; i < formula.operands.size(); ++i) {
            for (std::size_t k = 0; k < elements.size(); ++k) {
                const double value = pattern[(k + i * FormulaSamples::shift) % pattern.size()];
                elements[k] = T(static_cast<float>(value));
            }
            const OperandLayout operand{formula.dtype, packed(formula.extents_of(i))};
            operands_.push_back(operand);
            buffers_.push_back(filled(element_count(operand), elements));
        }
    }

    void write_row(const ReadKernel& reader, OtherFormulas* other) {
        const std::string text = formula_.text();
        std::optional<EvaluationPlan> planned;
        const double plan_ms =
            tool::time_ms([&] { planned.emplace(plan_evaluation(context_, text, operands_)); });
        const EvaluationPlan& plan = *planned;
        std::vector<void*> pointers;
        for (const auto& buffer : buffers_) pointers.push_back(buffer->data());
        const std::vector<const void*> inputs(pointers.begin() + 1, pointers.end());
        const auto run = [&] { plan.run(pointers[0], inputs); };
        run();
        check_samples("ttgt");
        std::vector<std::function<void()>> works{run, baseline(plan.bytes(), reader)};
        if (other != nullptr) {
            const std::function<void()> theirs = other->plan(formula_, pointers, stream_);
            if (theirs) {
                theirs();
                check_samples("the other library");
                works.push_back(theirs);
            }
        }
        const auto times =
            cuda::time_turns_ms(settings_.device, stream_, settings_.turns + 1, works);
        const double ms = median(times[0]);
        const double baseline_ms = median(times[1]);
        const double other_ms = works.size() > 2 ? median(times[2]) : NAN;
        fmt::print("{}\t{}\t{}\t{}\t{}\t{:.1f}\t{:.1f}\t{:.4g}\t{:.4g}\t{:.3f}\t{:.4g}\t{:.3f}\n",
                   formula_.seed, formula_.kind, name(formula_.dtype), text, formula_.sizes(),
                   static_cast<double>(plan.bytes()) * 1e-6, plan_ms, ms, baseline_ms,
                   baseline_ms / ms, other_ms, other_ms / ms);
        if (settings_.explains) fmt::print("{}", plan.explain());
        std::fflush(stdout);
    }

private:
    [[nodiscard]] static std::int64_t element_count(const OperandLayout& operand) {
        std::int64_t product = 1;
        for (const std::int64_t extent : operand.layout.extents) product *= extent;
        return product;
    }

    [[nodiscard]] std::unique_ptr<cuda::DeviceBuffer> filled(std::int64_t count,
                                                             const std::vector<T>& elements) const {
        const auto period = static_cast<std::int64_t>(elements.size());
        auto buffer = std::make_unique<cuda::DeviceBuffer>(
            count * std::int64_t{sizeof(T)}, settings_.device, stream_, "a tensor of a formula");
        auto* const to = static_cast<T*>(buffer->data());
        // What is there is copied behind itself.
        std::int64_t done = std::min(period, count);
        cuda::copy_to_device(to, elements.data(), done * std::int64_t{sizeof(T)}, stream_);
        while (done < count) {
            const std::int64_t next = std::min(done, count - done);
            cuda::copy_on_device(to + done, to, next * std::int64_t{sizeof(T)}, stream_);
            done += next;
        }
        cuda::synchronize(stream_);
        return buffer;
    }

    /// A copy, or a read, of as many bytes as the formula moves.
    [[nodiscard]] std::function<void()> baseline(std::int64_t bytes, const ReadKernel& reader) {
        const bool reduces = !formula_.reduction.empty();
        const std::int64_t each = reduces ? bytes : bytes / 2;
        from_ = std::make_unique<cuda::DeviceBuffer>(each, settings_.device, stream_, "a copy");
        if (reduces) {
            to_ = std::make_unique<cuda::DeviceBuffer>(256, settings_.device, stream_, "a copy");
            return [this, each, &reader] { reader.enqueue(from_->data(), each, to_->data()); };
        }
        to_ = std::make_unique<cuda::DeviceBuffer>(each, settings_.device, stream_, "a copy");
        return [this, each] { cuda::copy_on_device(to_->data(), from_->data(), each, stream_); };
    }

    void check_samples(const char* whose) const {
        constexpr double most_steps = 2e6;
        const std::int64_t count = element_count(operands_[0]);
        const auto samples = static_cast<std::int64_t>(
            std::clamp(most_steps / samples_.reduced_elements(), 1.0, 256.0));
        for (std::int64_t i = 0; i < std::min(samples, count); ++i) {
            const std::int64_t place =
                i + 1 == samples ? count - 1 : (i * std::int64_t{1000003}) % count;
            const FormulaSamples::Sample expected = samples_.at(place);
            T found{};
            cuda::copy_to_host(&found, static_cast<const T*>(buffers_[0]->data()) + place,
                               sizeof(T), stream_);
            cuda::synchronize(stream_);
            check_sample(whose, place, value_of(found), expected);
        }
    }

    [[nodiscard]] static double value_of(const T& element) {
        if constexpr (std::is_convertible_v<T, float>) {
            return static_cast<double>(static_cast<RealOf<T>>(element));
        } else {
            return static_cast<double>(element.real());
        }
    }

    void check_sample(const char* whose, std::int64_t place, double found,
                      const FormulaSamples::Sample& expected) const {
        constexpr double largest_half = 6e4;
        const bool is_narrow = formula_.dtype == DType::float16;
        if (is_narrow && std::abs(expected.value) > largest_half) return;
        // Others may sum in float32, in a tree.
        const double unit = formula_.dtype == DType::float64 ? 0x1p-52 : 0x1p-23;
        const double rounding = is_narrow ? 0x1p-10 : unit;
        const double allowed = 4 * rounding * std::abs(expected.value) + 64 * unit * expected.size;
        if (std::abs(found - expected.value) <= allowed) return;
        throw Error(
            Status::device,
            fmt::format("{} of {}, seed {}: element {} is {}, not {} within {}", formula_.text(),
                        whose, formula_.seed, place, found, expected.value, allowed));
    }

    const DrawnFormula& formula_;
    FormulaSamples samples_;
    Context& context_;
    const Settings& settings_;
    Stream stream_;
    std::vector<OperandLayout> operands_;
    std::vector<std::unique_ptr<cuda::DeviceBuffer>> buffers_;
    std::unique_ptr<cuda::DeviceBuffer> from_, to_;
};

std::vector<DrawnFormula> draw(const Settings& settings) {
    const auto bytes = static_cast<std::int64_t>(settings.mbytes * 1e6);
    std::vector<DrawnFormula> formulas;
    std::uint64_t seed = settings.first_seed;
    for (int i = 0; i < settings.elementwise; ++i) {
        formulas.push_back(FormulaDraw(seed++, bytes).elementwise());
    }
    seed = settings.first_seed + 1000;
    for (int i = 0; i < settings.reductions; ++i) {
        formulas.push_back(FormulaDraw(seed++, bytes).reduction());
    }
    return formulas;
}

void run(const Settings& settings) {
    Context context(on_device(settings.device));
    const cuda::DeviceScope scope(settings.device);
    const ReadKernel reader(settings.device, context.stream());
    const std::unique_ptr<OtherFormulas> other =
        load_other_formulas(settings.other, settings.device);
    const std::vector<double> pattern = formula_pattern();
    fmt::print("# {}\n", cuda::device_properties(settings.device).name);
    fmt::print(
        "seed\tkind\tdtype\tformula\textents\tmbytes\tplan_ms\tms\tbaseline_ms\tof_baseline\t"
        "other_ms\tof_other\n");
    for (const DrawnFormula& formula : draw(settings)) {
        const auto visit = [&](auto tag) {
            using T = typename decltype(tag)::type;
            FormulaRun<T>(formula, pattern, context, settings).write_row(reader, other.get());
        };
        try {
            visit_numeric(formula.dtype, visit);
        } catch (const Error& error) {
            fmt::print("# seed {}: {}\n", formula.seed, error.what());
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times elementwise formulas and reductions on a CUDA device",
                 "bench_cuda_formulas");
    app.add_option("--seed", settings.first_seed,
                   "Seed of the first formula; the next ones follow");
    app.add_option("--elementwise", settings.elementwise, "Number of elementwise formulas");
    app.add_option("--reductions", settings.reductions, "Number of reductions");
    app.add_option("--mbytes", settings.mbytes, "Megabytes of the largest tensor");
    app.add_option("--turns", settings.turns, "Timed runs of each formula");
    app.add_option("--device", settings.device, "Number of the CUDA device");
    app.add_option("--other", settings.other, "Path of libcutensor.so.2, to time it by turns");
    app.add_flag("--explain", settings.explains, "Print the plans, too");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
