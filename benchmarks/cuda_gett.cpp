// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What the GETT kernels reach with each way to cut a product into tiles: draws of the choices that
// the planner knows, the predicted best first, timed one after the other. Every result is compared
// on the device with that of transpose-GEMM-transpose (row "classic"). Writes one row per choice.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "contraction/cuda/direct/direct.h"
#include "contraction/cuda/direct/gett/plan/gett_plan.h"
#include "src/core/element.h"
#include "src/core/text_file.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/cases/case_file.h"
#include "tools/bench/timing.h"
#include "tools/fit/direct_step.h"
#include "tools/fit/gett_columns.h"
#include "tools/fit/gett_draws.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"

namespace ttgt::bench {
namespace {

struct Settings {
    std::string cases;
    std::string only;
    std::string dtype;
    std::string compute = "full";
    int device = 0;
    int turns = 3;
    tool::GettDraws draws;
    unsigned seed = 1;
};

constexpr std::int64_t pool_bytes = std::int64_t{3} << 30;
constexpr std::int64_t pool_piece = std::int64_t{1} << 26;

class Bench {
public:
    explicit Bench(const Settings& settings)
        : settings_(settings),
          context_(on_device(settings.device)),
          stream_(context_.stream()),
          pool_(pool_bytes, settings.device, stream_, "inputs"),
          scratch_(gett_scratch, settings.device, stream_, "scratch memory"),
          random_(settings.seed) {}

    // Long: a case from its plan to its row, in order.
    void run(const tool::ContractionCase& given) {
        const Expression expression = parse_expression(given.expression);
        const DType dtype = settings_.dtype.empty()
                                ? given.dtype.value_or(DType::float64)
                                : tool::parse_numeric_dtype(settings_.dtype, "--dtype");
        const std::vector<OperandLayout> layouts =
            tool::packed_operands(expression, given.extents, dtype);
        fill_pool(dtype);
        const std::int64_t d_bytes = tool::tensor_bytes(layouts[0].layout, dtype);
        const std::int64_t l_bytes = tool::tensor_bytes(layouts[1].layout, dtype);
        const cuda::DeviceBuffer expected(d_bytes, settings_.device, stream_, "D");
        const cuda::DeviceBuffer d(d_bytes, settings_.device, stream_, "D");
        const void* const l = pool_.data();
        const void* const r = static_cast<const char*>(pool_.data()) + (l_bytes + 511) / 256 * 256;

        const ComputeType compute = tool::parse_compute(settings_.compute, "--compute");
        PlanOptions options;
        options.beta_is_zero = true;
        options.strategy = "classic";
        options.compute = compute;
        const ContractionPlan engine =
            plan_contraction(context_, given.expression, layouts, options);
        Workspace workspace = context_.workspace(engine.workspace_bytes());
        RunOptions run_options;
        run_options.beta = 0.0;
        run_options.workspace = workspace;
        engine.run(expected.data(), l, r, run_options);

        const DirectStep step = tool::direct_step_of(tool::problem_of(given, dtype, compute));
        const cuda::Architecture gpu =
            cuda::architecture_of(cuda::device_properties(settings_.device));
        const cuda::DirectShape shape = cuda::make_shape(step);
        std::vector<std::string> rows;
        std::vector<std::function<void()>> works;
        const std::string header = tool::gett_header();
        const auto tabs = std::count(header.begin(), header.end(), '\t') + 1;
        rows.push_back(fmt::format("classic\t{{}}\t0\t{:.6g}\t{}", engine.prediction().predicted_ms,
                                   std::string(static_cast<std::size_t>(tabs), '\t')));
        works.emplace_back([&] { engine.run(d.data(), l, r, run_options); });
        if (cuda::suits_gett(shape)) {
            for (const cuda::GettChoice& choice :
                 tool::drawn_getts(shape, gpu, settings_.draws, random_)) {
                std::optional<cuda::DirectKernelPlan> kernel =
                    cuda::plan_gett_kernel(step, choice, gpu);
                if (!kernel) continue;
                const std::function<void()> enqueue = [&, kernel] {
                    cuda::run_direct(*kernel, {1.0, 0.0}, l, r, d.data(), scratch_.data(), stream_);
                };
                cuda::fill_bytes(d.data(), 0xff, d_bytes, stream_);  // not a number
                enqueue();
                const double error = difference(d, expected, layouts[0].layout, dtype);
                works.push_back(enqueue);
                rows.push_back(fmt::format(
                    "{}\t{{}}\t{:.3g}\t{:.6g}\t{}\t{}",
                    error < tolerated(dtype, compute) ? "ok" : "WRONG", error,
                    cuda::predicted_ms(*kernel), cuda::describe(cuda::products_of(shape), choice),
                    tool::gett_cells(*tool::work_of(shape, choice, gpu), gpu)));
            }
        }
        const std::vector<double> ms = time(works);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            fmt::print("{}\t{}\n", given.id,
                       fmt::format(fmt::runtime(rows[i]), fmt::format("{:.6g}", ms[i])));
        }
        std::fflush(stdout);
    }

private:
    static constexpr std::int64_t gett_scratch = cuda::most_gett_scratch_bytes;

