// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/transpose.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "distributed/pieces.h"
#include "distributed/transport.h"

namespace ttgt {

/// The plan of a Redistribute step: what is packed, sent, received and unpacked, each by a
/// transpose. A rank takes its own copy where it has one, else one of the others' in turn.
class Redistribution {
public:
    Redistribution(Context& context, const Movement& movement, int rank);

    [[nodiscard]] std::int64_t staging_bytes() const noexcept { return staging_bytes_; }
    [[nodiscard]] std::int64_t bytes_sent() const noexcept { return bytes_sent_; }
    [[nodiscard]] std::int64_t bytes_received() const noexcept { return bytes_received_; }

    /// to = alpha * the tensor + beta * to. `staging` holds staging_bytes(). Collective where there
    /// is a transport; null: no rank sends anything. On a device it is enqueued on `stream`.
    void run(Transport* transport, const void* from, void* to, Scalar alpha, Scalar beta,
             void* staging, std::int64_t most_bytes, Stream stream) const;

private:
    struct Copy {
        TransposePlan plan;
        std::int64_t from = 0;  ///< bytes from the start of the operand or of staging memory
        std::int64_t to = 0;
        bool is_from_staging = false;
        std::int64_t summand = 0;  ///< that arrives with it
    };
    struct Block {  // what goes to or comes from one rank
        int peer = 0;
        bool is_staged = true;    // else it lies in the operand as it is sent
        std::int64_t offset = 0;  // in either memory
        std::int64_t bytes = 0;
    };
    class Planner;

    void exchange(Transport& transport, const void* from, void* to, void* staging,
                  std::int64_t most_bytes, Stream stream,
                  const std::function<void()>& meanwhile) const;

    std::vector<Copy> packed_;
    std::vector<Copy> arrivals_;  // in the order of summands
    std::vector<Copy> kept_;      // of the rank's own elements, where there are no summands
    std::vector<Block> sends_;
    std::vector<Block> receives_;
    std::int64_t staging_bytes_ = 0;
    std::int64_t bytes_sent_ = 0;
    std::int64_t bytes_received_ = 0;
};

}  // namespace ttgt
