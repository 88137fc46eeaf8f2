// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "tests/support/placement.h"

namespace ttgt::stress {

/// What one host thread works with: its contexts on one device, whose small plan cache those of the
/// other threads share.
class Station {
public:
    Station(const Device& device, std::shared_ptr<PlanCache> cache)
        : device_(device), cache_(std::move(cache)) {}

    [[nodiscard]] const Device& device() const noexcept { return device_; }
    [[nodiscard]] bool is_on_gpu() const noexcept { return device_.kind == Device::Kind::cuda; }
    /// For contexts beside those kept here.
    [[nodiscard]] ContextOptions options() const;
    /// Made at the first call and kept.
    [[nodiscard]] Context& context(std::int64_t workspace_limit = unlimited, int threads = 0);
    void forget_contexts() { contexts_.clear(); }

private:
    Device device_;
    std::shared_ptr<PlanCache> cache_;
    std::map<std::pair<std::int64_t, int>, std::unique_ptr<Context>> contexts_;
};

/// Operands where the context works; packed ones on a GPU lie `shift` elements off the best
/// alignment.
[[nodiscard]] test::Site site_of(Context& context, std::int64_t shift = 0);

}  // namespace ttgt::stress
