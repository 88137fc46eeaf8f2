// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/hartree_fock.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <numeric>

#include <Eigen/Dense>

#include "examples/ccsd/orbitals/fock_matrix.h"

namespace ccsd {
namespace {

using Matrix = Eigen::MatrixXd;

Eigen::Map<const Matrix> as_matrix(const std::vector<double>& elements, std::int64_t orbitals) {
    return {elements.data(), orbitals, orbitals};
}

/// The Fock matrix and the energy of a density.
struct Field {
    Matrix fock;
    double energy;
    Matrix gradient;  ///< F D - D F
};

Field field_of(const Hamiltonian& h, const Matrix& density) {
    const std::vector<double> elements(density.data(), density.data() + density.size());
    const std::vector<double> fock = fock_matrix(h, elements);
    Field field;
    field.fock = as_matrix(fock, h.orbitals);
    field.energy =
        h.core_energy + density.cwiseProduct(as_matrix(h.one_body, h.orbitals) + field.fock).sum();
    field.gradient = field.fock * density - density * field.fock;
    return field;
}

double largest(const Matrix& matrix) { return matrix.cwiseAbs().maxCoeff(); }

/// The density of the lowest orbitals of a Fock matrix.
Matrix fill_lowest(const Matrix& fock, std::int64_t occupied) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(fock);
    const Matrix orbitals = solver.eigenvectors().leftCols(occupied);
    return orbitals * orbitals.transpose();
}

/// Fills the file's own orbitals, those of the lowest energies.
Matrix fill_diagonal(const Eigen::VectorXd& energies, std::int64_t occupied) {
    std::vector<Eigen::Index> order(static_cast<std::size_t>(energies.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return energies[a] < energies[b]; });
    Matrix density = Matrix::Zero(energies.size(), energies.size());
    for (std::int64_t i = 0; i < occupied; ++i) {
        const Eigen::Index orbital = order[static_cast<std::size_t>(i)];
        density(orbital, orbital) = 1;
    }
    return density;
}

struct Start {
    Matrix density;
    double energy;
    double gradient;
};

/// Densities to start from, the lowest energy first.
std::vector<Start> make_starts(const Hamiltonian& h) {
    const std::int64_t orbitals = h.orbitals;
    const std::int64_t occupied = h.occupied();
    const Matrix core = as_matrix(h.one_body, orbitals);
    const Matrix evenly = Matrix::Identity(orbitals, orbitals) * static_cast<double>(occupied) /
                          static_cast<double>(orbitals);
    const Matrix in_file_order =
        fill_diagonal(Eigen::VectorXd::LinSpaced(orbitals, 0, 1), occupied);
    const Matrix by_own_energy =
        fill_diagonal(field_of(h, in_file_order).fock.diagonal(), occupied);
    std::vector<Start> starts;
    for (const Matrix& density : {in_file_order, by_own_energy, fill_lowest(core, occupied),
                                  fill_lowest(field_of(h, evenly).fock, occupied)}) {
        const Field field = field_of(h, density);
        starts.push_back({density, field.energy, largest(field.gradient)});
    }
    std::stable_sort(starts.begin(), starts.end(),
                     [](const Start& a, const Start& b) { return a.energy < b.energy; });
    return starts;
}

/// Pulay's direct inversion in the iterative subspace (1982): the combination of the last Fock
/// matrices whose gradient is smallest.
class FockDiis {
public:
    explicit FockDiis(int vectors) : vectors_(static_cast<std::size_t>(vectors)) {}

