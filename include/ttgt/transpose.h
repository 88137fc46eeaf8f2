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

/// How plan_transpose() plans, and whether elements are conjugated.
struct TransposeOptions {
    bool conjugate = false;  ///< complex dtypes only
    Planning planning = Planning::heuristic;
};

struct PlannedTranspose;  // what a plan hides

/// One way to compute out = alpha * conj?(perm(in)) + beta * out for fixed layouts on one device.
/// Immutable and usable from several threads and on several streams at once.
class TTGT_EXPORT TransposePlan {
public:
    ~TransposePlan();
    TransposePlan(TransposePlan&&) noexcept;
    TransposePlan& operator=(TransposePlan&&) noexcept;
    TransposePlan(const TransposePlan&) = delete;  // plans are shared by reference, not copied
    TransposePlan& operator=(const TransposePlan&) = delete;

    /// Merged modes, method, tile, bytes moved, predicted time, and the likeliest tiles not taken.
    [[nodiscard]] std::string explain() const;
    /// "copy", "tiled", "tiled_copy", "packed" or, on CUDA, "packed_split".
    [[nodiscard]] std::string_view method() const noexcept;
    /// Milliseconds that the model expects of one core, or of the GPU.
    [[nodiscard]] double predicted_ms() const noexcept;
    /// Bytes read plus written with beta = 0: twice the tensor.
    [[nodiscard]] std::int64_t bytes() const noexcept;

    /// `in` and `out` address element (0, 0, …), in host memory or, on CUDA, in memory the device
    /// reaches, aligned to an element. beta = 0 does not read `out`; alpha = 0 does not read `in`.
    /// Opaque dtypes take alpha = 1 and beta = 0 only.
    ///
    /// On CUDA this enqueues one kernel on `stream` (empty: the context's, which must then outlive
    /// the call), does not wait, does not allocate, and can be captured in a graph; both arrays
    /// must stay until the stream got there. Throws InvalidArgument on null or misaligned pointers,
    /// a stream on the CPU, or scalars that do not fit the dtype; OverlapError where the two
    /// overlap other than being one identical layout in place; DeviceError where the launch fails.
    void run(Scalar alpha, const void* in, Scalar beta, void* out, Stream stream = {}) const;

private:
    friend TransposePlan make_transpose_plan(PlannedTranspose planned);
    explicit TransposePlan(std::unique_ptr<const PlannedTranspose> planned);

    std::unique_ptr<const PlannedTranspose> planned_;
};

/// Plans a transpose. `perm[i]` is the mode of `in` placed at position i of `out`, so
/// out.extents[i] == in.extents[perm[i]]; strides may be any, those of `out`
/// as long as no two elements share an address. Throws InvalidArgument where perm is no permutation
/// or numbers that are not complex are to be conjugated, RankMismatch or ExtentMismatch where ranks
/// or extents differ, OverlapError where `out` overlaps itself, SizeOverflow where a layout's
/// addresses do not fit, Unsupported where no kernel of the GPU covers it, OutOfMemory where
/// `measure` finds none. The same arguments give the same plan, unless it is measured.
[[nodiscard]] TTGT_EXPORT TransposePlan plan_transpose(Context& context, const Layout& in,
                                                       const Layout& out,
                                                       const std::vector<int>& perm, DType dtype,
                                                       const TransposeOptions& options = {});

}  // namespace ttgt
