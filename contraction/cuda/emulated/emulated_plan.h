// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "contraction/cuda/emulated/emulated_arguments.h"
#include "contraction/plan/plan.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// Where the parts of the scratch memory of an emulated product begin, in bytes. A ProductChoice
/// lies at 0. All other parts exist once for each product of a batch that is done at a time: the
/// following are those of the first one.
struct EmulatedScratch {
    std::int64_t sizes_l = 0;  ///< sizes of rows of L
    std::int64_t sizes_r = 0;  ///< sizes of columns of R
    std::int64_t exponents = 0;
    std::int64_t planes_l = 0;
    std::int64_t planes_r = 0;
    std::int64_t products = 0;
    std::int64_t item_bytes = 0;  ///< from one product to the next
    std::int64_t bytes = 0;       ///< of all parts
};

/// How a GPU does a Direct step by products of INT8 (docs/algorithms/emulated.md). Host data only:
/// making it asks no device. L is the input whose free labels include the fastest one of D: the
/// step's R where `swapped`.
struct EmulatedPlan final : DeviceKernel {
    /// One line of text for explain(), such as "int8: 13 to 16 moduli by the data, ...".
    [[nodiscard]] std::string describe() const override;
    /// Kind: "int8".
    [[nodiscard]] KernelKey key() const override;

    DType dtype = DType::float64;  ///< of D, L and R
    bool swapped = false;
    std::int64_t items = 1;           ///< products of the batch
    std::int64_t items_together = 1;  ///< done at a time
    MeasureArguments measure_l;
    MeasureArguments measure_r;
    ExponentArguments exponents;
    ResidueArguments residues_l;  ///< of the first piece of the sums
    ResidueArguments residues_r;
    ProductsArguments products;  ///< of a whole chunk
    RestoreArguments restore;    ///< of the first columns
    ExceptionArguments exceptions;
    std::int64_t exception_blocks = 0;
    std::int64_t pieces = 1;          ///< of the sums; each adds to D
    std::int64_t padded_columns = 0;  ///< of D
    std::int64_t chunk = 0;           ///< columns of D that are multiplied at a time
    EmulatedScratch scratch;
    double us = 0;  ///< predicted microseconds of a run that does not read D
};

/// The number of moduli that predictions count with: that of data of moderate range.
[[nodiscard]] int usual_moduli(DType dtype, ComputeType compute);

/// Plans a Direct step by products of INT8. The plan needs at most `scratch_limit` bytes of scratch
/// memory, and at most 10 GiB. Returns nothing where the step was not
/// asked to be computed so, where its operands are not of one dtype among float32, float64,
/// complex64 and complex128, where it is no matrix product, where its extents or modes are beyond
/// the kernels, where the GPU's compute capability is below 8.0, or where the scratch memory does
/// not suffice.
[[nodiscard]] std::optional<EmulatedPlan> plan_emulated(const DirectStep& step,
                                                        const Architecture& gpu,
                                                        std::int64_t scratch_limit);

}  // namespace ttgt::cuda
