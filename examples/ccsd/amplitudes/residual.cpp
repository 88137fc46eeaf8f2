// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/residual.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ccsd {
namespace {

/// For the spaces of its modes, o or v each.
Tensor make(Engine& compute, const OrbitalIntegrals& v, std::string_view spaces) {
    std::vector<std::int64_t> extents;
    for (const char space : spaces) extents.push_back(space == 'o' ? v.occupied : v.virtuals);
    return Tensor(compute.memory(), extents);
}

}  // namespace

Residual::Residual(Engine& compute, const OrbitalIntegrals& integrals,
                   const ArrangedIntegrals& arranged)
    : compute_(compute),
      v_(integrals),
      g_(arranged),
      shape_{integrals.occupied, integrals.virtuals},
      tau_(make(compute, v_, "vvoo")),
      spin_sum_(make(compute, v_, "vovo")),
      crossed_(make(compute, v_, "vovo")),
      f_vo_(make(compute, v_, "vo")),
      f_vv_(make(compute, v_, "vv")),
      f_oo_(make(compute, v_, "oo")),
      w_oooo_(make(compute, v_, "oooo")),
      z_ovoo_(make(compute, v_, "ovoo")),
      w_direct_(make(compute, v_, "vovo")),
      w_exchange_(make(compute, v_, "vovo")),
      ring_(make(compute, v_, "vovo")),
      crossed_ring_(make(compute, v_, "vovo")),
      r1_(make(compute, v_, "vo")),
      x_(make(compute, v_, "vvoo")),
      particle_ladder_(compute, v_.vvvv, v_.occupied) {}

void Residual::evaluate(const ttgt::TensorView& amplitudes) {
    const ttgt::TensorView t1 = shape_.singles(amplitudes);
    const ttgt::TensorView t2 = shape_.doubles(amplitudes);
    combine_amplitudes(t1, t2);
    dress_fock_matrix(t1);
    one_particle_terms(t2);
    singles_residual(t1);
    hole_ladder(t1);
    particle_ladder_.add(tau_, x_);
    singles_terms(t1);
    dress_ring_integrals(t1);
    ring_terms(t1);
}

void Residual::combine_amplitudes(const ttgt::TensorView& t1, const ttgt::TensorView& t2) {
    compute_.set_kind("amplitudes");
    compute_("tau(a,b,i,j)=t2(a,b,i,j)", tau_, t2);
    compute_("tau(a,b,i,j)+=t1(a,i)*t1(b,j)", tau_, t1, t1);
    compute_("x(e,m,a,i)=t2(a,e,m,i)", crossed_, t2);
    compute_("s(e,m,a,i)=2*t2(e,a,m,i)", spin_sum_, t2);
    compute_("s(e,m,a,i)-=x(e,m,a,i)", spin_sum_, crossed_);
}

void Residual::dress_fock_matrix(const ttgt::TensorView& t1) {
    compute_.set_kind("Fock matrix");
    compute_("fvo(e,m)=f(m,e)", f_vo_, v_.f_ov);
    compute_("fvo(e,m)+=w(e,m,f,n)*t1(f,n)", f_vo_, g_.antisymmetrised, t1);

    compute_("fvv(a,e)=f(a,e)", f_vv_, v_.f_vv);
    compute_("fvv(a,e)-=t1(a,m)*f(m,e)", f_vv_, t1, v_.f_ov);
    compute_("fvv(a,e)+=2*direct(f,m,e,a)*t1(f,m)", f_vv_, g_.vovv_direct, t1);
    compute_("fvv(a,e)-=exchange(f,m,e,a)*t1(f,m)", f_vv_, g_.vovv_exchange, t1);
    compute_("fvv(a,e)-=tau(a,f,m,n)*w(e,m,f,n)", f_vv_, tau_, g_.antisymmetrised);

    compute_("foo(m,i)=f(m,i)", f_oo_, v_.f_oo);
    compute_("foo(m,i)+=f(m,e)*t1(e,i)", f_oo_, v_.f_ov, t1);
    compute_("foo(m,i)+=2*V(m,n,i,e)*t1(e,n)", f_oo_, v_.ooov, t1);
    compute_("foo(m,i)-=V(n,m,i,e)*t1(e,n)", f_oo_, v_.ooov, t1);
    compute_("foo(m,i)+=w(e,m,f,n)*tau(e,f,i,n)", f_oo_, g_.antisymmetrised, tau_);
}

void Residual::one_particle_terms(const ttgt::TensorView& t2) {
    compute_.set_kind("one-particle terms");
    compute_("X(a,b,i,j)=0.5*V(i,j,a,b)", x_, v_.oovv);
    compute_("X(a,b,i,j)+=fvv(a,e)*t2(e,b,i,j)", x_, f_vv_, t2);
    compute_("X(a,b,i,j)-=t2(a,b,i,m)*foo(m,j)", x_, t2, f_oo_);
}

