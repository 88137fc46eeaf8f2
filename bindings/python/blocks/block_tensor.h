// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_blocks.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings/python/operand.h"

namespace ttgt::python {

using Sections = std::vector<std::vector<std::int64_t>>;

/// A layout of blocks of the C interface, destroyed with this.
class BlockLayout {
public:
    BlockLayout() = default;
    BlockLayout(const BlockLayout&) = delete;  // it owns a handle
    BlockLayout& operator=(const BlockLayout&) = delete;
    ~BlockLayout() { ttgt_block_layout_destroy(handle); }

    /// The coordinates of all blocks, a tuple each.
    [[nodiscard]] nb::list coordinates() const;
    [[nodiscard]] Sections sections() const;

    ttgt_block_layout handle{0};
};

/// Sections and blocks without addresses: packed one after the other, the first mode of each
/// fastest, or the last one.
class BlockShape {
public:
    /// Takes the layout's handle. `is_row_major`: the last mode of each block is the fastest.
    explicit BlockShape(ttgt_block_layout layout, bool is_row_major = false);
    /// The same blocks, the last mode of each fastest.
    [[nodiscard]] std::shared_ptr<BlockShape> row_major() const;

    [[nodiscard]] Sections sections() const { return layout_->sections(); }
    [[nodiscard]] nb::list coordinates() const { return layout_->coordinates(); }
    /// The elements in front of each block, and behind the last one.
    [[nodiscard]] std::vector<std::int64_t> offsets() const;
    /// Equal where sections and blocks are.
    [[nodiscard]] nb::bytes key() const;

    [[nodiscard]] const std::shared_ptr<BlockLayout>& layout() const { return layout_; }
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] bool is_row_major() const { return is_row_major_; }

private:
    std::shared_ptr<BlockLayout> layout_ = std::make_shared<BlockLayout>();
    std::int64_t size_ = 0;
    bool is_row_major_;
};

/// Where the blocks of a tensor lie: a layout, and an array of all blocks or an address for each.
/// Whoever made it keeps the arrays.
class BlockTensor {
public:
    /// Block i has the coordinates from coordinates[i * rank] on, and is arrays[i], an array of
    /// NumPy or an Array of this module. `dtype` is that of a tensor without blocks. Raises
    /// ShapeMismatch naming block, mode and both extents, and DtypeError.
    BlockTensor(const Sections& sections, const std::vector<std::int32_t>& coordinates,
                const nb::tuple& arrays, const std::string& dtype, bool on_device);

    /// The blocks of `shape` in `pool`, an array of one axis of as many elements.
    BlockTensor(const BlockShape& shape, nb::handle pool);

    [[nodiscard]] ttgt_block_tensor tensor() const {
        return {dtype_, space_, layout_->handle, pool_,
                pool_ == nullptr ? addresses_.data() : nullptr};
    }
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] bool is_on_device() const { return space_ == TTGT_DEVICE; }
    /// The elements in blocks whose last mode is faster than the first one.
    [[nodiscard]] std::int64_t row_major_size() const { return row_major_size_; }
    [[nodiscard]] std::string dtype() const;
    /// Everything but the addresses, as bytes that are equal where all of it is; of blocks with
    /// addresses of their own.
    [[nodiscard]] nb::bytes key() const;

private:
    void read(nb::handle array, std::size_t block, const Sections& sections,
              const std::int32_t* coordinates);
    void take_space_and_dtype(const ttgt_tensor& tensor, std::size_t block,
                              const std::string& name);

    std::shared_ptr<BlockLayout> layout_ = std::make_shared<BlockLayout>();
    void* pool_ = nullptr;
    std::vector<void*> addresses_;
    std::vector<std::int64_t> strides_;
    std::string key_;
    ttgt_dtype dtype_;
    ttgt_space space_;
    std::int64_t size_ = 0;
    std::int64_t row_major_size_ = 0;
};

/// The tensors of a call; the output first, where one is.
using BlockTensors = std::vector<const BlockTensor*>;

/// Refuses tensors that do not lie where the context works.
std::vector<ttgt_block_tensor> structs_of(const BlockTensors& tensors, bool is_on_device);

/// Refuses arrays that cannot be written.
void check_blocks_writable(const nb::tuple& arrays);

/// Adds BlockTensor, BlockPlan, BlockProgram and their functions to the module.
void bind_blocks(nb::module_& module);

}  // namespace ttgt::python
