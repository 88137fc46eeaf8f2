// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/plan/kernel_plan.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "src/core/sort_few.h"
#include "transpose/cuda/plan/tiled_policy.h"
#include "transpose/cuda/plan/traffic.h"

namespace ttgt::cuda {
namespace {

/// The launch of a tile; nothing where it is beyond the kernels or this GPU.
std::optional<Launch> launch_on(const Architecture& gpu, const Shape& shape, const CudaTile& tile) {
    std::optional<Launch> launch = make_launch(shape, tile);
    if (!launch || launch->shared_bytes + reserved_shared_bytes > gpu.shared_bytes) return {};
    launch->spares_l1 = should_spare_l1(*launch, gpu);
    return launch;
}

/// A tile with its launch and predicted time; nothing where it cannot be launched on this GPU.
std::optional<PricedCudaTile> price(const Shape& shape, const CudaTile& tile,
                                    const Architecture& gpu) {
    const std::optional<Launch> launch = launch_on(gpu, shape, tile);
    if (!launch) return {};
    PricedCudaTile priced{tile, *launch, count_traffic(shape, tile, *launch), {}};
    priced.time = predict_time(priced.launch, priced.traffic, gpu);
    return priced;
}

/// The variant that moves a shape in a tile, with the alignment that this needs.
Variant make_variant(Shape shape, PricedCudaTile tile) {
    Variant variant{std::move(shape), std::move(tile)};
    variant.in_alignment = variant.out_alignment = variant.shape.unit_bytes;
    if (const auto* tiled = std::get_if<TiledTile>(&variant.chosen.tile)) {
        variant.in_alignment *= tiled->load_vector;
        if (tiled->on_sectors) variant.out_alignment = sector_bytes;
    }
    return variant;
}

/// Throws Unsupported, which says that no kernel can move the shape.
[[noreturn]] void refuse(const Shape& shape) {
    throw Unsupported(fmt::format("a transpose of {} units of {} bytes is beyond any kernel",
                                  volume(shape.modes), shape.unit_bytes));
}

/// A packed tile and the time that it takes at least.
struct PackedBound {
    CudaTile tile;
    Traffic moved;
    double least_us = 0;
};

/// The packed tiles of a shape, in the order of their bounds.
std::vector<PackedBound> packed_bounds(const Shape& shape, PackedTraffic& traffic,
                                       const Architecture& gpu) {
    std::vector<PackedBound> bounds;
    for (CudaTile& tile : packed_tiles(shape)) {
        const Traffic moved = traffic.moved(std::get<PackedTile>(tile));
        bounds.push_back({std::move(tile), moved, least_packed_us(moved, gpu)});
    }
    sort_few(bounds.begin(), bounds.end(),
             [](const PackedBound& a, const PackedBound& b) { return a.least_us < b.least_us; });
    return bounds;
}

/// Finds the cheapest tile of a shape.
class TileSearch {
public:
    TileSearch(const Shape& shape, const Architecture& gpu) : shape_(shape), gpu_(gpu) {}

    std::optional<PricedCudaTile> best() {
        for (const CudaTile& tile : unpacked_tiles(shape_)) {
            const std::optional<Launch> launch = launch_on(gpu_, shape_, tile);
            if (launch) take(tile, *launch, count_traffic(shape_, tile, *launch));
        }
        // Packed tiles are many, and few of them can be cheaper than the best of the tiles before.
        if (!cannot_win(least_packed_us(volume(shape_.modes) * shape_.unit_bytes, gpu_))) {
            try_packed();
        }
        return std::move(best_);
    }

private:
    void try_packed() {
        PackedTraffic traffic(shape_);
        for (const PackedBound& bound : packed_bounds(shape_, traffic, gpu_)) {
            if (cannot_win(bound.least_us)) break;
            const std::optional<Launch> launch = launch_on(gpu_, shape_, bound.tile);
            if (!launch) continue;
            Traffic of_tile = traffic.with_work(bound.moved, *launch);
            if (cannot_win(predict_time(*launch, of_tile, gpu_).total_us)) continue;
            of_tile.work.conflicts = packed_conflicts(shape_, *launch);
            take(bound.tile, *launch, of_tile);
        }
    }

    /// Takes a tile if it is the cheapest so far.
    void take(const CudaTile& tile, const Launch& launch, const Traffic& traffic) {
        const PredictedTime time = predict_time(launch, traffic, gpu_);
        if (!cannot_win(time.total_us)) best_ = {tile, launch, traffic, time};
    }

    [[nodiscard]] bool cannot_win(double least_us) const {
        return best_ && best_->time.total_us <= least_us;
    }

    const Shape& shape_;
    const Architecture& gpu_;
    std::optional<PricedCudaTile> best_;
};

/// The cheapest variant of a shape.
Variant cheapest(Shape shape, const Architecture& gpu) {
    std::optional<PricedCudaTile> best = TileSearch(shape, gpu).best();
    if (!best) refuse(shape);
    return make_variant(std::move(shape), std::move(*best));
}

/// The variant with the same units and tile for pointers that are aligned to one unit only.
Variant anywhere(const Variant& variant, const Architecture& gpu) {
    const auto* tiled = std::get_if<TiledTile>(&variant.chosen.tile);
    if (tiled == nullptr || *tiled == anywhere(*tiled)) return variant;
    return make_variant(variant.shape, *price(variant.shape, anywhere(*tiled), gpu));
}

/// One line of text about a tile.
std::string line(const Shape& shape, const PricedCudaTile& tile) {
    return fmt::format("{} {}: {:.4g} us", method(shape, tile.tile), describe(shape, tile.tile),
                       tile.time.total_us);
}

using Numbers = std::vector<std::int64_t>;

Numbers numbers_of(const std::vector<std::size_t>& modes) { return {modes.begin(), modes.end()}; }

/// Makes the KernelKey of a tile that moves units of `unit_bytes` bytes. The kinds are fixed words,
/// which are on disk.
struct KeyMaker {
    std::int64_t unit_bytes;

