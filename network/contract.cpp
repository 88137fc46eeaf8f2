// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>
#include <ttgt/error.h>
#include <ttgt/host_contraction.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "contraction/cuda/cuda_device.h"
#include "contraction/planned_contraction.h"
#include "contraction/problem/statement.h"
#include "network/network_contraction.h"
#include "src/context/plan_cache.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

// Views of what a call is given, the output first.
using Views = std::span<const ConstTensorView* const>;

std::string title(const Views& operands, std::size_t operand) {
    constexpr std::array<const char*, 3> letters{"D", "L", "R"};
    if (operands.size() <= letters.size()) return letters[operand];
    return operand == 0 ? "the output" : fmt::format("input {}", operand);
}

void check_spaces(const Views& operands, const Device& device) {
    const MemorySpace wanted =
        device.kind == Device::Kind::cpu ? MemorySpace::host : MemorySpace::device;
    for (std::size_t operand = 0; operand < operands.size(); ++operand) {
        const MemorySpace space = operands[operand]->space();
        if (space == wanted) continue;
        throw InvalidArgument(
            fmt::format("{} lies in {} memory, which {} does not work on", title(operands, operand),
                        space == MemorySpace::host ? "host" : "device", to_string(device)));
    }
}

std::vector<OperandLayout> layouts_of(const Views& operands) {
    std::vector<OperandLayout> layouts;
    for (const ConstTensorView* view : operands) {
        layouts.push_back({view->dtype(), view->layout()});
    }
    return layouts;
}

std::shared_ptr<const ContractionPlan> make_plan(Context& context, const PlanRequest& request) {
    const PathOptions path = request.path == nullptr ? PathOptions{} : *request.path;
    // The number, not the context's setting: another context's look-up may find the plan.
    return std::make_shared<const ContractionPlan>(make_contraction_plan(
        plan_statement(context, read_statement(request.expression, layouts_of(request.operands)),
                       request.options, path, request.threads)));
}

std::shared_ptr<const ContractionPlan> find_or_make_plan(Context& context,
                                                         const PlanRequest& request) {
    PlanCache& cache = context.plan_cache();
    if (auto plan = cache.find(request)) return plan;
    auto plan = make_plan(context, request);
    cache.insert(request, plan);
    return plan;
}

Context& context_of(const ContractOptions& options) {
    return options.context != nullptr ? *options.context : thread_context();
}

/// Calls run or profile with the inputs' pointers, without memory from the heap where they are few.
template <class Call>
auto with_pointers(const Views& operands, Call&& call) {
    constexpr std::size_t few = 8;
    std::array<const void*, few> local{};
    std::vector<const void*> many(operands.size() > few ? operands.size() : 0);
    const std::span<const void*> pointers = many.empty() ? std::span<const void*>(local) : many;
    for (std::size_t i = 1; i < operands.size(); ++i) pointers[i - 1] = operands[i]->data();
    return call(InputPointers(pointers.first(operands.size() - 1)));
}

/// One call of the one-liner.
struct Call {
    std::string_view expression;
    const TensorView& d;
    Views operands;
    const ContractOptions& options;
    const PathOptions* path;
};

void run_in_place(const Call& call) {
    Context& context = context_of(call.options);
    const ContextOptions& settings = context.options();
    PlanRequest request;
    request.expression = call.expression;
    request.operands = call.operands;
    request.options = call.options;
    request.path = call.path;
    if (call.options.beta && !call.options.beta_is_zero) {
        request.options.beta_is_zero = *call.options.beta == Scalar{};
    }
    if (!call.options.workspace_limit) request.options.workspace_limit = settings.workspace_limit;
    request.threads = available_threads(settings.threads);
    request.calibration = &settings.calibration;
    request.device = settings.device;
    request.use_kept_choices = settings.use_kept_choices;
    check_spaces(call.operands, settings.device);
    const std::shared_ptr<const ContractionPlan> plan = find_or_make_plan(context, request);

    RunOptions run;
    run.alpha = call.options.alpha;
    run.beta = call.options.beta;
    run.workspace = context.workspace(plan->workspace_bytes());
    run.stream = context.stream();  // cached plans may outlive the context that planned them
    with_pointers(call.operands, [&](InputPointers inputs) {
        if (settings.report_sink) {
            settings.report_sink(plan->profile(call.d.data(), inputs, run));
        } else {
            plan->run(call.d.data(), inputs, run);
        }
    });
}

