// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "src/runtime/cuda/error.h"
#include "tests/gpu/captured_graph.h"
#include "tests/gpu/device_contraction.h"
#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"

namespace ttgt::stress {
namespace {

using test::Random;

/// An error of the caller's, which the library must neither report nor stumble over.
void leave_an_error(Random& random) {
    if (random.chance(50)) {
        void* nowhere = nullptr;
        (void)cudaMalloc(&nowhere, std::size_t{1} << 60);
    } else {
        (void)cudaSetDevice(1 << 20);
    }
}

}  // namespace

/// A run captured once and launched twice, the second time on other elements.
std::string run_graph(std::uint64_t seed, Station& station) {
    Random random(seed);
    const test::TestProblem problem = spelled(draw_of_layouts(seed));
    test::CheckOptions check = draw_check(random, station);
    const ContractionPlan plan = plan_for(*check.site.context, problem, check);
    test::DeviceContraction contraction(problem, plan, station.device().index);
    const test::CapturedGraph graph(contraction.stream(), cudaStreamCaptureModeThreadLocal,
                                    [&] { contraction.run(); });
    graph.launch(contraction.stream());
    std::string fault = fault_of(contraction.is_done());
    if (!fault.empty()) return fault;
    contraction.refill(seed + 1);
    graph.launch(contraction.stream());
    fault = fault_of(contraction.is_done());
    return fault.empty() ? fault : "a second launch: " + fault;
}

std::string run_pending_error(std::uint64_t seed, Station& station) {
    Random random(seed);
    const test::TestProblem problem = spelled(draw_of_layouts(seed));
    test::CheckOptions check = draw_check(random, station);
    const test::Site site = check.site;
    check.site.place = [&](const Context& context, test::PlacedArrays arrays) {
        auto placement = site.place(context, arrays);
        leave_an_error(random);
        return placement;
    };
    std::string fault = fault_of(check_contraction(problem, check));
    cuda::forget(cudaGetLastError());
    return fault;
}

}  // namespace ttgt::stress
