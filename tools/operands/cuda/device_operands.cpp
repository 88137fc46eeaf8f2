// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/cuda/device_operands.h"

#include <cstdint>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

std::int64_t bytes_of(const HostOperand& operand) {
    return tensor_bytes(operand.layout.layout, operand.layout.dtype);
}

class DeviceOperands final : public PlacedOperands {
public:
    DeviceOperands(int device, Stream stream, const std::vector<HostOperand>& operands,
                   bool reads_output)
        : stream_(stream), output_(operands.front()) {
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const std::int64_t bytes = bytes_of(operands[i]);
            buffers_.emplace_back(bytes, device, stream, "a tensor of the contraction");
            if (bytes == 0 || (i == 0 && !reads_output)) continue;
            cuda::copy_to_device(buffers_.back().data(), operands[i].data, bytes, stream);
        }
        cuda::synchronize(stream);  // so that the copies are not timed with the contraction
    }

    [[nodiscard]] void* data(std::size_t operand) const override {
        return buffers_[operand].data();
    }

    void fetch_output() override {
        const std::int64_t bytes = bytes_of(output_);
        if (bytes > 0) cuda::copy_to_host(output_.data, data(0), bytes, stream_);
        cuda::synchronize(stream_);
    }

private:
    Stream stream_;
    HostOperand output_;
    std::vector<cuda::DeviceBuffer> buffers_;
};

}  // namespace

std::unique_ptr<PlacedOperands> place_on_device(const Context& context,
                                                const std::vector<HostOperand>& operands,
                                                bool reads_output) {
    return std::make_unique<DeviceOperands>(context.options().device.index, context.stream(),
                                            operands, reads_output);
}

}  // namespace ttgt::tool
