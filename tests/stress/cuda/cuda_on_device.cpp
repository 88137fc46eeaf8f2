// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/device_placement.h"
#include "tests/gpu/support/device_transpose.h"
#include "tests/stress/case_class.h"
#include "tests/stress/cuda/on_device.h"
#include "tests/stress/fault.h"

namespace ttgt::stress {

std::vector<CaseClass> cuda_classes() {
    return {{"race", Where::cuda, Company::none, 5, run_race},
            {"graph", Where::cuda, Company::any, 60, run_graph},
            {"pending_error", Where::cuda, Company::any, 20, run_pending_error},
            {"many_modes", Where::cuda, Company::none, 0, run_many_modes}};
}

test::Site device_site(Context& context, std::int64_t shift) {
    return test::device_site(context, shift);
}

std::string run_on_device(const TransposePlan& plan, const test::TransposeCase& given, Scalar alpha,
                          Scalar beta, test::Random& random, int device) {
    test::DeviceTranspose transpose(given, random, device, {alpha, beta});
    return fault_of(transpose.agrees(
        [&](const void* in, void* out, Stream stream) { plan.run(alpha, in, beta, out, stream); }));
}

}  // namespace ttgt::stress
