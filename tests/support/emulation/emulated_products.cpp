// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_products.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/core/element.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"
#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "contraction/cuda/emulated/kernels/measure_kernel.cuh"
#include "contraction/cuda/emulated/kernels/residue_kernel.cuh"
#include "contraction/cuda/emulated/kernels/restore_kernel.cuh"
#pragma GCC diagnostic pop
#undef asm

namespace ttgt::test {
namespace {

template <class T>
cuda::Scale<T> emulated_scale(const Scalars& scalars) {
    return {cuda::ElementOf<T>::of(scalars.alpha), cuda::ElementOf<T>::of(scalars.beta), false,
            true, scalars.beta != 0.0};
}

/// One product of a batch, on the CPU.
template <class T>
class EmulatedRunOnCpu {
public:
    explicit EmulatedRunOnCpu(const cuda::EmulatedPlan& plan)
        : plan_(plan), scratch_(static_cast<std::size_t>(plan.scratch.library), std::byte{0xcd}) {}

    std::string run(const Scalars& scalars, const T* l, const T* r, T* d) {
        auto* const exceptions = part<std::int32_t>(plan_.scratch.exceptions);
        auto* const exponents = part<std::int32_t>(plan_.scratch.exponents);
        measure(plan_.measure_l, l, part<cuda::RowSize>(0), exceptions);
        measure(plan_.measure_r, r, part<cuda::RowSize>(plan_.scratch.sizes_r), nullptr);
        const std::int64_t count = std::int64_t{plan_.exponents.rows[0]} + plan_.exponents.rows[1];
        launch(divide_up(count, std::int64_t{cuda::emulated_threads}), [&] {
            cuda::exponent_kernel<cuda::emulated_threads>(
                plan_.exponents, part<cuda::RowSize>(0), part<cuda::RowSize>(plan_.scratch.sizes_r),
                exponents, exceptions);
        });
        for (std::int64_t piece = 0; piece < plan_.pieces; ++piece) {
            multiply(piece, {scalars.alpha, piece == 0 ? scalars.beta : Scalar{1.0}}, l, r, d);
        }
        launch(2, [&] {
            cuda::exception_kernel<T>(plan_.exceptions, exponents, exceptions, l, r, d,
                                      emulated_scale<T>(scalars));
        });
        return error_;
    }

private:
    template <class Part>
    Part* part(std::int64_t offset) {
        return reinterpret_cast<Part*>(scratch_.data() + offset);
    }

    void launch(std::int64_t blocks, const std::function<void()>& kernel) {
        if (!error_.empty()) return;
        error_ = cuda::run_blocks(cuda::shared_memory, 0, blocks, cuda::emulated_threads, kernel);
    }

    static std::int64_t row_tiles(const cuda::InputRows& input) {
        return divide_up(std::int64_t{input.rows.size}, std::int64_t{cuda::tile_rows<T>});
    }

    void measure(const cuda::MeasureArguments& arguments, const T* operand, cuda::RowSize* sizes,
                 std::int32_t* exceptions) {
        launch(row_tiles(arguments.input) * arguments.splits,
               [&] { cuda::measure_kernel<T>(arguments, operand, sizes, exceptions); });
    }

    void residues(cuda::ResidueArguments arguments, std::int64_t piece, const T* operand,
                  const std::int32_t* exponents, std::int8_t* planes) {
        arguments.first_inner = static_cast<std::uint32_t>(piece) * arguments.padded_inner;
        arguments.inner_count =
            std::min(arguments.padded_inner, arguments.input.inner.size - arguments.first_inner);
        launch(row_tiles(arguments.input) * (arguments.padded_inner / cuda::tile_inner),
               [&] { cuda::residue_kernel<T>(arguments, operand, exponents, planes); });
    }

