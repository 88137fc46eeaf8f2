// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// On a CUDA device, `run` only enqueues work. So one plan can run on several of the caller's
// streams at a time, each with a workspace of its own, and a sequence of runs can be captured in a
// CUDA graph and launched again at the price of one call. Where there is no device, this says so
// and ends.
#include <cuda_runtime_api.h>
#include <ttgt/ttgt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

namespace {

constexpr std::int64_t extent = 64;
constexpr std::int64_t count = extent * extent * extent;

void check(cudaError_t code) {
    if (code != cudaSuccess) throw std::runtime_error(cudaGetErrorString(code));
}

/// Device memory for as long as it is in scope.
class DeviceArray {
public:
    explicit DeviceArray(std::int64_t bytes) {
        check(cudaMalloc(&data_, static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1))));
    }
    ~DeviceArray() { (void)cudaFree(data_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    [[nodiscard]] double* data() const { return static_cast<double*>(data_); }

private:
    void* data_ = nullptr;
};

/// What one stream works with: T <- 1/2 V T, again and again.
struct Lane {
    explicit Lane(std::int64_t workspace_bytes)
        : t(count * 8), next(count * 8), scratch(workspace_bytes) {
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    ~Lane() { (void)cudaStreamDestroy(stream); }
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Two turns, so that the result is where it began.
    void enqueue(const ttgt::ContractionPlan& plan, const DeviceArray& v) const {
        const ttgt::RunOptions options{
            .alpha = 0.5,
            .workspace = {scratch.data(), plan.workspace_bytes()},
            .stream = {stream},
        };
        plan.run(next.data(), v.data(), t.data(), options);
        plan.run(t.data(), v.data(), next.data(), options);
    }

    DeviceArray t, next, scratch;
    cudaStream_t stream = nullptr;
};

/// The work that `enqueue` puts on a stream, as a graph that can be launched.
template <class Enqueue>
cudaGraphExec_t capture(cudaStream_t stream, const Enqueue& enqueue) {
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    enqueue();
    check(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t launchable = nullptr;
    check(cudaGraphInstantiate(&launchable, graph, 0));
    check(cudaGraphDestroy(graph));
    return launchable;
}

// Long: an example is read from its first line to its last.
bool run(const ttgt::Device& device) {
    check(cudaSetDevice(device.index));
    ttgt::Context context({.device = device});
    const ttgt::OperandLayout matrix{ttgt::DType::float64, ttgt::packed({extent, extent})};
    const ttgt::OperandLayout tensor{ttgt::DType::float64, ttgt::packed({extent, extent, extent})};
    const ttgt::ContractionPlan plan =
        plan_contraction(context, "N(a,i,b)=V(a,c)*T(b,i,c)", {tensor, matrix, tensor});

    // V is twice a rotation of the indices, T holds ones: T stays what it is.
    std::vector<double> v(extent * extent, 0.0);
    for (std::int64_t c = 0; c < extent; ++c) {
        v[static_cast<std::size_t>((c + 1) % extent + extent * c)] = 2;
    }
    const std::vector<double> ones(static_cast<std::size_t>(count), 1.0);
    const DeviceArray v_there(extent * extent * 8);
    check(cudaMemcpy(v_there.data(), v.data(), v.size() * 8, cudaMemcpyHostToDevice));

    const std::array<Lane, 2> lanes{Lane(plan.workspace_bytes()), Lane(plan.workspace_bytes())};
    for (const Lane& lane : lanes) {
        check(cudaMemcpy(lane.t.data(), ones.data(), ones.size() * 8, cudaMemcpyHostToDevice));
    }

    check(cudaDeviceSynchronize());  // the lanes' streams do not wait for CUDA's default one

    lanes[0].enqueue(plan, v_there);  // both at a time: nothing here waits
    lanes[1].enqueue(plan, v_there);

    const cudaGraphExec_t graph =
        capture(lanes[1].stream, [&] { lanes[1].enqueue(plan, v_there); });
    for (int launch = 0; launch < 100; ++launch) check(cudaGraphLaunch(graph, lanes[1].stream));

    bool is_right = true;
    for (const Lane& lane : lanes) {
        std::vector<double> result(ones.size());
        check(cudaStreamSynchronize(lane.stream));
        check(cudaMemcpy(result.data(), lane.t.data(), result.size() * 8, cudaMemcpyDeviceToHost));
        is_right = is_right && result == ones;
    }
    check(cudaGraphExecDestroy(graph));
    std::printf("two streams, and a graph of two contractions launched 100 times: %s\n",
                is_right ? "right" : "wrong");
    return is_right;
}

}  // namespace

int main() try {
    for (const ttgt::DeviceInfo& info : ttgt::list_devices()) {
        if (info.device.kind == ttgt::Device::Kind::cuda && info.usable) {
            return run(info.device) ? 0 : 1;
        }
    }
    std::puts("skipped: no CUDA device");
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "cuda_streams_and_graphs: %s\n", error.what());
    return 1;
}
