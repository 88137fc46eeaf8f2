// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/problem/block_shapes.h"

#include <algorithm>

namespace ttgt::blocks {

BlockShapes::BlockShapes(const BlockProblem& problem)
    : problem_(problem), labels_(problem.labels.size()) {
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        fill(static_cast<Operand>(operand));
        fill_strides(static_cast<Operand>(operand));
    }
    const Table& r = tables_[operand_r];
    for (std::size_t block = 0; block < r.volumes.size(); ++block) {
        double product = 1;
        for (std::size_t label = 0; label < labels_; ++label) {
            if (!problem.labels[label].modes[operand_l].empty()) continue;
            product *= static_cast<double>(r.extents[block * labels_ + label]);
        }
        volumes_beside_l_.push_back(product);
    }
}

void BlockShapes::fill(Operand operand) {
    const BlockLayout& layout = problem_.layout(operand);
    const auto blocks = static_cast<std::size_t>(layout.blocks());
    Table& table = tables_[operand];
    table.extents.assign(blocks * labels_, 1);
    table.volumes.assign(blocks, 1);
    for (std::size_t block = 0; block < blocks; ++block) {
        const auto coordinates = layout.coordinates(static_cast<std::int64_t>(block));
        for (std::size_t label = 0; label < labels_; ++label) {
            const BlockLabel& its = problem_.labels[label];
            if (its.modes[operand].empty()) continue;
            const auto section = static_cast<std::size_t>(coordinates[its.modes[operand][0]]);
            table.extents[block * labels_ + label] = its.sections[section];
            table.volumes[block] *= static_cast<double>(its.sections[section]);
        }
    }
}

void BlockShapes::fill_strides(Operand operand) {
    const BlockLayout& layout = problem_.layout(operand);
    const std::vector<Sections>& sections = layout.sections();
    std::vector<std::size_t> label_of(layout.rank());
    for (std::size_t label = 0; label < labels_; ++label) {
        for (const std::size_t mode : problem_.labels[label].modes[operand]) label_of[mode] = label;
    }
    Table& table = tables_[operand];
    table.strides.assign(table.extents.size(), 0);
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        std::int64_t* const strides = &table.strides[static_cast<std::size_t>(block) * labels_];
        if (!layout.is_packed()) {
            const Layout its = layout.layout(block);
            for (std::size_t mode = 0; mode < label_of.size(); ++mode) {
                strides[label_of[mode]] += its.strides[mode];
            }
            continue;
        }
        const auto coordinates = layout.coordinates(block);
        std::int64_t stride = 1;
        for (std::size_t mode = 0; mode < label_of.size(); ++mode) {
            strides[label_of[mode]] += stride;
            // Strides of a block without elements may exceed 64 bits; nothing uses them.
            (void)__builtin_mul_overflow(
                stride, sections[mode][static_cast<std::size_t>(coordinates[mode])], &stride);
        }
    }
}

}  // namespace ttgt::blocks
