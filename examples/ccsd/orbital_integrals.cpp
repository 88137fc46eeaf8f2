// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbital_integrals.h"

#include <ttgt/contraction.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "examples/ccsd/fock_matrix.h"

namespace ccsd {
namespace {

/// A run of orbitals: all occupied, or all virtual ones, or some of them.
struct Range {
    std::int64_t first;
    std::int64_t count;
};

/// Parts of a range small enough that their integrals take about an eighth of all of them.
std::vector<Range> cut(const Range& whole, std::int64_t orbitals) {
    const std::int64_t count = std::max<std::int64_t>(1, orbitals / 8);
    std::vector<Range> parts;
    for (std::int64_t done = 0; done < whole.count; done += count) {
        parts.push_back({whole.first + done, std::min(count, whole.count - done)});
    }
    return parts;
}

class Transformation {
public:
    Transformation(ttgt::Context& context, Memory& memory, const Hamiltonian& hamiltonian,
                   const std::vector<double>& coefficients)
        : memory_(memory),
          hamiltonian_(hamiltonian),
          options_{.context = &context},
          n_(hamiltonian.orbitals),
          occupied_{0, hamiltonian.occupied()},
          virtual_{hamiltonian.occupied(), n_ - hamiltonian.occupied()},
          c_(memory, {n_, n_}, coefficients.data()) {}

    OrbitalIntegrals run() {
        const std::int64_t o = occupied_.count;
        const std::int64_t v = virtual_.count;
        const auto make = [&](std::vector<std::int64_t> extents) {
            return Tensor(memory_, std::move(extents));
        };
        OrbitalIntegrals result{o,
                                v,
                                make({o, o}),
                                make({o, v}),
                                make({v, v}),
                                make({o, o, o, o}),
                                make({o, o, o, v}),
                                make({o, o, v, v}),
                                make({o, v, o, v}),
                                make({o, v, v, v}),
                                make({v, v, v, v})};
        transform_fock(result);
        const Tensor half = transform_first_pair();
        transform_second_pair(half, result);
        return result;
    }

private:
    template <class... Tensors>
    void contract(std::string_view expression, const Tensors&... tensors) const {
        ttgt::contract(expression, tensors..., options_);
    }

    [[nodiscard]] Range space(char name) const { return name == 'o' ? occupied_ : virtual_; }

    void transform_fock(OrbitalIntegrals& result) {
        Tensor density(memory_, {n_, n_});
        const ttgt::TensorView occupied = range(c_, 1, 0, occupied_.count);
        contract("D(p,q)=C(p,i)*C(q,i)", density, occupied, occupied);
        const Tensor fock(memory_, {n_, n_}, fock_matrix(hamiltonian_, density.to_host()).data());
        Tensor half(memory_, {n_, n_});
        Tensor transformed(memory_, {n_, n_});
        contract("H(i,q)=F(p,q)*C(p,i)", half, fock, c_);
        contract("F(i,j)=H(i,q)*C(q,j)", transformed, half, c_);
        const std::array<std::pair<const Tensor*, std::string_view>, 3> blocks = {
            {{&result.f_oo, "oo"}, {&result.f_ov, "ov"}, {&result.f_vv, "vv"}}};
        for (const auto& [block, spaces] : blocks) {
            const Range p = space(spaces[0]);
            const Range q = space(spaces[1]);
            contract("F(p,q)=W(p,q)", *block,
                     range(range(transformed, 0, p.first, p.count), 1, q.first, q.count));
        }
    }

    /// (ij|rs) from (pq|rs), some s at a time.
    Tensor transform_first_pair() {
        Tensor half(memory_, {n_, n_, n_, n_});
        std::vector<double> unpacked;
        for (const Range s : cut({0, n_}, n_)) {
            unpacked.resize(static_cast<std::size_t>(n_ * n_ * n_ * s.count));
            unpack_two_body(hamiltonian_, s.first, s.count, unpacked.data());
            const Tensor given(memory_, {n_, n_, n_, s.count}, unpacked.data());
            const Tensor quarter(memory_, {n_, n_, n_, s.count});
            contract("Q(i,q,r,s)=G(p,q,r,s)*C(p,i)", quarter, given, c_);
            contract("H(i,j,r,s)=Q(i,q,r,s)*C(q,j)", range(half, 3, s.first, s.count), quarter, c_);
        }
        return half;
    }

    /// (ij|kl) from (ij|rs), some j of one space at a time; from them the blocks of <ik|jl>.
    void transform_second_pair(const Tensor& half, OrbitalIntegrals& result) {
        for (const char j_space : {'o', 'v'}) {
            for (const Range j : cut(space(j_space), n_)) {
                const Tensor quarter(memory_, {n_, j.count, n_, n_});
                const Tensor whole(memory_, {n_, j.count, n_, n_});
                contract("Q(i,j,r,l)=H(i,j,r,s)*C(s,l)", quarter, range(half, 1, j.first, j.count),
                         c_);
                contract("W(i,j,k,l)=Q(i,j,r,l)*C(r,k)", whole, quarter, c_);
                copy_blocks(whole, j_space, j, result);
            }
        }
    }

    void copy_blocks(const Tensor& whole, char j_space, const Range& j,
                     OrbitalIntegrals& result) const {
        const std::array<std::pair<const Tensor*, std::string_view>, 6> blocks = {
            {{&result.oooo, "oooo"},
             {&result.ooov, "ooov"},
             {&result.oovv, "oovv"},
             {&result.ovov, "ovov"},
             {&result.ovvv, "ovvv"},
             {&result.vvvv, "vvvv"}}};
        for (const auto& [block, spaces] : blocks) {
            if (spaces[2] != j_space) continue;
            const Range p = space(spaces[0]);
            const Range q = space(spaces[1]);
            const Range s = space(spaces[3]);
            const ttgt::TensorView from = range(
                range(range(whole, 0, p.first, p.count), 2, q.first, q.count), 3, s.first, s.count);
            contract("V(p,q,r,s)=W(p,r,q,s)",
                     range(*block, 2, j.first - space(j_space).first, j.count), from);
        }
    }

    Memory& memory_;
    const Hamiltonian& hamiltonian_;
    ttgt::ContractOptions options_;
    std::int64_t n_;
    Range occupied_, virtual_;
    Tensor c_;
};

}  // namespace

OrbitalIntegrals transform_integrals(ttgt::Context& context, Memory& memory,
                                     const Hamiltonian& hamiltonian,
                                     const std::vector<double>& coefficients) {
    return Transformation(context, memory, hamiltonian, coefficients).run();
}

}  // namespace ccsd
