// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A stand-in for HPTT with its C interface alone. FAKE_WRONG: the last element of the output is
// something else. FAKE_CRASH: it dies of tensors with three modes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

template <class T>
void transpose(const int* perm, int rank, const T* in, const int* extents, T* out) {
    const auto modes = static_cast<std::size_t>(rank);
#ifdef FAKE_CRASH
    if (rank == 3) std::abort();
#endif
    std::vector<std::int64_t> strides;
    std::int64_t count = 1;
    for (std::size_t mode = 0; mode < modes; ++mode) {
        strides.push_back(count);
        count *= extents[mode];
    }
    for (std::int64_t position = 0; position < count; ++position) {
        std::int64_t rest = position;
        std::int64_t from = 0;
        for (std::size_t mode = 0; mode < modes; ++mode) {
            const auto source = static_cast<std::size_t>(perm[mode]);
            from += rest % extents[source] * strides[source];
            rest /= extents[source];
        }
        out[position] = in[from];
    }
#ifdef FAKE_WRONG
    out[count - 1] += T(1);
#endif
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void sTensorTranspose(const int* perm, int rank, float,
                                                             const float* in, const int* extents,
                                                             const int*, float, float* out,
                                                             const int*, int, int) {
    transpose(perm, rank, in, extents, out);
}

__attribute__((visibility("default"))) void dTensorTranspose(const int* perm, int rank, double,
                                                             const double* in, const int* extents,
                                                             const int*, double, double* out,
                                                             const int*, int, int) {
    transpose(perm, rank, in, extents, out);
}
}
