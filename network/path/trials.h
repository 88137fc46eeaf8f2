// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/path.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "src/runtime/interrupt.h"

namespace ttgt::network {

/// Says when a search by trials ends.
class Trials {
public:
    /// `usual`: how many there are where the options do not say.
    Trials(const PathOptions& options, std::int64_t usual)
        : seconds_(options.seconds), most_(usual) {
        if (seconds_ > 0) most_ = std::numeric_limits<std::int64_t>::max();
        if (options.trials > 0) most_ = options.trials;
    }
    /// Whether another trial is to be made. Called before each one, and after the last one.
    bool begin() {
        check_interrupt();
        const double now = seconds();
        longest_ = std::max(longest_, now - begun_);
        begun_ = now;
        if (made_ == most_ || (made_ > 0 && seconds_ > 0 && now + longest_ > seconds_))
            return false;
        ++made_;
        return true;
    }
    [[nodiscard]] std::int64_t made() const { return made_; }

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }

    Clock::time_point start_ = Clock::now();
    double seconds_;
    std::int64_t most_;
    std::int64_t made_ = 0;
    double begun_ = 0;
    double longest_ = 0;
};

}  // namespace ttgt::network
