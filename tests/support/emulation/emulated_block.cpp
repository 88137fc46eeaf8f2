// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/emulation/emulated_block.h"

#include <cstring>

namespace ttgt::test {

EmulatedBlock& EmulatedBlock::current() {
    static thread_local EmulatedBlock block;
    return block;
}

void EmulatedBlock::enter() {
    EmulatedBlock& block = current();
    (*block.body_)();
    Thread& thread = block.thread_at(block.running_);
    thread.state = State::done;
    if (!thread.copies.empty()) block.note("a thread ended before its copies did");
}

void EmulatedBlock::start(Thread& thread) {
    constexpr std::size_t stack_bytes = std::size_t{64} * 1024;
    thread.stack.resize(stack_bytes);
    thread.state = State::ready;
    thread.turn = 0;
    thread.copies.clear();
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.data();
    thread.context.uc_stack.ss_size = thread.stack.size();
    thread.context.uc_link = &scheduler_;
    makecontext(&thread.context, &EmulatedBlock::enter, 0);
}

bool EmulatedBlock::run(int threads, bool forwards, const std::function<void()>& body) {
    count_ = threads;
    body_ = &body;
    error_.clear();
    for (int t = 0; t < count_; ++t) start(thread_at(t));
    while (!all_are(State::done, 0, count_)) {
        for (int i = 0; i < count_; ++i) {
            running_ = forwards ? i : count_ - 1 - i;
            Thread& thread = thread_at(running_);
            if (thread.state == State::ready) swapcontext(&scheduler_, &thread.context);
        }
        if (!let_go()) {
            note("threads wait for each other in vain");
            return false;
        }
    }
    return error_.empty();
}

bool EmulatedBlock::all_are(State state, int first, int end) const {
    for (int t = first; t < end; ++t) {
        if (threads_[static_cast<std::size_t>(t)].state != state) return false;
    }
    return true;
}

bool EmulatedBlock::let_warp_go(int first) {
    if (!all_are(State::at_warp, first, first + warp)) return false;
    for (int t = first; t < first + warp; ++t) thread_at(t).state = State::ready;
    return true;
}

/// True where a thread may go on, or all have ended.
bool EmulatedBlock::let_go() {
    if (all_are(State::done, 0, count_)) return true;
    bool any = false;
    for (int first = 0; first < count_; first += warp) any = let_warp_go(first) || any;
    if (any || !all_are(State::at_block, 0, count_)) return any;
    for (int t = 0; t < count_; ++t) thread_at(t).state = State::ready;
    return true;
}

void EmulatedBlock::wait(State state) {
    Thread& thread = thread_at(running_);
    thread.state = state;
    swapcontext(&thread.context, &scheduler_);
}

std::int64_t EmulatedBlock::exchange(std::int64_t value, int mask) {
    const int me = running_;
    const auto turn = static_cast<std::size_t>(thread_at(me).turn++ % 2);
    thread_at(me).passed[turn] = value;
    wait(State::at_warp);
    return thread_at(me ^ mask).passed[turn];
}

std::array<EmulatedBlock::Words, 32> EmulatedBlock::share(const Words& mine) {
    const int me = running_;
    const auto turn = static_cast<std::size_t>(thread_at(me).turn++ % 2);
    thread_at(me).shared[turn] = mine;
    wait(State::at_warp);
    std::array<Words, 32> all{};
    for (int lane = 0; lane < warp; ++lane) {
        all[static_cast<std::size_t>(lane)] = thread_at(me / warp * warp + lane).shared[turn];
    }
    return all;
}

std::uint32_t EmulatedBlock::join(std::uint32_t value) {
    for (int step = 1; step < warp; step *= 2) {
        value |= static_cast<std::uint32_t>(exchange(value, step));
    }
    return value;
}

void EmulatedBlock::begin_copy(void* to, const void* from, std::size_t bytes) {
    const auto is_aligned = [&](const void* address) {
        return reinterpret_cast<std::uintptr_t>(address) % bytes == 0;
    };
    if (!is_aligned(to)) note("a copy to shared memory is not aligned");
    if (!is_aligned(from)) note("a copy from global memory is not aligned");
    thread_at(running_).copies.push_back({to, from, bytes});
}

void EmulatedBlock::finish_copies() {
    std::vector<Copy>& copies = thread_at(running_).copies;
    for (const Copy& copy : copies) std::memcpy(copy.to, copy.from, copy.bytes);
    copies.clear();
}

}  // namespace ttgt::test
