// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_blocks.h>

#include <cstdint>
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

/// Where the blocks of a tensor lie: a layout, and an address for each block. Whoever made it keeps
/// the arrays.
class BlockTensor {
public:
    /// Block i has the coordinates from coordinates[i * rank] on, and is arrays[i], an array of
    /// NumPy or an Array of this module. `dtype` is that of a tensor without blocks. Raises
    /// ShapeMismatch naming block, mode and both extents, and DtypeError.
    BlockTensor(const Sections& sections, const std::vector<std::int32_t>& coordinates,
                const nb::tuple& arrays, const std::string& dtype, bool on_device);

    [[nodiscard]] ttgt_block_tensor tensor() const {
        return {dtype_, space_, layout_.handle, nullptr, addresses_.data()};
    }
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] bool is_on_device() const { return space_ == TTGT_DEVICE; }
    [[nodiscard]] std::string dtype() const;
    /// Everything but the addresses, as bytes that are equal where all of it is.
    [[nodiscard]] nb::bytes key() const;

private:
    void read(nb::handle array, std::size_t block, const Sections& sections,
              const std::int32_t* coordinates);
    void take_space_and_dtype(const ttgt_tensor& tensor, std::size_t block,
                              const std::string& name);

    BlockLayout layout_;
    std::vector<void*> addresses_;
    std::vector<std::int64_t> strides_;
    std::string key_;
    ttgt_dtype dtype_;
    ttgt_space space_;
    std::int64_t size_ = 0;
};

/// Refuses arrays that cannot be written.
void check_blocks_writable(const nb::tuple& arrays);

/// Adds BlockTensor, BlockPlan and their functions to the module.
void bind_blocks(nb::module_& module);

}  // namespace ttgt::python
