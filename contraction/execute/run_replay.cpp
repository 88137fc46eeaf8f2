// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/run_replay.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include "src/runtime/interrupt.h"

namespace ttgt {
namespace {

/// Until its end, nobody is asked whether the calling thread shall end its work: those who are
/// asked may wait for a thread that waits for a lock of the caller's.
class WithoutInterrupts {
public:
    WithoutInterrupts() : outer_(set_interrupt({})) {}
    ~WithoutInterrupts() { set_interrupt(outer_); }
    WithoutInterrupts(const WithoutInterrupts&) = delete;
    WithoutInterrupts& operator=(const WithoutInterrupts&) = delete;

private:
    Interrupt outer_;
};

}  // namespace

bool RunReplay::KeptKey::is(const RunKey& key) const {
    return !addresses.empty() && addresses[1] == key.first && addresses[0] == key.workspace &&
           alpha == key.alpha && beta == key.beta &&
           std::equal(key.rest.begin(), key.rest.end(), addresses.begin() + 2);
}

void RunReplay::KeptKey::set(const RunKey& key) {
    addresses.assign({key.workspace, key.first});
    addresses.insert(addresses.end(), key.rest.begin(), key.rest.end());
    alpha = key.alpha;
    beta = key.beta;
}

RunReplay::RunReplay(std::unique_ptr<const RunKeeper> keeper, Stream own_stream,
                     std::size_t operands)
    : keeper_(std::move(keeper)), own_stream_(own_stream) {
    for (KeptKey& key : seen_) key.addresses.reserve(operands + 1);
    for (Entry& entry : kept_) entry.key.addresses.reserve(operands + 1);
}

RunReplay::Entry* RunReplay::find(const RunKey& key) {
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Entry& entry) { return entry.key.is(key); });
    return found == kept_.end() ? nullptr : &*found;
}

bool RunReplay::was_seen(const RunKey& key) {
    if (std::any_of(seen_.begin(), seen_.end(),
                    [&](const KeptKey& seen) { return seen.is(key); })) {
        return true;
    }
    seen_[next_seen_].set(key);
    next_seen_ = (next_seen_ + 1) % most_seen;
    return false;
}

bool RunReplay::may_keep() const {
    return counts_.builds < static_cast<std::int64_t>(most_kept) ||
           counts_.replays >= replays_per_build * counts_.builds;
}

RunReplay::Entry* RunReplay::keep(const RunKey& key, const EnqueueRun& enqueue) {
    Entry& entry =
        *std::min_element(kept_.begin(), kept_.end(),
                          [](const Entry& a, const Entry& b) { return a.last_use < b.last_use; });
    entry.key.addresses.clear();
    const WithoutInterrupts scope;
    entry.run = keeper_->keep(enqueue, std::move(entry.run));
    if (!entry.run) {
        give_up();
        return nullptr;
    }
    entry.key.set(key);
    ++counts_.builds;
    return &entry;
}

void RunReplay::give_up() {
    has_given_up_ = true;
    kept_ = {};
    seen_ = {};
}

bool RunReplay::run(const RunKey& key, Stream stream, const EnqueueRun& enqueue) {
    if (stream == Stream{}) stream = own_stream_;
    if (!keeper_->takes_kept_runs(stream)) return false;
    const std::lock_guard lock(mutex_);
    if (has_given_up_) return false;
    Entry* entry = find(key);
    const bool is_kept = entry != nullptr;
    if (!is_kept && was_seen(key) && may_keep()) entry = keep(key, enqueue);
    if (entry == nullptr) return false;
    entry->last_use = ++uses_;
    try {
        entry->run->enqueue(stream);
    } catch (const OutOfMemory&) {
        give_up();
        return false;
    }
    if (is_kept) ++counts_.replays;
    return true;
}

ReplayCounts RunReplay::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

}  // namespace ttgt
