// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::cuda {

/// Maximum number of bytes of shared memory of a block.
inline constexpr std::int64_t most_shared_bytes = std::int64_t{200} * 1024;

/// One kernel launch without its pointers and scalars. Host data only.
struct Launch {
    /// Which kernel is launched, and its arguments.
    std::variant<CopyArguments, TiledArguments, PackedArguments> arguments;
    /// Index of tiled_policies; for tiled and narrow kernels only.
    int policy = 0;
    /// Number of units that a thread loads at once; for tiled kernels only.
    int load_vector = 1;
    /// Number of threads of a block.
    int threads = 0;
    /// Number of blocks of the launch.
    std::int64_t blocks = 0;
    /// Dynamic shared memory of a block, in bytes.
    int shared_bytes = 0;
    /// Whether the launch asks for less shared memory on a multiprocessor than there is, so that
    /// more is left to the L1 cache.
    bool spares_l1 = false;
};

/// The launch that moves a shape in such tiles. Returns nothing where tables and tile exceed the
/// shared memory of a block, or the tiles are too many to be counted.
[[nodiscard]] std::optional<Launch> make_launch(const Shape& shape, const CudaTile& tile);
/// The launch of the packed kernel that moves a shape in such tiles. Returns nothing where tables
/// and tile exceed the shared memory of a block, or the tiles are too many to be counted.
[[nodiscard]] std::optional<Launch> make_packed_launch(const Shape& shape, const PackedTile& tile);
/// Where the input of a shape lies in memory, in units from its pointer.
[[nodiscard]] Reach reach_of(const Shape& shape);

}  // namespace ttgt::cuda
