// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "network/program/program.h"

namespace ttgt::network {

/// Whether the tensor is an operand of 16 bits.
[[nodiscard]] bool is_half_operand(const Program& program, std::size_t tensor);

/// The pairwise program with float32 temporaries where its tensors are of 16 bits. Inputs are
/// converted before the first product that takes them, once for all products that read the same
/// part of them if it shares, and the sums of an output are rounded to it once, after the last.
/// What one step can do in 16 bits, a product of operands that is all of an output, stays.
///
/// `mixed_precision_products` is for devices that sum products of 16-bit tensors in float32: those
/// are then taken as they are. Throws InvalidArgument where a product mixes 16-bit tensors with
/// others.
struct Float32Temporaries {
    bool shares = true;
    bool mixed_precision_products = false;

    [[nodiscard]] Program operator()(const Program& program) const;
};

/// A program in which each output of 16 bits is written by one sum: that of all products that were
/// added to it, where the last of them stood.
[[nodiscard]] Program with_joined_sums(const Program& program);

}  // namespace ttgt::network
