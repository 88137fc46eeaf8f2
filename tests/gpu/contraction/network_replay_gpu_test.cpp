// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans of many small steps: runs that come again are one launch of a graph, with the same results,
// on any stream, from several threads, beside and inside of captures.
#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/problem/statement.h"
#include "network/plan/explain_network.h"
#include "network/plan/plan_network.h"
#include "network/program/bind_program.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/error.h"
#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/threads.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t factors = 24;
constexpr std::int64_t factor_bytes = 4 * sizeof(double);

/// D = A(i0,i1) * A(i1,i2) * ... of 2 x 2 matrices, from the left.
network::NetworkPlan plan_chain(Context& context, std::size_t count,
                                std::optional<bool> beta_is_zero = {}, std::int64_t extent = 2) {
    network::NetworkRequest request;
    request.text = fmt::format("D(i0,i{})=", count);
    for (std::size_t i = 0; i < count; ++i) {
        request.text += fmt::format("{}A{}(i{},i{})", i == 0 ? "" : "*", i, i, i + 1);
    }
    request.path.path.push_back({0, 1});
    for (std::size_t last = count - 2; last > 0; --last) request.path.path.push_back({0, last});
    const OperandLayout matrix{DType::float64, packed({extent, extent})};
    const Statement statement =
        read_statement(request.text, std::vector<OperandLayout>(count + 1, matrix));
    request.program = network::bind_statement(statement.expression, statement.operands,
                                              request.path.same, beta_is_zero);
    return network::plan_network(context, request);
}

/// The matrix (1 step; 0 1) as every factor, a result and a workspace on the device.
class Chain {
public:
    Chain(const network::NetworkPlan& plan, int device, Stream stream)
        : plan_(plan),
          memory_(2 * factor_bytes, device, stream, "a test"),
          workspace_(plan.workspace_bytes(), device, stream, "a test"),
          inputs_(plan.parts().operands.size() - 1, memory_.data()) {
        options_.stream = stream;
        options_.workspace = {workspace_.data(), workspace_.bytes()};
        fill(1);
    }

    [[nodiscard]] RunOptions& options() { return options_; }
    [[nodiscard]] double* result() const { return static_cast<double*>(memory_.data()) + 4; }
    void run() { run_to(result()); }
    void run_to(double* result) { plan_.run({result, inputs_}, options_); }
    void fill(double step) {
        const std::array<double, 8> host{1, 0, step, 1, -1, -1, -1, -1};
        cuda::copy_to_device(memory_.data(), host.data(), 2 * factor_bytes, options_.stream);
        cuda::synchronize(options_.stream);
        step_ = step;
    }
    /// Waits for the stream; whether the result is `scale` times the product.
    [[nodiscard]] testing::AssertionResult is_right(double scale = 1) const {
        std::array<double, 4> host{};
        cuda::copy_to_host(host.data(), result(), factor_bytes, options_.stream);
        cuda::synchronize(options_.stream);
        const double sum = scale * step_ * static_cast<double>(inputs_.size());
        if (host == std::array<double, 4>{scale, 0, sum, scale}) return testing::AssertionSuccess();
        return testing::AssertionFailure()
               << fmt::format("{} {} {} {} instead of {} 0 {} {}", host[0], host[1], host[2],
                              host[3], scale, sum, scale);
    }

private:
    const network::NetworkPlan& plan_;
    cuda::DeviceBuffer memory_;
    cuda::DeviceBuffer workspace_;
    std::vector<const void*> inputs_;
    RunOptions options_;
    double step_ = 0;
};

class NetworkReplayGpu : public ContractionGpu {
protected:
    void SetUp() override {
        ContractionGpu::SetUp();
        if (IsSkipped()) return;
        TTGT_CUDA_CHECK(cudaSetDevice(device()));
        plan_.emplace(plan_chain(context(), factors));
        ASSERT_NE(plan_->parts().replay, nullptr) << network::explain(*plan_);
    }
    [[nodiscard]] const network::NetworkPlan& plan() const { return *plan_; }
    [[nodiscard]] ReplayCounts counts() const { return plan_->parts().replay->counts(); }
    [[nodiscard]] Chain chain() { return Chain(plan(), device(), context().stream()); }

    std::optional<network::NetworkPlan> plan_;
};

