// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/runtime/cuda/buffer.h"
#include "tests/gpu/support/device_tensor.h"
#include "tests/support/placement.h"

namespace ttgt::test {

/// Copies of the arrays in device memory, the guards around each included.
class DevicePlacement final : public Placement {
public:
    /// Element (0, 0, …) of each packed array lies `shift` elements off an address that is aligned
    /// to 256 bytes. Everything is enqueued on `stream`.
    DevicePlacement(PlacedArrays arrays, int device, Stream stream, std::int64_t shift = 0);

    [[nodiscard]] std::size_t inputs() const override { return inputs_.size(); }
    [[nodiscard]] TensorView d() override { return d_.view(); }
    [[nodiscard]] ConstTensorView input(std::size_t number) override {
        return inputs_.at(number).view();
    }
    [[nodiscard]] Workspace workspace(std::int64_t bytes) override;
    [[nodiscard]] bool bring_back() override;

    /// Copies the arrays, which have changed, to the device again.
    void upload();

private:
    PlacedArrays arrays_;
    int device_;
    Stream stream_;
    DeviceTensor d_;
    std::vector<DeviceTensor> inputs_;
    std::optional<cuda::DeviceBuffer> workspace_;
};

/// On the context's device, in order on its stream.
[[nodiscard]] Site device_site(Context& context, std::int64_t shift = 0);

}  // namespace ttgt::test