    Matrix extrapolate(const Field& field) {
        fields_.push_back(field);
        if (fields_.size() > vectors_) fields_.pop_front();
        const auto count = static_cast<Eigen::Index>(fields_.size());
        Matrix products = Matrix::Constant(count + 1, count + 1, -1.0);
        products(count, count) = 0;
        for (Eigen::Index a = 0; a < count; ++a) {
            for (Eigen::Index b = 0; b < count; ++b) {
                products(a, b) = at(a).gradient.cwiseProduct(at(b).gradient).sum();
            }
        }
        // Else the smallest gradients would drown in rounding beside the constraint's ones.
        products.topLeftCorner(count, count) /= products(count - 1, count - 1);
        Eigen::VectorXd right = Eigen::VectorXd::Zero(count + 1);
        right[count] = -1;
        const Eigen::VectorXd weights = products.completeOrthogonalDecomposition().solve(right);
        Matrix fock = Matrix::Zero(field.fock.rows(), field.fock.cols());
        for (Eigen::Index a = 0; a < count; ++a) fock += weights[a] * at(a).fock;
        return fock;
    }

private:
    [[nodiscard]] const Field& at(Eigen::Index index) const {
        return fields_[static_cast<std::size_t>(index)];
    }

    std::size_t vectors_;
    std::deque<Field> fields_;
};

struct Solution {
    Matrix density;
    Field field;
    int iterations = 0;
    bool converged = false;
};

/// Iterates from a density with the virtual levels shifted, which makes steps shorter.
Solution iterate(const Hamiltonian& h, const HartreeFockOptions& options, const Matrix& start,
                 double level_shift) {
    FockDiis diis(options.diis_vectors);
    Solution solution{start, field_of(h, start), 0, false};
    while (true) {
        solution.converged = largest(solution.field.gradient) <= options.gradient_tolerance;
        if (solution.converged || solution.iterations == options.max_iterations) return solution;
        const Matrix fock = diis.extrapolate(solution.field);
        solution.density = fill_lowest(fock - level_shift * solution.density, h.occupied());
        solution.field = field_of(h, solution.density);
        ++solution.iterations;
    }
}

/// Whether `a` is to be preferred.
bool is_better(const Solution& a, const Solution& b) {
    constexpr double same_energy = 1e-9;
    if (a.converged != b.converged) return a.converged;
    return a.field.energy < b.field.energy - same_energy;
}

Solution solve(const Hamiltonian& h, const HartreeFockOptions& options) {
    // So near to a solution, the file's orbitals are meant to be that one.
    constexpr double near_solution = 1e-4;
    const std::vector<Start> starts = make_starts(h);
    Solution best{starts.front().density, field_of(h, starts.front().density), 0, false};
    for (const double level_shift : {0.0, options.level_shift}) {
        for (const Start& start : starts) {
            const Solution solution = iterate(h, options, start.density, level_shift);
            if (is_better(solution, best)) best = solution;
            if (best.converged && start.gradient <= near_solution) return best;
        }
        if (best.converged) return best;
    }
    return best;
}

/// Orbitals within the space of a projector that make the Fock matrix diagonal there.
void append_canonical(const Matrix& projector, std::int64_t count, const Matrix& fock,
                      HartreeFock& result) {
    if (count == 0) return;
    const Eigen::SelfAdjointEigenSolver<Matrix> space(projector);
    const Matrix basis = space.eigenvectors().rightCols(count);  // those of eigenvalue 1
    const Eigen::SelfAdjointEigenSolver<Matrix> levels(basis.transpose() * fock * basis);
    const Matrix orbitals = basis * levels.eigenvectors();
    result.coefficients.insert(result.coefficients.end(), orbitals.data(),
                               orbitals.data() + orbitals.size());
    result.orbital_energies.insert(result.orbital_energies.end(), levels.eigenvalues().data(),
                                   levels.eigenvalues().data() + count);
}

}  // namespace

HartreeFock solve_hartree_fock(const Hamiltonian& hamiltonian, const HartreeFockOptions& options) {
    const Solution solution = solve(hamiltonian, options);
    const std::int64_t orbitals = hamiltonian.orbitals;
    const std::int64_t occupied = hamiltonian.occupied();
    HartreeFock result;
    result.energy = solution.field.energy;
    result.iterations = solution.iterations;
    result.converged = solution.converged;
    const Matrix empty = Matrix::Identity(orbitals, orbitals) - solution.density;
    append_canonical(solution.density, occupied, solution.field.fock, result);
    append_canonical(empty, orbitals - occupied, solution.field.fock, result);
    return result;
}

}  // namespace ccsd
