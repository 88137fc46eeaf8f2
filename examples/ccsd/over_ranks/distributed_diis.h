// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed_tensor.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ccsd {

/// Direct inversion in the iterative subspace, as Diis does it, of vectors that consist of tensors
/// over ranks. Each rank combines the parts that it holds; the errors' products are sums over all
/// ranks.
///
///     write to diis.error() and diis.vector()
///     diis.push();                  // the norm of the error
///     diis.extrapolate(amplitudes);
class DistributedDiis {
public:
    using Tensors = std::vector<ttgt::DistributedTensor>;

    /// Keeps `most` vectors of tensors that lie as these layouts say, and their errors.
    DistributedDiis(ttgt::Communicator& ranks, const std::vector<ttgt::DistributedLayout>& layouts,
                    std::size_t most);

    /// Where the next error and the next vector go, one tensor for each layout.
    [[nodiscard]] Tensors& error() { return slots_[next_].error; }
    [[nodiscard]] Tensors& vector() { return slots_[next_].vector; }
    /// Takes what was written there, in place of the oldest where all are in use. Returns the
    /// error's norm, the same on all ranks. Collective.
    double push();
    /// Writes the best combination of the vectors to tensors of the same layouts.
    void extrapolate(const std::vector<ttgt::DistributedTensor*>& result) const;
    /// Bytes of the parts that this rank holds.
    [[nodiscard]] std::int64_t held_bytes() const;

private:
    struct Slot {
        Tensors vector;
        Tensors error;
    };

    [[nodiscard]] double product(const Slot& a, const Slot& b) const;

    ttgt::Communicator& ranks_;
    std::vector<Slot> slots_;
    std::size_t next_ = 0;
    std::size_t count_ = 0;         // slots in use
    std::vector<double> overlaps_;  // of the errors, slots_.size() to a column
};

/// Bytes of the part of a tensor of float64 that this rank holds.
[[nodiscard]] std::int64_t held_bytes(const ttgt::DistributedTensor& tensor);
/// The elements of a tensor of float64 that this rank holds.
[[nodiscard]] std::span<double> elements(ttgt::DistributedTensor& tensor);
[[nodiscard]] std::span<const double> elements(const ttgt::DistributedTensor& tensor);

}  // namespace ccsd
