// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_tensor.h>

#include <utility>

#include <fmt/format.h>

namespace ttgt {

ConstBlockTensorView::ConstBlockTensorView(DType dtype, BlockLayout layout, const void* pool,
                                           MemorySpace space)
    : dtype_(dtype), space_(space), pool_(pool), layout_(std::move(layout)) {
    if (layout_.has_offsets()) return;
    throw InvalidArgument(
        "a view of a pool needs a block layout with offsets; give each block an address");
}

ConstBlockTensorView::ConstBlockTensorView(DType dtype, BlockLayout layout,
                                           std::vector<const void*> blocks, MemorySpace space)
    : dtype_(dtype),
      space_(space),
      blocks_(std::make_shared<const std::vector<const void*>>(std::move(blocks))),
      layout_(std::move(layout)) {
    if (blocks_->size() == static_cast<std::size_t>(layout_.blocks())) return;
    throw InvalidArgument(fmt::format("the block layout has {} blocks, but there are {} addresses",
                                      layout_.blocks(), blocks_->size()));
}

ConstBlockTensorView::ConstBlockTensorView(const ConstTensorView& dense)
    : ConstBlockTensorView(dense.dtype(), BlockLayout(dense.layout()), dense.data(),
                           dense.space()) {}

const void* ConstBlockTensorView::data(std::int64_t block) const noexcept {
    if (blocks_ != nullptr) return (*blocks_)[static_cast<std::size_t>(block)];
    if (pool_ == nullptr) return nullptr;
    return static_cast<const char*>(pool_) + layout_.offset(block) * size_bytes(dtype_);
}

}  // namespace ttgt
