// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Small programs on a GPU: the gradient of spectral elements (local_grad3), its transpose and an
// interpolation (Eqn (1)) by a call for each product, by the steps of one program, and by one
// generated kernel, planned by the model and by measuring. Twenty calls are timed together, all
// ways in turns; every way's results are compared with the first one's. One row per program.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/stream.h"
#include "tools/bench/timing.h"
#include "tools/operands/cuda/random_tensor.h"

namespace ttgt::bench {
namespace {

constexpr int calls_together = 20;

struct Operand {
    const char* name;
    const char* labels;
    bool is_written = false;
};

struct ProgramCase {
    const char* name;
    std::vector<Operand> operands;
    std::vector<const char*> statements;
    /// Of a single product of several tensors, by a call for each step: others than the statements.
    std::vector<const char*> calls;
    std::vector<Operand> temporaries;
};

const std::vector<ProgramCase>& programs() {
    static const std::vector<ProgramCase> cases{
        {"local_grad3",
         {{"u", "ijke"},
          {"D", "il"},
          {"Dt", "il"},
          {"ur", "ijke", true},
          {"us", "ijke", true},
          {"ut", "ijke", true}},
         {"ur(i,j,k,e)=D(i,l)*u(l,j,k,e)", "us(i,j,k,e)=u(i,l,k,e)*Dt(l,j)",
          "ut(i,j,k,e)=u(i,j,l,e)*Dt(l,k)"},
         {},
         {}},
        {"local_grad3_t",
         {{"u", "ijke", true},
          {"D", "il"},
          {"Dt", "il"},
          {"ur", "ijke"},
          {"us", "ijke"},
          {"ut", "ijke"}},
         {"u(i,j,k,e)=Dt(i,l)*ur(l,j,k,e)", "u(i,j,k,e)+=us(i,l,k,e)*D(l,j)",
          "u(i,j,k,e)+=ut(i,j,l,e)*D(l,k)"},
         {},
         {}},
        {"eqn1",
         {{"V", "ijk", true}, {"A", "il"}, {"B", "il"}, {"C", "il"}, {"U", "ijk"}},
         {"V(i,j,k)=A(l,k)*B(m,j)*C(n,i)*U(l,m,n)"},
         {"T1(n,m,k)=A(l,k)*U(l,m,n)", "T2(n,j,k)=B(m,j)*T1(n,m,k)", "V(i,j,k)=C(n,i)*T2(n,j,k)"},
         {{"T1", "ijk", true}, {"T2", "ijk", true}}}};
    return cases;
}

/// One way to compute a program.
struct Way {
    std::function<void()> run;
    double plan_ms = 0;
    std::string text;
};

class ProgramBench {
public:
    ProgramBench(int device, const ProgramCase& program, std::int64_t points, std::int64_t elements,
                 DType dtype)
        : device_(device),
          context_(on_device(device)),
          scope_(device),
          program_(program),
          points_(points),
          elements_(elements),
          dtype_(dtype) {
        std::uint64_t seed = 1;
        for (const std::vector<Operand>* list : {&program.operands, &program.temporaries}) {
            for (const Operand& operand : *list) {
                const std::int64_t count = volume(layout_of(operand));
                tensors_.emplace_back(device, context_.stream(), seed++);
                tensors_.back().reserve(count * size_bytes(dtype));
                tensors_.back().fill(count, dtype);
            }
        }
    }

