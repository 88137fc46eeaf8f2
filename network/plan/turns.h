// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// The turn of each of a block's nested loops.
using Turn = std::array<std::int64_t, most_slice_loops>;

/// Moves on to the next turn of the nested loops, of which the first is the innermost. Returns
/// false after the last turn.
[[nodiscard]] bool advance(Turn& turn, const std::vector<SliceLoop>& loops);
/// Whether the steps of this turn add to what earlier turns have written.
[[nodiscard]] bool adds(const Turn& turn, const std::vector<SliceLoop>& loops);
/// The number of turns of all loops of a block together.
[[nodiscard]] std::int64_t turns_of(const Block& block);

/// Computes the addresses of a block's tensors in one turn of its loops.
class Addresses {
public:
    Addresses(const Block& block, const Operands& operands, void* workspace, const Turn& turn)
        : block_(block),
          operands_(operands),
          workspace_(static_cast<char*>(workspace)),
          turn_(turn) {}

    [[nodiscard]] char* operator()(std::size_t tensor) const {
        const std::optional<std::size_t>& operand = block_.program.tensors[tensor].operand;
        if (!operand) return workspace_ + block_.offsets[tensor];
        char* address = operands_[*operand];
        for (std::size_t loop = 0; loop < block_.loops.size(); ++loop) {
            address += turn_[loop] * block_.loops[loop].byte_steps[tensor];
        }
        return address;
    }

private:
    const Block& block_;
    const Operands& operands_;
    char* workspace_;
    const Turn& turn_;
};

}  // namespace ttgt::network
