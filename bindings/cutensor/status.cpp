// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/status.h"

#include <ttgt/error.h>

#include <exception>
#include <new>
#include <utility>

#include "bindings/cutensor/log.h"

namespace ttgt::cutensor {
namespace {

cutensorStatus_t status_of(Status status) noexcept {
    switch (status) {
        case Status::unsupported:
            return CUTENSOR_STATUS_NOT_SUPPORTED;
        case Status::out_of_memory:
            return CUTENSOR_STATUS_ALLOC_FAILED;
        case Status::device:
            return CUTENSOR_STATUS_CUDA_ERROR;
        case Status::expression:
        case Status::interrupted:
            return CUTENSOR_STATUS_INTERNAL_ERROR;
        default:
            return CUTENSOR_STATUS_INVALID_VALUE;
    }
}

cutensorStatus_t failed(const char* function, cutensorStatus_t status, const char* reason) {
    log(LogLevel::error, function, reason);
    return status;
}

}  // namespace

void refuse(cutensorStatus_t status, std::string reason) {
    throw Failure{status, std::move(reason)};
}

cutensorStatus_t status_of_exception(const char* function) noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        return failed(function, failure.status, failure.reason.c_str());
    } catch (const Error& error) {
        return failed(function, status_of(error.status()), error.what());
    } catch (const std::bad_alloc&) {
        return failed(function, CUTENSOR_STATUS_ALLOC_FAILED, "out of memory");
    } catch (const std::exception& error) {
        return failed(function, CUTENSOR_STATUS_INTERNAL_ERROR, error.what());
    } catch (...) {
        return failed(function, CUTENSOR_STATUS_INTERNAL_ERROR, "an unknown exception");
    }
}

void trace_call(const char* function) noexcept {
    if (is_logged(LogLevel::api_trace)) log(LogLevel::api_trace, function, "called");
}

}  // namespace ttgt::cutensor

// Long: a table of names.
const char* cutensorGetErrorString(const cutensorStatus_t error) {
    switch (error) {
#define TTGT_NAME(status) \
    case status:          \
        return #status
        TTGT_NAME(CUTENSOR_STATUS_SUCCESS);
        TTGT_NAME(CUTENSOR_STATUS_NOT_INITIALIZED);
        TTGT_NAME(CUTENSOR_STATUS_ALLOC_FAILED);
        TTGT_NAME(CUTENSOR_STATUS_INVALID_VALUE);
        TTGT_NAME(CUTENSOR_STATUS_ARCH_MISMATCH);
        TTGT_NAME(CUTENSOR_STATUS_MAPPING_ERROR);
        TTGT_NAME(CUTENSOR_STATUS_EXECUTION_FAILED);
        TTGT_NAME(CUTENSOR_STATUS_INTERNAL_ERROR);
        TTGT_NAME(CUTENSOR_STATUS_NOT_SUPPORTED);
        TTGT_NAME(CUTENSOR_STATUS_LICENSE_ERROR);
        TTGT_NAME(CUTENSOR_STATUS_CUBLAS_ERROR);
        TTGT_NAME(CUTENSOR_STATUS_CUDA_ERROR);
        TTGT_NAME(CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE);
        TTGT_NAME(CUTENSOR_STATUS_INSUFFICIENT_DRIVER);
        TTGT_NAME(CUTENSOR_STATUS_IO_ERROR);
#undef TTGT_NAME
        default:
            return "<unknown>";
    }
}

size_t cutensorGetVersion() { return CUTENSOR_VERSION; }

size_t cutensorGetCudartVersion() { return CUDART_VERSION; }