    void run(double search_seconds, bool prints_source) {
        std::vector<Way> ways;
        ways.push_back(calls_one_by_one());
        ways.push_back(as_program(Planning::heuristic, false, search_seconds));
        ways.push_back(as_program(Planning::heuristic, true, search_seconds));
        ways.push_back(as_program(Planning::measure, true, search_seconds));
        std::vector<double> differences;
        std::vector<std::vector<double>> reference;
        for (const Way& way : ways) {
            clear_outputs();
            way.run();
            const std::vector<std::vector<double>> results = outputs();
            if (reference.empty()) reference = results;
            differences.push_back(largest_difference(reference, results));
        }
        std::vector<std::function<void()>> works;
        for (const Way& way : ways) {
            works.emplace_back([&way] {
                for (int call = 0; call < calls_together; ++call) way.run();
            });
        }
        const auto times = cuda::time_turns_ms(device_, context_.stream(), 10, works);
        std::string row =
            fmt::format("{}\t{}\t{}\t{}", program_.name, name(dtype_), points_, elements_);
        std::vector<double> us;
        for (const std::vector<double>& ms : times) {
            us.push_back(1e3 * tool::median({ms.begin() + 1, ms.end()}) / calls_together);
            row += fmt::format("\t{:.4g}", us.back());
        }
        row += fmt::format("\t{:.3f}\t{:.3f}\t{:.4g}\t{:.4g}", us[2] / us[0], us[3] / us[0],
                           ways[2].plan_ms, ways[3].plan_ms);
        row += fmt::format("\t{:.2g}", *std::max_element(differences.begin(), differences.end()));
        fmt::print("{}\t{}\n", row, ways[3].text);
        if (prints_source) fmt::print(stderr, "{}\n", source_);
        std::fflush(stdout);
    }

    static void print_header() {
        fmt::print(
            "program\tdtype\tp\telements\tcalls_us\tprogram_us\tmodel_us\tmeasured_us\t"
            "model_over_calls\tmeasured_over_calls\tmodel_plan_ms\tmeasured_plan_ms\t"
            "largest_difference\tkernel\n");
    }

private:
    [[nodiscard]] Layout layout_of(const Operand& operand) const {
        std::vector<std::int64_t> extents;
        for (const char* label = operand.labels; *label != 0; ++label) {
            extents.push_back(*label == 'e' ? elements_ : points_);
        }
        return packed(extents);
    }
    [[nodiscard]] std::size_t position_of(const std::string& name) const {
        std::size_t position = 0;
        for (const std::vector<Operand>* list : {&program_.operands, &program_.temporaries}) {
            for (const Operand& operand : *list) {
                if (name == operand.name) return position;
                ++position;
            }
        }
        throw InvalidArgument("no operand " + name);
    }
    [[nodiscard]] const Operand& operand_at(std::size_t position) const {
        const std::size_t given = program_.operands.size();
        return position < given ? program_.operands[position]
                                : program_.temporaries[position - given];
    }

    /// The names of a statement's tensors, in their order.
    [[nodiscard]] static std::vector<std::string> names_of(const std::string& statement) {
        std::vector<std::string> names;
        std::string name;
        bool is_inside = false;
        for (const char c : statement) {
            if (c == '(') {
                names.push_back(name);
                name.clear();
                is_inside = true;
            } else if (c == ')') {
                is_inside = false;
            } else if (!is_inside && c != '=' && c != '+' && c != '*') {
                name += c;
            }
        }
        return names;
    }

    Way calls_one_by_one() {
        const auto& statements = program_.calls.empty() ? program_.statements : program_.calls;
        for (const char* statement : statements) {
            std::vector<OperandLayout> layouts;
            std::vector<void*> pointers;
            for (const std::string& name : names_of(statement)) {
                const std::size_t position = position_of(name);
                layouts.push_back({dtype_, layout_of(operand_at(position))});
                pointers.push_back(tensors_[position].data());
            }
            calls_.push_back(plan_contraction(context_, statement, layouts));
            pointers_.push_back(std::move(pointers));
        }
        std::int64_t workspace = 0;
        for (const ContractionPlan& plan : calls_) {
            workspace = std::max(workspace, plan.workspace_bytes());
        }
        RunOptions options;
        options.workspace = context_.workspace(std::max<std::int64_t>(workspace, 1 << 26));
        workspace_ = options.workspace;
        return {[this, options] {
                    for (std::size_t i = 0; i < calls_.size(); ++i) {
                        calls_[i].run(pointers_[i][0], pointers_[i][1], pointers_[i][2], options);
                    }
                },
                0, ""};
    }

