// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <string>

struct CUlib_st;
struct CUkern_st;

namespace ttgt::cuda {

/// A kernel of machine code that was compiled at run time, ready on one device: launching it loads
/// nothing more.
class LoadedKernel {
public:
    /// `binary` is copied. Throws DeviceError where it is not for the device or has no such kernel.
    LoadedKernel(const std::string& binary, const char* name, std::int64_t shared_bytes,
                 int device);
    ~LoadedKernel();
    LoadedKernel(const LoadedKernel&) = delete;
    LoadedKernel& operator=(const LoadedKernel&) = delete;

    /// Enqueues it on a stream of the device. `overlaps`: its blocks may
    /// start before the kernel before has ended, for which it waits itself; of devices of compute
    /// capability 9.0 and newer. Throws DeviceError.
    void enqueue(std::int64_t blocks, int threads, void** arguments, Stream stream,
                 bool overlaps) const;

    /// Number of registers of a thread.
    [[nodiscard]] int registers() const;
    /// Bytes of a thread's registers that are kept in memory.
    [[nodiscard]] int spilled_bytes() const;

private:
    CUlib_st* library_ = nullptr;
    CUkern_st* kernel_ = nullptr;
    std::int64_t shared_bytes_;
    int device_;
};

}  // namespace ttgt::cuda
