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
#include "src/core/rounding.h"
#include "tests/support/emulation/emulated_block.h"
#include "tests/support/emulation/emulated_cuda.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "contraction/cuda/emulated/kernels/exception_kernel.cuh"
#include "contraction/cuda/emulated/kernels/exponent_kernel.cuh"
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

/// A run of a plan on the CPU.
template <class T>
class EmulatedRunOnCpu {
public:
    EmulatedRunOnCpu(const cuda::EmulatedPlan& plan, const Scalars& scalars, const T* l, const T* r,
                     T* d, std::vector<std::byte>& scratch)
        : plan_(plan), scalars_(scalars), l_(l), r_(r), d_(d), scratch_(scratch) {
        scratch_.resize(static_cast<std::size_t>(plan.scratch.bytes), std::byte{0xcd});
    }

    std::string run() {
        for (std::int64_t first = 0; first < plan_.items; first += plan_.items_together) {
            first_ = static_cast<std::uint32_t>(first);
            count_ = std::min(plan_.items_together, plan_.items - first);
            measure();
            for (std::int64_t piece = 0; piece < plan_.pieces; ++piece) multiply(piece);
            launch(2, [&] {
                cuda::exception_kernel<T>(with_item(plan_.exceptions), exponents(), choice(), l_,
                                          r_, d_, emulated_scale<T>(scalars_));
            });
        }
        return error_;
    }
    [[nodiscard]] int moduli() { return plan_.products.fewest_moduli + choice()->moduli; }

private:
    template <class Part>
    Part* part(std::int64_t offset) {
        return reinterpret_cast<Part*>(scratch_.data() + offset);
    }
    cuda::ProductChoice* choice() { return part<cuda::ProductChoice>(0); }
    std::int32_t* exponents() { return part<std::int32_t>(plan_.scratch.exponents); }
    cuda::RowSize* sizes_l() { return part<cuda::RowSize>(plan_.scratch.sizes_l); }
    cuda::RowSize* sizes_r() { return part<cuda::RowSize>(plan_.scratch.sizes_r); }

    /// Once for each product of the batch that is done.
    void launch(std::int64_t blocks, const std::function<void()>& kernel) {
        for (std::int64_t item = 0; item < count_ && error_.empty(); ++item) {
            cuda::blockIdx.y = static_cast<unsigned>(item);
            error_ =
                cuda::run_blocks(cuda::shared_memory, 0, blocks, cuda::emulated_threads, kernel);
        }
    }
    template <class Arguments>
    [[nodiscard]] Arguments with_item(Arguments arguments) const {
        arguments.item.first = first_;
        return arguments;
    }

    static std::int64_t row_tiles(const cuda::InputRows& input) {
        return divide_up(std::int64_t{input.rows.size}, std::int64_t{cuda::tile_rows<T>});
    }

    void measure() {
        const auto side = [&](const cuda::MeasureArguments& arguments, const T* operand,
                              cuda::RowSize* sizes) {
            if (plan_.exponents.kept[arguments.side] != 0) return;
            launch(row_tiles(arguments.input) * arguments.splits, [&] {
                cuda::measure_kernel<T>(with_item(arguments), operand, sizes, choice());
            });
        };
        side(plan_.measure_l, l_, sizes_l());
        side(plan_.measure_r, r_, sizes_r());
        const std::int64_t rows = std::int64_t{plan_.exponents.rows[0]} + plan_.exponents.rows[1];
        const std::int64_t blocks = divide_up(rows, std::int64_t{cuda::emulated_threads});
        launch(blocks, [&] {
            cuda::survey_kernel<cuda::emulated_threads>(plan_.exponents, sizes_l(), sizes_r(),
                                                        choice());
        });
        launch(blocks, [&] {
            cuda::exponent_kernel<cuda::emulated_threads>(plan_.exponents, sizes_l(), sizes_r(),
                                                          exponents(), choice());
        });
    }

    void residues(const cuda::ResidueArguments& of, std::int64_t piece, const T* operand,
                  const std::int32_t* row_exponents, std::int8_t* planes) {
        if (plan_.exponents.kept[of.side] != 0) return;
        cuda::ResidueArguments arguments = with_item(of);
        arguments.first_inner = static_cast<std::uint32_t>(piece) * arguments.padded_inner;
        arguments.inner_count =
            std::min(arguments.padded_inner, arguments.input.inner.size - arguments.first_inner);
        launch(row_tiles(arguments.input) * (arguments.padded_inner / cuda::tile_inner), [&] {
            cuda::residue_kernel<T>(arguments, operand, row_exponents, choice(), planes);
        });
    }

