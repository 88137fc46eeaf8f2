// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "distributed/transport.h"

namespace ttgt {

namespace cuda {
class Completion;
}

/// What one rank shows the others during a call.
struct Post {
    const std::string* text = nullptr;
    std::span<const double> numbers;
    std::span<const Message> sends;
    const cuda::Completion* ready = nullptr;  ///< of what is to be sent, on a device
    const cuda::Completion* taken = nullptr;  ///< of what was to be received
};

/// Where ranks that are threads of one process post what they have and meet.
class Board {
public:
    explicit Board(int ranks) : posts_(static_cast<std::size_t>(ranks)) {}

    [[nodiscard]] int ranks() const { return static_cast<int>(posts_.size()); }
    [[nodiscard]] Post& post(int rank) { return posts_[static_cast<std::size_t>(rank)]; }
    /// Waits for all ranks; throws DeviceError where one of them will not come.
    void meet();
    void leave(int rank);

private:
    std::vector<Post> posts_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    int waiting_ = 0;
    int left_ = -1;
    std::int64_t meeting_ = 0;
};

/// Numbers of `receives` in the order that a rank reads them from the others' memory: those of the
/// rank after it first, round to those of the rank before, so that ranks that all read from all
/// never read from the same one at once. Messages of one peer keep their order.
[[nodiscard]] std::vector<std::size_t> reading_order(std::span<const Message> receives, int rank,
                                                     int ranks);

/// One of them, with tensors in host memory.
class ThreadRank : public Transport {
public:
    ThreadRank(std::shared_ptr<Board> board, int rank) : board_(std::move(board)), rank_(rank) {}
    ~ThreadRank() override { board_->leave(rank_); }
    ThreadRank(const ThreadRank&) = delete;
    ThreadRank(ThreadRank&&) = delete;
    ThreadRank& operator=(const ThreadRank&) = delete;
    ThreadRank& operator=(ThreadRank&&) = delete;

    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int ranks() const noexcept override { return board_->ranks(); }
    [[nodiscard]] const char* name() const noexcept override { return "threads"; }
    [[nodiscard]] bool carries(const Device& device) const noexcept override {
        return device.kind == Device::Kind::cpu;
    }
    [[nodiscard]] bool has_matrix_grids() const noexcept override { return false; }

    [[nodiscard]] std::vector<std::string> all_texts(const std::string& text) override;
    [[nodiscard]] std::vector<double> all_numbers(std::span<const double> numbers) override;
    void exchange(std::span<const Message> sends, std::span<const Message> receives,
                  std::int64_t most_bytes, Stream stream,
                  const std::function<void()>& meanwhile) override;
    [[nodiscard]] std::shared_ptr<const MatrixGrid> matrix_grid(const std::string& key,
                                                                const GridPlace& place) override;

protected:
    [[nodiscard]] Board& board() const noexcept { return *board_; }
    /// The first of a peer's messages to this rank that has not been taken.
    [[nodiscard]] const Message& next_from(int peer, std::vector<std::size_t>& taken) const;

private:
    std::shared_ptr<Board> board_;
    int rank_;
};

}  // namespace ttgt
