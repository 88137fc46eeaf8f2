// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/transpose.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "distributed/placement/pieces.h"
#include "distributed/run/transport.h"

namespace ttgt {

/// The plan of a Redistribute step on one rank: which blocks of a tensor are packed, sent, received
/// and unpacked. Packing and unpacking are transposes. Messages go through staging memory where the
/// operand's own memory has gaps.
class Redistribution {
public:
    Redistribution(Context& context, const Movement& movement, int rank);

    /// Bytes of staging memory that run() needs.
    [[nodiscard]] std::int64_t staging_bytes() const noexcept { return staging_bytes_; }
    /// Bytes that this rank sends to other ranks in a run.
    [[nodiscard]] std::int64_t bytes_sent() const noexcept { return bytes_sent_; }
    /// Bytes that this rank receives from other ranks in a run.
    [[nodiscard]] std::int64_t bytes_received() const noexcept { return bytes_received_; }

    /// Computes to = alpha * tensor + beta * to on this rank's parts. `from` and `to` are the
    /// addresses of the first elements, `staging` has staging_bytes() bytes, and messages have at
    /// most `most_bytes` bytes. Collective if `transport` is not null; null is allowed if no rank
    /// sends anything. On a CUDA device, the work is enqueued on `stream`.
    void run(Transport* transport, const void* from, void* to, Scalar alpha, Scalar beta,
             void* staging, std::int64_t most_bytes, Stream stream) const;

private:
    /// A transpose within this rank's memory.
    struct Copy {
        TransposePlan plan;     ///< how the elements are copied
        std::int64_t from = 0;  ///< byte offset of the source in the operand or in staging memory
        std::int64_t to = 0;    ///< byte offset of the target in the result or in staging memory
        bool is_from_staging = false;  ///< whether the source is in staging memory
        std::int64_t summand = 0;      ///< number of the summand that is copied, from 0
    };
    /// A message to or from one rank.
    struct Block {
        int peer = 0;             ///< the other rank
        bool is_staged = true;    ///< whether it is in staging memory, else in the operand itself
        std::int64_t offset = 0;  ///< byte offset in staging memory or in the operand
        std::int64_t bytes = 0;   ///< size of the message
    };
    class Planner;

    void exchange(Transport& transport, const void* from, void* to, void* staging,
                  std::int64_t most_bytes, Stream stream,
                  const std::function<void()>& meanwhile) const;

    std::vector<Copy> packed_;    // from the operand to staging memory, before messages are sent
    std::vector<Copy> arrivals_;  // to the result, after messages arrived; in the order of summands
    std::vector<Copy> kept_;      // elements that stay on this rank; copied while messages travel
    std::vector<Block> sends_;
    std::vector<Block> receives_;
    std::int64_t staging_bytes_ = 0;
    std::int64_t bytes_sent_ = 0;
    std::int64_t bytes_received_ = 0;
};

}  // namespace ttgt
