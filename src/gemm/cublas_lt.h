// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <memory>

#include "src/gemm/gemm.h"

namespace ttgt::cuda {

/// Products C(i) = alpha * op(A(i)) * op(B(i)) + beta * C(i), 0 <= i < count, whose matrices lie
/// evenly spaced, or are found by arrays of pointers in device memory; pointers and scalars of
/// `shape` are not looked at.
struct BatchedGemm {
    GemmCall shape;
    std::int64_t count = 1;
    std::int64_t stride_a = 0;  ///< elements from one matrix to the next
    std::int64_t stride_b = 0;
    std::int64_t stride_c = 0;
    bool by_pointers = false;  ///< run() takes three arrays of `count` pointers; no strides
    bool aligned = false;      ///< all pointers are multiples of 16 bytes, in all that is run of it
};

class LibraryProduct;

/// How cuBLASLt does some products on a device: the algorithm is chosen here, once, so that the
/// same plan gives the same bits. Before CUDA 13, products by pointers are cuBLAS's. Immutable;
/// runs on several threads and streams at a time.
class GemmPlan {
public:
    /// Its workspace is at most `workspace_limit` bytes. Throws Unsupported where cuBLASLt has no
    /// algorithm, as for leading dimensions from 2^31 on; OutOfMemory, DeviceError.
    GemmPlan(const BatchedGemm& gemm, int device, std::int64_t workspace_limit);
    ~GemmPlan();
    GemmPlan(const GemmPlan&) = delete;
    GemmPlan& operator=(const GemmPlan&) = delete;

    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// Enqueues the products on a stream of the device, which is the current one: does not wait,
    /// does not allocate, can be captured. a, b, c: the first matrices, or the arrays of pointers
    /// to all. `workspace`: workspace_bytes(), aligned to 256 bytes.
    void run(Scalar alpha, const void* a, const void* b, Scalar beta, void* c, void* workspace,
             Stream stream) const;
    /// Enqueues alpha * op(A) * op(B) + beta * addend to C. The addends lie as C's matrices do, and
    /// do not overlap them.
    void run_apart(Scalar alpha, const void* a, const void* b, Scalar beta, const void* addend,
                   void* c, void* workspace, Stream stream) const;

private:
    DType dtype_;
    std::unique_ptr<const LibraryProduct> product_;
};

}  // namespace ttgt::cuda
