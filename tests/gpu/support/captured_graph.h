// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::test {

/// A graph of what `call` enqueues on the stream. In the global mode it fails where the call, or
/// any other thread meanwhile, allocates memory or waits.
class CapturedGraph {
public:
    template <class Call>
    CapturedGraph(Stream stream, cudaStreamCaptureMode mode, Call&& call) {
        TTGT_CUDA_CHECK(cudaStreamBeginCapture(cuda::native(stream), mode));
        try {
            call();
        } catch (...) {
            cuda::forget(cudaStreamEndCapture(cuda::native(stream), &graph_));
            if (graph_ != nullptr) cuda::forget(cudaGraphDestroy(graph_));
            throw;
        }
        TTGT_CUDA_CHECK(cudaStreamEndCapture(cuda::native(stream), &graph_));
        TTGT_CUDA_CHECK(cudaGraphInstantiate(&executable_, graph_, 0));
    }
    ~CapturedGraph() {
        cuda::forget(cudaGraphExecDestroy(executable_));
        cuda::forget(cudaGraphDestroy(graph_));
    }
    CapturedGraph(const CapturedGraph&) = delete;
    CapturedGraph& operator=(const CapturedGraph&) = delete;

    [[nodiscard]] std::vector<cudaGraphNodeType> node_types() const {
        std::size_t count = 0;
        TTGT_CUDA_CHECK(cudaGraphGetNodes(graph_, nullptr, &count));
        std::vector<cudaGraphNode_t> nodes(count);
        TTGT_CUDA_CHECK(cudaGraphGetNodes(graph_, nodes.data(), &count));
        std::vector<cudaGraphNodeType> types(count);
        for (std::size_t i = 0; i < count; ++i) {
            TTGT_CUDA_CHECK(cudaGraphNodeGetType(nodes[i], &types[i]));
        }
        return types;
    }
    void launch(Stream stream) const {
        TTGT_CUDA_CHECK(cudaGraphLaunch(executable_, cuda::native(stream)));
    }

private:
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t executable_ = nullptr;
};

}  // namespace ttgt::test
