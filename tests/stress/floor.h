// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <shared_mutex>
#include <utility>

namespace ttgt::stress {

/// Where cases run: many at a time, or one alone, which later ones wait for.
class Floor {
public:
    template <class Work>
    auto beside_others(Work&& work) {
        { const std::lock_guard wait(door_); }
        const std::shared_lock floor(floor_);
        return std::forward<Work>(work)();
    }
    template <class Work>
    auto alone(Work&& work) {
        const std::lock_guard close(door_);
        const std::unique_lock floor(floor_);
        return std::forward<Work>(work)();
    }

private:
    std::mutex door_;
    std::shared_mutex floor_;
};

}  // namespace ttgt::stress
