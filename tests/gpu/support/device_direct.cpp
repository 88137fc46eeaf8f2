// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/device_direct.h"

#include <vector>

#include "contraction/execute/execute.h"
#include "tests/gpu/support/device_tensor.h"

namespace ttgt::test {

void DirectGpuTest::SetUp() {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    scope_ = std::make_unique<cuda::DeviceScope>(device());
    stream_ = std::make_unique<cuda::OwnedStream>(device());
}

GuardedArray DirectGpuTest::run(const TestProblem& problem, const TestTensors& tensors,
                                const DirectBackend& backend, std::int64_t shift) const {
    const auto upload = [&](const GuardedArray& array) {
        return std::make_unique<DeviceTensor>(array, device(), stream(),
                                              shift * size_bytes(array.dtype()));
    };
    const auto d = upload(tensors.before);
    std::vector<std::unique_ptr<DeviceTensor>> inputs;
    Execution execution;
    execution.bases[operand_d] = static_cast<char*>(d->data());
    for (const GuardedArray& input : tensors.inputs) {
        inputs.push_back(upload(input));
        execution.bases[operand_d + inputs.size()] = static_cast<char*>(inputs.back()->data());
    }
    execution.alpha = problem.alpha;
    execution.beta = effective_beta(problem);
    ttgt::execute(direct_plan(problem), backend, execution);
    return d->fetch();
}

}  // namespace ttgt::test
