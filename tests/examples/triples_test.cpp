// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples/triples.h"

#include <ttgt/error.h>

#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/triples/triples_blocks.h"
#include "examples/ccsd/triples/triples_weights.h"
#include "examples/ccsd/triples/triples_worker.h"
#include "tests/examples/cluster_problem.h"
#include "tests/examples/random_hamiltonian.h"
#include "tests/support/refusal.h"

namespace ccsd::test {
namespace {

using testing::HasSubstr;
using ttgt::test::refusal_of;

std::vector<double> random_numbers(std::int64_t count, unsigned seed) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    std::vector<double> numbers(static_cast<std::size_t>(count));
    for (double& number : numbers) number = uniform(generator);
    return numbers;
}

/// Amplitudes with t2(a,b,i,j) = t2(b,a,j,i), as all have.
class Amplitudes {
public:
    Amplitudes(std::int64_t occupied, std::int64_t virtuals, unsigned seed)
        : o_(occupied), v_(virtuals), t_(random_numbers(o_ * v_ * (1 + o_ * v_), seed)) {
        const std::vector<double> any = t_;
        for (std::int64_t a = 0; a < v_; ++a) {
            for (std::int64_t b = 0; b < v_; ++b) {
                for (std::int64_t i = 0; i < o_; ++i) {
                    for (std::int64_t j = 0; j < o_; ++j) {
                        t_[at(a, b, i, j)] = any[at(a, b, i, j)] + any[at(b, a, j, i)];
                    }
                }
            }
        }
    }
    [[nodiscard]] double t1(std::int64_t a, std::int64_t i) const {
        return t_[static_cast<std::size_t>(a + v_ * i)];
    }
    [[nodiscard]] double t2(std::int64_t a, std::int64_t b, std::int64_t i, std::int64_t j) const {
        return t_[at(a, b, i, j)];
    }
    [[nodiscard]] const std::vector<double>& array() const { return t_; }

private:
    [[nodiscard]] std::size_t at(std::int64_t a, std::int64_t b, std::int64_t i,
                                 std::int64_t j) const {
        return static_cast<std::size_t>(o_ * v_ + a + v_ * (b + v_ * (i + o_ * j)));
    }

    std::int64_t o_;
    std::int64_t v_;
    std::vector<double> t_;
};

/// The formulas of Rendell and Lee by plain loops over all a, b, c and i, j, k.
class PlainTriples {
public:
    PlainTriples(const Hamiltonian& hamiltonian, const Amplitudes& t)
        : h_(hamiltonian), t_(t), o_(h_.occupied()), v_(h_.orbitals - o_) {}

    [[nodiscard]] double energy() const {
        double sum = 0;
        for (std::int64_t a = 0; a < v_; ++a) {
            for (std::int64_t b = 0; b < v_; ++b) {
                for (std::int64_t c = 0; c < v_; ++c) sum += of_virtuals(a, b, c);
            }
        }
        return sum / 3.0;
    }

private:
    [[nodiscard]] double of_virtuals(std::int64_t a, std::int64_t b, std::int64_t c) const {
        double sum = 0;
        for (std::int64_t i = 0; i < o_; ++i) {
            for (std::int64_t j = 0; j < o_; ++j) {
                for (std::int64_t k = 0; k < o_; ++k) {
                    const double d = e(i) + e(j) + e(k) - e(a + o_) - e(b + o_) - e(c + o_);
                    sum += (4 * w(a, i, b, j, c, k) + w(a, j, b, k, c, i) + w(a, k, b, i, c, j)) *
                           (u(a, i, b, j, c, k) - u(a, k, b, j, c, i)) / d;
                }
            }
        }
        return sum;
    }
    [[nodiscard]] double g(std::int64_t p, std::int64_t q, std::int64_t r, std::int64_t s) const {
        return h_.repulsion(p, q, r, s);
    }
    [[nodiscard]] double e(std::int64_t p) const {
        double energy = h_.kinetic_and_attraction(p, p);
        for (std::int64_t i = 0; i < o_; ++i) energy += 2 * g(p, p, i, i) - g(p, i, p, i);
        return energy;
    }
    /// (bd|ai) t2(c,d,k,j) - (ck|jl) t2(a,b,i,l)
    [[nodiscard]] double x(std::int64_t a, std::int64_t i, std::int64_t b, std::int64_t j,
                           std::int64_t c, std::int64_t k) const {
        double sum = 0;
        for (std::int64_t d = 0; d < v_; ++d) {
            sum += g(b + o_, d + o_, a + o_, i) * t_.t2(c, d, k, j);
        }
        for (std::int64_t l = 0; l < o_; ++l) sum -= g(c + o_, k, j, l) * t_.t2(a, b, i, l);
        return sum;
    }
    [[nodiscard]] double w(std::int64_t a, std::int64_t i, std::int64_t b, std::int64_t j,
                           std::int64_t c, std::int64_t k) const {
        return x(a, i, b, j, c, k) + x(a, i, c, k, b, j) + x(b, j, a, i, c, k) +
               x(b, j, c, k, a, i) + x(c, k, a, i, b, j) + x(c, k, b, j, a, i);
    }
    [[nodiscard]] double u(std::int64_t a, std::int64_t i, std::int64_t b, std::int64_t j,
                           std::int64_t c, std::int64_t k) const {
        return w(a, i, b, j, c, k) + t_.t1(a, i) * g(b + o_, j, c + o_, k) +
               t_.t1(b, j) * g(a + o_, i, c + o_, k) + t_.t1(c, k) * g(a + o_, i, b + o_, j);
    }

