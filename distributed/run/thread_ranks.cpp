// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks that are threads of one process. In a collective call, each rank posts its arguments on a
// shared board, waits at a barrier, reads the posts of the other ranks, and waits at a second
// barrier before its post becomes invalid. A rank that gives up waiting first waits until the
// others have read its post.
#include "distributed/run/thread_ranks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "distributed/run/timeout.h"

namespace ttgt {
namespace {

void copy(const Message& to, const Message& from, std::int64_t most_bytes) {
    for (std::int64_t done = 0; done < to.bytes; done += most_bytes) {
        const std::int64_t bytes = std::min(most_bytes, to.bytes - done);
        std::memcpy(static_cast<char*>(to.data) + done, static_cast<const char*>(from.data) + done,
                    static_cast<std::size_t>(bytes));
    }
}

/// Waits until `is_over` holds, but at most `timeout` seconds. Returns whether it holds.
template <class Condition>
bool wait_at_most(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                  double timeout, Condition&& is_over) {
    if (timeout < longest_timeout) {
        return changed.wait_for(lock, std::chrono::duration<double>(timeout), is_over);
    }
    changed.wait(lock, is_over);
    return true;
}

}  // namespace

Reading::~Reading() { board_.stop_reading(); }

void Board::wait(int rank, double timeout, bool to_read) {
    std::unique_lock lock(mutex_);
    if (!failure_.empty()) fail(lock);
    const std::int64_t meeting = meeting_;
    is_here_[static_cast<std::size_t>(rank)] = 1;
    if (++waiting_ == ranks()) {
        waiting_ = 0;
        std::fill(is_here_.begin(), is_here_.end(), char{0});
        if (to_read) reading_ = ranks();
        ++meeting_;
        changed_.notify_all();
        return;
    }
    const auto is_over = [&] { return meeting_ != meeting || !failure_.empty(); };
    if (!wait_at_most(changed_, lock, timeout, is_over)) {
        failure_ = why_given_up(rank, timeout, absent_ranks());
        changed_.notify_all();
    }
    if (meeting_ == meeting) fail(lock);
}

void Board::fail(std::unique_lock<std::mutex>& lock) {
    changed_.wait(lock, [&] { return reading_ == 0; });
    throw DeviceError(failure_);
}

void Board::stop_reading() {
    const std::lock_guard lock(mutex_);
    if (--reading_ == 0) changed_.notify_all();
}

void Board::leave(int rank) {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) {
        failure_ = fmt::format("rank {} has left while others wait for it", rank);
    }
    changed_.notify_all();
}

std::vector<int> Board::absent_ranks() const {
    std::vector<int> absent;
    for (int rank = 0; rank < ranks(); ++rank) {
        if (is_here_[static_cast<std::size_t>(rank)] == 0) absent.push_back(rank);
    }
    return absent;
}

std::vector<std::string> ThreadRank::all_texts(const std::string& text) {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(ranks()));
    board_->post(rank_).text = &text;
    {
        const Reading reading = meet_to_read();
        for (int peer = 0; peer < ranks(); ++peer) texts.push_back(*board_->post(peer).text);
    }
    meet();
    return texts;
}

std::vector<double> ThreadRank::all_numbers(std::span<const double> numbers) {
    std::vector<double> all;
    board_->post(rank_).numbers = numbers;
    {
        const Reading reading = meet_to_read();
        for (int peer = 0; peer < ranks(); ++peer) {
            const std::span<const double> theirs = board_->post(peer).numbers;
            all.insert(all.end(), theirs.begin(), theirs.end());
        }
    }
    meet();
    return all;
}

std::vector<std::size_t> reading_order(std::span<const Message> receives, int rank, int ranks) {
    std::vector<std::size_t> order(receives.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto distance = [&](std::size_t number) {
        return (receives[number].peer - rank + ranks) % ranks;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
    return order;
}

void ThreadRank::exchange(std::span<const Message> sends, std::span<const Message> receives,
                          std::int64_t most_bytes, Stream, const std::function<void()>& meanwhile) {
    board_->post(rank_).sends = sends;
    {
        const Reading reading = meet_to_read();
        std::vector<std::size_t> taken(static_cast<std::size_t>(ranks()), 0);
        for (const std::size_t number : reading_order(receives, rank_, ranks())) {
            const Message& message = receives[number];
            copy(message, next_from(message.peer, taken), most_bytes);
        }
    }
    meanwhile();
    meet();
}

std::shared_ptr<const MatrixGrid> ThreadRank::matrix_grid(const std::string&, const GridPlace&) {
    throw Unsupported("ranks that are threads have no DistributedGemm");
}

const Message& ThreadRank::next_from(int peer, std::vector<std::size_t>& taken) const {
    const std::span<const Message> sends = board_->post(peer).sends;
    std::size_t& next = taken[static_cast<std::size_t>(peer)];
    while (sends[next].peer != rank_) ++next;
    return sends[next++];
}

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
