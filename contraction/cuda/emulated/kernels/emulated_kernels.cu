// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/kernels/emulated_kernels.h"

#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "contraction/cuda/emulated/kernels/measure_kernel.cuh"
#include "contraction/cuda/emulated/kernels/residue_kernel.cuh"
#include "contraction/cuda/emulated/kernels/restore_kernel.cuh"
#include "src/core/rounding.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::cuda {
namespace {

template <class T>
struct ElementTag {
    using Type = T;
};

/// Calls visit(ElementTag<T>{}) with the kernels' type for a dtype.
template <class Visit>
auto visit_emulated(DType dtype, Visit visit) {
    switch (dtype) {
        case DType::float32:
            return visit(ElementTag<float>{});
        case DType::float64:
            return visit(ElementTag<double>{});
        case DType::complex64:
            return visit(ElementTag<Complex<float>>{});
        default:
            return visit(ElementTag<Complex<double>>{});
    }
}

template <class... Parameters, class... Values>
void launch(void (*kernel)(Parameters...), std::int64_t blocks, Stream stream, Values&&... values) {
    const cudaLaunchConfig_t config = launch_config(blocks, emulated_threads, 0, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(values)...));
}

template <class T>
Scale<T> scale_of(const Scalars& scalars) {
    return {ElementOf<T>::of(scalars.alpha), ElementOf<T>::of(scalars.beta), false, true,
            scalars.beta != 0.0};
}

}  // namespace

void enqueue_measure(DType dtype, const MeasureArguments& arguments, const void* operand,
                     RowSize* sizes, std::int32_t* exceptions, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        const std::int64_t tiles =
            divide_up(std::int64_t{arguments.input.rows.size}, std::int64_t{tile_rows<T>});
        launch(measure_kernel<T>, tiles * arguments.splits, stream, arguments,
               static_cast<const T*>(operand), sizes, exceptions);
    });
}

void enqueue_exponents(const ExponentArguments& arguments, const RowSize* sizes_l,
                       const RowSize* sizes_r, std::int32_t* exponents, std::int32_t* exceptions,
                       Stream stream) {
    const std::int64_t count = std::int64_t{arguments.rows[0]} + arguments.rows[1];
    launch(exponent_kernel<emulated_threads>, divide_up(count, std::int64_t{emulated_threads}),
           stream, arguments, sizes_l, sizes_r, exponents, exceptions);
}

void enqueue_residues(DType dtype, const ResidueArguments& arguments, const void* operand,
                      const std::int32_t* exponents, std::int8_t* planes, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        const std::int64_t tiles =
            divide_up(std::int64_t{arguments.input.rows.size}, std::int64_t{tile_rows<T>}) *
            (arguments.padded_inner / tile_inner);
        launch(residue_kernel<T>, tiles, stream, arguments, static_cast<const T*>(operand),
               exponents, planes);
    });
}

void enqueue_restore(DType dtype, const RestoreArguments& arguments, const std::int32_t* products,
                     const std::int32_t* exponents, void* d, const Scalars& scalars,
                     Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        const std::int64_t blocks =
            divide_up(std::int64_t{arguments.rows.size}, std::int64_t{emulated_threads}) *
            divide_up(std::int64_t{arguments.column_count}, std::int64_t{restored_columns});
        launch(restore_kernel<T>, blocks, stream, arguments, products, exponents,
               static_cast<T*>(d), scale_of<typename FinishedIn<T>::Type>(scalars));
    });
}

void enqueue_exceptions(DType dtype, const ExceptionArguments& arguments,
                        const std::int32_t* exponents, const std::int32_t* exceptions,
                        const ExceptionOperands& operands, const Scalars& scalars,
                        std::int64_t blocks, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        launch(exception_kernel<T>, blocks, stream, arguments, exponents, exceptions,
               static_cast<const T*>(operands.l), static_cast<const T*>(operands.r),
               static_cast<T*>(operands.d), scale_of<T>(scalars));
    });
}

}  // namespace ttgt::cuda
