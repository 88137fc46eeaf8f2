// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/tile_move.h"

#include <algorithm>
#include <numeric>

#include "src/core/modes.h"
#include "src/core/odometer.h"
#include "src/core/rounding.h"

namespace ttgt {
namespace {

/// Shorter rows are copied as fast by the CPU's transposes as by the device.
constexpr std::int64_t least_row_bytes = 4096;
/// Copies that a device is given for one tile.
constexpr std::int64_t most_blocks = 256;
/// What CUDA takes as the distance of rows.
constexpr std::int64_t most_pitch = (std::int64_t{1} << 31) - 1;

/// Host memory and tile, as one loop nest with the fewest modes, the tile's order kept.
Modes<2> modes_of(const Layout& host) {
    const Layout tile = packed(host.extents);
    Modes<2> modes;
    for (std::size_t mode = 0; mode < host.rank(); ++mode) {
        modes.push_back({host.extents[mode], {host.strides[mode], tile.strides[mode]}});
    }
    modes = merge(std::move(modes));
    sort_by_stride(modes, 1);
    return modes;
}

std::optional<TileRows> rows_of(const Modes<2>& modes, std::int64_t element_bytes) {
    TileRows rows;
    const bool is_contiguous = !modes.empty() && modes.front().strides[0] == 1;
    rows.row_bytes = (is_contiguous ? modes.front().extent : 1) * element_bytes;
    const std::size_t first = is_contiguous ? 1 : 0;
    if (modes.size() > first) {
        rows.rows = modes[first].extent;
        rows.pitch = modes[first].strides[0] * element_bytes;
        const bool fits = rows.pitch >= rows.row_bytes && rows.pitch <= most_pitch;
        if (!fits || rows.row_bytes < least_row_bytes) return std::nullopt;
    }
    std::int64_t blocks = 1;
    for (std::size_t mode = first + 1; mode < modes.size(); ++mode) blocks *= modes[mode].extent;
    if (blocks > most_blocks) return std::nullopt;
    Odometer<2> odometer(modes, std::min(first + 1, modes.size()), 0);
    for (std::int64_t block = 0; block < blocks; ++block, odometer.advance()) {
        const auto [host, tile] = odometer.offsets();
        rows.blocks.push_back({host * element_bytes, tile * element_bytes});
    }
    return rows;
}

/// The modes of a chunk: those before `cut` whole, `length` of that one.
struct ChunkShape {
    std::size_t cut = 0;
    std::int64_t length = 1;
};

ChunkShape chunk_shape(const Modes<2>& modes, std::int64_t most_elements) {
    ChunkShape shape;
    std::int64_t elements = 1;
    while (shape.cut < modes.size() && elements * modes[shape.cut].extent <= most_elements) {
        elements *= modes[shape.cut].extent;
        ++shape.cut;
    }
    shape.length = std::max<std::int64_t>(most_elements / elements, 1);
    return shape;
}

}  // namespace

/// Cuts a tile into chunks and plans the transposes of either shape that these have.
class TileMove::Planner {
public:
    Planner(TileMove& move, const Modes<2>& modes, const ChunkShape& shape,
            std::int64_t element_bytes)
        : move_(move), modes_(modes), element_bytes_(element_bytes), outer_(shape.cut) {
        inner_.assign(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(shape.cut));
        below_ = volume(inner_);
        if (shape.cut == modes.size()) return;
        cut_ = modes[shape.cut];
        length_ = std::min(shape.length, cut_.extent);
        ++outer_;
    }

    void plan_copies(Context& context, DType dtype, bool is_written) {
        plan_copy(context, length_, dtype, is_written);
        const std::int64_t left = cut_.extent % length_;
        if (left > 0) plan_copy(context, left, dtype, is_written);
    }

    void add_chunks() {
        const Modes<2> outer(modes_.begin() + static_cast<std::ptrdiff_t>(outer_), modes_.end());
        const std::int64_t count = volume(outer);
        Odometer<2> odometer(outer, 0, 0);
        for (std::int64_t i = 0; i < count; ++i, odometer.advance()) {
            const auto [host, tile] = odometer.offsets();
            for (std::int64_t begin = 0; begin < cut_.extent; begin += length_) {
                const std::int64_t length = std::min(length_, cut_.extent - begin);
                move_.chunks_.push_back({(host + begin * cut_.strides[0]) * element_bytes_,
                                         (tile + begin * cut_.strides[1]) * element_bytes_,
                                         below_ * length * element_bytes_, length < length_});
            }
        }
    }

private:
    void plan_copy(Context& context, std::int64_t length, DType dtype, bool is_written) {
        Modes<2> chunk = inner_;
        chunk.push_back({length, cut_.strides});
        std::vector<int> order(chunk.size());
        std::iota(order.begin(), order.end(), 0);
        Layout host;
        for (const Mode<2>& mode : chunk) {
            host.extents.push_back(mode.extent);
            host.strides.push_back(mode.strides[0]);
        }
        const Layout tile = packed(host.extents);
        Copies copies{plan_transpose(context, host, tile, order, dtype), std::nullopt};
        if (is_written) copies.unpack.emplace(plan_transpose(context, tile, host, order, dtype));
        move_.copies_.push_back(std::move(copies));
    }

    TileMove& move_;
    const Modes<2>& modes_;
    std::int64_t element_bytes_;
    std::size_t outer_;  // the first mode that is not in chunks
    Modes<2> inner_;     // whole in each chunk
    Mode<2> cut_;        // of which a chunk has so much:
    std::int64_t length_ = 1;
    std::int64_t below_ = 1;
};

TileMove::TileMove(Context& context, const Layout& host, DType dtype, std::int64_t chunk_bytes,
                   bool is_written) {
    const std::int64_t element_bytes = size_bytes(dtype);
    bytes_ = packed_bytes(packed(host.extents), element_bytes);
    if (bytes_ == 0) return;
    const Modes<2> modes = modes_of(host);
    rows_ = rows_of(modes, element_bytes);
    Planner planner(*this, modes,
                    chunk_shape(modes, std::max<std::int64_t>(chunk_bytes / element_bytes, 1)),
                    element_bytes);
    planner.plan_copies(context, dtype, is_written);
    planner.add_chunks();
}

void TileMove::pack(const Chunk& chunk, const void* host, void* packed) const {
    const Copies& copies = copies_[chunk.is_last_shape ? 1 : 0];
    copies.pack.run(1.0, static_cast<const char*>(host) + chunk.host_offset, 0.0, packed);
}

void TileMove::unpack(const Chunk& chunk, const void* packed, void* host) const {
    const Copies& copies = copies_[chunk.is_last_shape ? 1 : 0];
    copies.unpack->run(1.0, packed, 0.0, static_cast<char*>(host) + chunk.host_offset);
}

}  // namespace ttgt
