// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>
#include <ttgt/layout.h>
#include <ttgt/planning.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// Options of plan_transpose().
struct TransposeOptions {
    bool conjugate = false;  ///< whether elements are conjugated; only for complex dtypes
    Planning planning = Planning::heuristic;  ///< how the plan is chosen among the candidates
};

struct PlannedTranspose;  // the implementation of a plan

/// A plan: one way to compute out = alpha * perm(in) + beta * out, or the same with `in`
/// conjugated, for fixed layouts on one device. A plan is immutable; several threads may run it at
/// the same time, on several streams.
class TTGT_EXPORT TransposePlan {
public:
    ~TransposePlan();
    TransposePlan(TransposePlan&&) noexcept;
    TransposePlan& operator=(TransposePlan&&) noexcept;
    TransposePlan(const TransposePlan&) = delete;  // plans are shared by reference, not copied
    TransposePlan& operator=(const TransposePlan&) = delete;

    /// Describes the plan: the merged modes, the method, the tile, bytes, the predicted time, and
    /// the fastest candidates that were not chosen.
    [[nodiscard]] std::string explain() const;
    /// The algorithm: "copy", "tiled", "tiled_copy", "packed" or, on CUDA, "packed_split".
    [[nodiscard]] std::string_view method() const noexcept;
    /// The predicted milliseconds of a run with beta = 0, on one CPU core or on the GPU.
    [[nodiscard]] double predicted_ms() const noexcept;
    /// The bytes that a run with beta = 0 reads plus those it writes: twice the tensor's bytes.
    [[nodiscard]] std::int64_t bytes() const noexcept;

    /// Computes `out`. `in` and `out` are the addresses of element (0, 0, …) of the planned
    /// layouts: on CPUs in host memory, on CUDA in memory that the device can access and aligned to
    /// the size of an element. If beta = 0, `out` is not read; if alpha = 0, `in` is not read. With
    /// opaque dtypes, alpha must be 1 and beta 0.
    ///
    /// On CUDA, the call enqueues one kernel on `stream` and returns without waiting or allocating;
    /// a CUDA graph can capture it. If `stream` is empty, it enqueues on the stream of the context
    /// that made the plan, which must still exist. Both arrays must stay valid until the kernel has
    /// finished.
    ///
    /// Throws InvalidArgument where a pointer is null or misaligned, a stream is given on the CPU,
    /// or a scalar does not fit the dtype; OverlapError where `in` and `out` overlap, unless both
    /// have the same address and layout; DeviceError where the kernel launch fails.
    void run(Scalar alpha, const void* in, Scalar beta, void* out, Stream stream = {}) const;

private:
    friend TransposePlan make_transpose_plan(PlannedTranspose planned);
    explicit TransposePlan(std::unique_ptr<const PlannedTranspose> planned);

    std::unique_ptr<const PlannedTranspose> planned_;
};

/// Plans a transpose from layout `in` to layout `out`. Mode i of `out` is mode perm[i] of `in`, so
/// out.extents[i] == in.extents[perm[i]]. Strides may have any values, but no two elements of `out`
/// may have the same address. With Planning::heuristic, equal arguments give equal plans.
///
/// Throws InvalidArgument where `perm` is not a permutation or `conjugate` is set for a dtype that
/// is not complex; RankMismatch or ExtentMismatch where ranks or extents differ; AliasedOutput
/// where elements of `out` overlap; SizeOverflow where addresses exceed 64-bit integers;
/// Unsupported where no kernel of the GPU can do it; OutOfMemory where Planning::measure cannot
/// allocate its arrays.
[[nodiscard]] TTGT_EXPORT TransposePlan plan_transpose(Context& context, const Layout& in,
                                                       const Layout& out,
                                                       const std::vector<int>& perm, DType dtype,
                                                       const TransposeOptions& options = {});

}  // namespace ttgt
