// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>

#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/amplitudes/denominators.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"
#include "examples/ccsd/triples/triples_blocks.h"

namespace ccsd {

/// What all blocks of triples read. The two products of the connected triples,
///
///     (bd|ai) t2(c,d,k,j) - (ck|jl) t2(a,b,i,l),
///
/// have the same free labels on either side: with d and l as one label x they are one.
struct TriplesOperands {
    Tensor left;           ///< (x,i,a,b): (bd|ai), then -t2(a,b,i,l)
    Tensor right;          ///< (j,k,x,c): t2(c,d,k,j), then (ck|jl)
    Tensor right_swapped;  ///< (j,k,x,c): the right one's (k,j,x,c)
    ttgt::TensorView t1;   ///< (a,i)
    const Tensor* direct;  ///< (a,i,b,j): (ai|bj)
    Tensor occupied_energies, virtual_energies;

    TriplesOperands(Engine& compute, const OrbitalIntegrals& integrals,
                    const ArrangedIntegrals& arranged, const Tensor& amplitudes);
};

/// Works on one block after another, in arrays of its own.
class TriplesWorker {
public:
    /// Arrays of o^3 numbers for each triple of a block that a worker has.
    static constexpr std::int64_t arrays = 3;

    TriplesWorker(Memory& memory, const EngineOptions& options, const TriplesOperands& operands,
                  const BlockShape& shape);

    /// The block's energy, into a scalar on the device.
    void add_block(const TriplesBlock& block, const ttgt::TensorView& energy);
    [[nodiscard]] const Engine& engine() const noexcept { return compute_; }

private:
    /// The parts of the arrays w, y and z that one block needs.
    struct Views {
        ttgt::TensorView w, y, z;
    };

    [[nodiscard]] Views views_for(const TriplesBlock& block) const;
    void connected(const TriplesBlock& block, const Views& views);
    void spin_sum(const Views& views);
    /// z times the weights of the block's triples over the differences of orbital energies.
    void divide(const TriplesBlock& block, const Views& views);
    void sum_energy(const TriplesBlock& block, const Views& views, const ttgt::TensorView& energy);

    Engine compute_;
    const TriplesOperands& operands_;
    Tensor w_, y_, z_;  // o^3 numbers for each triple of virtual orbitals
    Tensor weights_;    // of the triples
};

}  // namespace ccsd
