// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"
#include "transpose/cuda/plan/traffic.h"

namespace ttgt::test {

using Addresses = std::vector<std::int64_t>;

struct Touched {
    double lines = 0;
    double partial = 0;
};

inline std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    return (a - ((a % b + b) % b)) / b;
}

/// Lines of `line` units that the pieces of consecutive addresses touch, and those not covered.
inline Touched touched(Addresses addresses, std::int64_t line) {
    std::sort(addresses.begin(), addresses.end());
    Touched result;
    for (std::size_t first = 0; first < addresses.size();) {
        std::size_t end = first + 1;
        while (end < addresses.size() && addresses[end] == addresses[end - 1] + 1) ++end;
        const std::int64_t begin = addresses[first];
        const std::int64_t last = addresses[end - 1];
        for (std::int64_t l = floor_divide(begin, line); l <= floor_divide(last, line); ++l) {
            ++result.lines;
            if (begin > l * line || last < l * line + line - 1) ++result.partial;
        }
        first = end;
    }
    return result;
}

/// Counts what the blocks of a launch touch, base addresses being aligned to a line, by a walk over
/// the addresses of each.
class TrafficWalk {
public:
    explicit TrafficWalk(const cuda::Shape& shape) : shape_(shape) {}

    void operator()(const cuda::CopyTile& tile, const cuda::Launch& launch) {
        const auto& arguments = std::get<cuda::CopyArguments>(launch.arguments);
        for_all(outside(tile.run), [&](std::int64_t in, std::int64_t out) {
            const std::int64_t shift = out & arguments.mask;
            const std::int64_t row_length = shape_.modes[tile.run.front()].extent;
            std::map<std::pair<std::int64_t, std::int64_t>, Addresses> reads;  // by block and row
            std::vector<Addresses> writes(arguments.run.blocks.value);
            for (std::int64_t flat = 0; flat < arguments.run.extent; ++flat) {
                const std::int64_t block = (flat + shift) / 1024;
                reads[{block, flat / row_length}].push_back(in + across(tile.run, input, flat));
                writes.at(static_cast<std::size_t>(block)).push_back(out + flat);
            }
            for (const auto& [place, addresses] : reads) read(addresses);
            for (const Addresses& addresses : writes) write(addresses);
        });
    }

    void operator()(const cuda::TiledTile& tile, const cuda::Launch& launch) {
        const auto& arguments = std::get<cuda::TiledArguments>(launch.arguments);
        std::vector<std::size_t> both = tile.in_run;
        both.insert(both.end(), tile.out_run.begin(), tile.out_run.end());
        const cuda::FlatRun& in_run = arguments.input;
        const cuda::FlatRun& out_run = arguments.output;
        for_all(outside(both), [&](std::int64_t in, std::int64_t out) {
            for (std::int64_t column = 0; column < in_run.extent; column += in_run.block) {
                const std::int64_t end =
                    std::min<std::int64_t>(column + in_run.block, in_run.extent);
                for (std::int64_t block = 0; block < out_run.blocks.value; ++block) {
                    const std::int64_t first = block * out_run.block;
                    for_part(first - arguments.mask, first + out_run.block, out_run.extent,
                             [&](std::int64_t row) {
                                 Addresses reads;
                                 for (std::int64_t c = column; c < end; ++c) {
                                     reads.push_back(in + c + across(tile.out_run, input, row));
                                 }
                                 read(reads);
                             });
                    Addresses segment;
                    for (std::int64_t c = column; c < end; ++c) {
                        const std::int64_t target = out + across(tile.in_run, output, c);
                        const std::int64_t shift = target & arguments.mask;
                        Addresses writes;
                        for_part(first - shift, first - shift + out_run.block, out_run.extent,
                                 [&](std::int64_t row) { writes.push_back(target + row); });
                        if (tile.adjoins) {
                            segment.insert(segment.end(), writes.begin(), writes.end());
                        } else {
                            write(writes);
                        }
                    }
                    write(segment);
                }
            }
        });
    }

    void operator()(const cuda::PackedTile& tile, const cuda::Launch&) {
        for_all_tiles(tile.blocks, 0, shape_.modes, 0, 0);
    }

    double read_sectors = 0;
    double read_lines = 0;
    double written_sectors = 0;
    double written_lines = 0;
    double partial_sectors = 0;

private:
    template <class Visit>
    static void for_part(std::int64_t first, std::int64_t end, std::int64_t extent, Visit&& visit) {
        for (std::int64_t i = std::max<std::int64_t>(first, 0); i < std::min(end, extent); ++i) {
            visit(i);
        }
    }

    Modes<2> outside(const std::vector<std::size_t>& run) const {
        Modes<2> modes;
        for (std::size_t m = 0; m < shape_.modes.size(); ++m) {
            if (std::count(run.begin(), run.end(), m) == 0) modes.push_back(shape_.modes[m]);
        }
        return modes;
    }

    std::int64_t across(const std::vector<std::size_t>& run, std::size_t array,
                        std::int64_t flat) const {
        std::int64_t offset = 0;
        for (const std::size_t m : run) {
            offset += flat % shape_.modes[m].extent * shape_.modes[m].strides[array];
            flat /= shape_.modes[m].extent;
        }
        return offset;
    }

    template <class Visit>
    static void for_all(const Modes<2>& modes, const Visit& visit, std::size_t mode = 0,
                        std::int64_t in = 0, std::int64_t out = 0) {
        if (mode == modes.size()) return visit(in, out);
        for (std::int64_t i = 0; i < modes[mode].extent; ++i) {
            for_all(modes, visit, mode + 1, in + i * modes[mode].strides[input],
                    out + i * modes[mode].strides[output]);
        }
    }

    /// Every tile as modes of its own.
    void for_all_tiles(const std::vector<std::int64_t>& blocks, std::size_t mode, Modes<2> tile,
                       std::int64_t in, std::int64_t out) {
        if (mode == tile.size()) {
            Addresses reads;
            Addresses writes;
            for_all(tile, [&](std::int64_t from, std::int64_t to) {
                reads.push_back(in + from);
                writes.push_back(out + to);
            });
            read(reads);
            write(writes);
            return;
        }
        const Mode<2>& whole = shape_.modes[mode];
        for (std::int64_t i = 0; i < whole.extent; i += blocks[mode]) {
            tile[mode].extent = std::min(blocks[mode], whole.extent - i);
            for_all_tiles(blocks, mode + 1, tile, in + i * whole.strides[input],
                          out + i * whole.strides[output]);
        }
    }

    void read(const Addresses& addresses) {
        read_sectors += touched(addresses, sector_).lines;
        read_lines += touched(addresses, line_).lines;
    }
    void write(const Addresses& addresses) {
        const Touched sectors = touched(addresses, sector_);
        written_sectors += sectors.lines;
        partial_sectors += sectors.partial;
        written_lines += touched(addresses, line_).lines;
    }

    const cuda::Shape& shape_;
    std::int64_t line_ = cuda::line_bytes / shape_.unit_bytes;
    std::int64_t sector_ = cuda::sector_bytes / shape_.unit_bytes;
};

}  // namespace ttgt::test
