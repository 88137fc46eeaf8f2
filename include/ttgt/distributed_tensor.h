// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// Tensors over ranks that own this rank's part, and what is done with whole tensors over ranks.
/// Functions documented as collective are those of ttgt/distributed.h.
namespace ttgt {

/// Owns this rank's part of a tensor over ranks, in host memory, without gaps, first mode fastest,
/// 256-byte aligned. The elements are zero at first. Move-only.
class TTGT_EXPORT DistributedTensor {
public:
    /// Makes the part of the communicator's rank. Not collective. Throws InvalidArgument where the
    /// distribution does not fit the extents or needs more ranks than there are, SizeOverflow and
    /// OutOfMemory.
    DistributedTensor(const Communicator& communicator, DType dtype,
                      std::vector<std::int64_t> extents, Distribution distribution);

    /// The layout of the whole tensor.
    [[nodiscard]] const DistributedLayout& layout() const noexcept { return layout_; }
    /// The layout of this rank's part; all extents are 0 where the rank is beyond the grid.
    [[nodiscard]] const Layout& part() const noexcept { return part_; }
    /// The first element of this rank's part.
    [[nodiscard]] void* data() noexcept { return data_.get(); }
    [[nodiscard]] const void* data() const noexcept { return data_.get(); }
    /// This rank's part as a tensor of its own. Valid as long as the DistributedTensor.
    [[nodiscard]] TensorView view() { return {layout_.dtype, part_, data()}; }
    operator DistributedView() { return {layout_, data()}; }             // NOLINT: meant to convert
    operator ConstDistributedView() const { return {layout_, data()}; }  // NOLINT

    /// Sets each element of this rank's part to `value(indices)`, where `indices` count in the
    /// whole tensor. Not collective. Throws InvalidArgument where a value is complex and the tensor
    /// real, and what `value` throws; some elements then have their new values.
    void fill(const std::function<Scalar(std::span<const std::int64_t> indices)>& value);

private:
    DistributedLayout layout_;
    Layout part_;
    int rank_;
    std::unique_ptr<void, HostDelete> data_;
};

/// Copies `from` to `to`, a tensor of the same dtype and extents with another distribution. Tensors
/// and context are as those of contract(). Collective. Throws what contract() throws.
TTGT_EXPORT void redistribute(Communicator& communicator, const DistributedView& to,
                              const ConstDistributedView& from, Context* context = nullptr);
/// Copies `whole`, a tensor of rank 0, to the tensor `to` over all ranks. `whole` is null on the
/// other ranks. Collective. Throws InvalidArgument on every rank where `whole` is missing, or its
/// dtype, and ExtentMismatch where its extents, are not those of `to`; what contract() throws.
TTGT_EXPORT void scatter(Communicator& communicator, const DistributedView& to,
                         const ConstTensorView* whole, Context* context = nullptr);
/// Copies the tensor `from` over all ranks to `whole`, a tensor of rank 0. `whole` is null on the
/// other ranks. Collective. Throws as scatter() does.
TTGT_EXPORT void gather(Communicator& communicator, const TensorView* whole,
                        const ConstDistributedView& from, Context* context = nullptr);
/// The sum of conj(a) * b over all elements, on every rank the same bits. Each rank's part is
/// computed in the tensors' dtype. Both tensors lie in host memory. Nothing is planned where they
/// lie alike and an earlier call on parts of these layouts planned in this context. Collective.
/// Throws what contract() throws.
[[nodiscard]] TTGT_EXPORT Scalar dot(Communicator& communicator, const ConstDistributedView& a,
                                     const ConstDistributedView& b, Context* context = nullptr);
/// The square root of dot(a, a). Collective.
[[nodiscard]] TTGT_EXPORT double norm(Communicator& communicator, const ConstDistributedView& a,
                                      Context* context = nullptr);

/// Writes `tensor` to the .npy file `path`, in Fortran order: each rank writes the elements that it
/// holds, of equal ones the lowest rank. The file must lie in a file system that all ranks share.
/// It appears whole or not at all: until the last rank has written, its bytes lie in a hidden
/// temporary file beside it, and a file that was there before stays as it was. A process that is
/// killed leaves the temporary file. Collective. Takes a system call for each run of elements that
/// are adjacent in the file.
///
/// Throws on every rank: FileError where a rank cannot write the file; Unsupported where the
/// elements are bfloat16 or opaque, or do not lie in host memory; InvalidArgument where a pointer
/// is null, or path or tensor differ between ranks; what local_layout() throws.
TTGT_EXPORT void write_npy(Communicator& communicator, const std::string& path,
                           const ConstDistributedView& tensor);
/// Reads the .npy file `path`, in Fortran or C order, into `tensor`: each rank reads the elements
/// that it holds. Collective.
///
/// Throws on every rank, before any element is written: FileError where the file cannot be read on
/// a rank, is not an .npy file, or has elements of another dtype or an array of other extents;
/// AliasedOutput where the strides give two elements of a part one address; Unsupported and
/// InvalidArgument as write_npy() does. Throws FileError where reading fails later; some elements
/// then have their new values.
TTGT_EXPORT void read_npy(Communicator& communicator, const std::string& path,
                          const DistributedView& tensor);

}  // namespace ttgt