/// Refuses what would be wrong with the operands where they lie; whether beta is 0.
bool check_operands(const Call& call) {
    for (std::size_t operand = 0; operand < call.operands.size(); ++operand) {
        const ConstTensorView& view = *call.operands[operand];
        if (view.data() == nullptr && volume(view.layout()) > 0) {
            throw InvalidArgument(fmt::format("the data of {}, which is to be copied, is null",
                                              title(call.operands, operand)));
        }
    }
    const std::optional<Scalar>& beta = call.options.beta;
    return check_statement(read_statement(call.expression, layouts_of(call.operands)),
                           beta ? std::optional(*beta == Scalar{}) : std::nullopt);
}

void run_on_copies(const Call& call) {
    const bool beta_is_zero = check_operands(call);
    const std::vector<const ConstTensorView*> inputs(call.operands.begin() + 1,
                                                     call.operands.end());
    cuda::call_on_copies(
        call.d, inputs, !beta_is_zero, context_of(call.options),
        [&](const TensorView& d, const std::vector<const ConstTensorView*>& copies) {
            std::vector<const ConstTensorView*> operands{&static_cast<const ConstTensorView&>(d)};
            operands.insert(operands.end(), copies.begin(), copies.end());
            run_in_place({call.expression, d, operands, call.options, call.path});
        });
}

/// Copies of fewer bytes are over before several devices are ready for them.
constexpr std::int64_t least_bytes_for_devices = std::int64_t{256} << 20;
/// Of a device's memory: the rest is for intermediates.
constexpr double part_for_copies = 0.8;

/// Whether the operands, all in host memory, are more than the device holds, or many bytes for
/// several devices.
bool is_for_tiles(const Call& call, const ContextOptions& settings) {
    double bytes = 0;
    for (const ConstTensorView* operand : call.operands) {
        if (operand->space() == MemorySpace::device) return false;
        bytes += static_cast<double>(volume(operand->layout())) *
                 static_cast<double>(size_bytes(operand->dtype()));
    }
    const auto memory =
        static_cast<double>(cuda::device_properties(settings.device.index).memory_bytes);
    const bool is_shared = call.options.devices.size() > 1 && bytes >= least_bytes_for_devices;
    if (!is_shared && bytes <= part_for_copies * memory) return false;
    return is_binary(read_statement(call.expression, layouts_of(call.operands)).expression);
}

void run_in_tiles(const Call& call) {
    Context& context = context_of(call.options);
    HostContractionOptions planning;
    static_cast<PlanOptions&>(planning) = call.options;
    if (call.options.beta && !call.options.beta_is_zero) {
        planning.beta_is_zero = *call.options.beta == Scalar{};
    }
    planning.devices = call.options.devices;
    const HostContractionPlan plan =
        plan_host_contraction(context, call.expression, layouts_of(call.operands), planning);
    RunOptions run;
    run.alpha = call.options.alpha;
    run.beta = call.options.beta;
    with_pointers(call.operands,
                  [&](InputPointers inputs) { plan.run(call.d.data(), inputs, run); });
}

void run(const Call& call) {
    const ContextOptions& settings = context_of(call.options).options();
    if (!call.options.copy_host_operands || settings.device.kind == Device::Kind::cpu) {
        return run_in_place(call);
    }
    if (is_for_tiles(call, settings)) return run_in_tiles(call);
    run_on_copies(call);
}

}  // namespace

void contract(std::string_view expression, const TensorView& d, const ConstTensorView& l,
              const ConstTensorView& r, const ContractOptions& options) {
    const std::array operands{&static_cast<const ConstTensorView&>(d), &l, &r};
    run({expression, d, operands, options, nullptr});
}

void contract(std::string_view expression, const TensorView& d, const ConstTensorView& l,
              const ContractOptions& options) {
    const std::array operands{&static_cast<const ConstTensorView&>(d), &l};
    run({expression, d, operands, options, nullptr});
}

void contract(std::string_view expression, const TensorView& d,
              const std::vector<ConstTensorView>& inputs, const ContractOptions& options,
              const PathOptions& path) {
    std::vector<const ConstTensorView*> operands{&static_cast<const ConstTensorView&>(d)};
    for (const ConstTensorView& view : inputs) operands.push_back(&view);
    run({expression, d, operands, options, &path});
}

}  // namespace ttgt
