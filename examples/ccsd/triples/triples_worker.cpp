// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples/triples_worker.h"

#include <vector>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/triples/triples_weights.h"

namespace ccsd {
namespace {

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
      right(compute.memory(), {integrals.occupied, integrals.occupied,
                               integrals.virtuals + integrals.occupied, integrals.virtuals}),
      right_swapped(compute.memory(), right.layout().extents),
      t1(AmplitudeShape{integrals.occupied, integrals.virtuals}.singles(amplitudes)),
      direct(&arranged.direct),
      occupied_energies(orbital_energies(compute, integrals.f_oo)),
      virtual_energies(orbital_energies(compute, integrals.f_vv)) {
    const std::int64_t o = integrals.occupied;
    const std::int64_t v = integrals.virtuals;
    const ttgt::TensorView t2 = AmplitudeShape{o, v}.doubles(amplitudes);
    compute.set_kind("triples' operands");
    compute("left(d,i,a,b)=V(a,i,b,d)", range(left, 0, 0, v), arranged.vovv_direct);
    compute("left(l,i,a,b)=-1*t2(a,b,i,l)", range(left, 0, v, o), t2);
    compute("right(j,k,d,c)=t2(c,d,k,j)", range(right, 2, 0, v), t2);
    compute("right(j,k,l,c)=V(j,k,l,c)", range(right, 2, v, o), integrals.ooov);
    compute("swapped(j,k,x,c)=right(k,j,x,c)", right_swapped, right);
}

TriplesWorker::TriplesWorker(Memory& memory, const EngineOptions& options,
                             const TriplesOperands& operands, const BlockShape& shape)
    : compute_(memory, options),
      operands_(operands),
      w_(block_array(memory, operands.left.extent(1), shape)),
      y_(block_array(memory, operands.left.extent(1), shape)),
      z_(block_array(memory, operands.left.extent(1), shape)),
      weights_(memory, {shape.volume()}) {}

TriplesWorker::Views TriplesWorker::views_for(const TriplesBlock& block) const {
    const std::int64_t o = w_.extent(0);
    const std::vector<std::int64_t> extents{
        o, o, o, block.a.length(), block.b.length(), block.c.length()};
    return {part(w_, 0, extents), part(y_, 0, extents), part(z_, 0, extents)};
}

void TriplesWorker::add_block(const TriplesBlock& block, const ttgt::TensorView& energy) {
    const Views views = views_for(block);
    connected(block, views);
    spin_sum(views);
    divide(block, views);
    sum_energy(block, views, energy);
}

/// W: the six joint permutations of (a,i), (b,j), (c,k). Two of them each have k, i and j on the
/// left. In an array that begins with the other two labels every product is one of matrices where
/// they lie, and adds to its output in place.
void TriplesWorker::connected(const TriplesBlock& block, const Views& views) {
    const auto left = [&](const OrbitalRun& first, const OrbitalRun& second) {
        return of_runs(operands_.left, 2, first, 3, second);
    };
    const auto right = [&](const OrbitalRun& run) { return of_run(operands_.right, 3, run); };
    const auto swapped = [&](const OrbitalRun& run) {
        return of_run(operands_.right_swapped, 3, run);
    };
    const auto& [a, b, c] = block;
    const auto& [w, y, z] = views;
    compute_.set_kind("triples' products");
    compute_("w(i,j,k,a,b,c)=left(x,k,c,a)*right(i,j,x,b)", w, left(c, a), right(b));
    compute_("w(i,j,k,a,b,c)+=left(x,k,c,b)*swapped(i,j,x,a)", w, left(c, b), swapped(a));
    compute_("y(j,k,i,a,b,c)=left(x,i,a,b)*right(j,k,x,c)", y, left(a, b), right(c));
    compute_("y(j,k,i,a,b,c)+=left(x,i,a,c)*swapped(j,k,x,b)", y, left(a, c), swapped(b));
    compute_("z(i,k,j,a,b,c)=left(x,j,b,a)*right(i,k,x,c)", z, left(b, a), right(c));
    compute_("z(i,k,j,a,b,c)+=left(x,j,b,c)*swapped(i,k,x,a)", z, left(b, c), swapped(a));
    compute_("w(i,j,k,a,b,c)+=y(j,k,i,a,b,c)", w, y);
    compute_("w(i,j,k,a,b,c)+=z(i,k,j,a,b,c)", w, z);
}

/// Z = 8 W(ijk) + 2 W(jki) + 2 W(kij) - 4 W(kji) - 4 W(ikj) - 4 W(jik): the spin sum over all six
/// orders of a, b and c. With Y = W(ijk) + W(jki) + W(kij) it is 6 W + 2 Y(ijk) - 4 Y(jik).
void TriplesWorker::spin_sum(const Views& views) {
    const auto& [w, y, z] = views;
    compute_.set_kind("triples' spin sum");
    compute_("y(i,j,k,a,b,c)=w(i,j,k,a,b,c)", y, w);
    compute_("y(i,j,k,a,b,c)+=w(j,k,i,a,b,c)", y, w);
    compute_("y(i,j,k,a,b,c)+=w(k,i,j,a,b,c)", y, w);
    compute_("z(i,j,k,a,b,c)=6*w(i,j,k,a,b,c)", z, w);
    compute_("z(i,j,k,a,b,c)+=2*y(i,j,k,a,b,c)", z, y);
    compute_("z(i,j,k,a,b,c)-=4*y(j,i,k,a,b,c)", z, y);
}

void TriplesWorker::divide(const TriplesBlock& block, const Views& views) {
    const std::vector<double> weights = triple_weights(block);
    compute_.memory().copy_in(weights_.data(), weights.data(),
                              static_cast<std::int64_t>(weights.size() * sizeof(double)));
    const auto virtuals = [&](const OrbitalRun& run) {
        return of_run(operands_.virtual_energies, 0, run);
    };
    const auto& [a, b, c] = block;
    compute_.evaluate(
        "z(i,j,k,a,b,c) = z(i,j,k,a,b,c)*weight(a,b,c)/(e(i)+e(j)+e(k)-x(a)-y(b)-u(c))", views.z,
        {part(weights_, 0, {a.length(), b.length(), c.length()}), operands_.occupied_energies,
         virtuals(a), virtuals(b), virtuals(c)});
}

/// The sum of Z (W + t1(a,i) (bj|ck) + t1(b,j) (ai|ck) + t1(c,k) (ai|bj)). Each t1 meets Z first,
/// which is only read then.
void TriplesWorker::sum_energy(const TriplesBlock& block, const Views& views,
                               const ttgt::TensorView& energy) {
    const auto t1 = [&](const OrbitalRun& run) { return of_run(operands_.t1, 0, run); };
    const auto direct = [&](const OrbitalRun& first, const OrbitalRun& second) {
        return of_runs(*operands_.direct, 0, first, 2, second);
    };
    const auto& [a, b, c] = block;
    const auto& [w, y, z] = views;
    const std::int64_t o = w_.extent(0);
    const ttgt::TensorView s = part(y, 0, {o, o, a.length(), b.length(), c.length()});
    compute_.set_kind("triples' energy");
    compute_("E()=z(i,j,k,a,b,c)*w(i,j,k,a,b,c)", energy, z, w);
    compute_("s(j,k,a,b,c)=t1(a,i)*z(i,j,k,a,b,c)", s, t1(a), z);
    compute_("E()+=s(j,k,a,b,c)*V(b,j,c,k)", energy, s, direct(b, c));
    compute_("s(i,k,a,b,c)=t1(b,j)*z(i,j,k,a,b,c)", s, t1(b), z);
    compute_("E()+=s(i,k,a,b,c)*V(a,i,c,k)", energy, s, direct(a, c));
    compute_("s(i,j,a,b,c)=t1(c,k)*z(i,j,k,a,b,c)", s, t1(c), z);
    compute_("E()+=s(i,j,a,b,c)*V(a,i,b,j)", energy, s, direct(a, b));
}

}  // namespace ccsd
