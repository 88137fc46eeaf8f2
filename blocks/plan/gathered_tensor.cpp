// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/gathered_tensor.h"

#include <algorithm>
#include <utility>

#include "src/core/checked.h"

namespace ttgt::blocks {
namespace {

constexpr const char* size_name = "the size of a gathered tensor";

void append_tuple(Layout& layout, std::span<const std::int64_t> extents, std::int64_t stride) {
    for (const std::int64_t extent : extents) {
        layout.extents.push_back(extent);
        layout.strides.push_back(stride);
        stride *= extent;
    }
}

}  // namespace

std::size_t TupleIndex::place_of(std::uint32_t tuple) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(tuples, tuple) - tuples.begin());
}

TupleIndex make_index(const TupleBlocks& found_in, const std::vector<std::size_t>& labels,
                      std::vector<std::uint32_t> tuples) {
    TupleIndex index;
    index.tuples = std::move(tuples);
    index.labels = labels.size();
    index.extents.resize(index.tuples.size() * labels.size());
    std::vector<char> is_known(index.tuples.size(), 0);
    for (const std::uint32_t block : found_in.blocks) {
        const bool is_one = found_in.number_of.empty();
        const std::size_t place = is_one ? 0 : index.place_of(found_in.number_of[block]);
        if (std::exchange(is_known[place], 1) != 0) continue;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            index.extents[place * labels.size() + i] =
                found_in.shapes.extent(found_in.operand, block, labels[i]);
        }
    }
    for (std::size_t place = 0; place < index.tuples.size(); ++place) {
        index.offsets.push_back(index.extent);
        std::int64_t product = 1;
        for (const std::int64_t extent : index.extents_of(place)) {
            product = checked_multiply(product, extent, size_name);
        }
        index.extent = checked_add(index.extent, product, size_name);
    }
    return index;
}

GatheredTensor::GatheredTensor(DType dtype, const TupleIndex& first, const TupleIndex& second,
                               const TupleIndex& batch, bool second_is_fastest)
    : dtype_(dtype), indices_{&first, &second, &batch} {
    strides_[second_is_fastest ? 1 : 0] = 1;
    strides_[second_is_fastest ? 0 : 1] = second_is_fastest ? second.extent : first.extent;
    strides_[2] = checked_multiply(first.extent, second.extent, size_name);
    (void)checked_multiply(checked_multiply(strides_[2], batch.extent, size_name),
                           size_bytes(dtype), size_name);
}

OperandLayout GatheredTensor::operand() const {
    OperandLayout found{dtype_, {}};
    for (std::size_t i = 0; i < indices_.size(); ++i) {
        if (indices_[i]->is_merged()) {
            found.layout.extents.push_back(indices_[i]->extent);
            found.layout.strides.push_back(strides_[i]);
        } else {
            append_tuple(found.layout, indices_[i]->extents_of(0), strides_[i]);
        }
    }
    return found;
}

void GatheredTensor::set_block(GatheredBlock& found, std::size_t first, std::size_t second) const {
    found.layout.extents.clear();
    found.layout.strides.clear();
    append_tuple(found.layout, indices_[0]->extents_of(first), strides_[0]);
    append_tuple(found.layout, indices_[1]->extents_of(second), strides_[1]);
    append_tuple(found.layout, indices_[2]->extents_of(0), strides_[2]);
    found.offset =
        strides_[0] * indices_[0]->offsets[first] + strides_[1] * indices_[1]->offsets[second];
}

std::int64_t GatheredTensor::elements() const { return strides_[2] * indices_[2]->extent; }

std::int64_t GatheredTensor::bytes() const { return elements() * size_bytes(dtype_); }

}  // namespace ttgt::blocks
