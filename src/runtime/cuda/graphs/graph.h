// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <functional>
#include <memory>

struct CUgraph_st;      // CUDA's: a cudaGraph_t points to one
struct CUgraphExec_st;  // CUDA's: a cudaGraphExec_t points to one

namespace ttgt::cuda {

/// Whether a stream of the device is being captured, or cannot say so because another one is.
[[nodiscard]] bool is_captured(int device, Stream stream) noexcept;

/// What one function enqueues, as a graph that one call launches. Its memory is freed by CUDA after
/// the last launch has ended.
class ExecutableGraph {
public:
    /// Calls `enqueue` with a stream of this class's own, which is captured meanwhile: nothing
    /// runs. Captures of other threads go on. Rethrows what `enqueue` throws; throws DeviceError
    /// and OutOfMemory.
    ExecutableGraph(int device, const std::function<void(Stream)>& enqueue);
    /// Captures anew. Launches that were enqueued before stay as they were. If it throws, the graph
    /// must not be launched any more.
    void renew(const std::function<void(Stream)>& enqueue);
    /// Enqueues the graph on a stream of the device. Launches of one graph run one after the other.
    /// Calls from several threads must come one after the other. Throws DeviceError; OutOfMemory,
    /// in which case nothing was enqueued.
    void launch(Stream stream) const;

private:
    struct Delete {
        int device;
        void operator()(CUgraphExec_st* graph) const noexcept;
    };

    void instantiate(CUgraph_st* graph);

    int device_;
    std::unique_ptr<CUgraphExec_st, Delete> executable_;
};

}  // namespace ttgt::cuda
