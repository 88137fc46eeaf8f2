// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <cstdint>
#include <vector>

#include "src/reference/reference.h"
#include "tools/operands/contraction_task.h"

namespace ttgt::tool {

/// The check of a task whose tensors lie on a device: what a random tensor holds at a position
/// follows from its seed, so the reference needs no copy of one. It looks at the elements that
/// reference::compare would look at.
class RandomCheck {
public:
    /// Computes what must be found, on `threads` CPU threads (0: OpenMP's default).
    RandomCheck(const ContractionTask& task, const reference::CompareOptions& options, int threads);
    RandomCheck(const RandomCheck&) = delete;
    RandomCheck& operator=(const RandomCheck&) = delete;

    /// The elements of D to look at, counted from its first.
    [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return offsets_; }
    /// Judges what a call has left there; found[i] stands at offsets()[i].
    [[nodiscard]] reference::Comparison compare(const std::vector<Scalar>& found) const;

private:
    [[nodiscard]] std::vector<reference::Value> evaluate(const ContractionTask& task,
                                                         int threads) const;

    DType dtype_;
    std::vector<std::uint64_t> seeds_;  ///< by operand; problem_ points to them
    reference::Problem problem_;
    std::vector<std::vector<std::int64_t>> indices_;
    std::vector<std::int64_t> offsets_;
    std::vector<reference::Value> expected_;
};

/// `count` elements side by side in host memory.
[[nodiscard]] std::vector<Scalar> to_scalars(const void* elements, std::int64_t count, DType dtype);

}  // namespace ttgt::tool