void Residual::singles_residual(const ttgt::TensorView& t1) {
    compute_.set_kind("singles");
    compute_("foo(m,i)-=fvo(e,m)*t1(e,i)", f_oo_, f_vo_, t1);  // the doubles are done with foo
    compute_("r1(a,i)=f(i,a)", r1_, v_.f_ov);
    compute_("r1(a,i)+=fvv(a,e)*t1(e,i)", r1_, f_vv_, t1);
    compute_("r1(a,i)-=t1(a,m)*foo(m,i)", r1_, t1, f_oo_);
    compute_("r1(a,i)+=s(e,m,a,i)*fvo(e,m)", r1_, spin_sum_, f_vo_);
    compute_("r1(a,i)+=2*direct(a,i,f,n)*t1(f,n)", r1_, g_.direct, t1);
    compute_("r1(a,i)-=V(n,a,i,f)*t1(f,n)", r1_, v_.ovov, t1);
    compute_("r1(a,i)+=direct(e,m,f,a)*s(e,m,f,i)", r1_, g_.vovv_direct, spin_sum_);
    compute_("r1(a,i)-=V(m,n,i,e)*s(e,n,a,m)", r1_, v_.ooov, spin_sum_);
}

void Residual::hole_ladder(const ttgt::TensorView& t1) {
    compute_.set_kind("hole ladder");
    compute_("w(m,n,i,j)=V(m,n,i,j)", w_oooo_, v_.oooo);
    compute_("w(m,n,i,j)+=V(m,n,i,e)*t1(e,j)", w_oooo_, v_.ooov, t1);
    compute_("w(m,n,i,j)+=V(n,m,j,e)*t1(e,i)", w_oooo_, v_.ooov, t1);
    compute_("w(m,n,i,j)+=V(m,n,e,f)*tau(e,f,i,j)", w_oooo_, v_.oovv, tau_);
    compute_("X(a,b,i,j)+=0.5*tau(a,b,m,n)*w(m,n,i,j)", x_, tau_, w_oooo_);
}

void Residual::singles_terms(const ttgt::TensorView& t1) {
    compute_.set_kind("singles in doubles");
    compute_("z(m,b,i,j)=V(i,j,m,b)", z_ovoo_, v_.ooov);
    compute_("z(m,b,i,j)+=V(m,b,e,f)*tau(e,f,i,j)", z_ovoo_, v_.ovvv, tau_);
    compute_("z(m,b,i,j)+=direct(e,m,b,j)*t1(e,i)", z_ovoo_, g_.direct, t1);
    compute_("z(m,b,i,j)+=V(m,b,i,e)*t1(e,j)", z_ovoo_, v_.ovov, t1);
    compute_("X(a,b,i,j)-=t1(a,m)*z(m,b,i,j)", x_, t1, z_ovoo_);
}

void Residual::dress_ring_integrals(const ttgt::TensorView& t1) {
    compute_.set_kind("ring integrals");
    Tensor& product = ring_;  // free until the rings are summed
    compute_("wx(e,m,b,j)=V(m,b,j,e)", w_exchange_, v_.ovov);
    compute_("wx(e,m,b,j)+=exchange(e,m,f,b)*t1(f,j)", w_exchange_, g_.vovv_exchange, t1);
    compute_("wx(e,m,b,j)-=V(m,n,j,e)*t1(b,n)", w_exchange_, v_.ooov, t1);

    compute_("wd(e,m,b,j)=2*direct(e,m,b,j)", w_direct_, g_.direct);
    compute_("wd(e,m,b,j)+=2*direct(e,m,f,b)*t1(f,j)", w_direct_, g_.vovv_direct, t1);
    compute_("wd(e,m,b,j)-=2*V(n,m,j,e)*t1(b,n)", w_direct_, v_.ooov, t1);
    compute_("wd(e,m,b,j)-=wx(e,m,b,j)", w_direct_, w_exchange_);

    compute_("p(f,n,b,j)=0.5*s(f,n,b,j)", product, spin_sum_);
    compute_("p(f,n,b,j)-=t1(f,j)*t1(b,n)", product, t1, t1);
    compute_("wd(e,m,b,j)+=w(e,m,f,n)*p(f,n,b,j)", w_direct_, g_.antisymmetrised, product);

    compute_("p(f,n,b,j)=0.5*x(f,n,b,j)", product, crossed_);
    compute_("p(f,n,b,j)+=t1(f,j)*t1(b,n)", product, t1, t1);
    compute_("wx(e,m,b,j)-=exchange(e,m,f,n)*p(f,n,b,j)", w_exchange_, g_.exchange, product);
}

void Residual::ring_terms(const ttgt::TensorView& t1) {
    compute_.set_kind("rings");
    compute_("ring(a,i,b,j)=0.5*s(e,m,a,i)*wd(e,m,b,j)", ring_, spin_sum_, w_direct_);
    compute_("ring(a,i,b,j)+=direct(a,i,e,b)*t1(e,j)", ring_, g_.vovv_direct, t1);
    compute_("cross(a,i,b,j)=x(e,m,a,i)*wx(e,m,b,j)", crossed_ring_, crossed_, w_exchange_);
    compute_("ring(a,i,b,j)-=0.5*cross(a,i,b,j)", ring_, crossed_ring_);
    compute_("X(a,b,i,j)+=ring(a,i,b,j)", x_, ring_);
    compute_("X(a,b,i,j)-=cross(a,j,b,i)", x_, crossed_ring_);
}

}  // namespace ccsd
