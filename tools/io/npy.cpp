// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/npy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "tools/io/errors.h"

namespace ttgt::tool {
namespace {

constexpr std::int64_t chunk_bytes = std::int64_t{4} << 20;

std::string_view kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a FIFO";
    if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
    return "a socket";
}

void check_regular(mode_t mode, const std::string& path) {
    if (S_ISREG(mode)) return;
    throw FileError(path, fmt::format("is {}, not a regular file", kind_of(mode)));
}

/// Opening a FIFO would wait for a writer, and a device may do anything: both are refused before.
Descriptor open_regular(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        throw FileError(path, "cannot be read" + system_reason(errno));
    }
    check_regular(status.st_mode, path);
    // Should it have been replaced in between, the opening does not wait either.
    Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.is_open()) throw FileError(path, "cannot be read" + system_reason(errno));
    return file;
}

std::int64_t file_size(const Descriptor& file, const std::string& path) {
    struct stat status {};
    if (fstat(file.get(), &status) != 0) {
        throw FileError(path, "cannot be read" + system_reason(errno));
    }
    check_regular(status.st_mode, path);
    return status.st_size;
}

/// Visits the elements of a tensor in the order of a file: walks the file's modes, fastest first.
class FileOrder {
public:
    FileOrder(const NpyHeader& header, const Layout& target) {
        for (std::size_t i = 0; i < target.rank(); ++i) {
            const std::size_t mode = header.fortran_order ? i : target.rank() - 1 - i;
            extents_.push_back(target.extents[mode]);
            strides_.push_back(target.strides[mode]);
        }
        index_.resize(extents_.size(), 0);
    }

    /// Offset of the current element; steps to the next.
    std::int64_t next() {
        const std::int64_t current = offset_;
        for (std::size_t mode = 0; mode < extents_.size(); ++mode) {
            offset_ += strides_[mode];
            if (++index_[mode] < extents_[mode]) return current;
            offset_ -= extents_[mode] * strides_[mode];
            index_[mode] = 0;
        }
        return current;
    }

private:
    std::vector<std::int64_t> extents_;
    std::vector<std::int64_t> strides_;
    std::vector<std::int64_t> index_;
    std::int64_t offset_ = 0;
};

template <class From, class To>
void scatter(const std::vector<char>& bytes, std::int64_t count, FileOrder& order, To* data) {
    const From* const elements = reinterpret_cast<const From*>(bytes.data());
    for (std::int64_t i = 0; i < count; ++i) data[order.next()] = To(elements[i]);
}

}  // namespace

NpyFile::NpyFile(const std::string& path) : path_(path), file_(open_regular(path)) {
    const std::int64_t size = file_size(file_, path);
    std::string start(
        static_cast<std::size_t>(std::min(size, static_cast<std::int64_t>(npy_max_header_bytes))),
        '\0');
    read(start.data(), static_cast<std::int64_t>(start.size()), 0);
    header_ = parse_npy_header(start, size, path);
}

