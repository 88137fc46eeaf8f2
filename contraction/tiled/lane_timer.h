// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "src/runtime/cuda/event_timer.h"

namespace ttgt::cuda {

/// What a stream of a device was busy with, without what it waited for before each piece of work.
class LaneTimer {
public:
    explicit LaneTimer(int device) : device_(device) {}

    /// Forgets what was timed; only then is anything timed where `is_on`.
    void begin(bool is_on) {
        is_on_ = is_on;
        pieces_.clear();
    }
    template <class Work>
    void time(Stream stream, Work&& work) {
        if (!is_on_) return work();
        EventTimer timer(device_);
        timer.start(stream);
        work();
        timer.stop(stream);
        pieces_.push_back(std::move(timer));
    }
    /// Waits for all of them.
    [[nodiscard]] double ms() const {
        double sum = 0;
        for (const EventTimer& piece : pieces_) sum += piece.ms();
        return sum;
    }

private:
    int device_;
    bool is_on_ = false;
    std::vector<EventTimer> pieces_;
};

}  // namespace ttgt::cuda
