// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cuda/device_gemm_peak.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "src/runtime/cuda/event_timer.h"
#include "tools/bench/cuda/device_gemm_reference.h"
#include "tools/operands/cuda/random_tensor.h"

namespace ttgt::tool {

double measure_device_gemm_gflops(const Context& context, DType dtype, ComputeType compute) {
    constexpr int repeats = 9;
    const std::int64_t size = is_complex(dtype) ? 4096 : 8192;  // both are 10 to 20 ms on an H200
    const int device = context.options().device.index;
    const Stream stream = context.stream();
    std::array<RandomTensor, 3> matrices{RandomTensor(device, stream, 1),
                                         RandomTensor(device, stream, 2),
                                         RandomTensor(device, stream, 3)};
    for (RandomTensor& matrix : matrices) {
        matrix.reserve(size * size * size_bytes(dtype));
        matrix.fill(size * size, dtype);
    }
    const auto product = make_device_gemm_reference(
        device, stream, {size, size, size, 1}, {dtype, compute}, ProductUpdate::assign,
        {matrices[0].data(), matrices[1].data(), matrices[2].data()});
    product->multiply(ProductWay::straight);
    const auto times = cuda::time_turns_ms(device, stream, repeats,
                                           {[&] { product->multiply(ProductWay::straight); }});
    const double n = static_cast<double>(size);
    const double flops = (is_complex(dtype) ? 8.0 : 2.0) * n * n * n;
    return flops / (*std::min_element(times.front().begin(), times.front().end()) * 1e6);
}

}  // namespace ttgt::tool
