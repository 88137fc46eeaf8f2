// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// This file is compiled once for each of Highway's targets: foreach_target.h includes it again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "transpose/cpu/simd.cpp"
// Only targets are compiled whose vectors have a length known when compiling; those that do not
// change the kernels are left out.
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
// foreach_target.h has to be included before other headers of Highway.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "transpose/cpu/element_operation.h"
#include "transpose/cpu/simd.h"
#include "transpose/cpu/simd_lines.h"
#include "transpose/cpu/simd_rows.h"
#include "transpose/cpu/simd_squares.h"

HWY_BEFORE_NAMESPACE();
namespace ttgt::cpu::HWY_NAMESPACE {

/// The loops for elements of type T.
template <class T>
constexpr SimdKernels::OfElement of_element{transpose<T>, write_squares<T>, write_rows<T>,
                                            write_adjoining<T>};

SimdKernels kernels() {
    return {of_element<std::uint8_t>,   of_element<std::uint16_t>, of_element<std::uint32_t>,
            of_element<std::uint64_t>,  of_element<Bits128>,       write,
            hwy::TargetName(HWY_TARGET)};
}

}  // namespace ttgt::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ttgt::cpu {

HWY_EXPORT(kernels);

SimdKernels simd_kernels() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

void end_non_temporal_stores() { hwy::FlushStream(); }

}  // namespace ttgt::cpu
#endif
