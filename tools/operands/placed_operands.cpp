// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/placed_operands.h"

#include "tools/operands/cuda/device_operands.h"

namespace ttgt::tool {
namespace {

class HostOperands final : public PlacedOperands {
public:
    explicit HostOperands(const std::vector<HostOperand>& operands) : operands_(operands) {}

    [[nodiscard]] void* data(std::size_t operand) const override { return operands_[operand].data; }
    void fetch_output() override {}

private:
    std::vector<HostOperand> operands_;
};

}  // namespace

std::unique_ptr<PlacedOperands> place_operands(const Context& context,
                                               const std::vector<HostOperand>& operands,
                                               bool reads_output) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return place_on_device(context, operands, reads_output);
    }
    return std::make_unique<HostOperands>(operands);
}

}  // namespace ttgt::tool
