// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/cuda/architecture.h"

namespace ttgt::cuda {

Architecture sm_90() { return {}; }

Architecture sm_80() {
    Architecture a100;
    a100.multiprocessors = 108;
    a100.cycles_per_us = 1410;
    a100.bytes_per_us =
        1.4e6;  // 1.555 TB/s by the datasheet, of which copies reach about nine tenths
    a100.shared_bytes = 163 * 1024;
    return a100;
}

Architecture architecture_of(const DeviceProperties& device) {
    Architecture scaled = device.compute_major >= 9 ? sm_90() : sm_80();
    // Memory grows with the multiprocessors within a family, nearly enough.
    scaled.bytes_per_us *= static_cast<double>(device.multiprocessors) / scaled.multiprocessors;
    scaled.multiprocessors = device.multiprocessors;
    scaled.cycles_per_us = device.clock_mhz;
    scaled.shared_bytes = device.shared_per_multiprocessor - reserved_shared_bytes;
    return scaled;
}

}  // namespace ttgt::cuda
