// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/grouped_pairs.h"

#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace ttgt::blocks {
namespace {

std::string describe_launch(const cuda::PairsLaunch& launch) {
    const cuda::PairsCut cut = cuda::pairs_cut(launch.policy, launch.dtype);
    return fmt::format("{} pairs of {} blocks of D, {} tiles of {} rows and {} columns",
                       launch.terms.size(), launch.outputs.size(), launch.tiles.size(), cut.rows,
                       cut.columns);
}

}  // namespace

DevicePairs::DevicePairs(const cuda::PairsLaunch& launch, double ms, const TableSite& site)
    : grid_{launch.dtype, launch.policy, static_cast<std::int64_t>(launch.tiles.size())},
      exchanges_(launch.exchanges),
      staging_(launch.staging),
      ms_(ms),
      description_(describe_launch(launch)) {
    const std::size_t tiles = table_.add(launch.tiles);
    const std::size_t outputs = table_.add(launch.outputs);
    const std::size_t terms = table_.add(launch.terms);
    const std::size_t l = table_.add(launch.l);
    const std::size_t r = table_.add(launch.r);
    table_.upload(site);
    arguments_ = launch.arguments;
    arguments_.tiles = table_.at<const cuda::PairsTile>(tiles);
    arguments_.outputs = table_.at<const cuda::PairsOutput>(outputs);
    arguments_.terms = table_.at<const cuda::PairsTerm>(terms);
    arguments_.l = table_.at<const cuda::PairsInput>(l);
    arguments_.r = table_.at<const cuda::PairsInput>(r);
}

void DevicePairs::enqueue(const std::array<cuda::GroupedPlaces, cuda::grouped_arrays>& places,
                          const cuda::PairsScalars& scalars, Stream stream) const {
    cuda::PairsArguments arguments = arguments_;
    arguments.places[0] = places[operand_d];
    arguments.places[1] = places[exchanges_ ? operand_r : operand_l];
    arguments.places[2] = places[exchanges_ ? operand_l : operand_r];
    enqueue_pairs(grid_, arguments, staging_, scalars, stream);
}

}  // namespace ttgt::blocks
