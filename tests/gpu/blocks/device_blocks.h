// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <cstdint>
#include <vector>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/stream.h"
#include "tests/support/problems/random_blocks.h"

namespace ttgt::test {

/// The blocks of a tensor in device memory, each with the guards around it.
class DeviceBlocks {
public:
    DeviceBlocks(const GuardedBlocks& blocks, int device, Stream stream);

    [[nodiscard]] BlockTensorView view() const;
    /// Copies the blocks, with their guards, from the host and back. Enqueued on the stream;
    /// download() waits for it.
    void upload(const GuardedBlocks& blocks);
    void download(GuardedBlocks& blocks) const;

private:
    [[nodiscard]] char* place(std::size_t block) const {
        return static_cast<char*>(buffer_.data()) + places_[block];
    }

    DType dtype_;
    BlockLayout layout_;
    std::vector<std::int64_t> places_;   ///< of each block's bytes in the buffer
    std::vector<std::int64_t> origins_;  ///< bytes from there to element (0, 0, ...)
    cuda::DeviceBuffer buffer_;
};

/// The tensors of a drawn problem on a device, with a workspace and a stream of their own, to be
/// run again and again by one plan, which must outlive it.
class DeviceBlockContraction {
public:
    DeviceBlockContraction(const RandomBlocks& problem, const BlockContractionPlan& plan,
                           int device);

    /// Enqueues one run on stream(), and does nothing else.
    void run();
    [[nodiscard]] Stream stream() const noexcept { return stream_.get(); }
    /// Waits for the stream, and copies all tensors into `problem`; whether no byte beyond the
    /// workspace has changed.
    [[nodiscard]] testing::AssertionResult bring_back(RandomBlocks& problem) const;
    void upload(const RandomBlocks& problem);

private:
    const BlockContractionPlan& plan_;
    cuda::OwnedStream stream_;
    std::vector<DeviceBlocks> operands_;
    std::vector<ConstBlockTensorView> inputs_;
    cuda::DeviceBuffer workspace_;  ///< with bytes behind it that must stay
    RunOptions options_;
};

}  // namespace ttgt::test
