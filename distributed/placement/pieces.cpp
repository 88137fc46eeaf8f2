// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/placement/pieces.h"

#include <algorithm>

#include "distributed/placement/runs.h"
#include "src/core/counts.h"

namespace ttgt {
namespace {

std::vector<int> copy_axes(const Movement& movement) {
    std::vector<int> axes;
    for (const int axis : unused_axes(movement.from)) {
        const std::vector<int>& sums = movement.sum_axes;
        if (std::find(sums.begin(), sums.end(), axis) == sums.end()) axes.push_back(axis);
    }
    return axes;
}

std::vector<IndexRuns> runs_of_mode(const Movement& movement, std::size_t mode, int sender,
                                    int receiver) {
    const std::int64_t extent = movement.extents[mode];
    return common_runs(share_of(movement.from, extent, mode, sender),
                       share_of(movement.to, extent, mode, receiver));
}

void append_mode(Piece& piece, std::int64_t extent, std::int64_t from_stride,
                 std::int64_t to_stride) {
    if (extent == 1) return;
    piece.from.extents.push_back(extent);
    piece.to.extents.push_back(extent);
    piece.packed.extents.push_back(extent);
    piece.from.strides.push_back(from_stride);
    piece.to.strides.push_back(to_stride);
    piece.packed.strides.push_back(piece.elements);
    piece.elements *= extent;
}

Piece make_piece(const Movement& movement, const std::vector<const IndexRuns*>& chosen) {
    Piece piece;
    piece.elements = 1;
    for (std::size_t mode = 0; mode < chosen.size(); ++mode) {
        const IndexRuns& runs = *chosen[mode];
        const std::int64_t from = movement.from_strides[mode];
        const std::int64_t to = movement.to_strides[mode];
        piece.from_offset += runs.from * from;
        piece.to_offset += runs.to * to;
        append_mode(piece, runs.length, from, to);
        append_mode(piece, runs.count, runs.from_step * from, runs.to_step * to);
    }
    return piece;
}

}  // namespace

Sources::Sources(const Movement& movement) : movement_(movement), copy_axes_(copy_axes(movement)) {}

bool Sources::serves(int sender, int receiver) const {
    const std::vector<int>& grid = movement_.from.grid;
    const std::int64_t copies = ranks_along(grid, copy_axes_);
    const std::int64_t taken =
        receiver < ranks_of(grid) ? coordinate(grid, receiver, copy_axes_) : receiver % copies;
    return coordinate(grid, sender, copy_axes_) == taken;
}

std::int64_t Sources::summand(int sender) const {
    return coordinate(movement_.from.grid, sender, movement_.sum_axes);
}

std::int64_t Sources::summands() const {
    return ranks_along(movement_.from.grid, movement_.sum_axes);
}

std::vector<Piece> pieces_between(const Movement& movement, int sender, int receiver) {
    std::vector<std::vector<IndexRuns>> runs;
    for (std::size_t mode = 0; mode < movement.extents.size(); ++mode) {
        runs.push_back(runs_of_mode(movement, mode, sender, receiver));
        if (runs.back().empty()) return {};
    }
    std::vector<Piece> pieces;
    std::vector<std::size_t> choice(runs.size(), 0);
    std::vector<const IndexRuns*> chosen(runs.size());
    while (true) {
        for (std::size_t mode = 0; mode < runs.size(); ++mode) {
            chosen[mode] = &runs[mode][choice[mode]];
        }
        pieces.push_back(make_piece(movement, chosen));
        std::size_t mode = 0;
        while (mode < runs.size() && ++choice[mode] == runs[mode].size()) choice[mode++] = 0;
        if (mode == runs.size()) return pieces;
    }
}

bool lies_packed(const std::vector<Piece>& pieces, Layout Piece::*side) {
    return pieces.size() == 1 && pieces.front().*side == pieces.front().packed;
}

std::int64_t received_elements(const Movement& movement, int rank) {
    const std::int64_t needed = shard_volume(movement.to, movement.extents, rank);
    const std::int64_t all =
        saturating_product({needed, ranks_along(movement.from.grid, movement.sum_axes)});
    if (rank >= ranks_of(movement.from.grid) || needed == 0) return all;
    std::int64_t held = 1;
    for (std::size_t mode = 0; mode < movement.extents.size(); ++mode) {
        const std::int64_t extent = movement.extents[mode];
        held *= common_count(share_of(movement.from, extent, mode, rank),
                             share_of(movement.to, extent, mode, rank));
    }
    return all - held;
}

bool holds_the_same(const Movement& movement, int rank) {
    const std::vector<std::int64_t> before = shard_extents(movement.from, movement.extents, rank);
    if (before != shard_extents(movement.to, movement.extents, rank)) return false;
    if (rank >= ranks_of(movement.from.grid)) return rank >= ranks_of(movement.to.grid);
    for (std::size_t mode = 0; mode < before.size(); ++mode) {
        const std::int64_t extent = movement.extents[mode];
        if (before[mode] != common_count(share_of(movement.from, extent, mode, rank),
                                         share_of(movement.to, extent, mode, rank))) {
            return false;
        }
    }
    return true;
}

std::optional<Part> part_in_place(const Movement& movement, int rank) {
    if (movement.conjugate || Sources(movement).summands() > 1) return std::nullopt;
    Part part;
    part.layout.extents = shard_extents(movement.to, movement.extents, rank);
    part.layout.strides = movement.from_strides;
    if (shard_volume(movement.to, movement.extents, rank) == 0) return part;
    if (rank >= ranks_of(movement.from.grid)) return std::nullopt;
    for (std::size_t mode = 0; mode < movement.extents.size(); ++mode) {
        const std::vector<IndexRuns> runs = runs_of_mode(movement, mode, rank, rank);
        if (runs.size() != 1) return std::nullopt;
        const IndexRuns& only = runs.front();
        if (only.length * only.count != part.layout.extents[mode]) return std::nullopt;
        if (only.length > 1 && only.count > 1) return std::nullopt;
        part.offset += only.from * movement.from_strides[mode];
        if (only.count > 1) part.layout.strides[mode] *= only.from_step;
    }
    return part;
}

}  // namespace ttgt