    const Hamiltonian& h_;
    const Amplitudes& t_;
    std::int64_t o_;
    std::int64_t v_;
};

struct TriplesCase {
    ClusterProblem problem;
    Amplitudes amplitudes;
    Tensor on_device;
    double expected;

    explicit TriplesCase(const Hamiltonian& h)
        : problem(h),
          amplitudes(h.occupied(), h.orbitals - h.occupied(), 17),
          on_device(problem.memory, {static_cast<std::int64_t>(amplitudes.array().size())},
                    amplitudes.array().data()),
          expected(PlainTriples(h, amplitudes).energy()) {}
};

double by_blocks(TriplesCase& given, const BlockShape& shape) {
    const TriplesOperands operands(given.problem.compute, given.problem.integrals,
                                   given.problem.arranged, given.on_device);
    TriplesWorker worker(given.problem.memory, {}, operands, shape);
    double sum = 0;
    for (const TriplesBlock& block : triples_blocks(given.problem.integrals.virtuals, shape)) {
        const Tensor energy(given.problem.memory, {});
        worker.add_block(block, energy);
        sum += energy.to_host().front();
    }
    return sum;
}

TEST(Triples, AreWhatPlainLoopsSay) {
    TriplesCase given(random_hamiltonian(7, 6, 11));

    const Triples result = perturbative_triples(given.problem.compute, given.problem.integrals,
                                                given.problem.arranged, given.on_device);

    EXPECT_NEAR(result.energy, given.expected, 1e-11 * std::abs(given.expected));
    EXPECT_NE(given.expected, 0.0);
    EXPECT_FALSE(result.totals.empty());
}

TEST(Triples, DoNotDependOnTheBlocks) {
    TriplesCase given(random_hamiltonian(8, 6, 12));  // five virtual orbitals

    for (const BlockShape& shape :
         {BlockShape{1, 1, 1}, BlockShape{1, 1, 3}, BlockShape{1, 1, 3, true}, BlockShape{2, 2, 2},
          BlockShape{3, 1, 2}, BlockShape{4, 4, 4}, BlockShape{5, 5, 5}}) {
        EXPECT_NEAR(by_blocks(given, shape), given.expected, 1e-11 * std::abs(given.expected))
            << shape.a << "x" << shape.b << "x" << shape.c << (shape.is_fitted ? " fitted" : "");
    }
}

TEST(Triples, VanishForOneElectronPair) {
    TriplesCase given(random_hamiltonian(5, 2, 13));

    const Triples result = perturbative_triples(given.problem.compute, given.problem.integrals,
                                                given.problem.arranged, given.on_device);

    // W(ijk) is then symmetric in its only i, j and k, and the spin sum is of differences.
    EXPECT_NEAR(result.energy, 0.0, 1e-12);
}

RC_GTEST_PROP(TriplesBlocks, CountEveryTripleOnce, ()) {
    const auto virtuals = *rc::gen::inRange<std::int64_t>(1, 9);
    const auto length = [&] { return *rc::gen::inRange<std::int64_t>(1, virtuals + 1); };
    const BlockShape shape{length(), length(), length(), *rc::gen::arbitrary<bool>()};

    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, double> counted;
    for (const TriplesBlock& block : triples_blocks(virtuals, shape)) {
        for (std::int64_t a = block.a.begin; a < block.a.end; ++a) {
            for (std::int64_t b = block.b.begin; b < block.b.end; ++b) {
                for (std::int64_t c = block.c.begin; c < block.c.end; ++c) {
                    const double weight = triple_weight(block, a, b, c);
                    if (weight != 0.0) counted[{a, b, c}] += weight;
                }
            }
        }
    }

    // Six orders of three different orbitals count as one triple: all weights are v^3 / 6.
    double sum = 0;
    for (const auto& [triple, weight] : counted) {
        const auto& [a, b, c] = triple;
        RC_ASSERT(a >= b && b >= c && a < virtuals && c >= 0);
        RC_ASSERT(weight == (a == c ? 1.0 / 6.0 : a == b || b == c ? 0.5 : 1.0));
        sum += weight;
    }
    const auto v = static_cast<double>(virtuals);
    RC_ASSERT(std::abs(6 * sum - v * v * v) < 1e-9);
}

TEST(TriplesBlocks, ComputeNoTripleInVainWhereRunsOfCAreFitted) {
    const std::vector<TriplesBlock> blocks = triples_blocks(5, {1, 1, 3, true});

    const std::int64_t computed =
        std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0},
                        [](std::int64_t sum, const auto& block) { return sum + block.c.length(); });
    EXPECT_EQ(computed, 5 * 6 * 7 / 6);  // a >= b >= c
}

TEST(TriplesBlocks, FitTheMemory) {
    constexpr std::int64_t per_triple = std::int64_t{3} * 64 * 8;
    const ttgt::Device gpu{ttgt::Device::Kind::cuda, 0};
    for (const ttgt::Device& device : {ttgt::Device{}, gpu}) {
        const BlockShape shape = choose_block_shape(device, 4, 10, 3, 20 * per_triple);
        EXPECT_LE(shape.volume(), 20);
        EXPECT_LE(shape.c, 10);
    }
    const BlockShape whole = choose_block_shape(gpu, 4, 10, 3, ttgt::unlimited);
    EXPECT_EQ(whole.volume(), 1000);
    EXPECT_THAT(refusal_of<ttgt::OutOfMemory>(
                    [&] { (void)choose_block_shape(gpu, 4, 10, 3, per_triple - 1); }),
                HasSubstr("the triples need 1536 bytes, 1535 are left"));
}

}  // namespace
}  // namespace ccsd::test