    void multiply(std::int64_t piece, const Scalars& scalars, const T* l, const T* r, T* d) {
        auto* const exponents = part<std::int32_t>(plan_.scratch.exponents);
        const auto* const planes_l = part<std::int8_t>(plan_.scratch.planes_l);
        const auto* const planes_r = part<std::int8_t>(plan_.scratch.planes_r);
        residues(plan_.residues_l, piece, l, exponents, part<std::int8_t>(plan_.scratch.planes_l));
        residues(plan_.residues_r, piece, r, exponents + plan_.restore.rows.size,
                 part<std::int8_t>(plan_.scratch.planes_r));
        auto* const products = part<std::int32_t>(plan_.scratch.products);
        for (std::int64_t first = 0; first < plan_.padded_columns; first += plan_.chunk) {
            cuda::RestoreArguments restore = plan_.restore;
            restore.first_column = static_cast<std::uint32_t>(first);
            restore.column_count = static_cast<std::uint32_t>(
                std::min<std::int64_t>(plan_.chunk, restore.columns.size - first));
            for (std::int64_t plane = 0; plane < plan_.planes; ++plane) {
                multiply_plane(planes_l + plane * plan_.residues_l.plane_bytes,
                               planes_r + plane * plan_.residues_r.plane_bytes +
                                   first * plan_.residues_r.padded_inner,
                               restore, products + plane * restore.plane_elements);
            }
            const std::int64_t blocks =
                divide_up(std::int64_t{restore.rows.size}, std::int64_t{cuda::emulated_threads}) *
                divide_up(std::int64_t{restore.column_count}, std::int64_t{cuda::restored_columns});
            using Finished = typename cuda::FinishedIn<T>::Type;
            launch(blocks, [&] {
                cuda::restore_kernel<T>(restore, products, exponents, d,
                                        emulated_scale<Finished>(scalars));
            });
        }
    }

    void multiply_plane(const std::int8_t* l, const std::int8_t* r,
                        const cuda::RestoreArguments& restore, std::int32_t* products) const {
        const auto inner = static_cast<std::int64_t>(plan_.residues_l.padded_inner);
        for (std::int64_t j = 0; j < restore.column_count; ++j) {
            for (std::int64_t i = 0; i < restore.rows.size; ++i) {
                std::int32_t sum = 0;
                for (std::int64_t k = 0; k < inner; ++k) {
                    sum += std::int32_t{l[i * inner + k]} * r[j * inner + k];
                }
                products[j * restore.padded_rows + i] = sum;
            }
        }
    }

    const cuda::EmulatedPlan& plan_;
    std::vector<std::byte> scratch_;
    std::string error_;
};

template <class T>
std::string emulate_batch(const cuda::EmulatedPlan& plan, const Scalars& scalars, const void* l,
                          const void* r, void* d) {
    EmulatedRunOnCpu<T> product(plan);
    Odometer<3> batch(plan.batch, 0, 0);
    for (std::int64_t i = volume(plan.batch); i > 0; --i, batch.advance()) {
        const auto& offsets = batch.offsets();
        const std::string error =
            product.run(scalars, static_cast<const T*>(l) + offsets[1],
                        static_cast<const T*>(r) + offsets[2], static_cast<T*>(d) + offsets[0]);
        if (!error.empty()) return error;
    }
    return {};
}

}  // namespace

std::string emulate_int8(const cuda::EmulatedPlan& plan, const Scalars& scalars, const void* l,
                         const void* r, void* d) {
    if (plan.swapped) std::swap(l, r);
    switch (plan.dtype) {
        case DType::float32:
            return emulate_batch<float>(plan, scalars, l, r, d);
        case DType::float64:
            return emulate_batch<double>(plan, scalars, l, r, d);
        case DType::complex64:
            return emulate_batch<cuda::Complex<float>>(plan, scalars, l, r, d);
        default:
            return emulate_batch<cuda::Complex<double>>(plan, scalars, l, r, d);
    }
}

}  // namespace ttgt::test
