// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/graphs/graph.h"

#include <cuda_runtime_api.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {
namespace {

/// Until its end, captures of the calling thread and of others neither forbid what the calling
/// thread does nor fail because of it.
class BesideCaptures {
public:
    BesideCaptures() noexcept { forget(cudaThreadExchangeStreamCaptureMode(&mode_)); }
    ~BesideCaptures() { forget(cudaThreadExchangeStreamCaptureMode(&mode_)); }
    BesideCaptures(const BesideCaptures&) = delete;
    BesideCaptures& operator=(const BesideCaptures&) = delete;

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;  // the outer one after the exchange
};

struct GraphDelete {
    void operator()(CUgraph_st* graph) const noexcept { forget(cudaGraphDestroy(graph)); }
};
using Graph = std::unique_ptr<CUgraph_st, GraphDelete>;

/// Ends the capture of a stream. Null if the capture has failed.
Graph end_capture(Stream stream) noexcept {
    cudaGraph_t graph = nullptr;
    forget(cudaStreamEndCapture(native(stream), &graph));
    return Graph(graph);
}

/// What `enqueue` enqueues on a stream that is made for it.
Graph captured(int device, const std::function<void(Stream)>& enqueue) {
    const OwnedStream stream(device);
    TTGT_CUDA_CHECK(cudaStreamBeginCapture(native(stream.get()), cudaStreamCaptureModeRelaxed));
    try {
        enqueue(stream.get());
    } catch (...) {
        (void)end_capture(stream.get());
        throw;
    }
    cudaGraph_t graph = nullptr;
    TTGT_CUDA_CHECK(cudaStreamEndCapture(native(stream.get()), &graph));
    return Graph(graph);
}

}  // namespace

bool is_captured(int device, Stream stream) noexcept {
    const DeviceScope scope(device, std::nothrow);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const bool has_failed = forget(cudaStreamIsCapturing(native(stream), &status));
    return has_failed || status != cudaStreamCaptureStatusNone;
}

void ExecutableGraph::Delete::operator()(CUgraphExec_st* graph) const noexcept {
    const DeviceScope scope(device, std::nothrow);
    const BesideCaptures beside;
    forget(cudaGraphExecDestroy(graph));
}

ExecutableGraph::ExecutableGraph(int device, const std::function<void(Stream)>& enqueue)
    : device_(device), executable_(nullptr, Delete{device}) {
    const DeviceScope scope(device);
    const BesideCaptures beside;
    instantiate(captured(device, enqueue).get());
}

void ExecutableGraph::instantiate(CUgraph_st* graph) {
    cudaGraphExec_t created = nullptr;
    TTGT_CUDA_CHECK(cudaGraphInstantiate(&created, graph, 0));
    executable_.reset(created);
}

void ExecutableGraph::renew(const std::function<void(Stream)>& enqueue) {
    const DeviceScope scope(device_);
    const BesideCaptures beside;
    const Graph graph = captured(device_, enqueue);
    cudaGraphExecUpdateResultInfo result{};
    // It fails if the graph has other kernels or dependencies than the one before.
    if (!forget(cudaGraphExecUpdate(executable_.get(), graph.get(), &result))) return;
    instantiate(graph.get());
}

void ExecutableGraph::launch(Stream stream) const {
    const DeviceScope scope(device_);
    const BesideCaptures beside;  // a graph's first launch may allocate
    TTGT_CUDA_CHECK(cudaGraphLaunch(executable_.get(), native(stream)));
}

}  // namespace ttgt::cuda
