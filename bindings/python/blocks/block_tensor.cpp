// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/blocks/block_tensor.h"

#include "bindings/python/array.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

std::string text_of(const std::int32_t* coordinates, std::size_t rank) {
    std::string text = "(";
    for (std::size_t mode = 0; mode < rank; ++mode) {
        if (mode > 0) text += ", ";
        text += std::to_string(coordinates[mode]);
    }
    return text + ")";
}

void append(std::string& key, const void* data, std::size_t bytes) {
    key.append(static_cast<const char*>(data), bytes);
}

/// Whether the last of the modes that have several indices is faster than the first one.
bool is_row_major(const ttgt_tensor& tensor) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    for (std::int32_t mode = 0; mode < tensor.rank; ++mode) {
        if (tensor.extents[mode] <= 1) continue;
        last = tensor.strides[mode];
        if (first == 0) first = last;
    }
    return first > last;
}

std::int64_t extent_of(const Sections& sections, std::size_t mode, std::int32_t section,
                       const std::string& name) {
    if (section < 0 || static_cast<std::size_t>(section) >= sections[mode].size()) {
        raise("InvalidArgument", name + " is in section " + std::to_string(section) + " of mode " +
                                     std::to_string(mode) + ", which has " +
                                     std::to_string(sections[mode].size()) + " section(s)");
    }
    return sections[mode][static_cast<std::size_t>(section)];
}

}  // namespace

nb::list BlockLayout::coordinates() const {
    std::int32_t rank = 0;
    std::int64_t blocks = 0;
    check(ttgt_block_layout_counts(handle, &rank, &blocks, nullptr));
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(rank * blocks));
    check(ttgt_block_layout_blocks(handle, numbers.data(), nullptr));
    nb::list list;
    auto number = numbers.begin();
    for (std::int64_t block = 0; block < blocks; ++block) {
        const nb::object tuple = nb::steal(PyTuple_New(rank));
        for (std::int32_t mode = 0; mode < rank; ++mode) {
            PyTuple_SetItem(tuple.ptr(), mode, PyLong_FromLong(*number++));
        }
        list.append(tuple);
    }
    return list;
}

Sections BlockLayout::sections() const {
    std::int32_t rank = 0;
    check(ttgt_block_layout_counts(handle, &rank, nullptr, nullptr));
    std::vector<std::int32_t> counts(static_cast<std::size_t>(rank));
    check(ttgt_block_layout_sections(handle, counts.data(), nullptr));
    std::size_t all = 0;
    for (const std::int32_t count : counts) all += static_cast<std::size_t>(count);
    std::vector<std::int64_t> extents(all);
    check(ttgt_block_layout_sections(handle, nullptr, extents.data()));
    Sections sections;
    auto first = extents.begin();
    for (const std::int32_t count : counts) {
        sections.emplace_back(first, first + count);
        first += count;
    }
    return sections;
}

BlockShape::BlockShape(ttgt_block_layout layout, bool is_row_major) : is_row_major_(is_row_major) {
    layout_->handle = layout;
    check(ttgt_block_layout_counts(layout, nullptr, nullptr, &size_));
}

std::shared_ptr<BlockShape> BlockShape::row_major() const {
    const Sections all = sections();
    const std::size_t rank = all.size();
    std::vector<std::int32_t> counts;
    std::vector<std::int64_t> extents;
    for (const std::vector<std::int64_t>& its : all) {
        counts.push_back(static_cast<std::int32_t>(its.size()));
        extents.insert(extents.end(), its.begin(), its.end());
    }
    std::vector<std::int64_t> begins = offsets();
    const std::size_t blocks = begins.size() - 1;
    std::vector<std::int32_t> coordinates(rank * blocks);
    check(ttgt_block_layout_blocks(layout_->handle, coordinates.data(), nullptr));
    std::vector<std::int64_t> strides(rank * blocks);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::int64_t step = 1;
        for (std::size_t mode = rank; mode-- > 0;) {
            const std::size_t at = block * rank + mode;
            strides[at] = step;
            step *= all[mode][static_cast<std::size_t>(coordinates[at])];
        }
    }
    ttgt_block_layout turned{0};
    check(ttgt_block_layout_create(static_cast<std::int32_t>(rank), counts.data(), extents.data(),
                                   static_cast<std::int64_t>(blocks), coordinates.data(),
                                   strides.data(), begins.data(), &turned));
    return std::make_shared<BlockShape>(turned, true);
}

std::vector<std::int64_t> BlockShape::offsets() const {
    std::int64_t blocks = 0;
    check(ttgt_block_layout_counts(layout_->handle, nullptr, &blocks, nullptr));
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(blocks));
    check(ttgt_block_layout_blocks(layout_->handle, nullptr, offsets.data()));
    offsets.push_back(size_);
    return offsets;
}

nb::bytes BlockShape::key() const {
    std::string key;
    for (const std::vector<std::int64_t>& its : sections()) {
        const std::size_t count = its.size();
        append(key, &count, sizeof(count));
        append(key, its.data(), count * sizeof(its[0]));
    }
    std::int32_t rank = 0;
    std::int64_t blocks = 0;
    check(ttgt_block_layout_counts(layout_->handle, &rank, &blocks, nullptr));
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(rank * blocks));
    check(ttgt_block_layout_blocks(layout_->handle, numbers.data(), nullptr));
    append(key, numbers.data(), numbers.size() * sizeof(numbers[0]));
    key.push_back(is_row_major_ ? 'C' : 'F');
    return nb::bytes(key.data(), key.size());
}

