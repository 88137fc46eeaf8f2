// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "blocks/plan/grouped_moves.h"
#include "src/runtime/cuda/buffer.h"

namespace ttgt::blocks {

/// Where a plan's tables are made.
struct TableSite {
    int device = 0;
    Stream stream;
    TableUse use = TableUse::kept;
};

/// Tables for runs on the context's stream alone are made in its order; those that are kept on a
/// stream of the device that no run uses.
[[nodiscard]] TableSite table_site(const Context& context, TableUse use);

/// Arrays of plain data, one after the other in one buffer of device memory.
class DeviceTable {
public:
    /// Makes room for so many bytes of arrays.
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    /// Adds an array; its place in bytes.
    template <class T>
    std::size_t add(const std::vector<T>& array) {
        constexpr std::size_t alignment = 16;
        const std::size_t place = (bytes_.size() + alignment - 1) / alignment * alignment;
        bytes_.resize(place);
        const auto* const begin = reinterpret_cast<const char*>(array.data());
        bytes_.insert(bytes_.end(), begin, begin + array.size() * sizeof(T));
        return place;
    }
    /// Copies all arrays to the device. Throws OutOfMemory and DeviceError.
    void upload(const TableSite& site);
    /// The address of the array at a place, on the device.
    template <class T>
    [[nodiscard]] T* at(std::size_t place) const {
        return reinterpret_cast<T*>(static_cast<char*>(buffer_->data()) + place);
    }

private:
    std::vector<char> bytes_;
    std::optional<cuda::DeviceBuffer> buffer_;
};

}  // namespace ttgt::blocks
