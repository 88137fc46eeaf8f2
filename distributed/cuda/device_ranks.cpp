// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks that are threads of one process, each with a GPU. The receiver copies messages from the
// sender's memory on a stream of its own. CUDA events order the copies after the sender's earlier
// work and before the later work of both ranks.
#include <ttgt/error.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "distributed/run/thread_ranks.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/peers.h"
#include "src/runtime/cuda/stream.h"
#include "src/runtime/devices.h"

namespace ttgt {
namespace {

class DeviceRank final : public ThreadRank {
public:
    DeviceRank(std::shared_ptr<Board> board, int rank,
               std::shared_ptr<const std::vector<Device>> devices)
        : ThreadRank(std::move(board), rank),
          devices_(std::move(devices)),
          arrivals_(device_of(rank).index) {}

    [[nodiscard]] const char* name() const noexcept override { return "threads with GPUs"; }
    [[nodiscard]] bool carries(const Device& device) const noexcept override {
        return device == device_of(rank());
    }

    void exchange(std::span<const Message> sends, std::span<const Message> receives,
                  std::int64_t most_bytes, Stream stream,
                  const std::function<void()>& meanwhile) override {
        const int device = device_of(rank()).index;
        const cuda::Completion ready(device, stream);
        Post& mine = board().post(rank());
        mine.sends = sends;
        mine.ready = &ready;
        std::optional<cuda::Completion> taken;
        {
            const Reading reading = meet_to_read();
            ready.precede(arrivals_.get());
            receive(receives, most_bytes, arrivals_.get());
            taken.emplace(device, arrivals_.get());
        }
        mine.taken = &*taken;
        meanwhile();
        taken->precede(stream);
        {
            // Later work on this stream may overwrite what was sent, so it waits until all
            // receivers have copied it.
            const Reading reading = meet_to_read();
            for (const int peer : peers_of(sends)) board().post(peer).taken->precede(stream);
        }
        meet();
    }

private:
    [[nodiscard]] const Device& device_of(int rank) const {
        return (*devices_)[static_cast<std::size_t>(rank)];
    }

    [[nodiscard]] static std::vector<int> peers_of(std::span<const Message> messages) {
        std::vector<int> peers;
        for (const Message& message : messages) peers.push_back(message.peer);
        std::sort(peers.begin(), peers.end());
        peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
        return peers;
    }

    void receive(std::span<const Message> receives, std::int64_t most_bytes, Stream stream) const {
        for (const int peer : peers_of(receives)) board().post(peer).ready->precede(stream);
        std::vector<std::size_t> taken(static_cast<std::size_t>(ranks()), 0);
        for (const std::size_t number : reading_order(receives, rank(), ranks())) {
            const Message& to = receives[number];
            const Message& from = next_from(to.peer, taken);
            for (std::int64_t done = 0; done < to.bytes; done += most_bytes) {
                cuda::copy_between_devices(
                    static_cast<char*>(to.data) + done, device_of(rank()).index,
                    static_cast<const char*>(from.data) + done, device_of(to.peer).index,
                    std::min(most_bytes, to.bytes - done), stream);
            }
        }
    }

    std::shared_ptr<const std::vector<Device>> devices_;
    cuda::OwnedStream arrivals_;
};

}  // namespace

std::vector<std::shared_ptr<Transport>> make_device_ranks(const std::vector<Device>& devices) {
    for (const Device& device : devices) {
        if (device.kind != Device::Kind::cuda) {
            throw Unsupported(
                fmt::format("{} is not a CUDA device: for ranks on CPUs, give their number instead",
                            to_string(device)));
        }
        check_usable(device);
    }
    for (const Device& device : devices) {
        for (const Device& peer : devices) cuda::reach_memory(device.index, peer.index);
    }
    const auto board = std::make_shared<Board>(static_cast<int>(devices.size()));
    const auto shared = std::make_shared<const std::vector<Device>>(devices);
    std::vector<std::shared_ptr<Transport>> all;
    all.reserve(devices.size());
    for (int rank = 0; rank < board->ranks(); ++rank) {
        all.push_back(std::make_shared<DeviceRank>(board, rank, shared));
    }
    return all;
}

}  // namespace ttgt
