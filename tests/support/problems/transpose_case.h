// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>
#include <ttgt/layout.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/core/modes.h"
#include "tests/support/guarded_array.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// Layouts of a transpose; perm[i] is the mode of `in` at position i of `out`.
struct TransposeCase {
    DType dtype = DType::float64;
    Layout in;
    Layout out;
    std::vector<int> perm;
    bool conjugate = false;
};

/// Every dtype, numeric and opaque.
[[nodiscard]] const std::vector<DType>& all_dtypes();

/// Both sides packed, first mode fastest.
[[nodiscard]] TransposeCase packed_case(DType dtype, const std::vector<std::int64_t>& extents,
                                        const std::vector<int>& perm);

/// A layout with its modes in any order of memory, gaps and negative strides; zero strides too
/// where `repeats` allows them.
[[nodiscard]] Layout random_layout(Random& random, std::vector<std::int64_t> extents, bool repeats);
/// Rank 0 to 8, a few thousand elements at most, one mode longer than a tile now and then.
[[nodiscard]] TransposeCase random_transpose_case(Random& random, DType dtype);

/// The modes as a transpose problem takes them, in the order of the output.
[[nodiscard]] Modes<2> modes_of(const TransposeCase& transpose);
[[nodiscard]] std::string to_string(const TransposeCase& transpose);

/// Small integers, which arithmetic leaves exact; any bytes for opaque dtypes.
void fill_any(GuardedArray& array, Random& random);

/// out = alpha * conj?(perm(in)) + beta * out, one element after the other.
void transpose_by_definition(const TransposeCase& transpose, Scalar alpha, const GuardedArray& in,
                             Scalar beta, GuardedArray& out);

/// True where the elements are equal and nothing beside them has changed in either array.
[[nodiscard]] bool equal_and_intact(const GuardedArray& a, const GuardedArray& b);

}  // namespace ttgt::test
