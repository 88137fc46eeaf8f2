// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/cuda/grouped_moves.h"

#include <ttgt/error.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "blocks/cuda/grouped_pairs.h"
#include "blocks/cuda/pairs/pairs_launch.h"
#include "src/runtime/cuda/device_scope.h"

namespace ttgt::blocks {
namespace {

/// What the grouped kernel reaches of the bandwidth of a copy.
constexpr double grouped_share = 0.8;

cuda::GroupedBlock block_of(const MoveShape& shape) {
    return {shape.extents, shape.from_strides, shape.to_strides};
}

cuda::GroupedPlace place_of(const Place& place) {
    return {static_cast<int>(place.slot), place.block, place.offset};
}

std::uint32_t flags_of(const Move& move) {
    return (move.has_input ? cuda::grouped_reads : 0U) |
           (move.conjugates ? cuda::grouped_conjugates : 0U) |
           (move.adds ? cuda::grouped_adds : 0U);
}

const ConstBlockTensorView& view_of(std::size_t operand, const BlockExecution& execution) {
    if (operand == operand_d) return execution.d;
    return execution.inputs[operand - 1];
}

}  // namespace

DeviceMoves::DeviceMoves(cuda::GroupedLaunch launch, const TableSite& site)
    : launch_(std::move(launch)), description_(launch_.describe()) {
    table_.reserve(launch_.items.size() * sizeof(cuda::GroupedItem) +
                   launch_.shapes.size() * sizeof(cuda::GroupedShape) +
                   launch_.tile_items.size() * sizeof(std::uint32_t) + 64);
    const std::size_t items = table_.add(launch_.items);
    const std::size_t shapes = table_.add(launch_.shapes);
    const std::size_t tile_items = table_.add(launch_.tile_items);
    table_.upload(site);
    arguments_ = launch_.arguments;
    arguments_.items = table_.at<const cuda::GroupedItem>(items);
    arguments_.shapes = table_.at<const cuda::GroupedShape>(shapes);
    arguments_.tile_items = table_.at<const std::uint32_t>(tile_items);
    launch_.items = {};
    launch_.shapes = {};
    launch_.tile_items = {};
}

void DeviceMoves::enqueue(const std::array<cuda::GroupedPlaces, cuda::grouped_arrays>& places,
                          const cuda::GroupedScalars& scalars, Stream stream) const {
    cuda::GroupedArguments arguments = arguments_;
    for (std::size_t array = 0; array < places.size(); ++array) {
        arguments.places[array] = places[array];
    }
    enqueue_grouped(launch_, arguments, scalars, stream);
}

DeviceGroupedKernels::DeviceGroupedKernels(const Context& context, const BlockProblem& problem,
                                           TableUse use)
    : gpu_(cuda::architecture_of(context.options())),
      site_(table_site(context, use)),
      policies_(cuda::pairs_policies_of(problem)),
      runs_(site_.device) {
    for (const BlockOperand& operand : problem.operands) {
        layouts_.push_back(operand.layout);
        const std::int64_t blocks = operand.layout.has_offsets() ? operand.layout.blocks() : 0;
        std::vector<std::int64_t> offsets(static_cast<std::size_t>(blocks));
        for (std::int64_t block = 0; block < blocks; ++block) {
            offsets[static_cast<std::size_t>(block)] =
                operand.layout.offset(block) * size_bytes(operand.dtype);
        }
        places_.push_back(offsets_.add(offsets));
    }
    offsets_.upload(site_);
}

DeviceGroupedKernels::~DeviceGroupedKernels() { runs_.precede(site_.stream); }

void DeviceGroupedKernels::note_run(Stream stream) const noexcept {
    // Tables of one call are freed in the order of the stream on which it runs.
    if (site_.use == TableUse::kept) runs_.note(stream);
}

bool DeviceGroupedKernels::takes(const MoveShape& shape, const MoveTypes& types) const {
    if (!cuda::grouped_takes(types.from, types.to)) return false;
    const cuda::GroupedBlock block = block_of(shape);
    return cuda::surely_has_shape(block) ||
           cuda::make_grouped_shape(block, size_bytes(types.from)).has_value();
}

double DeviceGroupedKernels::move_ms(double bytes) const {
    return 1e-3 * bytes / (grouped_share * gpu_.bytes_per_us);
}

std::shared_ptr<const GroupedMoves> DeviceGroupedKernels::prepare(
    const MoveTypes& types, const MoveShapes& shapes, const std::vector<Move>& moves) const {
    cuda::GroupedLaunchBuilder builder(types.from, types.to, gpu_.multiprocessors);
    builder.reserve(moves.size());
    std::vector<std::optional<std::uint32_t>> numbers(shapes.count());  // of shapes in the launch
    for (const Move& move : moves) {
        if (shapes.volume(move.shape) == 0) continue;
        std::optional<std::uint32_t>& number = numbers[move.shape];
        if (!number) number = builder.add_shape(block_of(shapes.shape(move.shape)));
        if (!number ||
            !builder.add(*number, place_of(move.from), place_of(move.to), flags_of(move))) {
            throw SizeOverflow("the tiles of one launch over blocks exceed 32-bit numbers");
        }
    }
    return std::make_shared<const DeviceMoves>(builder.finish(), site_);
}

double DeviceGroupedKernels::pairs_ms(const BlockShapes& shapes,
                                      std::span<const Pair> pairs) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (std::ranges::none_of(policies_, [](bool has) { return has; })) return infinite;
    const cuda::PairsChoice choice = cuda::choose_pairs(shapes, pairs, policies_, gpu_);
    return choice.is_too_much ? infinite : choice.ms;
}

