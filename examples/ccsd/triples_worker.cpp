// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples_worker.h"

#include <vector>

#include "examples/ccsd/amplitudes.h"
#include "examples/ccsd/triples_denominators.h"

namespace ccsd {
namespace {

Tensor upload(Memory& memory, const std::vector<double>& values) {
    return Tensor(memory, {static_cast<std::int64_t>(values.size())}, values.data());
}

ttgt::TensorView of_run(const ttgt::TensorView& tensor, std::size_t mode, const OrbitalRun& run) {
    return range(tensor, mode, run.begin, run.end - run.begin);
}

/// left(x,i,p,q) or direct(p,i,q,j) for two runs of virtual orbitals.
ttgt::TensorView of_runs(const ttgt::TensorView& tensor, std::size_t first_mode,
                         const OrbitalRun& first, std::size_t second_mode,
                         const OrbitalRun& second) {
    return of_run(of_run(tensor, first_mode, first), second_mode, second);
}

Tensor block_array(Memory& memory, std::int64_t occupied, const BlockShape& shape) {
    return Tensor(memory, {occupied, occupied, occupied, shape.a, shape.b, shape.c});
}

}  // namespace

TriplesOperands::TriplesOperands(Engine& compute, const OrbitalIntegrals& integrals,
                                 const ArrangedIntegrals& arranged, const Tensor& amplitudes)
    : left(compute.memory(), {integrals.virtuals + integrals.occupied, integrals.occupied,
                              integrals.virtuals, integrals.virtuals}),
      right(compute.memory(), {integrals.virtuals + integrals.occupied, integrals.occupied,
                               integrals.occupied, integrals.virtuals}),
      right_swapped(compute.memory(), right.layout().extents),
      t1(AmplitudeShape{integrals.occupied, integrals.virtuals}.singles(amplitudes)),
      direct(&arranged.direct),
      occupied_energies(upload(compute.memory(), orbital_energies(integrals).occupied)),
      virtual_energies(upload(compute.memory(), orbital_energies(integrals).virtuals)) {
    const std::int64_t o = integrals.occupied;
    const std::int64_t v = integrals.virtuals;
    const ttgt::TensorView t2 = AmplitudeShape{o, v}.doubles(amplitudes);
    compute.set_kind("triples' operands");
    compute("left(d,i,a,b)=V(a,i,b,d)", range(left, 0, 0, v), arranged.vovv_direct);
    compute("left(l,i,a,b)=-1*t2(a,b,i,l)", range(left, 0, v, o), t2);
    compute("right(d,j,k,c)=t2(c,d,k,j)", range(right, 0, 0, v), t2);
    compute("right(l,j,k,c)=V(j,k,l,c)", range(right, 0, v, o), integrals.ooov);
    compute("swapped(x,j,k,c)=right(x,k,j,c)", right_swapped, right);
}

TriplesWorker::TriplesWorker(Memory& memory, const EngineOptions& options,
                             const TriplesOperands& operands, const BlockShape& shape)
    : compute_(memory, options),
      operands_(operands),
      w_(block_array(memory, operands.left.extent(1), shape)),
      y_(block_array(memory, operands.left.extent(1), shape)),
      z_(block_array(memory, operands.left.extent(1), shape)) {}

void TriplesWorker::add_block(const TriplesBlock& block, const ttgt::TensorView& energy) {
    connected(block);
    spin_sum();
    divide(block);
    disconnected(block);
    compute_("E()=z(i,j,k,a,b,c)*u(i,j,k,a,b,c)", energy, z_, w_);
}

/// W: the six joint permutations of (a,i), (b,j), (c,k). Two of them have j for their leading
/// label; they meet in an array of their own, so that every product adds to its output in place.
void TriplesWorker::connected(const TriplesBlock& block) {
    const auto left = [&](const OrbitalRun& first, const OrbitalRun& second) {
        return of_runs(operands_.left, 2, first, 3, second);
    };
    const auto right = [&](const OrbitalRun& run) { return of_run(operands_.right, 3, run); };
    const auto swapped = [&](const OrbitalRun& run) {
        return of_run(operands_.right_swapped, 3, run);
    };
    const auto& [a, b, c] = block;
    compute_.set_kind("triples' products");
    compute_("w(i,j,k,a,b,c)=left(x,i,a,b)*right(x,j,k,c)", w_, left(a, b), right(c));
    compute_("w(i,j,k,a,b,c)+=left(x,i,a,c)*swapped(x,j,k,b)", w_, left(a, c), swapped(b));
    compute_("w(i,j,k,a,b,c)+=left(x,k,c,a)*right(x,i,j,b)", w_, left(c, a), right(b));
    compute_("w(i,j,k,a,b,c)+=left(x,k,c,b)*swapped(x,i,j,a)", w_, left(c, b), swapped(a));
    compute_("y(j,i,k,a,b,c)=left(x,j,b,a)*right(x,i,k,c)", y_, left(b, a), right(c));
    compute_("y(j,i,k,a,b,c)+=left(x,j,b,c)*swapped(x,i,k,a)", y_, left(b, c), swapped(a));
    compute_("w(i,j,k,a,b,c)+=y(j,i,k,a,b,c)", w_, y_);
}

/// Z = 8 W(ijk) + 2 W(jki) + 2 W(kij) - 4 W(kji) - 4 W(ikj) - 4 W(jik): the spin sum over all six
/// orders of a, b and c. With Y = W(ijk) + W(jki) + W(kij) it is 6 W + 2 Y(ijk) - 4 Y(jik).
void TriplesWorker::spin_sum() {
    compute_.set_kind("triples' spin sum");
    compute_("y(i,j,k,a,b,c)=w(i,j,k,a,b,c)", y_, w_);
    compute_("y(i,j,k,a,b,c)+=w(j,k,i,a,b,c)", y_, w_);
    compute_("y(i,j,k,a,b,c)+=w(k,i,j,a,b,c)", y_, w_);
    compute_("z(i,j,k,a,b,c)=6*w(i,j,k,a,b,c)", z_, w_);
    compute_("z(i,j,k,a,b,c)+=2*y(i,j,k,a,b,c)", z_, y_);
    compute_("z(i,j,k,a,b,c)-=4*y(j,i,k,a,b,c)", z_, y_);
}

void TriplesWorker::divide(const TriplesBlock& block) {
    ccsd::divide({z_.data(), operands_.occupied_energies.data(), operands_.virtual_energies.data(),
                  w_.extent(0), block},
                 compute_.memory().stream());
}

/// U = W + t1(a,i) (bj|ck) + t1(b,j) (ai|ck) + t1(c,k) (ai|bj), in place of W.
void TriplesWorker::disconnected(const TriplesBlock& block) {
    const auto t1 = [&](const OrbitalRun& run) { return of_run(operands_.t1, 0, run); };
    const auto direct = [&](const OrbitalRun& first, const OrbitalRun& second) {
        return of_runs(*operands_.direct, 0, first, 2, second);
    };
    const auto& [a, b, c] = block;
    compute_.set_kind("triples' energy");
    compute_("u(i,j,k,a,b,c)+=t1(a,i)*V(b,j,c,k)", w_, t1(a), direct(b, c));
    compute_("u(i,j,k,a,b,c)+=t1(b,j)*V(a,i,c,k)", w_, t1(b), direct(a, c));
    compute_("u(i,j,k,a,b,c)+=t1(c,k)*V(a,i,b,j)", w_, t1(c), direct(a, b));
}

}  // namespace ccsd
