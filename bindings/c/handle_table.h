// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/status.h"

namespace ttgt::c {

/// Objects by number. The number of one that is gone is never given again: its lower half is a
/// place in the table, its upper half counts who had that place. Safe to share between threads;
/// an object found stays alive while its finder holds it.
template <class T>
class HandleTable {
public:
    explicit HandleTable(const char* kind) : kind_(kind) {}

    [[nodiscard]] std::uint64_t insert(std::shared_ptr<T> object) {
        const std::unique_lock lock(mutex_);
        if (free_.empty()) {
            // First, so that remove() never allocates.
            free_.reserve(slots_.size() + 1);
            slots_.emplace_back();
            free_.push_back(slots_.size() - 1);
        }
        const std::size_t place = free_.back();
        free_.pop_back();
        slots_[place].object = std::move(object);
        return std::uint64_t{slots_[place].generation} << 32U | (place + 1);
    }

    /// Throws StaleHandle.
    [[nodiscard]] std::shared_ptr<T> at(std::uint64_t id) const {
        const std::shared_lock lock(mutex_);
        return slots_[place_of(id)].object;
    }

    /// Throws StaleHandle.
    [[nodiscard]] std::shared_ptr<T> remove(std::uint64_t id) {
        const std::unique_lock lock(mutex_);
        const std::size_t place = place_of(id);
        Slot& slot = slots_[place];
        std::shared_ptr<T> object = std::move(slot.object);
        slot.object = nullptr;
        ++slot.generation;
        // A place whose count is used up is given to nobody again.
        if (slot.generation != 0) free_.push_back(place);
        return object;
    }

private:
    struct Slot {
        std::uint32_t generation = 1;
        std::shared_ptr<T> object;
    };

    [[nodiscard]] std::size_t place_of(std::uint64_t id) const {
        const std::size_t place = (id & 0xffffffffU) - 1;  // of 0: the largest number
        if (place >= slots_.size() || slots_[place].generation != id >> 32U ||
            slots_[place].object == nullptr) {
            throw StaleHandle(
                fmt::format("the handle {:#x} of a {} was destroyed, or never made", id, kind_));
        }
        return place;
    }

    const char* kind_;
    mutable std::shared_mutex mutex_;
    std::deque<Slot> slots_;
    std::vector<std::size_t> free_;
};

}  // namespace ttgt::c
