// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/transpose.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tests/stress/case_class.h"
#include "tests/stress/cuda/on_device.h"
#include "tests/stress/fault.h"
#include "tests/stress/packed_transpose.h"
#include "tests/support/problems/transpose_case.h"

namespace ttgt::stress {
namespace {

using test::GuardedArray;
using test::Random;
using test::TransposeCase;

struct Scalars {
    Scalar alpha = 1.0;
    Scalar beta = 0.0;
};

std::string run_on_host(const TransposePlan& plan, const TransposeCase& given,
                        const Scalars& scalars, Random& random) {
    GuardedArray in(given.dtype, given.in);
    GuardedArray out(given.dtype, given.out);
    fill_any(in, random);
    fill_any(out, random);
    GuardedArray expected = out;
    transpose_by_definition(given, scalars.alpha, in, scalars.beta, expected);

    plan.run(scalars.alpha, in.data(), scalars.beta, out.data());

    return equal_and_intact(out, expected) ? "" : "other values, or a byte beside D was written";
}

}  // namespace

TransposeCase draw_packed_transpose(Random& random, DType dtype, int rank,
                                    std::int64_t most_elements) {
    std::vector<std::int64_t> extents(static_cast<std::size_t>(rank), 1);
    std::int64_t elements = 1;
    for (std::int64_t& extent : extents) {
        const std::int64_t most = std::max<std::int64_t>(1, most_elements / elements);
        extent = std::min(most, random.between(2, random.chance(30) ? 160 : 16));
        elements *= extent;
    }
    random.shuffle(extents);
    std::vector<int> perm(extents.size());
    std::iota(perm.begin(), perm.end(), 0);
    random.shuffle(perm);
    return test::packed_case(dtype, extents, perm);
}

std::string run_transpose(std::uint64_t seed, Station& station) {
    Random random(seed);
    const DType dtype = random.pick(test::all_dtypes());
    const TransposeCase given =
        random.chance(70) ? random_transpose_case(random, dtype)
                          : draw_packed_transpose(random, dtype,
                                                  static_cast<int>(random.between(9, 14)), 1 << 16);
    Scalars scalars;
    if (!is_opaque(dtype) && random.chance(40)) {
        scalars = {random.pick<double>({0, 1, -2}), random.pick<double>({0, 1, 2})};
    }
    TransposeOptions options;
    options.conjugate = given.conjugate;
    if (random.chance(1)) options.planning = Planning::measure;
    const int threads = static_cast<int>(random.between(0, 2));
    Context& context = station.context(unlimited, threads);
    const TransposePlan plan =
        plan_transpose(context, given.in, given.out, given.perm, dtype, options);
    const std::string fault = station.is_on_gpu()
                                  ? run_on_device(plan, given, scalars.alpha, scalars.beta, random,
                                                  station.device().index)
                                  : run_on_host(plan, given, scalars, random);
    return fault.empty() ? fault : fault + "\n" + to_string(given);
}

}  // namespace ttgt::stress
