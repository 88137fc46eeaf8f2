// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>

#include "examples/ccsd/triples/triples_blocks.h"

#if defined(__CUDACC__)
#define CCSD_HOST_DEVICE __host__ __device__
#else
#define CCSD_HOST_DEVICE
#endif

namespace ccsd {

/// How much a triple of virtual orbitals of a block counts: only those with a >= b >= c that no
/// other block counts; orderings that are the same triple share one weight of 1.
CCSD_HOST_DEVICE constexpr double triple_weight(const TriplesBlock& block, std::int64_t a,
                                                std::int64_t b, std::int64_t c) {
    const bool counted = a >= b && b >= c && a >= block.a.counted_from &&
                         b >= block.b.counted_from && c >= block.c.counted_from;
    if (!counted) return 0.0;
    if (a == c) return 1.0 / 6.0;
    return a == b || b == c ? 0.5 : 1.0;
}

/// z(i,j,k,a,b,c) *= weight / (e_i + e_j + e_k - e_a - e_b - e_c)
struct TriplesDivision {
    double* z = nullptr;
    const double* occupied_energies = nullptr;
    const double* virtual_energies = nullptr;
    std::int64_t occupied = 0;
    TriplesBlock block;
};

/// Where the pointers are the host's, the stream is empty, as Memory::stream() is.
void divide(const TriplesDivision& division, ttgt::Stream stream);
/// Enqueues one kernel. Throws ttgt::Unsupported in builds without CUDA.
void divide_on_cuda(const TriplesDivision& division, ttgt::Stream stream);

}  // namespace ccsd
