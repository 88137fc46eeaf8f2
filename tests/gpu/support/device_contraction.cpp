// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/device_contraction.h"

#include "tests/support/check_contraction.h"

namespace ttgt::test {

DeviceContraction::DeviceContraction(const TestProblem& problem, const ContractionPlan& plan,
                                     int device)
    : plan_(plan),
      problem_(problem),
      stream_(device),
      tensors_(make_tensors(problem, Fill::reals)),
      d_(tensors_.d),
      inputs_(tensors_.inputs),
      placement_({d_, inputs_}, device, stream_.get()),
      d_data_(placement_.d().data()),
      l_data_(placement_.input(0).data()),
      r_data_(inputs_.size() == 1 ? nullptr : placement_.input(1).data()),
      options_(run_options_for(problem, placement_.workspace(plan.workspace_bytes()))) {
    options_.stream = stream_.get();
    cuda::synchronize(stream_.get());
}

void DeviceContraction::run() {
    if (inputs_.size() == 1) {
        plan_.run(d_data_, l_data_, options_);
    } else {
        plan_.run(d_data_, l_data_, r_data_, options_);
    }
}

void DeviceContraction::refill(std::uint64_t seed) {
    TestProblem filled = problem_;
    filled.seed = seed;
    tensors_ = make_tensors(filled, Fill::reals);
    d_ = tensors_.d;
    inputs_ = tensors_.inputs;
    placement_.upload();
}

testing::AssertionResult DeviceContraction::is_done() {
    if (!placement_.bring_back()) {
        return testing::AssertionFailure() << "bytes beyond the workspace were written";
    }
    for (std::size_t number = 0; number < inputs_.size(); ++number) {
        if (inputs_[number].bytes() != tensors_.inputs[number].bytes()) {
            return testing::AssertionFailure() << "input " << number + 1 << " was written";
        }
    }
    tensors_.d = d_;
    if (const auto right = agrees_with_reference(problem_, tensors_); !right) {
        return testing::AssertionFailure() << right.message() << "\n  " << describe(problem_);
    }
    return testing::AssertionSuccess();
}

std::vector<std::byte> DeviceContraction::bytes() {
    EXPECT_TRUE(placement_.bring_back());
    return d_.bytes();
}

}  // namespace ttgt::test
