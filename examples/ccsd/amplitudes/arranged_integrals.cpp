// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/arranged_integrals.h"

#include <vector>

namespace ccsd {
namespace {

Tensor make(Engine& compute, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    return Tensor(compute.memory(), {a, b, c, d});
}

}  // namespace

ArrangedIntegrals::ArrangedIntegrals(Engine& compute, const OrbitalIntegrals& v)
    : direct(make(compute, v.virtuals, v.occupied, v.virtuals, v.occupied)),
      exchange(make(compute, v.virtuals, v.occupied, v.virtuals, v.occupied)),
      antisymmetrised(make(compute, v.virtuals, v.occupied, v.virtuals, v.occupied)),
      vovv_direct(make(compute, v.virtuals, v.occupied, v.virtuals, v.virtuals)),
      vovv_exchange(make(compute, v.virtuals, v.occupied, v.virtuals, v.virtuals)) {
    compute.set_kind("arranging integrals");
    compute("direct(e,m,f,n)=V(m,n,e,f)", direct, v.oovv);
    compute("exchange(e,m,f,n)=V(m,n,f,e)", exchange, v.oovv);
    compute("w(e,m,f,n)=2*direct(e,m,f,n)", antisymmetrised, direct);
    compute("w(e,m,f,n)-=exchange(e,m,f,n)", antisymmetrised, exchange);
    compute("direct(e,m,f,b)=V(m,b,e,f)", vovv_direct, v.ovvv);
    compute("exchange(e,m,f,b)=V(m,b,f,e)", vovv_exchange, v.ovvv);
}

}  // namespace ccsd
