// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include <fmt/format.h>

#include "tests/gpu/support/captured_graph.h"
#include "tests/gpu/support/device_contraction.h"
#include "tests/stress/case_class.h"
#include "tests/stress/draws.h"
#include "tests/stress/fault.h"

namespace ttgt::stress {
namespace {

using test::Random;

/// An error of the caller's, which the library must neither report nor stumble over nor fetch.
cudaError_t leave_an_error(Random& random) {
    void* nowhere = nullptr;
    return random.chance(50) ? cudaMalloc(&nowhere, std::size_t{1} << 60) : cudaSetDevice(1 << 20);
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
    cudaError_t left = cudaSuccess;
    check.site.place = [&](const Context& context, test::PlacedArrays arrays) {
        auto placement = site.place(context, arrays);
        left = leave_an_error(random);
        return placement;
    };
    std::string fault = fault_of(check_contraction(problem, check));
    const cudaError_t found = cudaGetLastError();
    if (!fault.empty() || found == left) return fault;
    return fmt::format("the caller's {} became {}", cudaGetErrorName(left),
                       cudaGetErrorName(found));
}

}  // namespace ttgt::stress
