// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/not_built.h"

#include <ttgt/error.h>

#include <fmt/format.h>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/completion.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "src/runtime/devices.h"

namespace ttgt::cuda {

std::vector<DeviceInfo> list_devices() { return {}; }

void check_usable(int index) {
    throw Unsupported(
        fmt::format("no backend for device cuda:{}: this build is without CUDA", index));
}

const DeviceProperties& device_properties(int) { not_built(); }
std::string driver_cuda_version() { not_built(); }
std::string runtime_cuda_version() { not_built(); }

OwnedStream::OwnedStream(int) { not_built(); }
OwnedStream::~OwnedStream() = default;

Completion::Completion(int, Stream) : event_(nullptr, EventDelete{0}) { not_built(); }
void Completion::EventDelete::operator()(CUevent_st*) const noexcept {}
bool Completion::is_done() const { not_built(); }
void Completion::wait() const { not_built(); }

void* allocate(std::int64_t, int, Stream, const char*) { not_built(); }
void release(void*, int, Stream) noexcept {}

}  // namespace ttgt::cuda
