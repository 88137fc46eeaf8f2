// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"
#include "tests/stress/case_class.h"
#include "tests/stress/cuda/on_device.h"

namespace ttgt::stress {

std::vector<CaseClass> cuda_classes() { return {}; }

test::Site device_site(Context&, std::int64_t) { cuda::not_built(); }

std::string run_on_device(const TransposePlan&, const test::TransposeCase&, Scalar, Scalar,
                          test::Random&, int) {
    cuda::not_built();
}

}  // namespace ttgt::stress