    KernelKey operator()(const CopyTile& tile) const {
        return {"copy", {{unit_bytes}, numbers_of(tile.run)}};
    }
    KernelKey operator()(const TiledTile& tile) const {
        const TiledPolicy& policy = tiled_policies[tile.policy];
        return {"tiled",
                {{unit_bytes},
                 numbers_of(tile.in_run),
                 numbers_of(tile.out_run),
                 {policy.threads, policy.in_bytes, policy.out_bytes, policy.store_bytes},
                 {tile.load_vector, tile.adjoins, tile.on_sectors}}};
    }
    KernelKey operator()(const PackedTile& tile) const {
        return {"packed", {{unit_bytes}, tile.blocks, {tile.parts_rows}}};
    }
};

}  // namespace

std::vector<PricedCudaTile> price_tiles(const Shape& shape, const Architecture& gpu) {
    std::vector<PricedCudaTile> tiles;
    for (const CudaTile& tile : tile_candidates(shape)) {
        if (std::optional<PricedCudaTile> priced = price(shape, tile, gpu)) {
            tiles.push_back(std::move(*priced));
        }
    }
    if (tiles.empty()) refuse(shape);
    std::stable_sort(tiles.begin(), tiles.end(),
                     [](const PricedCudaTile& a, const PricedCudaTile& b) {
                         return a.time.total_us < b.time.total_us;
                     });
    return tiles;
}

CudaKernelPlan price_transpose_kernel(const TransposeProblem& problem, const Architecture& gpu) {
    CudaKernelPlan plan;
    plan.problem = problem;
    plan.gpu = gpu;
    if (!problem.empty) plan.fast = cheapest(vectorise(problem), gpu);
    return plan;
}

CudaKernelPlan complete(CudaKernelPlan priced) {
    if (priced.problem.empty) return priced;
    const std::int64_t element_bytes = size_bytes(priced.problem.dtype);
    const Variant plain =
        priced.fast.shape.unit_bytes == element_bytes
            ? priced.fast
            : cheapest(make_shape(priced.problem.modes, element_bytes), priced.gpu);
    priced.plain = anywhere(plain, priced.gpu);
    return priced;
}

CudaKernelPlan plan_transpose_kernel(const TransposeProblem& problem, const Architecture& gpu) {
    return complete(price_transpose_kernel(problem, gpu));
}

CudaKernelPlan plan_transpose_kernel(const TransposeProblem& problem, PricedCudaTile tile,
                                     const Architecture& gpu) {
    CudaKernelPlan plan;
    plan.problem = problem;
    plan.gpu = gpu;
    plan.fast = make_variant(vectorise(problem), std::move(tile));
    return complete(std::move(plan));
}

double CudaKernelPlan::predicted_ms() const { return fast.chosen.time.total_us * 1e-3; }

const char* CudaKernelPlan::method() const {
    if (problem.empty) return "copy";
    return cuda::method(fast.shape, fast.chosen.tile);
}

std::string CudaKernelPlan::parameters() const {
    if (problem.empty) return "nothing to move";
    return describe(fast.shape, fast.chosen.tile);
}

KernelKey CudaKernelPlan::key() const {
    if (problem.empty) return {"nothing", {}};
    return std::visit(KeyMaker{fast.shape.unit_bytes}, fast.chosen.tile);
}

std::string CudaKernelPlan::explain() const {
    if (problem.empty) return "  nothing to move\n";
    const PredictedTime& time = fast.chosen.time;
    const Traffic& traffic = fast.chosen.traffic;
    std::string text = fmt::format(
        "  kernel     {}\n"
        "  units      {} bytes; input aligned to {} bytes, output to {}, else {}\n"
        "  launch     {:.0f} tiles in {} blocks of {} threads, {} bytes of shared memory, {} at a "
        "time on "
        "a multiprocessor\n"
        "  traffic    {:.0f} sectors read, {:.0f} written, {:.0f} of them in parts\n"
        "  bounds     memory {:.4g}, instructions {:.4g}, shared memory {:.4g}, latency {:.4g} "
        "us\n",
        line(fast.shape, fast.chosen), fast.shape.unit_bytes, fast.in_alignment, fast.out_alignment,
        describe(plain.shape, plain.chosen.tile), traffic.tiles, fast.chosen.launch.blocks,
        fast.chosen.launch.threads, fast.chosen.launch.shared_bytes, time.resident_blocks,
        traffic.read_sectors, traffic.written_sectors, traffic.partial_sectors, time.memory_us,
        time.issue_us, time.shared_us, time.latency_us);
    std::vector<PricedCudaTile> others = price_tiles(fast.shape, gpu);
    std::erase_if(others,
                  [&](const PricedCudaTile& other) { return other.tile == fast.chosen.tile; });
    constexpr std::size_t most_others = 7;
    if (others.size() > most_others) others.erase(others.begin() + most_others, others.end());
    for (const PricedCudaTile& other : others) {
        text += fmt::format("  not taken  {}\n", line(fast.shape, other));
    }
    return text;
}

}  // namespace ttgt::cuda
