// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/blas_price.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "src/gemm/blas_library.h"
#include "src/gemm/process_mkl.h"
#include "src/runtime/vector_level.h"

namespace ttgt::cpu {
namespace {

// Operations on float64 per cycle: lanes of a vector, times two where a core multiplies and adds in
// the same cycle, times two for the two units of AVX2. AVX-512 counts as AVX2: many CPUs have half
// as many units for it, or lower their clock.
constexpr double scalar = 1;  ///< measured with Netlib's BLAS, as compilers build it
constexpr double sse = 4;
constexpr double avx = 8;
constexpr double avx2 = 16;

struct Kernels {
    std::string_view name;
    double flops;
};

/// Kernels that do not use all of a modern CPU's vectors, by the names that OpenBLAS and BLIS give
/// them, in small letters. Kernels with other names use all that their CPUs have.
constexpr std::array<Kernels, 24> slow_kernels{{
    {"reference", scalar}, {"generic", scalar},  {"katmai", scalar},    {"coppermine", scalar},
    {"northwood", sse},    {"prescott", sse},    {"banias", sse},       {"core2", sse},
    {"penryn", sse},       {"dunnington", sse},  {"nehalem", sse},      {"atom", sse},
    {"athlon", scalar},    {"opteron", sse},     {"opteron_sse3", sse}, {"barcelona", sse},
    {"bobcat", sse},       {"nano", sse},        {"sandybridge", avx},  {"bulldozer", avx},
    {"piledriver", avx},   {"steamroller", avx}, {"excavator", avx},    {"unknown", sse},
}};

double flops_per_cycle(std::string_view kernels, double most) {
    std::string small(kernels);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto* const entry = std::find_if(slow_kernels.begin(), slow_kernels.end(),
                                           [&](const Kernels& k) { return k.name == small; });
    return entry == slow_kernels.end() ? most : std::min(entry->flops, most);
}

double flops_of_this_cpu() {
    switch (vector_level()) {
        case VectorLevel::sse:
            return sse;
        case VectorLevel::avx:
            return avx;
        default:
            return avx2;
    }
}

}  // namespace

BlasPrice price_of_blas(const CpuCalibration& calibration) {
    const BlasLibrary& library = blas_library();
    find_process_mkl();
    // It has kernels for all vectors of the CPUs that it is taken on.
    if (process_mkl() != nullptr) return {true, 1, library.multiplies_small_unpacked};
    return {library.side_by_side,
            times_as_slow(kernels_of(library), calibration.blas_kernels, flops_of_this_cpu()),
            library.multiplies_small_unpacked};
}

double times_as_slow(std::string_view loaded, std::string_view calibrated, double cpu_flops) {
    return std::max(1.0,
                    flops_per_cycle(calibrated, cpu_flops) / flops_per_cycle(loaded, cpu_flops));
}

}  // namespace ttgt::cpu