std::shared_ptr<const GroupedPairs> DeviceGroupedKernels::prepare_pairs(
    const BlockShapes& shapes, std::span<const Pair> pairs) const {
    const cuda::PairsChoice choice = cuda::choose_pairs(shapes, pairs, policies_, gpu_);
    return std::make_shared<const DevicePairs>(
        cuda::make_pairs_launch(shapes, pairs, choice.policy), choice.ms, site_);
}

bool DeviceGroupedKernels::lies_as_planned(std::size_t operand,
                                           const ConstBlockTensorView& view) const {
    const BlockLayout& planned = layouts_[operand];
    const BlockLayout& its = view.layout();
    if (view.pool() == nullptr || !planned.has_offsets()) return false;
    if (planned.is_packed() && its.is_packed()) return true;
    for (std::int64_t block = 0; block < planned.blocks(); ++block) {
        if (planned.offset(block) != its.offset(block)) return false;
    }
    return true;
}

std::int64_t* DeviceGroupedKernels::run_addresses(std::size_t operand, const BlockPlan& plan,
                                                  const BlockExecution& execution) const {
    auto* addresses = reinterpret_cast<std::int64_t*>(execution.workspace + plan.address_offset);
    for (std::size_t before = 0; before < operand; ++before) addresses += layouts_[before].blocks();
    return addresses;
}

void DeviceGroupedKernels::write_addresses(const BlockPlan& plan,
                                           const BlockExecution& execution) const {
    const cuda::DeviceScope scope(site_.device);
    for (std::size_t operand = 0; operand < layouts_.size(); ++operand) {
        const ConstBlockTensorView& view = view_of(operand, execution);
        if (lies_as_planned(operand, view)) continue;
        cuda::enqueue_addresses(
            [&](std::int64_t block) { return reinterpret_cast<std::int64_t>(view.data(block)); },
            view.layout().blocks(), run_addresses(operand, plan, execution),
            execution.resources.stream);
    }
}

std::array<cuda::GroupedPlaces, cuda::grouped_arrays> DeviceGroupedKernels::places(
    const BlockPlan& plan, const BlockExecution& execution) const {
    std::array<cuda::GroupedPlaces, cuda::grouped_arrays> places{};
    for (std::size_t operand = 0; operand < layouts_.size(); ++operand) {
        const ConstBlockTensorView& view = view_of(operand, execution);
        if (lies_as_planned(operand, view)) {
            // The kernel writes to D alone.
            auto* const pool = const_cast<char*>(static_cast<const char*>(view.pool()));
            places[operand] = {pool, offsets_.at<const std::int64_t>(places_[operand])};
        } else {
            places[operand] = {nullptr, run_addresses(operand, plan, execution)};
        }
    }
    places[static_cast<std::size_t>(BufferRef::Slot::workspace)] = {execution.workspace, nullptr};
    return places;
}

std::unique_ptr<const GroupedKernels> make_grouped_kernels(const Context& context,
                                                           const BlockProblem& problem,
                                                           TableUse use) {
    return std::make_unique<const DeviceGroupedKernels>(context, problem, use);
}

}  // namespace ttgt::blocks
