// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/cuda/tensor_kernels.h"

#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "tools/portable_random.h"
#include "transpose/cuda/half.cuh"

namespace ttgt::tool {
namespace {

constexpr int block_threads = 256;

/// Enough blocks to fill the device; each thread walks on from there.
unsigned blocks_for(std::int64_t count, int device) {
    const int most = cuda::device_properties(device).multiprocessors * 16;
    const std::int64_t needed = (count + block_threads - 1) / block_threads;
    return static_cast<unsigned>(std::min<std::int64_t>(needed, most));
}

__device__ std::int64_t first_position() {
    return static_cast<std::int64_t>(blockIdx.x) * block_threads + threadIdx.x;
}

__device__ std::int64_t position_step() {
    return static_cast<std::int64_t>(gridDim.x) * block_threads;
}

/// Every thread writes single numbers, side by side in a warp.
template <class Real>
__global__ void fill_reals(Real* data, std::int64_t count, std::uint64_t seed) {
    for (std::int64_t i = first_position(); i < count; i += position_step()) {
        data[i] =
            cuda::narrowed<Real>(random_real<ComputeOf<Real>>(seed, static_cast<std::uint64_t>(i)));
    }
}

/// Every thread writes words of 8 bytes, the last one as far as it goes.
__global__ void fill_words(unsigned char* data, std::int64_t bytes, std::uint64_t seed) {
    constexpr std::int64_t word = sizeof(std::uint64_t);
    for (std::int64_t i = first_position(); i * word < bytes; i += position_step()) {
        const std::uint64_t bits = random_bits(seed, static_cast<std::uint64_t>(i));
        if ((i + 1) * word <= bytes) {
            reinterpret_cast<std::uint64_t*>(data)[i] = bits;
            continue;
        }
        for (std::int64_t byte = i * word; byte < bytes; ++byte) {
            data[byte] = static_cast<unsigned char>(bits >> (8 * (byte % word)));
        }
    }
}

template <class Real>
void launch_fill_reals(void* data, std::int64_t count, std::uint64_t seed, int device,
                       Stream stream) {
    fill_reals<<<blocks_for(count, device), block_threads, 0, cuda::native(stream)>>>(
        static_cast<Real*>(data), count, seed);
    TTGT_CUDA_CHECK_LAUNCH("fill_reals");
}

void launch_fill_words(void* data, std::int64_t bytes, std::uint64_t seed, int device,
                       Stream stream) {
    fill_words<<<blocks_for((bytes + 7) / 8, device), block_threads, 0, cuda::native(stream)>>>(
        static_cast<unsigned char*>(data), bytes, seed);
    TTGT_CUDA_CHECK_LAUNCH("fill_words");
}

/// Of the output's modes: extents, and strides of the same modes in the input.
struct InputIndex {
    int rank = 0;
    std::int64_t extents[max_rank] = {};
    std::int64_t strides[max_rank] = {};
};

InputIndex make_index(const std::vector<std::int64_t>& in_extents, const std::vector<int>& perm) {
    const Layout in = packed(in_extents);
    InputIndex index;
    for (const int mode : perm) {
        index.extents[index.rank] = in.extents[static_cast<std::size_t>(mode)];
        index.strides[index.rank] = in.strides[static_cast<std::size_t>(mode)];
        ++index.rank;
    }
    return index;
}

__device__ std::int64_t input_offset(const InputIndex& index, std::int64_t output_offset) {
    std::int64_t offset = 0;
    for (int mode = 0; mode < index.rank; ++mode) {
        offset += output_offset % index.extents[mode] * index.strides[mode];
        output_offset /= index.extents[mode];
    }
    return offset;
}

template <class Element>
__device__ bool is_same(Element a, Element b) {
    return a == b;
}
__device__ bool is_same(ulonglong2 a, ulonglong2 b) { return a.x == b.x && a.y == b.y; }

/// Every thread reads single elements of the output, side by side in a warp, and those of the input
/// wherever they lie.
template <class Element>
__global__ void count_mismatches(const Element* out, const Element* in, std::int64_t count,
                                 InputIndex index, unsigned long long* mismatches) {
    unsigned long long found = 0;
    for (std::int64_t i = first_position(); i < count; i += position_step()) {
        if (!is_same(out[i], in[input_offset(index, i)])) ++found;
    }
    if (found > 0) atomicAdd(mismatches, found);
}

/// What the kernel is called with.
struct Comparison {
    const void* out;
    const void* in;
    std::int64_t count;
    InputIndex index;
    void* mismatches;
    int device;
    Stream stream;
};

template <class Element>
void launch_count(const Comparison& call) {
    count_mismatches<<<blocks_for(call.count, call.device), block_threads, 0,
                       cuda::native(call.stream)>>>(
        static_cast<const Element*>(call.out), static_cast<const Element*>(call.in), call.count,
        call.index, static_cast<unsigned long long*>(call.mismatches));
    TTGT_CUDA_CHECK_LAUNCH("count_mismatches");
}

void launch_count(const Comparison& call, std::int64_t element_bytes) {
    switch (element_bytes) {
        case 1:
            return launch_count<unsigned char>(call);
        case 2:
            return launch_count<unsigned short>(call);
        case 4:
            return launch_count<unsigned int>(call);
        case 8:
            return launch_count<unsigned long long>(call);
        case 16:
            return launch_count<ulonglong2>(call);
        default:
            throw InvalidArgument("no element has " + std::to_string(element_bytes) + " bytes");
    }
}

}  // namespace

void fill_random_on_device(void* data, std::int64_t count, DType dtype, std::uint64_t seed,
                           int device, Stream stream) {
    if (count == 0) return;
    const cuda::DeviceScope scope(device);
    switch (dtype) {
        case DType::float16:
            return launch_fill_reals<float16>(data, count, seed, device, stream);
        case DType::bfloat16:
            return launch_fill_reals<bfloat16>(data, count, seed, device, stream);
        case DType::float32:
            return launch_fill_reals<float>(data, count, seed, device, stream);
        case DType::complex64:
            return launch_fill_reals<float>(data, 2 * count, seed, device, stream);
        case DType::float64:
            return launch_fill_reals<double>(data, count, seed, device, stream);
        case DType::complex128:
            return launch_fill_reals<double>(data, 2 * count, seed, device, stream);
        default:
            return launch_fill_words(data, count * size_bytes(dtype), seed, device, stream);
    }
}

std::int64_t count_transpose_mismatches(const void* out, const void* in,
                                        const std::vector<std::int64_t>& in_extents,
                                        const std::vector<int>& perm, std::int64_t element_bytes,
                                        int device, Stream stream) {
    const std::int64_t count = volume(packed(in_extents));
    if (count == 0) return 0;
    const cuda::DeviceScope scope(device);
    unsigned long long found = 0;
    const cuda::DeviceBuffer mismatches(sizeof(found), device, stream, "a count of mismatches");
    cuda::fill_bytes(mismatches.data(), 0, mismatches.bytes(), stream);
    launch_count({out, in, count, make_index(in_extents, perm), mismatches.data(), device, stream},
                 element_bytes);
    cuda::copy_to_host(&found, mismatches.data(), mismatches.bytes(), stream);
    cuda::synchronize(stream);
    return static_cast<std::int64_t>(found);
}

}  // namespace ttgt::tool
