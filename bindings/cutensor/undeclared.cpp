// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Functions that cuTENSOR's library has but its headers do not declare: here for programs whose
// loader asks for them.
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

cutensorStatus_t not_supported(const char* function) {
    return guarded(function, [] {
        refuse(CUTENSOR_STATUS_NOT_SUPPORTED, "the function is not in cuTENSOR's headers");
    });
}

}  // namespace
}  // namespace ttgt::cutensor

#define TTGT_UNDECLARED(name)                                                   \
    extern "C" __attribute__((visibility("default"))) cutensorStatus_t name() { \
        return ttgt::cutensor::not_supported(__func__);                         \
    }                                                                           \
    static_assert(true)

TTGT_UNDECLARED(cutensorComputeDescriptorGetAttribute);
TTGT_UNDECLARED(cutensorComputeDescriptorSetAttribute);
TTGT_UNDECLARED(cutensorCreateComputeDescriptor);
TTGT_UNDECLARED(cutensorCreateExtraction);
TTGT_UNDECLARED(cutensorCreateInsertion);
TTGT_UNDECLARED(cutensorDestroyComputeDescriptor);
TTGT_UNDECLARED(cutensorExtract);
TTGT_UNDECLARED(cutensorInsert);
TTGT_UNDECLARED(cutensorOperationEstimateRuntime);
TTGT_UNDECLARED(cutensorOperationNumAlgos);
TTGT_UNDECLARED(cutensorTensorDescriptorSetAttribute);

#undef TTGT_UNDECLARED
