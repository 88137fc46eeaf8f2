// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "distributed/agreement.h"
#include "distributed/transport.h"

namespace ttgt {
namespace {

constexpr std::int64_t product_extent = 512;
constexpr std::int64_t long_message = std::int64_t{4} << 20;
constexpr int repeats = 3;

/// The least of some runs, begun by all ranks together.
template <class Work>
double seconds_of(Transport& transport, Work&& work) {
    double least = 1e30;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        (void)largest(transport, 0);
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        least = std::min(least, taken.count());
    }
    return largest(transport, std::max(least, 1e-9));
}

double exchange_seconds(Transport& transport, std::int64_t bytes) {
    const auto length = static_cast<std::size_t>(bytes);
    const auto peers = static_cast<std::size_t>(transport.ranks() - 1);
    std::vector<char> memory =
        agreed(transport, [&] { return std::vector<char>(2 * length * peers, 1); });
    std::vector<Message> sends;
    std::vector<Message> receives;
    for (int peer = 0; peer < transport.ranks(); ++peer) {
        if (peer == transport.rank()) continue;
        sends.push_back({peer, memory.data() + sends.size() * length, bytes});
        receives.push_back({peer, memory.data() + (peers + receives.size()) * length, bytes});
    }
    return seconds_of(transport, [&] { transport.exchange(sends, receives, bytes); });
}

}  // namespace

RankRates measure_rank_rates(Communicator& communicator, Context& context) {
    Transport& transport = *communicator.transport();
    RankRates rates;
    auto tensors = agreed(transport, [&] {
        std::array<Tensor<double>, 3> three{Tensor<double>({product_extent, product_extent}),
                                            Tensor<double>({product_extent, product_extent}),
                                            Tensor<double>({product_extent, product_extent})};
        for (Tensor<double>& tensor : three) tensor.fill(1.0);
        return three;
    });
    ContractOptions options;
    options.context = &context;
    const auto extent = static_cast<double>(product_extent);
    agreed(transport, [&] {
        contract("D(a,b)=L(a,k)*R(k,b)", tensors[0], tensors[1], tensors[2], options);
        return true;
    });
    rates.flops_per_second =
        2 * extent * extent * extent / seconds_of(transport, [&] {
            contract("D(a,b)=L(a,k)*R(k,b)", tensors[0], tensors[1], tensors[2], options);
        });
    rates.memory_bytes_per_second = 2 * 8 * extent * extent / seconds_of(transport, [&] {
                                        contract("D(b,a)=L(a,b)", tensors[0], tensors[1], options);
                                    });
    if (transport.ranks() == 1) return rates;
    const double peers = transport.ranks() - 1;
    rates.message_seconds = exchange_seconds(transport, 8) / peers;
    // Together no more than memory that is there anyway.
    const std::int64_t bytes =
        std::max<std::int64_t>(long_message * 16 / std::max(transport.ranks(), 16), 4096);
    rates.link_bytes_per_second =
        static_cast<double>(bytes) * peers / exchange_seconds(transport, bytes);
    return rates;
}

}  // namespace ttgt