TEST_F(NetworkReplayGpu, RunsThatComeAgainAreLaunchesOfOneGraph) {
    Chain chain = this->chain();
    for (int turn = 1; turn <= 5; ++turn) {
        chain.fill(turn);
        chain.run();
        ASSERT_TRUE(chain.is_right()) << turn;
    }
    EXPECT_EQ(counts().builds, 1);
    EXPECT_EQ(counts().replays, 3);
}

TEST_F(NetworkReplayGpu, OtherAddressesAreOtherRuns) {
    std::vector<std::unique_ptr<Chain>> chains;
    for (int i = 0; i < 7; ++i) {
        chains.push_back(std::make_unique<Chain>(plan(), device(), context().stream()));
    }
    for (int turn = 1; turn <= 12; ++turn) {
        for (const auto& chain : chains) {
            chain->fill(turn);
            chain->run();
            ASSERT_TRUE(chain->is_right()) << turn;
        }
    }
    EXPECT_GT(counts().builds, static_cast<std::int64_t>(RunReplay::most_kept));
    EXPECT_GT(counts().replays, counts().builds);
}

TEST_F(NetworkReplayGpu, AddressesThatNeverComeAgainMakeNoGraph) {
    constexpr std::int64_t places = 40;
    Chain chain = this->chain();
    const cuda::DeviceBuffer results(places * factor_bytes, device(), context().stream(), "a test");
    auto* const first = static_cast<double*>(results.data());
    for (std::int64_t i = 0; i < places; ++i) chain.run_to(first + 4 * i);
    cuda::copy_on_device(chain.result(), first + 4 * (places - 1), factor_bytes,
                         context().stream());
    EXPECT_TRUE(chain.is_right());
    EXPECT_EQ(counts().builds, 0);
}

TEST_F(NetworkReplayGpu, ScalarsTellRunsApart) {
    Chain chain = this->chain();
    for (int turn = 0; turn < 3; ++turn) {
        for (const double alpha : {1.0, 2.0, -3.0}) {
            chain.options().alpha = alpha;
            chain.run();
            ASSERT_TRUE(chain.is_right(alpha));
        }
    }
    EXPECT_EQ(counts().builds, 3);
    EXPECT_EQ(counts().replays, 3);
}

TEST_F(NetworkReplayGpu, AddingRunsAddEachTime) {
    const network::NetworkPlan adding = plan_chain(context(), factors, false);
    Chain chain(adding, device(), context().stream());
    TTGT_CUDA_CHECK(
        cudaMemsetAsync(chain.result(), 0, factor_bytes, cuda::native(context().stream())));
    for (int turn = 1; turn <= 4; ++turn) {
        chain.run();
        ASSERT_TRUE(chain.is_right(turn));
    }
    EXPECT_EQ(adding.parts().replay->counts().replays, 2);
}

TEST_F(NetworkReplayGpu, AnyStreamOfTheDeviceLaunchesTheGraph) {
    Chain chain = this->chain();
    const std::array<cuda::OwnedStream, 2> streams{cuda::OwnedStream(device()),
                                                   cuda::OwnedStream(device())};
    for (int turn = 0; turn < 6; ++turn) {
        chain.options().stream = streams.at(static_cast<std::size_t>(turn % 2)).get();
        chain.fill(turn);
        chain.run();
        ASSERT_TRUE(chain.is_right()) << turn;
    }
    EXPECT_EQ(counts().builds, 1);
}

// The caller's graph holds the steps, whether or not the plan has a graph of its own.
TEST_F(NetworkReplayGpu, CallersCaptureTakesTheSteps) {
    Chain chain = this->chain();
    for (int before = 0; before < 3; ++before) {
        const CapturedGraph graph(context().stream(), cudaStreamCaptureModeGlobal,
                                  [&] { chain.run(); });
        EXPECT_GE(graph.node_types().size(), factors - 1);
        for (int turn = 1; turn <= 2; ++turn) {
            chain.fill(turn);
            graph.launch(context().stream());
            ASSERT_TRUE(chain.is_right());
        }
        chain.run();
        ASSERT_TRUE(chain.is_right());
    }
    EXPECT_EQ(counts().builds, 1);
    EXPECT_EQ(counts().replays, 1);
}

