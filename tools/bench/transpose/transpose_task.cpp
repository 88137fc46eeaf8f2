// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/transpose/transpose_task.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "src/core/checked.h"

namespace ttgt::tool {
namespace {

DType dtype_that_adds(const TransposeCase& entry) {
    switch (size_bytes(entry.dtype)) {
        case 4:
            return DType::float32;
        case 8:
            return DType::float64;
        default:
            throw InvalidArgument(
                fmt::format("{}: elements of {} bytes cannot be accumulated: 4 or 8 can", entry.id,
                            size_bytes(entry.dtype)));
    }
}

}  // namespace

double TransposeTask::bytes_moved() const {
    const double passes = accumulates ? 3 : 2;
    return passes * static_cast<double>(elements() * size_bytes(dtype));
}

std::vector<std::int64_t> permuted(const std::vector<std::int64_t>& extents,
                                   const std::vector<int>& perm) {
    std::vector<std::int64_t> result(perm.size());
    std::transform(perm.begin(), perm.end(), result.begin(),
                   [&](int mode) { return extents[static_cast<std::size_t>(mode)]; });
    return result;
}

TransposeTask packed_task(const std::vector<std::int64_t>& extents, const std::vector<int>& perm,
                          DType dtype) {
    return {dtype, packed(extents), packed(permuted(extents, perm)), perm};
}

TransposeTask task_of(const TransposeCase& entry, bool accumulates) {
    TransposeTask task =
        packed_task(entry.extents, entry.perm, accumulates ? dtype_that_adds(entry) : entry.dtype);
    task.accumulates = accumulates;
    if (!entry.array.empty()) {
        task.in.strides = packed(entry.array).strides;
        task.out.strides = packed(permuted(entry.array, entry.perm)).strides;
    }
    return task;
}

std::int64_t span(const Layout& layout) {
    if (volume(layout) == 0) return 0;
    std::int64_t last = 0;
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        const std::int64_t reach =
            checked_multiply(layout.extents[mode] - 1, layout.strides[mode], "a tensor's span");
        last = checked_add(last, reach, "a tensor's span");
    }
    return last + 1;
}

}  // namespace ttgt::tool
