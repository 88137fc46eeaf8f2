// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/bindings/cutensor/beside/elements.h"
#include "tests/bindings/cutensor/beside/functions.h"
#include "tests/bindings/cutensor/place.h"

namespace ttgt::test {

/// Thrown where a function of a library returns another status than success.
struct Refusal {
    std::string function;
    cutensorStatus_t status;
};

inline void require(const char* function, cutensorStatus_t status) {
    if (status != CUTENSOR_STATUS_SUCCESS) throw Refusal{function, status};
}

/// An operation's objects of one library, from its descriptor to a plan with its workspace.
class PlannedOperation {
public:
    PlannedOperation(const Functions& library, Place& place) : library_(library), place_(place) {}
    ~PlannedOperation() {
        (void)library_.cutensorDestroyPlan(plan_);
        (void)library_.cutensorDestroyPlanPreference(preference_);
        (void)library_.cutensorDestroyOperationDescriptor(operation_);
    }
    PlannedOperation(const PlannedOperation&) = delete;
    PlannedOperation& operator=(const PlannedOperation&) = delete;

    /// Plans what operation() was set to, within the library's own estimate. Throws Refusal.
    void plan(cutensorAlgo_t algorithm, cutensorJitMode_t jit,
              cutensorWorksizePreference_t workspace) {
        const cutensorHandle_t handle = place_.handle();
        require("cutensorCreatePlanPreference",
                library_.cutensorCreatePlanPreference(handle, &preference_, algorithm, jit));
        std::uint64_t estimate = 0;
        require("cutensorEstimateWorkspaceSize",
                library_.cutensorEstimateWorkspaceSize(handle, operation_, preference_, workspace,
                                                       &estimate));
        require("cutensorCreatePlan",
                library_.cutensorCreatePlan(handle, &plan_, operation_, preference_, estimate));
        require("cutensorPlanGetAttribute",
                library_.cutensorPlanGetAttribute(handle, plan_, CUTENSOR_PLAN_REQUIRED_WORKSPACE,
                                                  &workspace_bytes_, sizeof workspace_bytes_));
        if (workspace_bytes_ > estimate) throw Refusal{"the estimate", CUTENSOR_STATUS_SUCCESS};
        workspace_ = place_.upload(nullptr, workspace_bytes_);
    }

    [[nodiscard]] cudaDataType_t scalar_type() const {
        cudaDataType_t type = CUDA_R_64F;
        require("cutensorOperationDescriptorGetAttribute",
                library_.cutensorOperationDescriptorGetAttribute(
                    place_.handle(), operation_, CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE, &type,
                    sizeof type));
        return type;
    }

    [[nodiscard]] cutensorOperationDescriptor_t* operation() { return &operation_; }
    [[nodiscard]] cutensorPlan_t plan() const { return plan_; }
    [[nodiscard]] void* workspace() const { return workspace_; }
    [[nodiscard]] std::uint64_t workspace_bytes() const { return workspace_bytes_; }

private:
    const Functions& library_;
    Place& place_;
    cutensorOperationDescriptor_t operation_ = nullptr;
    cutensorPlanPreference_t preference_ = nullptr;
    cutensorPlan_t plan_ = nullptr;
    void* workspace_ = nullptr;
    std::uint64_t workspace_bytes_ = 0;
};

}  // namespace ttgt::test
