// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/distributed_tensor.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "distributed/held_indices.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/threads.h"
#include "tools/operands/placed_operands.h"

namespace ttgt::bench {

/// Waits until all that the context's stream was given is done. On CPUs nothing is left to wait
/// for.
inline void wait_for(const Context& context) {
    const Device device = context.options().device;
    if (device.kind == Device::Kind::cuda) {
        cuda::Completion(device.index, context.stream()).wait();
    }
}

/// A tensor of float64 over ranks: this rank's part on the host, and a copy in the memory of the
/// context's device where that is a GPU.
class RankTensor {
public:
    RankTensor(const Communicator& ranks, const Context& context, const DistributedLayout& layout)
        : rank_(ranks.rank()),
          context_(context),
          host_(std::make_unique<DistributedTensor>(ranks, layout.dtype, layout.extents,
                                                    layout.distribution)) {}

    /// Whole numbers from -3 to 3 that depend on the operand and on the place in the whole tensor.
    void number(std::size_t operand, int threads) {
        const std::vector<std::vector<std::int64_t>> held = held_indices(host_->layout(), rank_);
        const std::vector<std::int64_t>& extents = host_->part().extents;
        double* const elements = on_host();
        const std::int64_t count = volume(host_->part());
        parallel_ranges(count, 8 * count, threads, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                std::int64_t rest = i;
                std::uint64_t hash = operand;
                for (std::size_t mode = 0; mode < held.size(); ++mode) {
                    const auto at = static_cast<std::size_t>(rest % extents[mode]);
                    hash = (hash + static_cast<std::uint64_t>(held[mode][at]) + 1) *
                           0x9e3779b97f4a7c15ull;
                    hash ^= hash >> 31;
                    rest /= extents[mode];
                }
                elements[i] = static_cast<double>(hash % 7) - 3.0;
            }
        });
    }
    void fill(double value) { std::fill_n(on_host(), volume(host_->part()), value); }

    /// Copies the elements on the host to where the context's device works with them.
    void place() {
        const DistributedLayout& layout = host_->layout();
        placed_.reset();
        placed_ =
            tool::place_operands(context_, {{{layout.dtype, host_->part()}, host_->data()}}, true);
    }
    /// Copies them back, once the context's stream is done. place() was called before.
    void fetch() { placed_->fetch_output(); }

    [[nodiscard]] double* on_host() const { return static_cast<double*>(host_->data()); }
    [[nodiscard]] std::int64_t count() const { return volume(host_->part()); }
    /// Where the device works with the elements, after place().
    [[nodiscard]] void* data() const { return placed_->data(0); }
    [[nodiscard]] DistributedView view() const {
        const bool is_on_gpu = context_.options().device.kind == Device::Kind::cuda;
        return {host_->layout(), data(), is_on_gpu ? MemorySpace::device : MemorySpace::host};
    }
    /// This rank's part as a tensor of its own.
    [[nodiscard]] TensorView local_view() const {
        return {host_->layout().dtype, host_->part(), data(), view().space};
    }
    [[nodiscard]] const DistributedLayout& layout() const { return host_->layout(); }

private:
    int rank_;
    const Context& context_;
    std::unique_ptr<DistributedTensor> host_;
    std::unique_ptr<tool::PlacedOperands> placed_;
};

/// Whether all elements of the tensor are those of `expected`, a tensor that rank 0 has whole on
/// its host. Collective.
inline bool is_same(Communicator& ranks, Context& context, const RankTensor& tensor,
                    const double* expected) {
    const DistributedLayout& layout = tensor.layout();
    RankTensor whole(ranks, context,
                     {layout.dtype, layout.extents, on_first_rank(layout.extents.size()), {}});
    whole.fill(-0.5);
    whole.place();
    redistribute(ranks, whole.view(), tensor.view(), &context);
    whole.fetch();
    const bool is_right =
        ranks.rank() > 0 || std::equal(whole.on_host(), whole.on_host() + whole.count(), expected);
    return largest(*ranks.transport(), is_right ? 0 : 1) == 0;
}

}  // namespace ttgt::bench