    Way as_program(Planning planning, bool generated, double search_seconds) {
        PlanOptions options;
        options.planning = planning;
        options.generated_kernels = generated;
        options.search_seconds = search_seconds;
        std::string text;
        for (const char* statement : program_.statements) text += std::string(statement) + '\n';
        std::vector<NamedOperand> named;
        std::vector<void*> pointers;
        for (std::size_t i = 0; i < program_.operands.size(); ++i) {
            named.push_back({program_.operands[i].name, {dtype_, layout_of(program_.operands[i])}});
            pointers.push_back(tensors_[i].data());
        }
        const auto begin = std::chrono::steady_clock::now();
        const auto plan =
            std::make_shared<const ProgramPlan>(plan_program(context_, text, named, options));
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        source_ = plan->source();
        RunOptions run;
        run.workspace = workspace_;
        std::string kernel = plan->prediction().steps.front().description;
        return {[plan, pointers, run] { plan->run(pointers, run); }, took.count(), kernel};
    }

    void clear_outputs() {
        for (std::size_t i = 0; i < program_.operands.size(); ++i) {
            if (!program_.operands[i].is_written) continue;
            cuda::fill_bytes(tensors_[i].data(), 0xff,
                             volume(layout_of(program_.operands[i])) * size_bytes(dtype_),
                             context_.stream());
        }
    }

    /// Of real types.
    [[nodiscard]] std::vector<std::vector<double>> outputs() {
        std::vector<std::vector<double>> results;
        for (std::size_t i = 0; i < program_.operands.size(); ++i) {
            if (!program_.operands[i].is_written) continue;
            const std::int64_t count = volume(layout_of(program_.operands[i]));
            std::vector<double>& result = results.emplace_back();
            if (dtype_ == DType::float64) {
                result.resize(static_cast<std::size_t>(count));
                copy_back(result.data(), tensors_[i].data(), count * 8);
            } else {
                std::vector<float> single(static_cast<std::size_t>(count));
                copy_back(single.data(), tensors_[i].data(), count * 4);
                result.assign(single.begin(), single.end());
            }
        }
        return results;
    }
    void copy_back(void* to, const void* from, std::int64_t bytes) {
        cuda::copy_to_host(to, from, bytes, context_.stream());
        cuda::synchronize(context_.stream());
    }

    /// Over the largest element; not finite where an element was not written.
    [[nodiscard]] static double largest_difference(const std::vector<std::vector<double>>& a,
                                                   const std::vector<std::vector<double>>& b) {
        double largest = 0;
        double most = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t j = 0; j < a[i].size(); ++j) {
                most = std::max(most, std::abs(a[i][j]));
                const double difference = std::abs(a[i][j] - b[i][j]);
                if (!(difference <= largest)) largest = difference;
            }
        }
        return largest / most;
    }

    int device_;
    Context context_;
    cuda::DeviceScope scope_;
    const ProgramCase& program_;
    std::int64_t points_;
    std::int64_t elements_;
    DType dtype_;
    std::vector<tool::RandomTensor> tensors_;
    std::vector<ContractionPlan> calls_;
    std::vector<std::vector<void*>> pointers_;
    Workspace workspace_;
    std::string source_;
};

void run(int device, double search_seconds, bool prints_source) {
    ProgramBench::print_header();
    for (const ProgramCase& program : programs()) {
        const bool is_batched = program.temporaries.empty();
        for (const DType dtype : {DType::float64, DType::float32}) {
            for (const std::int64_t points : {8, 10, 12, 16}) {
                for (const std::int64_t elements : {1000, 50, 1}) {
                    if (!is_batched && elements > 1) continue;
                    const bool is_extra = dtype == DType::float32 || points != 10;
                    if (is_batched && elements < 1000 && is_extra) continue;
                    if (dtype == DType::float32 && points == 12) continue;
                    ProgramBench(device, program, points, elements, dtype)
                        .run(search_seconds, prints_source);
                }
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    CLI::App app("Small programs on a GPU, by calls and by one generated kernel",
                 "bench_cuda_programs");
    int device = 0;
    double search_seconds = 2;
    bool prints_source = false;
    app.add_option("--device", device, "number of the CUDA device")->capture_default_str();
    app.add_option("--search-seconds", search_seconds, "for each measured plan")
        ->capture_default_str();
    app.add_flag("--source", prints_source, "print every kernel on standard error");
    return ttgt::bench::run_main(app, argc, argv,
                                 [&] { ttgt::bench::run(device, search_seconds, prints_source); });
}
