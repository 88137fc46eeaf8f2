// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <functional>
#include <vector>

#include "distributed/run/agreement.h"
#include "distributed/run/transport.h"
#include "src/runtime/cuda/completion.h"

namespace ttgt {
namespace {

/// Sizes of the measurements on a kind of device, such that they take some tenths of a second.
struct Sizes {
    std::int64_t extent = 512;  ///< rows and columns of the matrices
    /// Bytes of a long message. With more than 16 ranks messages are shorter, because a rank sends
    /// one to every rank.
    std::int64_t message = std::int64_t{4} << 20;
};
constexpr Sizes on_cpu{};
constexpr Sizes on_gpu{4096, std::int64_t{64} << 20};
constexpr std::int64_t short_message = 8;
constexpr int repeats = 3;
/// Exchanges of short messages in one measurement, each after a product of matrices of
/// `work_extent` rows and columns, which takes about 0.1 ms.
constexpr int rounds = 16;
constexpr std::int64_t work_extent = 128;

class Measurement {
public:
    Measurement(Transport& transport, Context& context)
        : transport_(transport),
          context_(context),
          is_on_gpu_(context.options().device.kind == Device::Kind::cuda),
          sizes_(is_on_gpu_ ? on_gpu : on_cpu),
          message_(std::max<std::int64_t>(sizes_.message * 16 / std::max(transport.ranks(), 16),
                                          4096)) {}

    RankRates rates() {
        RankRates rates;
        const OperandLayout square{DType::float64, packed({sizes_.extent, sizes_.extent})};
        const auto extent = static_cast<double>(sizes_.extent);
        const auto seconds = [&](const char* expression, std::size_t operands) {
            const ContractionPlan plan = agreed(transport_, [&] {
                return plan_contraction(context_, expression,
                                        std::vector<OperandLayout>(operands, square));
            });
            reserve(plan.workspace_bytes());
            return seconds_of([&] { run(plan); });
        };
        rates.flops_per_second = 2 * extent * extent * extent / seconds("D(a,b)=L(a,k)*R(k,b)", 3);
        rates.memory_bytes_per_second = 2 * 8 * extent * extent / seconds("D(b,a)=L(a,b)", 2);
        if (transport_.ranks() == 1) return rates;
        const double peers = transport_.ranks() - 1;
        rates.message_seconds = short_exchange_seconds() / peers;
        rates.link_bytes_per_second =
            static_cast<double>(message_) * peers / seconds_of(exchange_of(message_));
        return rates;
    }

private:
    [[nodiscard]] std::int64_t matrix_bytes() const { return 8 * sizes_.extent * sizes_.extent; }

    /// Allocates memory for three matrices and a plan's workspace, or for the messages, whichever
    /// needs more.
    void reserve(std::int64_t workspace_bytes) {
        memory_ = agreed(transport_, [&] {
            const std::int64_t messages = 2 * message_ * transport_.ranks();
            const Workspace memory =
                context_.workspace(std::max(3 * matrix_bytes() + workspace_bytes, messages));
            if (!is_on_gpu_) std::memset(memory.data, 0, static_cast<std::size_t>(memory.bytes));
            return memory;
        });
    }
    [[nodiscard]] char* memory(std::int64_t offset) const {
        return static_cast<char*>(memory_.data) + offset;
    }

    void run(const ContractionPlan& plan) const {
        const std::array<const void*, 2> inputs{memory(matrix_bytes()), memory(2 * matrix_bytes())};
        RunOptions options;
        options.workspace = {memory(3 * matrix_bytes()), memory_.bytes - 3 * matrix_bytes()};
        plan.run(memory(0), {inputs.data(), plan.inputs()}, options);
    }

    /// Seconds of an exchange of short messages among ranks that come to it from work of their own,
    /// as ranks do in a run. Where there are more ranks than free cores, a rank may wait for a turn
    /// of the scheduler, which ranks that come from a barrier do not see.
    double short_exchange_seconds() {
        const double alone = seconds_of(exchange_of(short_message));
        if (is_on_gpu_) return alone;
        const OperandLayout square{DType::float64, packed({work_extent, work_extent})};
        const ContractionPlan plan = agreed(transport_, [&] {
            return plan_contraction(context_, "D(a,b)=L(a,k)*R(k,b)", {square, square, square});
        });
        reserve(plan.workspace_bytes());
        const std::function<void()> exchange = exchange_of(short_message);
        const double working = seconds_of([&] {
            for (int round = 0; round < rounds; ++round) run(plan);
        });
        const double both = seconds_of([&] {
            for (int round = 0; round < rounds; ++round) {
                run(plan);
                exchange();
            }
        });
        return std::max((both - working) / rounds, alone);
    }

    /// Sends so many bytes to each rank and receives as many.
    std::function<void()> exchange_of(std::int64_t bytes) {
        std::vector<Message> sends;
        std::vector<Message> receives;
        std::int64_t end = 0;
        for (int peer = 0; peer < transport_.ranks(); ++peer) {
            if (peer == transport_.rank()) continue;
            sends.push_back({peer, memory(end), bytes});
            receives.push_back({peer, memory(end + message_), bytes});
            end += 2 * message_;
        }
        return [=, this] { transport_.exchange(sends, receives, bytes, context_.stream(), [] {}); };
    }

    /// Seconds of `work`, which all ranks begin together, as the slowest rank takes. Each rank
    /// counts the least of several runs after a first run that does not count.
    template <class Work>
    double seconds_of(Work&& work) {
        double least = 1e30;
        for (int repeat = 0; repeat <= repeats; ++repeat) {
            (void)largest(transport_, 0);
            const auto begin = std::chrono::steady_clock::now();
            work();
            if (is_on_gpu_) {
                cuda::Completion(context_.options().device.index, context_.stream()).wait();
            }
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            if (repeat > 0) least = std::min(least, taken.count());
        }
        return largest(transport_, std::max(least, 1e-9));
    }

    Transport& transport_;
    Context& context_;
    bool is_on_gpu_;
    Sizes sizes_;
    std::int64_t message_;
    Workspace memory_;
};

}  // namespace

RankRates measure_rank_rates(Communicator& communicator, Context& context) {
    return Measurement(*communicator.transport(), context).rates();
}

}  // namespace ttgt
