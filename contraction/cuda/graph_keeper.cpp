// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/graph_keeper.h"

#include <ttgt/error.h>

#include <memory>
#include <utility>

#include "src/runtime/cuda/graphs/graph.h"

namespace ttgt::cuda {
namespace {

class GraphRun final : public KeptRun {
public:
    GraphRun(int device, const EnqueueRun& enqueue) : graph_(device, enqueue) {}
    void renew(const EnqueueRun& enqueue) { graph_.renew(enqueue); }
    void enqueue(Stream stream) const override { graph_.launch(stream); }

private:
    ExecutableGraph graph_;
};

class GraphKeeper final : public RunKeeper {
public:
    explicit GraphKeeper(int device) : device_(device) {}

    [[nodiscard]] bool takes_kept_runs(Stream stream) const noexcept override {
        return !is_captured(device_, stream);
    }

    [[nodiscard]] std::unique_ptr<KeptRun> keep(const EnqueueRun& enqueue,
                                                std::unique_ptr<KeptRun> old) const override {
        try {
            if (!old) return std::make_unique<GraphRun>(device_, enqueue);
            static_cast<GraphRun&>(*old).renew(enqueue);
            return old;
        } catch (const OutOfMemory&) {
            return nullptr;
        } catch (const DeviceError&) {
            // A fault of the device shows again in the run without a graph.
            return nullptr;
        }
    }

private:
    int device_;
};

}  // namespace

std::unique_ptr<const RunKeeper> make_graph_keeper(int device) {
    return std::make_unique<const GraphKeeper>(device);
}

}  // namespace ttgt::cuda
