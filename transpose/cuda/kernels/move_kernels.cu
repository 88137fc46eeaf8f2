// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "transpose/cuda/kernels/enqueue.cuh"
#include "transpose/cuda/kernels/enqueue.h"
#include "transpose/cuda/kernels/finish.cuh"

namespace ttgt::cuda {
namespace {

template <class Unit>
void move(const Launch& launch, const void* in, void* out, Stream stream) {
    std::visit(KernelLauncher<Unit, Move, true>{launch, static_cast<const Unit*>(in),
                                                static_cast<Unit*>(out), Move{}, stream},
               launch.arguments);
}

}  // namespace

void enqueue_move(const Launch& launch, std::int64_t unit_bytes, const void* in, void* out,
                  Stream stream) {
    switch (unit_bytes) {
        case 1:
            return move<std::uint8_t>(launch, in, out, stream);
        case 2:
            return move<std::uint16_t>(launch, in, out, stream);
        case 4:
            return move<std::uint32_t>(launch, in, out, stream);
        case 8:
            return move<uint2>(launch, in, out, stream);
        default:
            return move<uint4>(launch, in, out, stream);
    }
}

}  // namespace ttgt::cuda
