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

#include "distributed/run/transport.h"

namespace ttgt {

namespace cuda {
class Completion;
}

/// What one rank lets the other ranks read during a collective call. Each call uses some members.
struct Post {
    const std::string* text = nullptr;  ///< argument of all_texts()
    std::span<const double> numbers;    ///< argument of all_numbers()
    std::span<const Message> sends;     ///< messages to other ranks
    /// On a GPU: completed when the memory of `sends` may be read.
    const cuda::Completion* ready = nullptr;
    /// On a GPU: completed when this rank has read all messages to it.
    const cuda::Completion* taken = nullptr;
};

class Board;

/// The time in which a rank may read the posts of the other ranks.
class Reading {
public:
    explicit Reading(Board& board) : board_(board) {}
    ~Reading();
    Reading(const Reading&) = delete;
    Reading(Reading&&) = delete;
    Reading& operator=(const Reading&) = delete;
    Reading& operator=(Reading&&) = delete;

private:
    Board& board_;
};

/// Memory shared by ranks that are threads of one process: a post of each rank, and barriers.
class Board {
public:
    explicit Board(int ranks)
        : posts_(static_cast<std::size_t>(ranks)), is_here_(static_cast<std::size_t>(ranks)) {}

    [[nodiscard]] int ranks() const { return static_cast<int>(posts_.size()); }
    [[nodiscard]] Post& post(int rank) { return posts_[static_cast<std::size_t>(rank)]; }
    /// A barrier: waits until all ranks have called it, but at most `timeout` seconds. Throws
    /// DeviceError where a rank has left, or has not come in the time that some rank waits. When it
    /// throws, no rank reads the post of this one, and all later calls of all ranks throw, too.
    void meet(int rank, double timeout) { wait(rank, timeout, false); }
    /// A barrier as meet(), after which the ranks may read each other's posts. Each rank must
    /// destroy its Reading before it comes to the next barrier.
    [[nodiscard]] Reading meet_to_read(int rank, double timeout) {
        wait(rank, timeout, true);
        return Reading(*this);
    }
    /// Tells the ranks that wait, or will wait, at a barrier that `rank` will not come.
    void leave(int rank);

private:
    friend class Reading;

    void wait(int rank, double timeout, bool to_read);
    void stop_reading();
    /// Throws `failure_` once no rank reads any more.
    [[noreturn]] void fail(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] std::vector<int> absent_ranks() const;

    std::vector<Post> posts_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<char> is_here_;  // by rank: whether it waits at the barrier
    int waiting_ = 0;            // ranks that wait at the barrier
    int reading_ = 0;            // ranks that may read posts
    std::string failure_;        // why the ranks cannot go on; empty: they can
    std::int64_t meeting_ = 0;   // number of completed barriers
};

/// The order in which a rank reads messages from the memory of other ranks, as positions in
/// `receives`: first those of rank + 1, and so on, cyclically up to rank - 1. If all ranks read
/// from all, no two then read from the same rank at the same time. Messages of one peer keep their
/// order.
[[nodiscard]] std::vector<std::size_t> reading_order(std::span<const Message> receives, int rank,
                                                     int ranks);

/// A rank that is a thread of this process, with tensors in host memory. All ranks share a Board,
/// by which they wait for each other and read each other's messages.
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
    void meet() { board_->meet(rank_, timeout()); }
    [[nodiscard]] Reading meet_to_read() { return board_->meet_to_read(rank_, timeout()); }
    /// The first message from `peer` to this rank that is not taken yet. `taken` has, for each
    /// peer, the number of posted messages already passed, and is updated.
    [[nodiscard]] const Message& next_from(int peer, std::vector<std::size_t>& taken) const;

private:
    std::shared_ptr<Board> board_;
    int rank_;
};

}  // namespace ttgt
