// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/plan.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>

#include "bindings/cutensor/block_sparse.h"
#include "bindings/cutensor/element_type.h"
#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/handle.h"
#include "bindings/cutensor/log.h"
#include "bindings/cutensor/plan/formula_plan.h"
#include "bindings/cutensor/plan/linear_plan.h"
#include "bindings/cutensor/plan/padded_plan.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

std::int64_t bytes_of(std::uint64_t bytes) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(std::min(bytes, most));
}

const PlanPreference& preference_of(cutensorPlanPreference_t given) {
    static const PlanPreference usual;
    return given == nullptr ? usual : live(given, "pref").preference;
}

/// A plan of the handle's cache, or a new one, which is kept there.
std::shared_ptr<const Planned> find_or_plan(cutensorHandle& handle, const Operation& operation,
                                            const PlanPreference& preference, std::int64_t limit) {
    std::string key = operation.key() + preference.key();
    const auto lock = handle.lock();
    if (preference.is_cached()) {
        if (auto found = handle.plans().find(key, limit)) return found;
    }
    auto made = plan_operation(handle, operation, preference, limit);
    if (preference.is_cached()) handle.plans().insert(std::move(key), limit, made);
    return made;
}

/// Within no workspace where that is possible, or else any.
std::int64_t least_workspace(cutensorHandle& handle, const Operation& operation,
                             const PlanPreference& preference) {
    try {
        return find_or_plan(handle, operation, preference, 0)->workspace_bytes();
    } catch (const Failure& failure) {
        if (failure.status != CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE) throw;
        return find_or_plan(handle, operation, preference, unlimited)->workspace_bytes();
    }
}

std::shared_ptr<const Planned> plan_within(Handle& handle, const Operation& operation,
                                           const PlanPreference& preference, std::int64_t limit) {
    if (operation.kind == Kind::block_sparse) return plan_block_sparse(handle, operation, limit);
    if (operation.padding.has_frame()) return plan_padded(handle, operation, preference, limit);
    // Sums of permutations need no kernels to be compiled, but more passes.
    const bool is_contraction =
        operation.kind == Kind::contraction || operation.kind == Kind::contraction_trinary;
    if (is_contraction || (is_linear(operation) && !preference.compiles())) {
        return plan_linear(handle, operation, preference, limit);
    }
    return plan_formula(handle, operation);
}

constexpr std::array scalar_names{"alpha", "beta", "gamma"};

}  // namespace

std::shared_ptr<const Planned> plan_operation(Handle& handle, const Operation& operation,
                                              const PlanPreference& preference,
                                              std::int64_t workspace_limit) {
    try {
        return plan_within(handle, operation, preference, workspace_limit);
    } catch (const Unsupported&) {
        if (workspace_limit == unlimited) throw;
        // Throws again where the limit is not the reason.
        const auto larger = plan_within(handle, operation, preference, unlimited);
        refuse(CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE,
               "the operation needs " + std::to_string(larger->workspace_bytes()) +
                   " bytes of workspace");
    }
}

void execute(Kind kind, const ExecuteArguments& arguments) {
    cutensorHandle& handle = live(arguments.handle, "handle");
    const cutensorPlan& plan = live(arguments.plan, "plan");
    check(plan.kind == kind, CUTENSOR_STATUS_INVALID_VALUE, "the plan is of another operation");
    check(plan.device == handle.device(), CUTENSOR_STATUS_ARCH_MISMATCH,
          "the plan was made with a handle of another device");
    Call call;
    std::size_t count = 0;
    for (const void* const scalar : arguments.scalars) {
        call.scalars[count] = read_scalar(scalar, plan.scalar, scalar_names[count]);
        ++count;
    }
    std::copy(arguments.inputs.begin(), arguments.inputs.end(), call.inputs.begin());
    call.output = arguments.output;
    call.workspace = {arguments.workspace, bytes_of(arguments.workspace_bytes)};
    call.stream = handle.stream_of(arguments.stream);
    plan.planned->run(handle, call);
}

}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorEstimateWorkspaceSize(const cutensorHandle_t handle,
                                               const cutensorOperationDescriptor_t desc,
                                               const cutensorPlanPreference_t planPref,
                                               const cutensorWorksizePreference_t workspacePref,
                                               uint64_t* workspaceSizeEstimate) {
    return guarded(__func__, [&] {
        cutensorHandle& owner = live(handle, "handle");
        const Operation& operation = live(desc, "desc").operation;
        const PlanPreference& preference = preference_of(planPref);
        check_given(workspaceSizeEstimate, "workspaceSizeEstimate");
        check(workspacePref >= CUTENSOR_WORKSPACE_MIN && workspacePref <= CUTENSOR_WORKSPACE_MAX,
              CUTENSOR_STATUS_INVALID_VALUE, "there is no such preference of workspace");
        const std::int64_t bytes =
            workspacePref == CUTENSOR_WORKSPACE_MIN
                ? least_workspace(owner, operation, preference)
                : find_or_plan(owner, operation, preference, ttgt::unlimited)->workspace_bytes();
        *workspaceSizeEstimate = static_cast<std::uint64_t>(bytes);
    });
}

cutensorStatus_t cutensorCreatePlan(const cutensorHandle_t handle, cutensorPlan_t* plan,
                                    const cutensorOperationDescriptor_t desc,
                                    const cutensorPlanPreference_t pref,
                                    uint64_t workspaceSizeLimit) {
    return guarded(__func__, [&] {
        cutensorHandle& owner = live(handle, "handle");
        check_given(plan, "plan");
        const Operation& operation = live(desc, "desc").operation;
        auto made = std::make_unique<cutensorPlan>();
        made->kind = operation.kind;
        made->scalar = operation.scalar;
        made->device = owner.device();
        made->planned =
            find_or_plan(owner, operation, preference_of(pref), bytes_of(workspaceSizeLimit));
        if (is_logged(LogLevel::heuristics_trace)) {
            log(LogLevel::heuristics_trace, "cutensorCreatePlan", made->planned->explain().c_str());
        }
        *plan = made.release();
    });
}

cutensorStatus_t cutensorDestroyPlan(cutensorPlan_t plan) {
    return guarded(__func__, [&] { destroy(plan, "plan"); });
}

cutensorStatus_t cutensorPlanGetAttribute(const cutensorHandle_t handle, const cutensorPlan_t plan,
                                          cutensorPlanAttribute_t attr, void* buf,
                                          size_t sizeInBytes) {
    return guarded(__func__, [&] {
        (void)live(handle, "handle");
        const cutensorPlan& found = live(plan, "plan");
        check(attr == CUTENSOR_PLAN_REQUIRED_WORKSPACE, CUTENSOR_STATUS_INVALID_VALUE,
              "there is no such attribute");
        check_given(buf, "buf");
        const auto bytes = static_cast<std::uint64_t>(found.planned->workspace_bytes());
        check(sizeInBytes == sizeof bytes, CUTENSOR_STATUS_INVALID_VALUE,
              "the attribute has 8 bytes");
        std::memcpy(buf, &bytes, sizeof bytes);
    });
}
