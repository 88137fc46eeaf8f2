// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "contraction/cpu/direct/direct_labels.h"
#include "contraction/cpu/direct/direct_operand.h"
#include "contraction/cpu/direct/product/direct_blocks.h"
#include "contraction/cpu/direct/product/direct_kernel.h"
#include "contraction/execute/backend.h"

namespace ttgt::cpu {

/// Prefetches the matrices of one factor in a batch of small products, because the hardware's
/// prefetchers do not know where the next matrix lies. Does nothing where matrices are not small
/// contiguous pieces of memory.
class DenseMatrix {
public:
    DenseMatrix(const LabelList& free, const LabelList& inner, std::size_t operand,
                std::int64_t element_bytes) {
        constexpr std::int64_t most_bytes = std::int64_t{16} * 1024;
        const std::int64_t bytes = free.volume() * inner.volume() * element_bytes;
        if (bytes > most_bytes) return;
        std::int64_t last = 0;
        for (const LabelList* labels : {&free, &inner}) {
            for (std::size_t i = 0; i < labels->size(); ++i) {
                last += ((*labels)[i].extent - 1) * std::abs((*labels)[i].strides[operand]);
            }
        }
        if ((last + 1) * element_bytes == bytes) bytes_ = bytes;
    }

    /// Prefetches the matrix at this address.
    void prefetch(const std::byte* matrix) const {
        constexpr std::int64_t line = 64;
        constexpr int read = 0;
        constexpr int second_level = 2;
        for (std::int64_t i = 0; i < bytes_; i += line) {
            __builtin_prefetch(matrix + i, read, second_level);
        }
    }

private:
    /// Bytes of a matrix; 0 where nothing is to be prefetched.
    std::int64_t bytes_ = 0;
};

/// The addresses of a product's operands.
struct Operands {
    /// The address of A.
    const std::byte* a;
    /// The address of B.
    const std::byte* b;
    /// The address of D.
    std::byte* d;
};

/// Everything about a product that does not change during a run.
template <class T>
struct Product {
    /// The labels of the step, by their part in the matrix product.
    const DirectLabels& labels;
    /// How the numbers of the product are laid out for the kernels.
    ProductForm form;
    /// The kernels of the machine's instruction set.
    const ProductKernels<T>& kernels;
    /// The sizes of the blocks.
    BlockPlan blocks;
    /// Packs blocks of A.
    OperandPacker<T> packer_a;
    /// Packs blocks of B.
    OperandPacker<T> packer_b;
    /// The scalars for the first inner block of a sum.
    BlendScalars<T> first;
    /// The scalars for later inner blocks, which add to the result of the blocks before.
    BlendScalars<T> later;
    /// The addresses of the operands.
    Operands operands;
    /// Prefetches A's small matrices in a batch.
    DenseMatrix dense_a;
    /// Prefetches B's small matrices in a batch.
    DenseMatrix dense_b;
    /// Whether D is too large for the caches and written once, so that non-temporal stores pay.
    bool non_temporal;
    /// Partial sums, each a packed matrix for each index of the batch; null where sums are not cut.
    std::byte* sums;

    /// `space` has room for the partial sums of `blocks_in`; it may be null where sums are not cut.
    Product(const DirectStep& step, const DirectLabels& labels_in, const BlockPlan& blocks_in,
            const Scalars& scalars, const Operands& operands_in, std::byte* space)
        : labels(labels_in),
          form(product_form(step, labels)),
          kernels(product_kernels<T>()),
          blocks(blocks_in),
          packer_a(labels.lone_a, labels.a, form.a_bytes),
          packer_b(labels.lone_b, labels.b, form.b_bytes),
          first(blocks.sums == 1 ? scalars : Scalars{1.0, 0.0}),
          later({blocks.sums == 1 ? scalars.alpha : 1.0, 1.0}),
          operands(operands_in),
          dense_a(labels.rows, labels.inner, labels.a, form.a_bytes),
          dense_b(labels.columns, labels.inner, labels.b, form.b_bytes),
          non_temporal(!first.reads_d() && blocks.inner_blocks == 1 &&
                       blocks.rows * blocks.columns * labels.batch.volume() * form.d_bytes >=
                           non_temporal_bytes),
          sums(blocks.sums == 1 ? nullptr : space) {}

    /// The packed matrix number `product`, which is (part of the sums) * (indices of the batch) +
    /// (index of the batch).
    [[nodiscard]] std::byte* sum_of(std::int64_t product) const {
        return sums + product * blocks.rows * blocks.columns * form.d_bytes;
    }
};

}  // namespace ttgt::cpu
