// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/amplitudes/ladder.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

/// The CCSD equations of a closed shell, summed over spins: t1(a,i) of either spin, t2(a,b,i,j) of
/// a and i with one spin and b and j with the other. They are those of Stanton, Gauss, Watts and
/// Bartlett (J. Chem. Phys. 94 (1991) 4334), gathered so that five contractions of o^3 v^3 remain,
/// all of them matrix products over pairs of orbitals.
///
/// The residual of the doubles is X(a,b,i,j) + X(b,a,j,i). A term of X may be written for either of
/// the two places: the code has it where it is a matrix product.
class Residual {
public:
    /// All must outlive it. Allocates whatever it needs.
    Residual(Engine& compute, const OrbitalIntegrals& integrals, const ArrangedIntegrals& arranged);

    /// For t1 and t2 in one array, as AmplitudeShape says. The results stay until the next call.
    void evaluate(const ttgt::TensorView& amplitudes);
    /// r1(a,i)
    [[nodiscard]] const Tensor& singles() const noexcept { return r1_; }
    /// X(a,b,i,j)
    [[nodiscard]] const Tensor& half_doubles() const noexcept { return x_; }

private:
    void combine_amplitudes(const ttgt::TensorView& t1, const ttgt::TensorView& t2);
    void dress_fock_matrix(const ttgt::TensorView& t1);
    void one_particle_terms(const ttgt::TensorView& t2);
    void singles_residual(const ttgt::TensorView& t1);
    void hole_ladder(const ttgt::TensorView& t1);
    void singles_terms(const ttgt::TensorView& t1);
    void dress_ring_integrals(const ttgt::TensorView& t1);
    void ring_terms(const ttgt::TensorView& t1);

    Engine& compute_;
    const OrbitalIntegrals& v_;
    const ArrangedIntegrals& g_;
    AmplitudeShape shape_;

    Tensor tau_;                    // (a,b,i,j): t2(a,b,i,j) + t1(a,i) t1(b,j)
    Tensor spin_sum_;               // (e,m,a,i): 2 t2(e,a,m,i) - t2(a,e,m,i)
    Tensor crossed_;                // (e,m,a,i): t2(a,e,m,i)
    Tensor f_vo_, f_vv_, f_oo_;     // the dressed Fock matrix: (e,m), (a,e), (m,i)
    Tensor w_oooo_;                 // (m,n,i,j)
    Tensor z_ovoo_;                 // (m,b,i,j)
    Tensor w_direct_, w_exchange_;  // (e,m,b,j)
    Tensor ring_, crossed_ring_;    // (a,i,b,j)
    Tensor r1_, x_;
    ParticleLadder particle_ladder_;
};

}  // namespace ccsd
