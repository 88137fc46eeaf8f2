// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/emulated/kernels/emulated_kernels.h"

#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "contraction/cuda/emulated/kernels/exception_kernel.cuh"
#include "contraction/cuda/emulated/kernels/exponent_kernel.cuh"
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
void launch(void (*kernel)(Parameters...), std::int64_t blocks, std::int64_t items, Stream stream,
            Values&&... values) {
    cudaLaunchConfig_t config = launch_config(blocks, emulated_threads, 0, stream);
    config.gridDim.y = static_cast<unsigned>(items);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(values)...));
}

template <class T>
Scale<T> scale_of(const Scalars& scalars) {
    return {ElementOf<T>::of(scalars.alpha), ElementOf<T>::of(scalars.beta), false, true,
            scalars.beta != 0.0};
}

}  // namespace

void enqueue_measure(DType dtype, const MeasureArguments& arguments, std::int64_t items,
                     const void* operand, RowSize* sizes, ProductChoice* choice, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        const std::int64_t tiles =
            divide_up(std::int64_t{arguments.input.rows.size}, std::int64_t{tile_rows<T>});
        launch(measure_kernel<T>, tiles * arguments.splits, items, stream, arguments,
               static_cast<const T*>(operand), sizes, choice);
    });
}

void enqueue_exponents(const ExponentArguments& arguments, std::int64_t items, RowSize* sizes_l,
                       RowSize* sizes_r, std::int32_t* exponents, ProductChoice* choice,
                       Stream stream) {
    const std::int64_t count = std::int64_t{arguments.rows[0]} + arguments.rows[1];
    const std::int64_t blocks = divide_up(count, std::int64_t{emulated_threads});
    launch(survey_kernel<emulated_threads>, blocks, items, stream, arguments, sizes_l, sizes_r,
           choice);
    launch(exponent_kernel<emulated_threads>, blocks, items, stream, arguments, sizes_l, sizes_r,
           exponents, choice);
}

void enqueue_residues(DType dtype, const ResidueArguments& arguments, std::int64_t items,
                      const void* operand, const std::int32_t* exponents,
                      const ProductChoice* choice, std::int8_t* planes, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        const std::int64_t tiles =
            divide_up(std::int64_t{arguments.input.rows.size}, std::int64_t{tile_rows<T>}) *
            (arguments.padded_inner / tile_inner);
        launch(residue_kernel<T>, tiles, items, stream, arguments, static_cast<const T*>(operand),
               exponents, choice, planes);
    });
}

void enqueue_restore(DType dtype, const RestoreArguments& arguments, std::int64_t items,
                     const std::uint32_t* products, const std::int32_t* exponents,
                     const ProductChoice* choice, void* d, const Scalars& scalars, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        const std::int64_t tiles =
            arguments.row_tiles *
            divide_up(std::int64_t{arguments.column_count}, std::int64_t{product_columns});
        launch(restore_kernel<T>, tiles * restoring_blocks, items, stream, arguments, products,
               exponents, choice, static_cast<T*>(d),
               scale_of<typename FinishedIn<T>::Type>(scalars));
    });
}

void enqueue_exceptions(DType dtype, const ExceptionArguments& arguments, std::int64_t items,
                        const std::int32_t* exponents, const ProductChoice* choice,
                        const ExceptionOperands& operands, const Scalars& scalars,
                        std::int64_t blocks, Stream stream) {
    visit_emulated(dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        launch(exception_kernel<T>, blocks, items, stream, arguments, exponents, choice,
               static_cast<const T*>(operands.l), static_cast<const T*>(operands.r),
               static_cast<T*>(operands.d), scale_of<T>(scalars));
    });
}

}  // namespace ttgt::cuda
