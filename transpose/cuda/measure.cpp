// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "src/core/memory/address_range.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/event_timer.h"
#include "transpose/cuda/kernels/enqueue.h"
#include "transpose/cuda/run.h"

namespace ttgt::cuda {
namespace {

/// Maximum number of tiles that are measured.
constexpr std::size_t most_measured = 8;
/// Times that each tile is run; the first run warms up.
constexpr int turns = 4;

/// Device memory for the input or the output of a transpose, all zeros.
class DeviceArray {
public:
    DeviceArray(const TransposeProblem& problem, std::size_t array, int device, Stream stream)
        : range_(address_range(layout_of(problem, array), size_bytes(problem.dtype),
                               "the memory to measure a transpose on")),
          buffer_(range_.end - range_.begin, device, stream, "measuring a transpose") {
        fill_bytes(buffer_.data(), 0, buffer_.bytes(), stream);
    }
    void* first() const { return static_cast<char*>(buffer_.data()) - range_.begin; }

private:
    AddressRange range_;
    DeviceBuffer buffer_;
};

/// The median of all times apart from the first.
double median_after_first(std::vector<double> times) {
    std::sort(times.begin() + 1, times.end());
    return times[1 + (times.size() - 1) / 2];
}

}  // namespace

MeasuredKernelPlan measure_transpose(const TransposeProblem& problem, const Architecture& gpu,
                                     int device, Stream stream) {
    if (problem.empty) {
        return {std::make_shared<const CudaKernelPlan>(plan_transpose_kernel(problem, gpu)), 0};
    }
    const Shape shape = vectorise(problem);
    std::vector<PricedCudaTile> tiles = price_tiles(shape, gpu);
    tiles.resize(std::min(tiles.size(), most_measured));

    const DeviceScope scope(device);
    const DeviceArray in(problem, input, device, stream);
    const DeviceArray out(problem, output, device, stream);
    std::vector<std::function<void()>> works;
    works.reserve(tiles.size());
    for (const PricedCudaTile& tile : tiles) {
        works.emplace_back(
            [&] { enqueue_move(tile.launch, shape.unit_bytes, in.first(), out.first(), stream); });
    }
    const std::vector<std::vector<double>> times = time_turns_ms(device, stream, turns, works);
    std::size_t best = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (median_after_first(times[i]) < median_after_first(times[best])) best = i;
    }
    return {std::make_shared<const CudaKernelPlan>(
                plan_transpose_kernel(problem, std::move(tiles[best]), gpu)),
            median_after_first(times[best])};
}

}  // namespace ttgt::cuda
