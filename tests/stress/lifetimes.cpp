// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/context/calibration.h"
#include "src/runtime/cuda/properties.h"
#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"

namespace ttgt::stress {
namespace {

using test::Random;

/// As the built-in one, with a name of its own, for this very device.
std::unique_ptr<Calibration> own_calibration(const Station& station) {
    auto own = std::make_unique<Calibration>(*built_in_calibration(station.device().kind));
    own->name = "of a stress case";
    if (auto* const gpu = std::get_if<CudaCalibration>(&own->of)) {
        const cuda::DeviceProperties& properties = cuda::device_properties(station.device().index);
        gpu->compute_major = properties.compute_major;
        gpu->compute_minor = properties.compute_minor;
        gpu->multiprocessors = properties.multiprocessors;
    }
    return own;
}

/// Takes memory that was freed and leaves other bytes there.
void overwrite_freed_memory() {
    std::vector<std::unique_ptr<unsigned char[]>> blocks;
    for (std::size_t bytes = 64; bytes <= std::size_t{1} << 20; bytes += bytes / 4) {
        for (int i = 0; i < 4; ++i) {
            blocks.push_back(std::make_unique<unsigned char[]>(bytes));
            std::memset(blocks.back().get(), 0x41, bytes);
        }
    }
}

ContractionPlan plan_with(Context& context, const test::TestProblem& problem) {
    return plan_contraction(context, expression(problem), operand_layouts(problem));
}

/// Plans live on after the context and the calibration that they were made with.
std::string check_explanation(const test::TestProblem& problem, const ContextOptions& given,
                              const Station& station) {
    ContextOptions options = given;
    options.calibration = own_calibration(station);
    auto context = std::make_unique<Context>(options);
    const ContractionPlan plan = plan_with(*context, problem);
    const std::string before = plan.explain();
    context.reset();
    options.calibration.reset();
    overwrite_freed_memory();
    return plan.explain() == before ? "" : "a plan explains itself otherwise than before";
}

/// A calibration that has ended must not be taken for one that came to lie in its place.
std::string check_cached_plans(const test::TestProblem& problem, const ContextOptions& given,
                               Station& station) {
    ContextOptions options = given;
    options.plan_cache = make_plan_cache(64);
    constexpr int turns = 8;
    for (int turn = 0; turn < turns; ++turn) {
        options.calibration = own_calibration(station);
        Context context(options);
        test::CheckOptions check;
        check.entry = test::Entry::contract;
        check.site = site_of(context);
        std::string fault = fault_of(check_contraction(problem, check));
        if (!fault.empty()) return fault;
        if (context.plan_cache_statistics().hits > 0) {
            return "a plan of a calibration that has ended was found in the cache";
        }
        options.calibration.reset();
    }
    return {};
}

}  // namespace

std::string run_short_calibration(std::uint64_t seed, Station& station) {
    Random random(seed);
    const test::TestProblem problem = spelled(test::draw_problem(seed));
    const ContextOptions options = station.options();
    std::string fault = random.chance(50) ? check_explanation(problem, options, station)
                                          : check_cached_plans(problem, options, station);
    return fault.empty() ? fault : fault + "\n" + describe(problem);
}

/// A context made from another one's options, which may end first.
std::string run_copied_options(std::uint64_t seed, Station& station) {
    Random random(seed);
    auto first = std::make_unique<Context>(station.options());
    Context second(first->options());
    for (int turn = 0; turn < 4; ++turn) {
        if (random.chance(40)) first.reset();
        for (Context* const context : {first.get(), &second}) {
            if (context == nullptr) continue;
            test::CheckOptions check;
            check.entry = test::Entry::contract;
            check.strategy = "classic";  // wants workspace
            check.site = site_of(*context);
            const test::TestProblem problem =
                spelled(draw_of_layouts(seed + 1 + static_cast<std::uint64_t>(turn)));
            std::string fault = fault_of(check_contraction(problem, check));
            if (!fault.empty()) return fault;
            if (random.chance(30)) context->release_workspace();
        }
    }
    return {};
}

}  // namespace ttgt::stress
