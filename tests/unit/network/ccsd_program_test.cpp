// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The residuals of CCSD in spin orbitals as generators print them, without any intermediate, and by
// the intermediates of Stanton, Gauss, Watts and Bartlett (1991): examples/programs.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/source_folder.h"
#include "tools/operands/portable_random.h"

namespace ttgt {
namespace {

struct Space {
    std::int64_t occupied;
    std::int64_t virtuals;
};

const std::vector<std::string> blocks{"f_oo",   "f_ov",   "f_vo",   "f_vv",   "v_oooo",
                                      "v_ooov", "v_oovv", "v_ovvo", "v_ovvv", "v_vvvv"};

std::string read_program(const std::string& name) {
    std::ifstream file(TTGT_SOURCE_DIR "/examples/programs/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::int64_t> extents_of(const std::string& spaces, const Space& space) {
    std::vector<std::int64_t> extents;
    for (const char letter : spaces) {
        extents.push_back(letter == 'o' ? space.occupied : space.virtuals);
    }
    return extents;
}

/// Name and spaces of every operand; the results come last.
std::vector<std::pair<std::string, std::string>> operand_spaces() {
    std::vector<std::pair<std::string, std::string>> operands;
    for (const std::string& block : blocks) operands.emplace_back(block, block.substr(2));
    operands.insert(operands.end(),
                    {{"t1", "vo"}, {"t2", "vvoo"}, {"r1", "vo"}, {"r2", "vvoo"}, {"energy", ""}});
    return operands;
}

ProgramPlan plan(Context& context, const std::string& program, const Space& space,
                 const PathOptions& path) {
    std::vector<NamedOperand> operands;
    for (const auto& [name, spaces] : operand_spaces()) {
        operands.push_back({name, {DType::float64, packed(extents_of(spaces, space))}});
    }
    return plan_program(context, read_program(program), operands, {}, path);
}

/// An element of a tensor that changes sign with its first or its last two indices, and not when
/// both pairs change places.
double antisymmetric(std::uint64_t seed, std::array<std::int64_t, 4> p) {
    double sign = 1;
    for (const std::size_t pair : {0U, 2U}) {
        if (p[pair] == p[pair + 1]) return 0;
        if (p[pair] > p[pair + 1]) {
            std::swap(p[pair], p[pair + 1]);
            sign = -sign;
        }
    }
    if (std::pair(p[0], p[1]) > std::pair(p[2], p[3])) {
        std::swap(p[0], p[2]);
        std::swap(p[1], p[3]);
    }
    const std::int64_t number = ((p[0] * 64 + p[1]) * 64 + p[2]) * 64 + p[3];
    return sign * tool::random_real<double>(seed, static_cast<std::uint64_t>(number));
}

double symmetric(std::uint64_t seed, std::int64_t p, std::int64_t q) {
    const auto number = static_cast<std::uint64_t>(64 * std::min(p, q) + std::max(p, q));
    return tool::random_real<double>(seed, number);
}

/// Elements of a block by spin orbitals, occupied ones first.
void fill(Tensor<double>& tensor, const std::string& name, const std::string& spaces,
          const Space& space) {
    const std::vector<std::int64_t> extents = tensor.layout().extents;
    for (std::int64_t position = 0; position < tensor.size(); ++position) {
        std::array<std::int64_t, 4> p{};
        std::int64_t rest = position;
        for (std::size_t mode = 0; mode < extents.size(); ++mode) {
            p[mode] = rest % extents[mode] + (spaces[mode] == 'v' ? space.occupied : 0);
            rest /= extents[mode];
        }
        double& element = tensor.data()[position];
        if (name.front() == 'v') element = antisymmetric(1, p);
        if (name.front() == 'f') element = symmetric(2, p[0], p[1]);
        if (name == "t1") element = symmetric(3, p[0], p[1]);
        if (name == "t2") element = antisymmetric(4, p);
    }
}

std::vector<Tensor<double>> run(const std::string& program, const Space& space,
                                const PathOptions& path) {
    Context context;
    std::vector<Tensor<double>> tensors;
    std::vector<void*> pointers;
    for (const auto& [name, spaces] : operand_spaces()) {
        fill(tensors.emplace_back(extents_of(spaces, space)), name, spaces, space);
        pointers.push_back(tensors.back().data());
    }
    const ProgramPlan planned = plan(context, program, space, path);
    RunOptions options;
    options.workspace = context.workspace(planned.workspace_bytes());
    planned.run(pointers, options);
    return tensors;
}

double largest(const Tensor<double>& tensor) {
    double most = 0;
    for (const double element : tensor) most = std::max(most, std::abs(element));
    return most;
}

// Sums of some hundred products of numbers below 1.
TEST(CcsdProgram, UnfactoredResidualsAreThoseOfTheIntermediates) {
    constexpr Space space{4, 5};
    PathOptions plain;
    plain.share = plain.factor = false;
    const auto expected = run("ccsd_stanton.txt", space, plain);

    for (const bool rewrites : {false, true}) {
        PathOptions path;
        path.share = path.factor = rewrites;
        const auto found = run("ccsd_spin_orbital.txt", space, path);
        for (std::size_t result = expected.size() - 3; result < expected.size(); ++result) {
            const double bound = 1e-12 * largest(expected[result]);
            EXPECT_GT(bound, 0);
            for (std::int64_t i = 0; i < expected[result].size(); ++i) {
                EXPECT_NEAR(found[result].data()[i], expected[result].data()[i], bound)
                    << "rewrites " << rewrites << " result " << result;
            }
        }
    }
}

TEST(CcsdProgram, NeedsNoMoreOperationsThanFactoredByHand) {
    constexpr Space space{10, 40};
    Context context;
    PathOptions plain;
    plain.minimize = Minimize::flops;
    plain.share = plain.factor = false;
    PathOptions rewriting;
    rewriting.minimize = Minimize::flops;

    const double by_hand = plan(context, "ccsd_stanton.txt", space, plain).operations();
    const double found = plan(context, "ccsd_spin_orbital.txt", space, rewriting).operations();

    EXPECT_DOUBLE_EQ(by_hand, 1538281600);
    EXPECT_LT(found, 0.8 * by_hand);
}

// What grows as the fourth power of the virtual orbitals does so as their sum with two occupied
// labels: 2 o^2 v^4 of the ladder diagram, and nothing beyond.
TEST(CcsdProgram, GrowsAsItsLadderDiagram) {
    Context context;
    PathOptions path;
    path.minimize = Minimize::flops;
    const auto operations = [&](std::int64_t occupied, std::int64_t virtuals) {
        return plan(context, "ccsd_spin_orbital.txt", {occupied, virtuals}, path).operations();
    };

    EXPECT_LT(operations(10, 80) / operations(10, 40), 16);
    EXPECT_LT(operations(20, 80) / operations(10, 40), 64);
}

}  // namespace
}  // namespace ttgt
