// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "blocks/cuda/device_table.h"
#include "blocks/cuda/pairs/pairs_launch.h"
#include "blocks/plan/grouped_moves.h"

namespace ttgt::blocks {

/// A launch of the kernel of pairs, its tables in device memory.
class DevicePairs final : public GroupedPairs {
public:
    DevicePairs(const cuda::PairsLaunch& launch, double ms, const TableSite& site);

    [[nodiscard]] std::string describe() const override { return description_; }
    [[nodiscard]] double ms() const override { return ms_; }
    /// Enqueues the launch; `places` says where the operands lie.
    void enqueue(const std::array<cuda::GroupedPlaces, cuda::grouped_arrays>& places,
                 const cuda::PairsScalars& scalars, Stream stream) const;

private:
    cuda::PairsGrid grid_;
    bool exchanges_;
    cuda::PairsStaging staging_;
    double ms_;
    std::string description_;
    DeviceTable table_;
    cuda::PairsArguments arguments_;
};

}  // namespace ttgt::blocks