    /// By turns, so that all see the card in the same state.
    std::vector<double> time(const std::vector<std::function<void()>>& works) const {
        std::vector<double> medians;
        for (const std::vector<double>& times :
             cuda::time_turns_ms(settings_.device, stream_, settings_.turns + 1, works)) {
            medians.push_back(tool::median({times.begin() + 1, times.end()}));
        }
        return medians;
    }

    void fill_pool(DType dtype) {
        if (dtype == pool_dtype_) return;
        pool_dtype_ = dtype;
        std::vector<char> piece(pool_piece);
        tool::fill_random(piece.data(), pool_piece / size_bytes(dtype), dtype, 1);
        cuda::copy_to_device(pool_.data(), piece.data(), pool_piece, stream_);
        for (std::int64_t at = pool_piece; at < pool_bytes; at += pool_piece) {
            cuda::copy_on_device(static_cast<char*>(pool_.data()) + at, pool_.data(), pool_piece,
                                 stream_);
        }
        cuda::synchronize(stream_);
    }

    static double tolerated(DType dtype, ComputeType compute) {
        constexpr double rounded = 1e-2;
        constexpr double exact = 1e-3;
        return is_half(dtype) || compute == ComputeType::tf32 ? rounded : exact;
    }

    /// |D - expected| over |expected|; what is in D is lost.
    double difference(const cuda::DeviceBuffer& d, const cuda::DeviceBuffer& expected,
                      const Layout& layout, DType dtype) {
        const std::int64_t count = volume(layout) * size_bytes(dtype) / size_bytes(real_of(dtype));
        const Layout flat = packed({count});
        const Layout scalar = packed({});
        const DType real = real_of(dtype);
        const cuda::DeviceBuffer sums(64, settings_.device, stream_, "sums");
        cuda::fill_bytes(sums.data(), 0, 64, stream_);
        ContractOptions options;
        options.context = &context_;
        const auto space = MemorySpace::device;
        const ConstTensorView right(real, flat, expected.data(), space);
        contract("X(a)-=Y(a)", TensorView(real, flat, d.data(), space), right, options);
        const ConstTensorView rest(real, flat, d.data(), space);
        options.alpha = 1.0 / static_cast<double>(count);  // so that float16 holds it
        contract("N()=X(a)*X(a)", TensorView(real, scalar, sums.data(), space), rest, rest,
                 options);
        char* const second = static_cast<char*>(sums.data()) + 32;
        contract("N()=X(a)*X(a)", TensorView(real, scalar, second, space), right, right, options);
        char host[64];
        cuda::copy_to_host(host, sums.data(), 64, stream_);
        cuda::synchronize(stream_);
        const auto value = [&](int at) {
            return visit_numeric(real, [&](auto tag) {
                using T = typename decltype(tag)::type;
                T element{};
                std::memcpy(&element, host + at, sizeof element);
                if constexpr (is_complex_v<T>) {
                    return static_cast<double>(element.real());
                } else {
                    return static_cast<double>(element);
                }
            });
        };
        return std::sqrt(value(0) / value(32));
    }

    const Settings& settings_;
    Context context_;
    Stream stream_;
    cuda::DeviceBuffer pool_;
    cuda::DeviceBuffer scratch_;
    DType pool_dtype_ = DType::opaque8;
    std::mt19937_64 random_;
};

void run(const Settings& settings) {
    const cuda::DeviceScope scope(settings.device);
    Bench bench(settings);
    fmt::print("# {}\n", cuda::device_properties(settings.device).name);
    fmt::print("id\tcheck\tms\terror\tpredicted_ms\tchoice\t{}\n", tool::gett_header());
    const std::string text = read_text_file(settings.cases);
    for (const tool::ContractionCase& given : tool::parse_contraction_cases(text, settings.cases)) {
        if (given.id.find(settings.only) == std::string::npos) continue;
        bench.run(given);
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    ttgt::bench::Settings settings;
    CLI::App app("Times the ways to do products by GETT kernels on a CUDA device");
    app.add_option("CASES", settings.cases, "contraction case file")->required();
    app.add_option("--only", settings.only, "part of the ids to run");
    app.add_option("--dtype", settings.dtype, "instead of the case's own");
    app.add_option("--compute", settings.compute, "full, tf32 or tf32x3");
    app.add_option("--turns", settings.turns, "timed calls of each");
    app.add_option("--draws", settings.draws.most, "choices of a case at most");
    app.add_option("--choice", settings.draws.part, "part of the descriptions to draw from");
    app.add_option("--seed", settings.seed, "of the draws");
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(settings); });
}
