// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "distributed/run/agreement.h"
#include "distributed/run/host_links.h"
#include "distributed/run/transport.h"
#include "src/runtime/devices.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

constexpr int calls_of_each = 4;

/// Seconds of a call that all ranks begin together, as the slowest rank takes; the least of several
/// repetitions after a first call that does not count. `call` returns the seconds of one rank.
template <class Call>
double slowest_seconds(Transport& transport, Call&& call) {
    double least = 1e30;
    for (int repeat = 0; repeat <= calls_of_each; ++repeat) {
        (void)largest(transport, 0);
        const double taken = largest(transport, agreed(transport, call));
        if (repeat > 0) least = std::min(least, taken);
    }
    return std::max(least, 1e-9);
}

HostLinkRates measure_host_rates(Transport& transport, Context& context) {
    const std::unique_ptr<HostLinks> links =
        agreed(transport, [&] { return make_host_links(context); });
    const auto bytes = static_cast<double>(links->bytes());
    // copy() copies in both directions, so each direction is measured while the other is in use.
    const double in = slowest_seconds(transport, [&] { return links->copy().to_device; });
    const double out = slowest_seconds(transport, [&] { return links->copy().from_device; });
    const double inside = slowest_seconds(transport, [&] { return links->copy_in_memory(); });
    return {bytes / in, bytes / out, 2 * bytes / inside};
}

/// Throws InvalidArgument where there are no devices, they differ in kind or name, or `threads` is
/// negative.
void check_devices(const std::vector<Device>& devices, int threads) {
    if (devices.empty()) throw InvalidArgument("there are no devices to measure links of");
    if (threads < 0) throw InvalidArgument(fmt::format("{} threads were asked for", threads));
    const Device& first = devices.front();
    for (const Device& device : devices) check_usable(device);
    for (const Device& device : devices) {
        if (device.kind == first.kind && device_name(device) == device_name(first)) continue;
        throw InvalidArgument(fmt::format(
            "links are measured between devices of one kind, but {} is '{}' and {} is "
            "'{}'",
            to_string(first), device_name(first), to_string(device), device_name(device)));
    }
}

std::vector<Communicator> ranks_on(const std::vector<Device>& devices) {
    if (devices.front().kind == Device::Kind::cuda) return Communicator::local(devices);
    return Communicator::local(static_cast<int>(devices.size()));
}

/// Measures the rates on one rank and writes them to `rates`. All ranks get equal rates.
void measure(Communicator& ranks, const ContextOptions& settings, LinkRates& rates) {
    Transport& transport = *ranks.transport();
    Context context = agreed(transport, [&] { return Context(settings); });
    rates.host = measure_host_rates(transport, context);
    rates.ranks = measure_rank_rates(ranks, context);
    rates.transport = transport.name();
}

}  // namespace

LinkRates measure_link_rates(const std::vector<Device>& devices, int threads) {
    check_devices(devices, threads);
    const auto count = static_cast<int>(devices.size());
    std::vector<Communicator> all = ranks_on(devices);
    std::vector<LinkRates> rates(devices.size());
    std::vector<std::exception_ptr> failures(devices.size());
    std::vector<std::thread> workers;
    for (std::size_t rank = 0; rank < devices.size(); ++rank) {
        workers.emplace_back([&, mine = std::move(all[rank]), rank]() mutable {
            try {
                ContextOptions settings;
                settings.device = devices[rank];
                settings.threads = std::max(available_threads(threads) / count, 1);
                measure(mine, settings, rates[rank]);
            } catch (...) {
                failures[rank] = std::current_exception();
            }
        });
    }
    for (std::thread& worker : workers) worker.join();
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
    LinkRates result = rates.front();
    result.name = device_name(devices.front());
    result.kind = devices.front().kind;
    result.devices = count;
    return result;
}

}  // namespace ttgt