BlockTensor::BlockTensor(const BlockShape& shape, nb::handle pool)
    : layout_(shape.layout()),
      size_(shape.size()),
      row_major_size_(shape.is_row_major() ? shape.size() : 0) {
    Operand operand;
    if (!operand.read(pool, "the array of all blocks", Access::write, Elements::numbers)) {
        raise("DtypeError",
              "the array of all blocks has elements that the engine does not compute "
              "with");
    }
    const ttgt_tensor tensor = operand.tensor();
    if (tensor.rank != 1 || tensor.extents[0] != size_ || (size_ > 1 && tensor.strides[0] != 1)) {
        raise("ShapeMismatch",
              "the array of all blocks has not one axis of " + std::to_string(size_) + " elements");
    }
    dtype_ = tensor.dtype;
    space_ = tensor.space;
    pool_ = operand.data();
}

BlockTensor::BlockTensor(const Sections& sections, const std::vector<std::int32_t>& coordinates,
                         const nb::tuple& arrays, const std::string& dtype, bool on_device)
    : dtype_(dtype_of_name(dtype)), space_(on_device ? TTGT_DEVICE : TTGT_HOST) {
    const std::size_t rank = sections.size();
    if (coordinates.size() != rank * arrays.size()) {
        raise("InvalidArgument", "the coordinates are not as many as modes and blocks");
    }
    std::vector<std::int32_t> counts;
    std::vector<std::int64_t> extents;
    for (const std::vector<std::int64_t>& its : sections) {
        counts.push_back(static_cast<std::int32_t>(its.size()));
        extents.insert(extents.end(), its.begin(), its.end());
    }
    for (std::size_t block = 0; block < arrays.size(); ++block) {
        read(arrays[block], block, sections, coordinates.data() + block * rank);
    }
    check(ttgt_block_layout_create(static_cast<std::int32_t>(rank), counts.data(), extents.data(),
                                   static_cast<std::int64_t>(arrays.size()), coordinates.data(),
                                   strides_.data(), nullptr, &layout_->handle));
    append(key_, &dtype_, sizeof(dtype_));
    append(key_, &space_, sizeof(space_));
    append(key_, counts.data(), counts.size() * sizeof(counts[0]));
    key_.push_back(':');
    append(key_, extents.data(), extents.size() * sizeof(extents[0]));
    append(key_, coordinates.data(), coordinates.size() * sizeof(coordinates[0]));
    append(key_, strides_.data(), strides_.size() * sizeof(strides_[0]));
}

void BlockTensor::read(nb::handle array, std::size_t block, const Sections& sections,
                       const std::int32_t* coordinates) {
    const std::size_t rank = sections.size();
    const std::string name = "block " + text_of(coordinates, rank);
    Operand operand;
    if (!operand.read(array, name.c_str(), Access::read, Elements::numbers)) {
        raise("DtypeError", name +
                                " has elements that the engine does not compute with, or strides "
                                "that are no multiple of an element");
    }
    const ttgt_tensor tensor = operand.tensor();
    if (static_cast<std::size_t>(tensor.rank) != rank) {
        raise("ShapeMismatch", name + " has rank " + std::to_string(tensor.rank) +
                                   ", but the tensor has " + std::to_string(rank) + " mode(s)");
    }
    for (std::size_t mode = 0; mode < rank; ++mode) {
        const std::int64_t extent = extent_of(sections, mode, coordinates[mode], name);
        if (tensor.extents[mode] == extent) continue;
        raise("ShapeMismatch", name + " has extent " + std::to_string(tensor.extents[mode]) +
                                   " in mode " + std::to_string(mode) + ", but section " +
                                   std::to_string(coordinates[mode]) + " of this mode has extent " +
                                   std::to_string(extent));
    }
    take_space_and_dtype(tensor, block, name);
    strides_.insert(strides_.end(), tensor.strides, tensor.strides + rank);
    addresses_.push_back(operand.data());
    size_ += operand.size();
    if (is_row_major(tensor)) row_major_size_ += operand.size();
}

void BlockTensor::take_space_and_dtype(const ttgt_tensor& tensor, std::size_t block,
                                       const std::string& name) {
    if (block == 0) {
        dtype_ = tensor.dtype;
        space_ = tensor.space;
    }
    if (tensor.dtype != dtype_) {
        raise("DtypeError", name + " is of " + name_of_dtype(tensor.dtype) +
                                ", but the first block of " + name_of_dtype(dtype_));
    }
    if (tensor.space != space_) {
        raise("InvalidArgument", name + " does not lie in the memory of the first block");
    }
}

std::string BlockTensor::dtype() const { return name_of_dtype(dtype_); }

nb::bytes BlockTensor::key() const { return nb::bytes(key_.data(), key_.size()); }

std::vector<ttgt_block_tensor> structs_of(const BlockTensors& tensors, bool is_on_device) {
    std::vector<ttgt_block_tensor> structs;
    for (const BlockTensor* const tensor : tensors) {
        if (tensor->is_on_device() != is_on_device && tensor->size() > 0) {
            raise("InvalidArgument",
                  std::string("an operand lies in ") + (is_on_device ? "host" : "device") +
                      " memory, the context is " + (is_on_device ? "a GPU's" : "a CPU's"));
        }
        structs.push_back(tensor->tensor());
        // A tensor without elements lies nowhere.
        if (tensor->size() == 0) structs.back().space = is_on_device ? TTGT_DEVICE : TTGT_HOST;
    }
    return structs;
}

void check_blocks_writable(const nb::tuple& arrays) {
    for (const nb::handle array : arrays) {
        Operand operand;
        (void)operand.read(array, "a block of the output", Access::write, Elements::numbers);
    }
}

}  // namespace ttgt::python
