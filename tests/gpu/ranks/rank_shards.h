// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "distributed/run/transport.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/stream.h"
#include "tests/distributed/spread_case.h"

namespace ttgt::test {

/// What each rank does, with a context on its device.
using DeviceRankBody = std::function<void(Communicator& ranks, Context& context)>;

/// Calls `body` with a context on the device and the communicator that `make` gives; what it throws
/// is a failure of the test.
template <class Make>
void call_on_device(const DeviceRankBody& body, const Device& device, Make&& make) {
    Communicator ranks = make();
    try {
        ContextOptions settings;
        settings.device = device;
        Context context(settings);
        body(ranks, context);
    } catch (const std::exception& error) {
        ADD_FAILURE() << "rank " << ranks.rank() << ": " << error.what();
    }
}

/// A shard's memory on its rank's device.
class DeviceShard {
public:
    DeviceShard(Shard& shard, Context& context)
        : shard_(shard),
          stream_(context.stream()),
          buffer_(static_cast<std::int64_t>(shard.memory().size()), context.options().device.index,
                  stream_, "a shard") {
        cuda::copy_to_device(buffer_.data(), shard.memory().data(), buffer_.bytes(), stream_);
    }

    [[nodiscard]] void* data() const { return static_cast<char*>(buffer_.data()) + Shard::margin; }
    /// Waits for all that the stream was given.
    void fetch() const {
        cuda::copy_to_host(shard_.memory().data(), buffer_.data(), buffer_.bytes(), stream_);
        const cuda::DeviceScope scope(buffer_.device());
        cuda::synchronize(stream_);
    }

private:
    Shard& shard_;
    Stream stream_;
    cuda::DeviceBuffer buffer_;
};

/// What a rank has of a case, there and on its device.
struct RankShards {
    std::vector<Shard> shards;
    std::vector<std::unique_ptr<DeviceShard>> on_device;
    std::vector<DistributedLayout> layouts;
    std::vector<const void*> inputs;

    RankShards(const SpreadCase& drawn, int rank, Context& context) {
        for (std::size_t i = 0; i < drawn.operands.size(); ++i) {
            shards.emplace_back(drawn, i, rank, i > 0 || drawn.beta != Scalar{});
            layouts.push_back(shards.back().layout());
        }
        for (std::size_t i = 0; i < shards.size(); ++i) {
            on_device.push_back(std::make_unique<DeviceShard>(shards[i], context));
            if (i > 0) inputs.push_back(on_device.back()->data());
        }
    }
};

inline RunOptions run_options(const SpreadCase& drawn, const Workspace& workspace) {
    RunOptions options;
    options.alpha = drawn.alpha;
    options.beta = drawn.beta;
    options.workspace = workspace;
    return options;
}

/// Adds a failure where the result on this rank is not exactly the expected one.
inline void run_on_device(const SpreadCase& drawn, std::uint64_t seed,
                          const std::vector<Scalar>& expected, Communicator& ranks,
                          Context& context) {
    RankShards mine(drawn, ranks.rank(), context);
    const DistributedPlan plan =
        plan_contraction(ranks, context, drawn.expression, mine.layouts, drawn.options);

    plan.run(mine.on_device[0]->data(), mine.inputs,
             run_options(drawn, context.workspace(plan.workspace_bytes())));

    mine.on_device[0]->fetch();
    check_shard(drawn, mine.shards[0], ranks.rank(), expected,
                describe(drawn, seed) + "\n" + plan.explain(0));
    (void)largest(*ranks.transport(), 0);  // others may read this rank's memory until then
}

}  // namespace ttgt::test
