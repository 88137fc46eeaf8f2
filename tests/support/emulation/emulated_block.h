// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ucontext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ttgt::test {

/// A block of CUDA threads on one CPU thread: each runs until it comes to a barrier, then the next.
class EmulatedBlock {
public:
    /// The one that the calling thread runs its blocks on.
    static EmulatedBlock& current();

    /// Calls `body` in every thread; forwards or backwards. False where threads wait for each other
    /// in vain, or an error was noted.
    bool run(int threads, bool forwards, const std::function<void()>& body);

    [[nodiscard]] unsigned thread() const noexcept { return static_cast<unsigned>(running_); }
    void wait_for_block() { wait(State::at_block); }
    /// What the lane whose number differs in `mask` passes. All lanes of the warp call it.
    std::int64_t exchange(std::int64_t value, int mask);
    /// The values of all lanes, joined by "or".
    std::uint32_t join(std::uint32_t value);

    /// Some registers of every lane of the warp.
    using Words = std::array<std::uint64_t, 6>;
    std::array<Words, 32> share(const Words& mine);

    /// Begins a copy that ends in finish_copies() of the same thread.
    void begin_copy(void* to, const void* from, std::size_t bytes);
    void finish_copies();

    void note(const std::string& error) {
        if (error_.empty()) error_ = error;
    }
    [[nodiscard]] const std::string& error() const noexcept { return error_; }

private:
    static constexpr int most_threads = 512;
    static constexpr int warp = 32;
    enum class State { ready, at_warp, at_block, done };
    struct Copy {
        void* to;
        const void* from;
        std::size_t bytes;
    };
    struct Thread {
        State state = State::done;
        ucontext_t context{};
        std::vector<char> stack;
        std::array<std::int64_t, 2> passed{};  // by turn: the next is passed before all have read
        std::array<Words, 2> shared{};
        int turn = 0;
        std::vector<Copy> copies;
    };

    EmulatedBlock() : threads_(most_threads) {}
    static void enter();
    void start(Thread& thread);
    void wait(State state);
    bool let_go();
    bool let_warp_go(int first);
    [[nodiscard]] bool all_are(State state, int first, int end) const;
    Thread& thread_at(int t) { return threads_[static_cast<std::size_t>(t)]; }

    std::vector<Thread> threads_;
    ucontext_t scheduler_{};
    int running_ = 0;
    int count_ = 0;
    const std::function<void()>* body_ = nullptr;
    std::string error_;
};

}  // namespace ttgt::test