    void multiply(std::int64_t piece) {
        auto* const planes_l = part<std::int8_t>(plan_.scratch.planes_l);
        auto* const planes_r = part<std::int8_t>(plan_.scratch.planes_r);
        auto* const products = part<std::uint32_t>(plan_.scratch.products);
        residues(plan_.residues_l, piece, l_, exponents(), planes_l);
        residues(plan_.residues_r, piece, r_, exponents() + plan_.restore.rows.size, planes_r);
        const Scalars scalars{scalars_.alpha, piece == 0 ? scalars_.beta : Scalar{1.0}};
        for (std::int64_t first = 0; first < plan_.padded_columns; first += plan_.chunk) {
            cuda::RestoreArguments restore = with_item(plan_.restore);
            restore.first_column = static_cast<std::uint32_t>(first);
            restore.column_count = static_cast<std::uint32_t>(
                std::min<std::int64_t>(plan_.chunk, restore.columns.size - first));
            multiply_planes(planes_l, planes_r + first * plan_.residues_r.padded_inner, restore,
                            reinterpret_cast<std::uint8_t*>(products));
            const std::int64_t tiles =
                restore.row_tiles *
                divide_up(std::int64_t{restore.column_count}, std::int64_t{cuda::product_columns});
            using Finished = typename cuda::FinishedIn<T>::Type;
            launch(tiles * cuda::restoring_blocks, [&] {
                cuda::restore_kernel<T>(restore, products, exponents(), choice(), d_,
                                        emulated_scale<Finished>(scalars));
            });
        }
    }

    void multiply_planes(const std::int8_t* l, const std::int8_t* r,
                         const cuda::RestoreArguments& restore, std::uint8_t* products) {
        const cuda::ProductsArguments& arguments = plan_.products;
        for (std::int64_t item = 0; item < count_; ++item) {
            for (int plane = 0; plane < moduli() * arguments.parts; ++plane) {
                const std::int64_t bytes = item * arguments.scratch_bytes;
                multiply_plane(l + bytes + plane * arguments.plane_bytes_l,
                               r + bytes + plane * arguments.plane_bytes_r, restore,
                               arguments.reductions[plane / arguments.parts],
                               products + bytes + plane * arguments.product_plane_bytes);
            }
        }
    }

    void multiply_plane(const std::int8_t* l, const std::int8_t* r,
                        const cuda::RestoreArguments& restore, const cuda::Reduction& by,
                        std::uint8_t* products) const {
        const std::uint32_t inner = plan_.residues_l.padded_inner;
        const auto at = [inner](std::uint32_t row, std::uint32_t k) {
            return cuda::row_in_plane(row, inner) + k / cuda::block_inner * cuda::block_bytes +
                   cuda::place_in_row(row, k % cuda::block_inner);
        };
        for (std::uint32_t j = 0; j < restore.column_count; ++j) {
            for (std::uint32_t i = 0; i < restore.rows.size; ++i) {
                std::int32_t sum = 0;
                for (std::uint32_t k = 0; k < inner; ++k) {
                    sum += std::int32_t{l[at(i, k)]} * r[at(j, k)];
                }
                products[place_of_product(i, j, restore.row_tiles)] =
                    static_cast<std::uint8_t>(cuda::reduced(sum, by));
            }
        }
    }

    /// The byte of a plane of products: as tensor cores have sums in their registers.
    static std::int64_t place_of_product(std::uint32_t row, std::uint32_t column,
                                         std::uint32_t row_tiles) {
        const std::int64_t tile =
            std::int64_t{column / cuda::product_columns} * row_tiles + row / cuda::product_rows;
        const std::uint32_t group =
            row % cuda::product_rows / 8 * 8 + column % cuda::product_columns / 16;
        const std::uint32_t lane = column % 8 * 4 + row % 8 / 2;
        const std::uint32_t byte = column % 16 / 8 * 2 + row % 2;
        return tile * cuda::product_bytes + (std::int64_t{group} * 32 + lane) * 4 + byte;
    }

    const cuda::EmulatedPlan& plan_;
    const Scalars& scalars_;
    const T* l_;
    const T* r_;
    T* d_;
    std::vector<std::byte>& scratch_;
    std::string error_;
    std::uint32_t first_ = 0;
    std::int64_t count_ = 1;
};

template <class T>
EmulatedResult emulate(const cuda::EmulatedPlan& plan, const Scalars& scalars, const void* l,
                       const void* r, void* d, std::vector<std::byte>& scratch) {
    EmulatedRunOnCpu<T> run(plan, scalars, static_cast<const T*>(l), static_cast<const T*>(r),
                            static_cast<T*>(d), scratch);
    const std::string error = run.run();
    return {error, run.moduli()};
}

}  // namespace

EmulatedResult emulate_int8(const cuda::EmulatedPlan& plan, const Scalars& scalars, const void* l,
                            const void* r, void* d, std::vector<std::byte>& scratch) {
    if (plan.swapped) std::swap(l, r);
    switch (plan.dtype) {
        case DType::float32:
            return emulate<float>(plan, scalars, l, r, d, scratch);
        case DType::float64:
            return emulate<double>(plan, scalars, l, r, d, scratch);
        case DType::complex64:
            return emulate<cuda::Complex<float>>(plan, scalars, l, r, d, scratch);
        default:
            return emulate<cuda::Complex<double>>(plan, scalars, l, r, d, scratch);
    }
}

}  // namespace ttgt::test
