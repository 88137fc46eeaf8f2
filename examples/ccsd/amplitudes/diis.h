// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <vector>

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"

namespace ccsd {

/// Direct inversion in the iterative subspace (Pulay, Chem. Phys. Lett. 73 (1980) 393): of the last
/// few vectors, the combination with coefficients of sum 1 whose error is the least. Vectors and
/// errors stay on the device; the products of errors come to the host.
///
///     write diis.error() and diis.vector()
///     diis.push();                  // the norm of the error is known now
///     diis.extrapolate(result);
class Diis {
public:
    /// Keeps `most` vectors of `size` numbers and their errors; with 1 it does nothing.
    Diis(Engine& compute, std::int64_t size, std::int64_t most);

    /// Where the next error and the next vector go.
    [[nodiscard]] ttgt::TensorView error() const;
    [[nodiscard]] ttgt::TensorView vector() const;
    /// Takes what was written there, in place of the oldest where all are in use. Returns the
    /// error's norm; waits for it.
    double push();
    /// Writes the best combination; waits for nothing.
    void extrapolate(const ttgt::TensorView& result);

private:
    [[nodiscard]] std::vector<double> coefficients() const;

    Engine& compute_;
    Tensor vectors_;  // (x,s)
    Tensor errors_;
    Tensor products_;  // (s) of the newest error with all
    std::int64_t most_;
    std::int64_t next_ = 0;         // slot
    std::int64_t count_ = 0;        // slots in use
    std::vector<double> overlaps_;  // (s,s) of the errors, `most` to a column
};

/// The coefficients for a matrix of errors' products, `order` rows to a column: those that minimise
/// c B c under sum c = 1. Errors may be linearly dependent and of very different size.
[[nodiscard]] std::vector<double> diis_coefficients(const std::vector<double>& overlaps,
                                                    std::int64_t order);

}  // namespace ccsd
