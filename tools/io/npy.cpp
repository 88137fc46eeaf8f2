// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/npy.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/core/element.h"

namespace ttgt::tool {
namespace {

constexpr std::int64_t chunk_bytes = std::int64_t{4} << 20;

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

NpyFile::NpyFile(const std::string& path) : file_(path), header_(read_npy_header(file_)) {}

void NpyFile::load(void* data, const OnBytes& on_bytes) const {
    const std::int64_t total = header_.data_bytes();
    for (std::int64_t done = 0; done < total; done += chunk_bytes) {
        const std::int64_t step = std::min(chunk_bytes, total - done);
        file_.read(static_cast<char*>(data) + done, step, header_.data_offset + done);
        on_bytes(step);
    }
}

void NpyFile::load_into(const TensorView& tensor, const OnBytes& on_bytes) const {
    const bool converts = tensor.dtype() != header_.dtype;
    if (converts && tensor.dtype() != complex_of(header_.dtype)) {
        throw FileError(path(), fmt::format("holds {} where {} is needed", name(header_.dtype),
                                            name(tensor.dtype())));
    }
    const std::int64_t total = header_.data_bytes();
    FileOrder order(header_, tensor.layout());
    std::vector<char> chunk(static_cast<std::size_t>(std::min(chunk_bytes, total)));
    for (std::int64_t done = 0; done < total; done += chunk_bytes) {
        const std::int64_t step = std::min(chunk_bytes, total - done);
        file_.read(chunk.data(), step, header_.data_offset + done);
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

void NpyFile::load_block(const PartIndices& indices, void* data, const OnBytes& on_bytes) const {
    std::vector<std::int64_t> extents;
    extents.reserve(indices.size());
    for (const std::vector<std::int64_t>& of : indices) {
        extents.push_back(static_cast<std::int64_t>(of.size()));
    }
    read_part(file_, header_, indices, packed(std::move(extents)), data, on_bytes);
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
