// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <map>
#include <mutex>

#include "src/runtime/cuda/completion.h"

namespace ttgt::cuda {

/// What streams of one device had been given when something was used on them last. Memory that they
/// use is freed in the order of a stream that precede() has made wait. Calls may come from several
/// threads.
class StreamEnds {
public:
    explicit StreamEnds(int device) : device_(device) {}

    /// Notes all that the stream was given so far, in place of what was noted of it before. Nothing
    /// is noted while the stream is being captured: a graph is run whenever its owner likes.
    void note(Stream stream) noexcept;
    /// Work that a stream is given from now on begins after all that was noted. Does not wait.
    void precede(Stream stream) noexcept;

private:
    int device_;
    std::mutex mutex_;
    std::map<void*, Completion> ends_;  // by the stream's handle
};

}  // namespace ttgt::cuda
