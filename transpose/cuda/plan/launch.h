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

inline constexpr std::int64_t most_shared_bytes = std::int64_t{200} * 1024;

/// One kernel launch, all but the pointers and scalars. Host data only.
struct Launch {
    std::variant<CopyArguments, TiledArguments, PackedArguments> arguments;
    int policy = 0;       ///< of a tiled kernel
    int load_vector = 1;  ///< of a tiled kernel
    int threads = 0;
    std::int64_t blocks = 0;
    int shared_bytes = 0;
    bool spares_l1 = false;  ///< leaves a multiprocessor's L1 cache more than it must
};

/// The launch that moves the shape in these tiles; nothing where its tables and tile exceed the
/// shared memory of a block, or its tiles are too many to be counted.
[[nodiscard]] std::optional<Launch> make_launch(const Shape& shape, const CudaTile& tile);
[[nodiscard]] std::optional<Launch> make_packed_launch(const Shape& shape, const PackedTile& tile);
[[nodiscard]] Reach reach_of(const Shape& shape);

}  // namespace ttgt::cuda
