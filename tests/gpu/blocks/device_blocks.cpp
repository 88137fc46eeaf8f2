// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/blocks/device_blocks.h"

#include <algorithm>
#include <cstddef>

#include "src/runtime/cuda/copy.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t guard_bytes = 256;
constexpr unsigned char guard = 0x5b;

/// Where each block's bytes begin, so that its first element is aligned; behind them their end.
std::vector<std::int64_t> places_of(const GuardedBlocks& blocks) {
    std::vector<std::int64_t> places{0};
    for (const GuardedArray& block : blocks.arrays()) {
        const auto bytes = static_cast<std::int64_t>(block.bytes().size());
        places.push_back(places.back() + (bytes + 15) / 16 * 16);
    }
    return places;
}

std::vector<std::int64_t> origins_of(const GuardedBlocks& blocks) {
    std::vector<std::int64_t> origins;
    for (const GuardedArray& block : blocks.arrays()) {
        origins.push_back(static_cast<const std::byte*>(block.data()) - block.bytes().data());
    }
    return origins;
}

}  // namespace

DeviceBlocks::DeviceBlocks(const GuardedBlocks& blocks, int device, Stream stream)
    : dtype_(blocks.view().dtype()),
      layout_(blocks.layout()),
      places_(places_of(blocks)),
      origins_(origins_of(blocks)),
      buffer_(places_.back(), device, stream, "a test") {
    upload(blocks);
}

BlockTensorView DeviceBlocks::view() const {
    std::vector<void*> addresses;
    for (std::size_t i = 0; i < origins_.size(); ++i) addresses.push_back(place(i) + origins_[i]);
    return {dtype_, layout_, addresses, MemorySpace::device};
}

void DeviceBlocks::upload(const GuardedBlocks& blocks) {
    for (std::size_t i = 0; i < origins_.size(); ++i) {
        const std::vector<std::byte>& bytes = blocks.arrays()[i].bytes();
        cuda::copy_to_device(place(i), bytes.data(), static_cast<std::int64_t>(bytes.size()),
                             buffer_.stream());
    }
}

void DeviceBlocks::download(GuardedBlocks& blocks) const {
    for (std::size_t i = 0; i < origins_.size(); ++i) {
        GuardedArray& block = blocks.arrays()[i];
        cuda::copy_to_host(static_cast<std::byte*>(block.data()) - origins_[i], place(i),
                           static_cast<std::int64_t>(block.bytes().size()), buffer_.stream());
    }
    cuda::synchronize(buffer_.stream());
}

DeviceBlockContraction::DeviceBlockContraction(const RandomBlocks& problem,
                                               const BlockContractionPlan& plan, int device)
    : plan_(plan),
      stream_(device),
      workspace_(plan.workspace_bytes() + guard_bytes, device, stream_.get(), "a test"),
      options_{problem.alpha, problem.beta, {}, {}, {}} {
    for (const GuardedBlocks& operand : problem.operands) {
        operands_.emplace_back(operand, device, stream_.get());
        if (operands_.size() > 1) inputs_.emplace_back(operands_.back().view());
    }
    cuda::fill_bytes(workspace_.data(), guard, workspace_.bytes(), stream_.get());
    options_.workspace = {workspace_.data(), plan.workspace_bytes()};
    options_.stream = stream_.get();
    cuda::synchronize(stream_.get());
}

void DeviceBlockContraction::run() { plan_.run(operands_[0].view(), inputs_, options_); }

testing::AssertionResult DeviceBlockContraction::bring_back(RandomBlocks& problem) const {
    for (std::size_t i = 0; i < operands_.size(); ++i) operands_[i].download(problem.operands[i]);
    std::vector<unsigned char> behind(guard_bytes);
    cuda::copy_to_host(behind.data(),
                       static_cast<const char*>(workspace_.data()) + plan_.workspace_bytes(),
                       guard_bytes, stream_.get());
    cuda::synchronize(stream_.get());
    if (std::ranges::all_of(behind, [](unsigned char byte) { return byte == guard; })) {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "bytes beyond the workspace were written";
}

void DeviceBlockContraction::upload(const RandomBlocks& problem) {
    for (std::size_t i = 0; i < operands_.size(); ++i) operands_[i].upload(problem.operands[i]);
}

}  // namespace ttgt::test
