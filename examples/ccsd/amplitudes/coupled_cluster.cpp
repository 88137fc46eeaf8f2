// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/coupled_cluster.h"

#include <chrono>
#include <cmath>
#include <utility>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/amplitudes/correlation_energy.h"
#include "examples/ccsd/amplitudes/diis.h"
#include "examples/ccsd/amplitudes/residual.h"

namespace ccsd {
namespace {

/// One after the other: what an iteration changes and what it does it with.
class Iterations {
public:
    Iterations(Engine& compute, const OrbitalIntegrals& integrals,
               const ArrangedIntegrals& arranged, const CoupledClusterOptions& options)
        : compute_(compute),
          shape_{integrals.occupied, integrals.virtuals},
          options_(options),
          inverse_d_(inverse_denominators(compute, integrals, options.level_shift)),
          energy_(compute, integrals, arranged),
          diis_(compute, shape_.size(), options.diis_vectors),
          residual_(compute, integrals, arranged) {}

    [[nodiscard]] double energy_of(const Tensor& t) { return energy_.of(t); }

    /// Improves the amplitudes; the norm of the change is returned.
    double improve(const Tensor& t) {
        residual_.evaluate(t);
        compute_.set_kind("update");
        const ttgt::TensorView change = diis_.error();
        compute_("e(a,i)=d(a,i)*r(a,i)", shape_.singles(change), shape_.singles(inverse_d_),
                 residual_.singles());
        compute_("e(a,b,i,j)=d(a,b,i,j)*X(a,b,i,j)", shape_.doubles(change),
                 shape_.doubles(inverse_d_), residual_.half_doubles());
        compute_("e(a,b,i,j)+=d(a,b,i,j)*X(b,a,j,i)", shape_.doubles(change),
                 shape_.doubles(inverse_d_), residual_.half_doubles());
        compute_("new(x)=t(x)", diis_.vector(), t);
        compute_("new(x)+=e(x)", diis_.vector(), change, 1.0 - options_.damping);
        const double norm = diis_.push();
        diis_.extrapolate(t);
        return norm;
    }

private:
    Engine& compute_;
    AmplitudeShape shape_;
    CoupledClusterOptions options_;
    Tensor inverse_d_;
    CorrelationEnergy energy_;
    Diis diis_;
    Residual residual_;
};

double mp2(Engine& compute, const OrbitalIntegrals& integrals, const ArrangedIntegrals& arranged,
           const Tensor& amplitudes) {
    const Tensor inverse_d = inverse_denominators(compute, integrals, 0.0);
    perturbation_amplitudes(compute, integrals, inverse_d, amplitudes);
    return CorrelationEnergy(compute, integrals, arranged).of(amplitudes);
}

bool is_converged(const Iteration& last, const CoupledClusterOptions& options) {
    return std::abs(last.change) < options.energy_tolerance &&
           last.residual < options.residual_tolerance;
}

}  // namespace

CoupledCluster solve_coupled_cluster(Engine& compute, const OrbitalIntegrals& integrals,
                                     const ArrangedIntegrals& arranged,
                                     const CoupledClusterOptions& options,
                                     const std::function<void(const Iteration&)>& report) {
    using Clock = std::chrono::steady_clock;
    const AmplitudeShape shape{integrals.occupied, integrals.virtuals};
    CoupledCluster result(Tensor(compute.memory(), {shape.size()}));
    result.mp2_energy = mp2(compute, integrals, arranged, result.amplitudes);
    result.ccsd_energy = result.mp2_energy;

    Iterations iterations(compute, integrals, arranged, options);
    Clock::time_point start = Clock::now();
    for (std::int64_t number = 1;
         number <= options.max_iterations && !result.converged && std::isfinite(result.ccsd_energy);
         ++number) {
        Iteration now;
        now.number = number;
        now.residual = iterations.improve(result.amplitudes);
        now.energy = iterations.energy_of(result.amplitudes);
        now.change = now.energy - std::exchange(result.ccsd_energy, now.energy);
        const Clock::time_point end = Clock::now();
        now.seconds = std::chrono::duration<double>(end - std::exchange(start, end)).count();
        result.converged = is_converged(now, options);
        result.iterations.push_back(now);
        report(now);
    }
    return result;
}

}  // namespace ccsd