TEST_F(NetworkReplayGpu, CapturesOfOtherThreadsGoOn) {
    Chain chain = this->chain();
    chain.run();
    ASSERT_TRUE(chain.is_right());
    const cuda::OwnedStream other(device());
    const cudaStream_t captured = cuda::native(other.get());
    std::thread([&] {
        TTGT_CUDA_CHECK(cudaSetDevice(device()));
        TTGT_CUDA_CHECK(cudaStreamBeginCapture(captured, cudaStreamCaptureModeThreadLocal));
    }).join();

    chain.run();
    chain.run();

    EXPECT_EQ(counts().builds, 1);
    cudaGraph_t graph = nullptr;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    TTGT_CUDA_CHECK(cudaStreamIsCapturing(captured, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusActive);
    cuda::forget(cudaStreamEndCapture(captured, &graph));
    if (graph != nullptr) TTGT_CUDA_CHECK(cudaGraphDestroy(graph));
    EXPECT_TRUE(chain.is_right());
}

// In the global mode a capture fails if any thread allocates in the usual way meanwhile.
TEST_F(NetworkReplayGpu, GraphsAreMadeBesideAGlobalCapture) {
    Chain chain = this->chain();
    chain.run();
    ASSERT_TRUE(chain.is_right());
    const cuda::OwnedStream other(device());
    {
        const CapturedGraph graph(other.get(), cudaStreamCaptureModeGlobal, [&] {
            std::thread([&] {
                chain.run();
                chain.run();
            }).join();
            TTGT_CUDA_CHECK(
                cudaMemsetAsync(chain.result(), 0, factor_bytes, cuda::native(other.get())));
        });
        EXPECT_EQ(counts().builds, 1);
        EXPECT_EQ(counts().replays, 1);
    }
    EXPECT_TRUE(chain.is_right());
}

TEST_F(NetworkReplayGpu, ThreadsRunOnePlan) {
    const auto failures = failures_of_threads(6, [&](std::size_t thread) {
        const cuda::OwnedStream stream(device());
        Chain chain(plan(), device(), stream.get());
        for (int turn = 1; turn <= 25; ++turn) {
            chain.fill(static_cast<double>(thread) + turn);
            chain.run();
            const testing::AssertionResult right = chain.is_right();
            if (!right) return right;
        }
        return testing::AssertionSuccess();
    });
    EXPECT_THAT(failures, testing::Each(""));
    EXPECT_GE(counts().builds, 1);
}

TEST_F(NetworkReplayGpu, PlansMayEndBeforeTheirRuns) {
    std::optional<network::NetworkPlan> plan(plan_chain(context(), factors));
    Chain chain(*plan, device(), context().stream());
    for (int turn = 0; turn < 8; ++turn) chain.run();
    plan.reset();
    EXPECT_TRUE(chain.is_right());
}

TEST_F(NetworkReplayGpu, CurrentDeviceAndLastErrorStayTheCallers) {
    Chain chain = this->chain();
    chain.run();
    ASSERT_TRUE(chain.is_right());
    (void)cudaGetLastError();
    ASSERT_EQ(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);

    chain.run();
    chain.run();

    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    int current = -1;
    TTGT_CUDA_CHECK(cudaGetDevice(&current));
    EXPECT_EQ(current, device());
    EXPECT_TRUE(chain.is_right());
    EXPECT_EQ(counts().builds, 1);
}

TEST_F(NetworkReplayGpu, ErrorsAreThoseOfARunWithoutGraph) {
    Chain chain = this->chain();
    for (int turn = 0; turn < 3; ++turn) chain.run();
    chain.options().workspace = {};
    EXPECT_THROW(chain.run(), InvalidArgument);
    EXPECT_THROW(chain.run_to(nullptr), InvalidArgument);
    EXPECT_EQ(counts().replays, 1);
    EXPECT_TRUE(chain.is_right());
}

TEST_F(NetworkReplayGpu, ExplainSaysHowRunsAreEnqueued) {
    EXPECT_THAT(network::explain(plan()), HasSubstr("23 launches in a run, one CUDA graph from the "
                                                    "second run on with the same addresses"));
    EXPECT_THAT(network::explain(plan_chain(context(), 4)),
                HasSubstr("3 launches in a run, one by one: graphs are for 8 or more"));
    EXPECT_THAT(network::explain(plan_chain(context(), factors, {}, 6000)),
                HasSubstr("one by one: graphs are for launches below 0.02 ms on average"));
}

}  // namespace
}  // namespace ttgt::test
