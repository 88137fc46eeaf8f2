// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>

#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

constexpr std::size_t slots = 8;
constexpr std::size_t path_bytes = 4096;

struct Slot {
    std::atomic<bool> used{false};
    std::atomic<bool> ready{false};  // the path is complete: the handler may read it
    std::array<char, path_bytes> path{};
};

// A signal handler can reach nothing but globals.
std::array<Slot, slots> temporaries;
std::atomic<int> signals_seen{0};
std::atomic<OnInterrupt> current_policy{OnInterrupt::leave_at_once};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<OnInterrupt>::is_always_lock_free);

void remove_temporaries() {
    for (Slot& slot : temporaries) {
        if (slot.ready) unlink(slot.path.data());
    }
}

bool has_temporaries() {
    bool any = false;
    for (const Slot& slot : temporaries) any = any || slot.ready;
    return any;
}

extern "C" void handle_signal(int) {
    const bool first = signals_seen.fetch_add(1) == 0;
    if (first && current_policy == OnInterrupt::finish_row) return;
    remove_temporaries();
    _exit(exit_interrupted);
}

/// Of signals that end a process: so do they here, without what it has not finished. Rows that are
/// on their way to a file are worth more than a pipe that nobody reads: then writing fails instead.
extern "C" void handle_end(int signal_number) {
    const bool keeps_rows = current_policy == OnInterrupt::finish_row && has_temporaries();
    if (signal_number == SIGPIPE && keeps_rows) return;
    remove_temporaries();
    signal(signal_number, SIG_DFL);
    raise(signal_number);  // delivered as the handler returns
}

void handle(int signal_number, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal_number, &action, nullptr);
}

void (*handler_of(int signal_number))(int) {
    struct sigaction action {};
    sigaction(signal_number, nullptr, &action);
    return action.sa_handler;
}

}  // namespace

void catch_interrupts(OnInterrupt policy) {
    current_policy = policy;
    for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
        if (handler_of(signal_number) != SIG_IGN) handle(signal_number, handle_signal);
    }
    // Handlers that are there belong to a sanitizer or a profiler.
    for (const int signal_number :
         {SIGPIPE, SIGQUIT, SIGXCPU, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
        if (handler_of(signal_number) == SIG_DFL) handle(signal_number, handle_end);
    }
    // A file beyond the user's limit shall be an error of write(), like a full disk, not our end.
    signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() noexcept { return signals_seen.load() > 0; }

void throw_if_interrupted() {
    if (interrupted()) throw Interrupted();
}

TemporaryPath::TemporaryPath(const std::string& path) : slot_(0) {
    if (path.size() >= path_bytes) throw FileError(path, "the path is too long");
    while (slot_ < slots && temporaries[slot_].used.exchange(true)) ++slot_;
    if (slot_ == slots) throw RunError("more temporary files at a time than can be cleaned up");
    Slot& slot = temporaries[slot_];
    path.copy(slot.path.data(), path.size());
    slot.path[path.size()] = '\0';
    slot.ready = true;
}

TemporaryPath::~TemporaryPath() {
    temporaries[slot_].ready = false;
    temporaries[slot_].used = false;
}

}  // namespace ttgt::tool
