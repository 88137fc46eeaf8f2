// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// cuTENSOR's library for several devices, which programs load beside the other one: each of its
// functions answers that it is not supported. ttgt has distributed contractions of its own.
#include "bindings/cutensor/api.h"

#define TTGT_NOT_SUPPORTED(name)                                                \
    extern "C" __attribute__((visibility("default"))) cutensorStatus_t name() { \
        return CUTENSOR_STATUS_NOT_SUPPORTED;                                   \
    }                                                                           \
    static_assert(true)

TTGT_NOT_SUPPORTED(cutensorMgContraction);
TTGT_NOT_SUPPORTED(cutensorMgContractionFindSetAttribute);
TTGT_NOT_SUPPORTED(cutensorMgContractionGetWorkspace);
TTGT_NOT_SUPPORTED(cutensorMgCopy);
TTGT_NOT_SUPPORTED(cutensorMgCopyGetWorkspace);
TTGT_NOT_SUPPORTED(cutensorMgCreate);
TTGT_NOT_SUPPORTED(cutensorMgCreateContractionDescriptor);
TTGT_NOT_SUPPORTED(cutensorMgCreateContractionFind);
TTGT_NOT_SUPPORTED(cutensorMgCreateContractionPlan);
TTGT_NOT_SUPPORTED(cutensorMgCreateCopyDescriptor);
TTGT_NOT_SUPPORTED(cutensorMgCreateCopyPlan);
TTGT_NOT_SUPPORTED(cutensorMgCreateTensorDescriptor);
TTGT_NOT_SUPPORTED(cutensorMgDestroy);
TTGT_NOT_SUPPORTED(cutensorMgDestroyContractionDescriptor);
TTGT_NOT_SUPPORTED(cutensorMgDestroyContractionFind);
TTGT_NOT_SUPPORTED(cutensorMgDestroyContractionPlan);
TTGT_NOT_SUPPORTED(cutensorMgDestroyCopyDescriptor);
TTGT_NOT_SUPPORTED(cutensorMgDestroyCopyPlan);
TTGT_NOT_SUPPORTED(cutensorMgDestroyTensorDescriptor);

#undef TTGT_NOT_SUPPORTED
