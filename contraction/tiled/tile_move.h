// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/transpose.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace ttgt {

/// Equally long contiguous segments of an operand that are contiguous in its tile: one copy of two
/// modes, repeated for the tile's other modes.
struct TileRows {
    struct Block {
        std::int64_t host_offset = 0;  ///< bytes of the operand before the block's first row
        std::int64_t tile_offset = 0;  ///< bytes of the packed tile before the block's first row
    };
    std::int64_t row_bytes = 0;  ///< bytes of a row
    std::int64_t rows = 1;       ///< number of rows of a block
    std::int64_t pitch = 0;      ///< bytes from row to row in the operand
    std::vector<Block> blocks;   ///< the blocks of the tile
};

/// How a tile goes between an operand in host memory and packed memory: in chunks, each by a
/// transpose of the CPU; or in rows, where they are long.
class TileMove {
public:
    /// Plans how to move a tile that has the layout `host` in the operand, in chunks of at most
    /// `chunk_bytes` bytes, or of one element if an element is longer. The context is that of a
    /// CPU; the transposes use its threads. A tile that is only read may repeat elements.
    TileMove(Context& context, const Layout& host, DType dtype, std::int64_t chunk_bytes,
             bool is_written);

    struct Chunk {
        std::int64_t host_offset = 0;  ///< bytes from the tile's first element in the operand
        std::int64_t tile_offset = 0;  ///< bytes from the start of the packed tile
        std::int64_t bytes = 0;        ///< bytes of the chunk
        bool is_last_shape = false;    ///< whether the chunk is the shorter last one
    };
    [[nodiscard]] const std::vector<Chunk>& chunks() const noexcept { return chunks_; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
    /// Copies a chunk from the operand to packed memory. `host` is the address of the tile's first
    /// element in the operand, `packed` that of the chunk's memory.
    void pack(const Chunk& chunk, const void* host, void* packed) const;
    /// Copies a chunk from packed memory to the operand, for a tile that is written. The addresses
    /// are those of pack().
    void unpack(const Chunk& chunk, const void* packed, void* host) const;

    /// The rows by which the tile can be copied. Empty if the rows are short or the blocks too
    /// many.
    [[nodiscard]] const std::optional<TileRows>& rows() const noexcept { return rows_; }

private:
    struct Copies {  // of chunks of one shape
        TransposePlan pack;
        std::optional<TransposePlan> unpack;
    };

    class Planner;

    std::int64_t bytes_ = 0;
    std::vector<Chunk> chunks_;
    std::vector<Copies> copies_;  // of whole chunks, and of shorter ones
    std::optional<TileRows> rows_;
};

}  // namespace ttgt
