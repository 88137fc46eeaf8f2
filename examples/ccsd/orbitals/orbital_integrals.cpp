// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/orbital_integrals.h"

#include <ttgt/device.h>
#include <ttgt/tensor.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "examples/ccsd/orbitals/fock_matrix.h"

namespace ccsd {
namespace {

/// A run of correlated orbitals: all occupied, or all virtual ones, or some of them.
struct Range {
    std::int64_t first;
    std::int64_t count;
};

std::vector<Range> cut(const Range& whole, std::int64_t orbitals) {
    const std::int64_t count = transformation_slab(orbitals);
    std::vector<Range> parts;
    for (std::int64_t done = 0; done < whole.count; done += count) {
        parts.push_back({whole.first + done, std::min(count, whole.count - done)});
    }
    return parts;
}

class Transformation {
public:
    Transformation(Engine& compute, const Hamiltonian& hamiltonian,
                   const std::vector<double>& coefficients, std::int64_t frozen_core)
        : compute_(compute),
          memory_(compute.memory()),
          hamiltonian_(hamiltonian),
          n_(hamiltonian.orbitals),
          m_(n_ - frozen_core),
          occupied_{0, hamiltonian.occupied() - frozen_core},
          virtual_{occupied_.count, n_ - hamiltonian.occupied()},
          all_orbitals_(memory_, {n_, n_}, coefficients.data()),
          c_(range(all_orbitals_, 1, frozen_core, m_)) {}

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
        compute_.set_kind("integral transformation");
        transform_fock(result);
        const Tensor half = transform_first_pair();
        transform_second_pair(half, result);
        return result;
    }

private:
    [[nodiscard]] Range space(char name) const { return name == 'o' ? occupied_ : virtual_; }

    /// The field is that of all electrons, those of the frozen core included.
    void transform_fock(OrbitalIntegrals& result) {
        Tensor density(memory_, {n_, n_});
        const ttgt::TensorView occupied = range(all_orbitals_, 1, 0, hamiltonian_.occupied());
        compute_("D(p,q)=C(p,i)*C(q,i)", density, occupied, occupied);
        const Tensor fock(memory_, {n_, n_}, fock_matrix(hamiltonian_, density.to_host()).data());
        const Tensor half(memory_, {m_, n_});
        const Tensor transformed(memory_, {m_, m_});
        compute_("H(i,q)=F(p,q)*C(p,i)", half, fock, c_);
        compute_("F(i,j)=H(i,q)*C(q,j)", transformed, half, c_);
        const std::array<std::pair<const Tensor*, std::string_view>, 3> blocks = {
            {{&result.f_oo, "oo"}, {&result.f_ov, "ov"}, {&result.f_vv, "vv"}}};
        for (const auto& [block, spaces] : blocks) {
            const Range p = space(spaces[0]);
            const Range q = space(spaces[1]);
            compute_("F(p,q)=W(p,q)", *block,
                     range(range(transformed, 0, p.first, p.count), 1, q.first, q.count));
        }
    }

    /// (ij|rs) from (pq|rs), some s at a time.
    Tensor transform_first_pair() {
        Tensor half(memory_, {m_, m_, n_, n_});
        for (const Range s : cut({0, n_}, n_)) {
            const Tensor given = unpacked(s);
            const Tensor quarter(memory_, {m_, n_, n_, s.count});
            compute_("Q(i,q,r,s)=G(p,q,r,s)*C(p,i)", quarter, given, c_);
            compute_("H(i,j,r,s)=Q(i,q,r,s)*C(q,j)", range(half, 3, s.first, s.count), quarter, c_);
        }
        return half;
    }

    /// (pq|rs) for some s; without a second copy where the tensor lies on the host.
    [[nodiscard]] Tensor unpacked(const Range& s) const {
        const std::vector<std::int64_t> extents{n_, n_, n_, s.count};
        if (memory_.space() == ttgt::MemorySpace::host) {
            Tensor integrals(memory_, extents);
            unpack_two_body(hamiltonian_, s.first, s.count, integrals.data());
            return integrals;
        }
        std::vector<double> integrals(static_cast<std::size_t>(n_ * n_ * n_ * s.count));
        unpack_two_body(hamiltonian_, s.first, s.count, integrals.data());
        return Tensor(memory_, extents, integrals.data());
    }

    /// (ij|kl) from (ij|rs), some j of one space at a time; from them the blocks of <ik|jl>.
    void transform_second_pair(const Tensor& half, OrbitalIntegrals& result) {
        for (const char j_space : {'o', 'v'}) {
            for (const Range j : cut(space(j_space), n_)) {
                const Tensor quarter(memory_, {m_, j.count, n_, m_});
                const Tensor whole(memory_, {m_, j.count, m_, m_});
                compute_("Q(i,j,r,l)=H(i,j,r,s)*C(s,l)", quarter, range(half, 1, j.first, j.count),
                         c_);
                compute_("W(i,j,k,l)=Q(i,j,r,l)*C(r,k)", whole, quarter, c_);
                copy_blocks(whole, j_space, j, result);
            }
        }
    }

    void copy_blocks(const Tensor& whole, char j_space, const Range& j, OrbitalIntegrals& result) {
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
            compute_("V(p,q,r,s)=W(p,r,q,s)",
                     range(*block, 2, j.first - space(j_space).first, j.count), from);
        }
    }

    Engine& compute_;
    Memory& memory_;
    const Hamiltonian& hamiltonian_;
    std::int64_t n_;  // orbitals of the file
    std::int64_t m_;  // those that are correlated
    Range occupied_, virtual_;
    Tensor all_orbitals_;
    ttgt::TensorView c_;  // the correlated ones
};

}  // namespace

std::int64_t transformation_slab(std::int64_t orbitals) {
    return std::max<std::int64_t>(1, orbitals / 8);
}

OrbitalIntegrals transform_integrals(Engine& compute, const Hamiltonian& hamiltonian,
                                     const std::vector<double>& coefficients,
                                     std::int64_t frozen_core) {
    return Transformation(compute, hamiltonian, coefficients, frozen_core).run();
}

}  // namespace ccsd
