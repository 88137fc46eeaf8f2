// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/placement.h"

#include <algorithm>

namespace ttgt::test {
namespace {

/// Aligned memory of exactly `bytes` bytes between guards.
class GuardedWorkspace {
public:
    GuardedWorkspace() = default;
    explicit GuardedWorkspace(std::int64_t bytes)
        : bytes_(bytes),
          memory_(static_cast<std::size_t>(bytes + 2 * workspace_alignment), workspace_guard) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
        const auto alignment = static_cast<std::uintptr_t>(workspace_alignment);
        first_ = static_cast<std::ptrdiff_t>((alignment - address % alignment) % alignment);
    }

    [[nodiscard]] Workspace get() {
        return bytes_ == 0 ? Workspace{} : Workspace{memory_.data() + first_, bytes_};
    }
    [[nodiscard]] bool intact() const {
        const std::byte* const begin = memory_.data();
        const std::byte* const end = begin + memory_.size();
        return is_workspace_guard(begin, begin + first_) &&
               is_workspace_guard(begin + first_ + bytes_, end);
    }

private:
    std::int64_t bytes_ = 0;
    std::vector<std::byte> memory_;
    std::ptrdiff_t first_ = 0;
};

class HostPlacement final : public Placement {
public:
    explicit HostPlacement(PlacedArrays arrays) : arrays_(arrays) {}

    [[nodiscard]] std::size_t inputs() const override { return arrays_.inputs.size(); }
    [[nodiscard]] TensorView d() override { return arrays_.d.view(); }
    [[nodiscard]] ConstTensorView input(std::size_t number) override {
        return arrays_.inputs.at(number).view();
    }
    [[nodiscard]] Workspace workspace(std::int64_t bytes) override {
        workspace_ = GuardedWorkspace(bytes);
        return workspace_.get();
    }
    [[nodiscard]] bool bring_back() override { return workspace_.intact(); }

private:
    PlacedArrays arrays_;
    GuardedWorkspace workspace_;
};

std::vector<const void*> input_pointers(Placement& placement) {
    std::vector<const void*> pointers;
    for (std::size_t i = 0; i < placement.inputs(); ++i) {
        pointers.push_back(placement.input(i).data());
    }
    return pointers;
}

}  // namespace

bool is_workspace_guard(const std::byte* first, const std::byte* last) {
    return std::all_of(first, last, [](std::byte byte) { return byte == workspace_guard; });
}

void run(const ContractionPlan& plan, Placement& placement, const RunOptions& options) {
    if (placement.inputs() > 2) {
        plan.run(placement.d().data(), input_pointers(placement), options);
    } else if (placement.inputs() == 1) {
        plan.run(placement.d().data(), placement.input(0).data(), options);
    } else {
        plan.run(placement.d().data(), placement.input(0).data(), placement.input(1).data(),
                 options);
    }
}

Report profile(const ContractionPlan& plan, Placement& placement, const RunOptions& options) {
    if (placement.inputs() > 2) {
        return plan.profile(placement.d().data(), input_pointers(placement), options);
    }
    if (placement.inputs() == 1) {
        return plan.profile(placement.d().data(), placement.input(0).data(), options);
    }
    return plan.profile(placement.d().data(), placement.input(0).data(), placement.input(1).data(),
                        options);
}

void contract(const std::string& expression, Placement& placement, const ContractOptions& options) {
    if (placement.inputs() > 2) {
        std::vector<ConstTensorView> inputs;
        for (std::size_t i = 0; i < placement.inputs(); ++i) inputs.push_back(placement.input(i));
        ttgt::contract(expression, placement.d(), inputs, options);
    } else if (placement.inputs() == 1) {
        ttgt::contract(expression, placement.d(), placement.input(0), options);
    } else {
        ttgt::contract(expression, placement.d(), placement.input(0), placement.input(1), options);
    }
}

std::unique_ptr<Placement> place_on_host(const Context&, PlacedArrays arrays) {
    return std::make_unique<HostPlacement>(arrays);
}

}  // namespace ttgt::test
