// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors over ranks in .npy files, which ranks write and read by parts.
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "distributed/held_indices.h"
#include "distributed/placement/placement.h"
#include "distributed/run/agreement.h"
#include "distributed/shared_file.h"
#include "src/core/checked.h"
#include "src/core/files/npy_part.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

/// What a rank holds of the tensor of a file.
struct HeldPart {
    Layout layout;        ///< where its elements lie in memory
    PartIndices indices;  ///< which elements of the whole tensor they are
    bool is_empty = true;
};

HeldPart checked_part(const Communicator& communicator, const ConstDistributedView& tensor,
                      bool is_written) {
    const int rank = communicator.rank();
    check_distributed_layout(tensor.layout, communicator.ranks(), "the tensor");
    HeldPart part;
    part.layout = local_layout(tensor.layout, rank);
    part.indices = held_indices(tensor.layout, rank);
    part.is_empty = !holds_elements(tensor.layout.distribution.grid, part.layout, rank);
    if (tensor.space != MemorySpace::host) {
        throw Unsupported(fmt::format(
            "the part of rank {} lies in a device's memory; files take parts in host memory",
            rank));
    }
    if (tensor.data == nullptr && !part.is_empty) {
        throw InvalidArgument(fmt::format("the part of rank {} is null", rank));
    }
    if (is_written && overlaps_itself(part.layout)) {
        throw AliasedOutput(fmt::format("the part of rank {} overlaps itself: {} by strides {}",
                                        rank, fmt::join(part.layout.extents, "x"),
                                        fmt::join(part.layout.strides, ",")));
    }
    return part;
}

/// Collective: checks this rank's part, and that all ranks name the same file and tensor.
HeldPart agreed_part(Communicator& communicator, const std::string& path,
                     const ConstDistributedView& tensor, bool is_written) {
    Transport& transport = *communicator.transport();
    HeldPart part =
        agreed(transport, [&] { return checked_part(communicator, tensor, is_written); });
    check_same(transport, {{"the path", path}, {"the tensor", to_string(tensor.layout)}});
    return part;
}

/// The header of a file that is to be written, and its bytes.
struct NewHeader {
    NpyHeader header;
    std::string bytes;
};

NewHeader new_header(const DistributedLayout& layout) {
    NewHeader made;
    made.bytes = format_npy_header(layout.dtype, true, layout.extents);
    made.header.dtype = layout.dtype;
    made.header.fortran_order = true;
    made.header.shape = layout.extents;
    made.header.data_offset = static_cast<std::int64_t>(made.bytes.size());
    return made;
}

void check_header(const NpyHeader& header, const DistributedLayout& layout,
                  const std::string& path) {
    if (header.dtype != layout.dtype) {
        throw FileError(path, fmt::format("holds {}, the tensor over ranks is {}",
                                          name(header.dtype), name(layout.dtype)));
    }
    if (header.shape != layout.extents) {
        throw FileError(path,
                        fmt::format("holds an array of ({}), the tensor over ranks is ({})",
                                    fmt::join(header.shape, ","), fmt::join(layout.extents, ",")));
    }
}

/// An open file whose header fits the tensor.
struct CheckedFile {
    RegularFile file;
    NpyHeader header;
};

CheckedFile open_checked(const std::string& path, const DistributedLayout& layout) {
    RegularFile file(path);
    NpyHeader header = read_npy_header(file);
    check_header(header, layout, path);
    return {std::move(file), std::move(header)};
}

}  // namespace

void write_npy(Communicator& communicator, const std::string& path,
               const ConstDistributedView& tensor) {
    Transport& transport = *communicator.transport();
    const int rank = communicator.rank();
    const HeldPart part = agreed_part(communicator, path, tensor, false);
    std::optional<SharedFile> shared;  // of rank 0
    const NewHeader made = agreed(transport, [&] {
        NewHeader header = new_header(tensor.layout);
        const std::int64_t bytes = checked_add(header.header.data_offset,
                                               header.header.data_bytes(), "the bytes of a file");
        if (rank == 0) shared.emplace(path, header.bytes, bytes);
        return header;
    });
    const std::string temporary =
        transport.all_texts(shared ? shared->temporary() : std::string()).front();
    (void)agreed(transport, [&] {
        if (part.is_empty || !is_first_holder(placement_of(tensor.layout), rank)) return false;
        Descriptor file = open_shared(temporary, path);
        write_part(file.get(), path, made.header, part.indices, part.layout, tensor.data);
        close_shared(file, path);
        return true;
    });
    (void)agreed(transport, [&] {
        if (shared) shared->commit();
        return true;
    });
}

void read_npy(Communicator& communicator, const std::string& path, const DistributedView& tensor) {
    Transport& transport = *communicator.transport();
    const HeldPart part = agreed_part(communicator, path, tensor, true);
    const CheckedFile opened = agreed(transport, [&] { return open_checked(path, tensor.layout); });
    (void)agreed(transport, [&] {
        if (part.is_empty) return false;
        read_part(opened.file, opened.header, part.indices, part.layout, tensor.data,
                  [](std::int64_t) {});
        return true;
    });
}

}  // namespace ttgt
