// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/memory_need.h"

#include <algorithm>

#include "examples/ccsd/input/fcidump.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"
#include "examples/ccsd/triples/triples.h"
#include "examples/ccsd/triples/triples_worker.h"

namespace ccsd {
namespace {

/// Counts the numbers of what is held at the same time: n orbitals, of which m are correlated, o
/// occupied and v virtual.
class Count {
public:
    Count(const CalculationSize& size, const EngineOptions& options)
        : n_(static_cast<double>(size.orbitals)),
          m_(static_cast<double>(size.orbitals - size.frozen_core)),
          o_(static_cast<double>(size.occupied - size.frozen_core)),
          v_(static_cast<double>(size.orbitals - size.occupied)),
          slab_(static_cast<double>(transformation_slab(size.orbitals))),
          diis_(static_cast<double>(size.diis_vectors)),
          workers_(static_cast<double>(triples_workers(options))) {}

    [[nodiscard]] double transformation() const {
        const double fock = 2 * n_ * n_ + m_ * n_ + m_ * m_;
        const double first_pair = n_ * n_ * n_ * slab_ + m_ * n_ * n_ * slab_;
        const double count = std::min(slab_, std::max(o_, v_));
        const double second_pair = m_ * count * n_ * m_ + m_ * count * m_ * m_;
        const double half = m_ * m_ * n_ * n_;
        return n_ * n_ + blocks() + std::max(fock, half + std::max(first_pair, second_pair));
    }

    [[nodiscard]] double iterations() const {
        const double diis = 2 * diis_ * amplitudes() + 2 * diis_;
        const double energy = pairs() + 1;
        const double residual =
            8 * square() + 2 * pairs() + v_ * v_ + o_ * o_ + o_ * o_ * o_ * o_ + o_ * o_ * pairs();
        const double ladder = 2 * v_ * v_ * o_;  // as many pairs at a time as there are with i = j
        return blocks() + arranged() + 2 * amplitudes() + energy + diis + residual + ladder;
    }

    [[nodiscard]] double triples() const {
        const double integrals = fock_blocks() + o_ * o_ * pairs();
        const double operands = m_ * pairs() * v_ + 2 * o_ * m_ * pairs() + m_;
        const double arrays = workers_ * static_cast<double>(TriplesWorker::arrays) * o_ * o_ * o_;
        const double energies = v_ * (v_ + 1) * (v_ + 2) / 6;
        // As much as the arrays take is kept for scratch.
        return integrals + arranged() + amplitudes() + operands +
               std::max(2 * arrays, arrays + energies);
    }

private:
    [[nodiscard]] double pairs() const { return o_ * v_; }
    [[nodiscard]] double square() const { return pairs() * pairs(); }
    [[nodiscard]] double amplitudes() const { return pairs() + square(); }
    [[nodiscard]] double fock_blocks() const { return o_ * o_ + pairs() + v_ * v_; }
    [[nodiscard]] double blocks() const {
        return fock_blocks() + o_ * o_ * o_ * o_ + o_ * o_ * pairs() + 2 * square() +
               v_ * v_ * pairs() + v_ * v_ * v_ * v_;
    }
    [[nodiscard]] double arranged() const { return 3 * square() + 2 * v_ * v_ * pairs(); }

    double n_, m_, o_, v_, slab_, diis_, workers_;
};

}  // namespace

double least_memory(const CalculationSize& size, const EngineOptions& options) {
    const Count count(size, options);
    const bool is_correlated = size.occupied > size.frozen_core && size.orbitals > size.occupied;
    double numbers = 0;
    if (is_correlated) numbers = std::max(count.transformation(), count.iterations());
    if (is_correlated && size.triples) numbers = std::max(numbers, count.triples());
    const double tensors = numbers * sizeof(double);
    if (options.device.kind != ttgt::Device::Kind::cpu) return tensors;
    return std::max(fcidump_reading_bytes(size.orbitals),
                    tensors + fcidump_integral_bytes(size.orbitals));
}

}  // namespace ccsd