void NpyFile::read(void* data, std::int64_t bytes, std::int64_t offset) const {
    char* next = static_cast<char*>(data);
    while (bytes > 0) {
        const ssize_t got = pread(file_.get(), next, static_cast<std::size_t>(bytes), offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw FileError(path_, "cannot be read" + system_reason(errno));
        if (got == 0) throw FileError(path_, "became shorter while it was read");
        next += got;
        bytes -= got;
        offset += got;
    }
}

void NpyFile::load(void* data, const OnBytes& on_bytes) const {
    const std::int64_t total = header_.data_bytes();
    for (std::int64_t done = 0; done < total; done += chunk_bytes) {
        const std::int64_t step = std::min(chunk_bytes, total - done);
        read(static_cast<char*>(data) + done, step, header_.data_offset + done);
        on_bytes(step);
    }
}

void NpyFile::load_into(const TensorView& tensor, const OnBytes& on_bytes) const {
    const bool converts = tensor.dtype() != header_.dtype;
    if (converts && tensor.dtype() != complex_of(header_.dtype)) {
        throw FileError(path_, fmt::format("holds {} where {} is needed", name(header_.dtype),
                                           name(tensor.dtype())));
    }
    const std::int64_t total = header_.data_bytes();
    FileOrder order(header_, tensor.layout());
    std::vector<char> chunk(static_cast<std::size_t>(std::min(chunk_bytes, total)));
    for (std::int64_t done = 0; done < total; done += chunk_bytes) {
        const std::int64_t step = std::min(chunk_bytes, total - done);
        read(chunk.data(), step, header_.data_offset + done);
        visit_numeric(header_.dtype, [&](auto tag) {
            using From = typename decltype(tag)::type;
            const std::int64_t count = step / static_cast<std::int64_t>(sizeof(From));
            if (converts) {
                scatter<From>(chunk, count, order,
                              static_cast<std::complex<RealOf<ComputeOf<From>>>*>(tensor.data()));
            } else {
                scatter<From>(chunk, count, order, static_cast<From*>(tensor.data()));
            }
        });
        on_bytes(step);
    }
}

namespace {

/// Elements of one mode of a file that follow each other: places among those that are read.
struct IndexRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::vector<IndexRange> adjacent_ranges(const std::vector<std::int64_t>& indices) {
    std::vector<IndexRange> ranges;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (i == 0 || indices[i] != indices[i - 1] + 1) ranges.push_back({i, i});
        ranges.back().end = i + 1;
    }
    return ranges;
}

/// Steps to the next index tuple of all modes but one; false after the last.
bool step(std::vector<std::size_t>& at, const std::vector<std::vector<std::int64_t>>& indices,
          std::size_t fastest) {
    for (std::size_t mode = 0; mode < at.size(); ++mode) {
        if (mode == fastest) continue;
        if (++at[mode] < indices[mode].size()) return true;
        at[mode] = 0;
    }
    return false;
}

}  // namespace

void NpyFile::load_block(const std::vector<std::vector<std::int64_t>>& indices, void* data,
                         const OnBytes& on_bytes) const {
    const std::int64_t bytes = size_bytes(header_.dtype);
    if (indices.empty()) return read(data, bytes, header_.data_offset);
    const Layout file = header_.layout();
    std::vector<std::int64_t> extents;
    extents.reserve(indices.size());
    for (const std::vector<std::int64_t>& of : indices) {
        extents.push_back(static_cast<std::int64_t>(of.size()));
    }
    const Layout block = packed(extents);
    if (volume(block) == 0) return;
    const std::size_t fastest = header_.fortran_order ? 0 : block.rank() - 1;
    const std::vector<IndexRange> ranges = adjacent_ranges(indices[fastest]);
    std::vector<std::size_t> at(block.rank(), 0);
    std::vector<char> run;
    do {  // one row of the fastest mode after the other
        std::int64_t from = 0;
        std::int64_t to = 0;
        for (std::size_t mode = 0; mode < block.rank(); ++mode) {
            from += indices[mode][at[mode]] * file.strides[mode];
            to += static_cast<std::int64_t>(at[mode]) * block.strides[mode];
        }
        for (const IndexRange& range : ranges) {
            run.resize((range.end - range.begin) * static_cast<std::size_t>(bytes));
            const std::int64_t first = indices[fastest][range.begin] - indices[fastest].front();
            const auto length = static_cast<std::int64_t>(run.size());
            read(run.data(), length, header_.data_offset + (from + first) * bytes);
            for (std::size_t i = range.begin; i < range.end; ++i) {
                const std::int64_t place =
                    to + static_cast<std::int64_t>(i) * block.strides[fastest];
                std::memcpy(static_cast<char*>(data) + place * bytes,
                            run.data() + static_cast<std::int64_t>(i - range.begin) * bytes,
                            static_cast<std::size_t>(bytes));
            }
            on_bytes(length);
        }
    } while (step(at, indices, fastest));
}

void write_npy(OutputFile& file, const ConstTensorView& tensor, bool fortran_order,
               const OnBytes& on_bytes) {
    file.write(format_npy_header(tensor.dtype(), fortran_order, tensor.layout().extents));
    const std::int64_t total = checked_multiply(volume(tensor.layout()), size_bytes(tensor.dtype()),
                                                "the size of the array");
    for (std::int64_t done = 0; done < total; done += chunk_bytes) {
        const std::int64_t step = std::min(chunk_bytes, total - done);
        file.write(static_cast<const char*>(tensor.data()) + done, step);
        on_bytes(step);
    }
}

}  // namespace ttgt::tool
