// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/files/npy_part.h"

#include <ttgt/error.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "src/core/files/reasons.h"

namespace ttgt {
namespace {

/// Most bytes that are copied together where the part's elements have gaps.
constexpr std::int64_t chunk_bytes = std::int64_t{4} << 20;

/// Some modes of a part as one: its indices come in groups of `unit` that are adjacent in the file
/// and equally spaced in memory.
struct JoinedModes {
    std::int64_t unit = 1;    ///< elements of one group
    std::int64_t stride = 1;  ///< distance of the elements of a group in memory
    std::size_t place = 0;    ///< which mode has the groups, in the order of the file
};

/// Part and file in the order of the file's modes, the fastest first.
struct FileModes {
    std::vector<const std::vector<std::int64_t>*> indices;
    std::vector<std::int64_t> file_strides;
    std::vector<std::int64_t> part_strides;
    std::vector<std::int64_t> whole;  ///< extents of the array
};

FileModes in_file_order(const NpyHeader& header, const PartIndices& indices, const Layout& part) {
    const Layout file = header.layout();
    FileModes modes;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::size_t mode = header.fortran_order ? i : indices.size() - 1 - i;
        modes.indices.push_back(&indices[mode]);
        modes.file_strides.push_back(file.strides[mode]);
        modes.part_strides.push_back(part.strides[mode]);
        modes.whole.push_back(header.shape[mode]);
    }
    return modes;
}

/// Joins the fastest modes that the part has whole and without gaps between them.
JoinedModes join_fastest(const FileModes& modes) {
    JoinedModes joined{1, modes.part_strides.front(), 0};
    while (joined.place + 1 < modes.whole.size()) {
        const std::size_t at = joined.place;
        if (static_cast<std::int64_t>(modes.indices[at]->size()) != modes.whole[at]) break;
        if (modes.part_strides[at + 1] != modes.part_strides[at] * modes.whole[at]) break;
        joined.unit *= modes.whole[at];
        ++joined.place;
    }
    return joined;
}

/// Calls `visit` with the first place and the number of each range of adjacent indices.
template <class Visit>
void for_adjacent(const std::vector<std::int64_t>& indices, Visit&& visit) {
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= indices.size(); ++i) {
        if (i < indices.size() && indices[i] == indices[i - 1] + 1) continue;
        visit(begin, i - begin);
        begin = i;
    }
}

/// Steps to the next index tuple of the modes from `first` on; false after the last.
bool step(std::vector<std::size_t>& at, const FileModes& modes, std::size_t first) {
    for (std::size_t mode = first; mode < at.size(); ++mode) {
        if (++at[mode] < modes.indices[mode]->size()) return true;
        at[mode] = 0;
    }
    return false;
}

template <std::size_t size>
void copy_spaced(char* to, std::int64_t to_stride, const char* from, std::int64_t from_stride,
                 std::int64_t count) {
    constexpr auto bytes = static_cast<std::int64_t>(size);
    for (std::int64_t i = 0; i < count; ++i) {
        std::memcpy(to + i * to_stride * bytes, from + i * from_stride * bytes, size);
    }
}

/// Copies elements of `size` bytes between memory with these strides.
void copy_elements(char* to, std::int64_t to_stride, const char* from, std::int64_t from_stride,
                   std::int64_t count, std::int64_t size) {
    switch (size) {
        case 2:
            return copy_spaced<2>(to, to_stride, from, from_stride, count);
        case 4:
            return copy_spaced<4>(to, to_stride, from, from_stride, count);
        case 8:
            return copy_spaced<8>(to, to_stride, from, from_stride, count);
        default:
            return copy_spaced<16>(to, to_stride, from, from_stride, count);
    }
}

void write_at(int descriptor, const std::string& path, const void* data, std::int64_t bytes,
              std::int64_t offset) {
    const char* next = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t written = pwrite(descriptor, next, static_cast<std::size_t>(bytes), offset);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw FileError(path, "cannot be written" + system_reason(errno));
        next += written;
        bytes -= written;
        offset += written;
    }
}

/// Calls `act` for each run, cut into pieces that fit `chunk_bytes` where the part has gaps.
template <class Act>
void for_each_piece(const NpyHeader& header, const PartIndices& indices, const Layout& part,
                    Act&& act) {
    const std::int64_t most = chunk_bytes / size_bytes(header.dtype);
    for_each_run(header, indices, part, [&](const PartRun& run) {
        const std::int64_t step = run.stride == 1 ? run.count : most;
        for (std::int64_t done = 0; done < run.count; done += step) {
            act(PartRun{run.in_file + done, run.in_part + done * run.stride,
                        std::min(step, run.count - done), run.stride});
        }
    });
}

}  // namespace

void for_each_run(const NpyHeader& header, const PartIndices& indices, const Layout& part,
                  const std::function<void(const PartRun&)>& visit) {
    if (indices.empty()) return visit({0, 0, 1, 1});
    const FileModes modes = in_file_order(header, indices, part);
    if (volume(part) == 0) return;
    const JoinedModes fastest = join_fastest(modes);
    const std::vector<std::int64_t>& of_fastest = *modes.indices[fastest.place];
    std::vector<std::size_t> at(indices.size(), 0);
    do {  // one row of the fastest mode after the other
        std::int64_t in_file = 0;
        std::int64_t in_part = 0;
        for (std::size_t mode = fastest.place + 1; mode < at.size(); ++mode) {
            in_file += (*modes.indices[mode])[at[mode]] * modes.file_strides[mode];
            in_part += static_cast<std::int64_t>(at[mode]) * modes.part_strides[mode];
        }
        for_adjacent(of_fastest, [&](std::size_t begin, std::size_t count) {
            visit({in_file + of_fastest[begin] * fastest.unit,
                   in_part + static_cast<std::int64_t>(begin) * modes.part_strides[fastest.place],
                   static_cast<std::int64_t>(count) * fastest.unit, fastest.stride});
        });
    } while (step(at, modes, fastest.place + 1));
}

void read_part(const RegularFile& file, const NpyHeader& header, const PartIndices& indices,
               const Layout& part, void* data, const OnBytes& on_bytes) {
    const std::int64_t size = size_bytes(header.dtype);
    std::vector<char> chunk;
    for_each_piece(header, indices, part, [&](const PartRun& run) {
        char* const target = static_cast<char*>(data) + run.in_part * size;
        const std::int64_t bytes = run.count * size;
        const std::int64_t offset = header.data_offset + run.in_file * size;
        if (run.stride == 1) {
            file.read(target, bytes, offset);
        } else {
            chunk.resize(static_cast<std::size_t>(bytes));
            file.read(chunk.data(), bytes, offset);
            copy_elements(target, run.stride, chunk.data(), 1, run.count, size);
        }
        on_bytes(bytes);
    });
}

void write_part(int descriptor, const std::string& path, const NpyHeader& header,
                const PartIndices& indices, const Layout& part, const void* data) {
    const std::int64_t size = size_bytes(header.dtype);
    std::vector<char> chunk;
    for_each_piece(header, indices, part, [&](const PartRun& run) {
        const char* source = static_cast<const char*>(data) + run.in_part * size;
        const std::int64_t bytes = run.count * size;
        if (run.stride != 1) {
            chunk.resize(static_cast<std::size_t>(bytes));
            copy_elements(chunk.data(), 1, source, run.stride, run.count, size);
            source = chunk.data();
        }
        write_at(descriptor, path, source, bytes, header.data_offset + run.in_file * size);
    });
}

}  // namespace ttgt
