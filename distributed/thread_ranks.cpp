// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks that are threads of one process: they post what they have on a board and read what the
// others posted, between two barriers.
#include <ttgt/error.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include <fmt/format.h>

#include "distributed/transport.h"

namespace ttgt {
namespace {

/// What one rank shows the others during a call.
struct Post {
    const std::string* text = nullptr;
    std::span<const double> numbers;
    std::span<const Message> sends;
};

class Board {
public:
    explicit Board(int ranks) : posts_(static_cast<std::size_t>(ranks)) {}

    [[nodiscard]] int ranks() const { return static_cast<int>(posts_.size()); }
    [[nodiscard]] Post& post(int rank) { return posts_[static_cast<std::size_t>(rank)]; }

    /// Waits for all ranks; throws where one of them will not come.
    void meet() {
        std::unique_lock lock(mutex_);
        const std::int64_t meeting = meeting_;
        if (++waiting_ == ranks()) {
            waiting_ = 0;
            ++meeting_;
            arrived_.notify_all();
            return;
        }
        arrived_.wait(lock, [&] { return meeting_ != meeting || left_ >= 0; });
        if (meeting_ == meeting) {
            throw DeviceError(fmt::format("rank {} has left while others wait for it", left_));
        }
    }

    void leave(int rank) {
        const std::lock_guard lock(mutex_);
        left_ = rank;
        arrived_.notify_all();
    }

private:
    std::vector<Post> posts_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    int waiting_ = 0;
    int left_ = -1;
    std::int64_t meeting_ = 0;
};

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
    [[nodiscard]] bool has_matrix_grids() const noexcept override { return false; }

    [[nodiscard]] std::vector<std::string> all_texts(const std::string& text) override {
        std::vector<std::string> texts;
        texts.reserve(static_cast<std::size_t>(ranks()));
        board_->post(rank_).text = &text;
        board_->meet();
        for (int peer = 0; peer < ranks(); ++peer) texts.push_back(*board_->post(peer).text);
        board_->meet();
        return texts;
    }

    [[nodiscard]] std::vector<double> all_numbers(std::span<const double> numbers) override {
        std::vector<double> all;
        board_->post(rank_).numbers = numbers;
        board_->meet();
        for (int peer = 0; peer < ranks(); ++peer) {
            const std::span<const double> theirs = board_->post(peer).numbers;
            all.insert(all.end(), theirs.begin(), theirs.end());
        }
        board_->meet();
        return all;
    }

    void exchange(std::span<const Message> sends, std::span<const Message> receives,
                  std::int64_t most_bytes) override {
        board_->post(rank_).sends = sends;
        board_->meet();
        std::vector<std::size_t> taken(static_cast<std::size_t>(ranks()), 0);
        for (const Message& message : receives) {
            copy(message, next_from(message.peer, taken), most_bytes);
        }
        board_->meet();
    }

    [[nodiscard]] std::shared_ptr<const MatrixGrid> matrix_grid(const std::string&,
                                                                const GridPlace&) override {
        throw Unsupported("ranks that are threads have no DistributedGemm");
    }

private:
    /// The first of a peer's messages to this rank that has not been taken.
    [[nodiscard]] const Message& next_from(int peer, std::vector<std::size_t>& taken) const {
        const std::span<const Message> sends = board_->post(peer).sends;
        std::size_t& next = taken[static_cast<std::size_t>(peer)];
        while (sends[next].peer != rank_) ++next;
        return sends[next++];
    }

    static void copy(const Message& to, const Message& from, std::int64_t most_bytes) {
        for (std::int64_t done = 0; done < to.bytes; done += most_bytes) {
            const std::int64_t bytes = std::min(most_bytes, to.bytes - done);
            std::memcpy(static_cast<char*>(to.data) + done,
                        static_cast<const char*>(from.data) + done,
                        static_cast<std::size_t>(bytes));
        }
    }

    std::shared_ptr<Board> board_;
    int rank_;
};

}  // namespace

std::vector<std::shared_ptr<Transport>> make_thread_ranks(int ranks) {
    const auto board = std::make_shared<Board>(ranks);
    std::vector<std::shared_ptr<Transport>> all;
    all.reserve(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        all.push_back(std::make_shared<ThreadRank>(board, rank));
    }
    return all;
}

}  // namespace ttgt
