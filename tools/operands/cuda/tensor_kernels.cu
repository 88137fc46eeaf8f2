// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/cuda/tensor_kernels.h"

#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"
#include "src/runtime/cuda/properties.h"
#include "src/runtime/cuda/stream.h"
#include "tools/operands/portable_random.h"
#include "transpose/cuda/kernels/half.cuh"

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

/// Every thread writes words of 8 bytes; of the last word only the bytes that the tensor has.
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
    const cudaLaunchConfig_t config =
        cuda::launch_config(blocks_for(count, device), block_threads, 0, stream);
    TTGT_CUDA_CHECK(
        cudaLaunchKernelEx(&config, fill_reals<Real>, static_cast<Real*>(data), count, seed));
}

void launch_fill_words(void* data, std::int64_t bytes, std::uint64_t seed, int device,
                       Stream stream) {
    const cudaLaunchConfig_t config =
        cuda::launch_config(blocks_for((bytes + 7) / 8, device), block_threads, 0, stream);
    TTGT_CUDA_CHECK(
        cudaLaunchKernelEx(&config, fill_words, static_cast<unsigned char*>(data), bytes, seed));
}

/// By output position, as a kernel takes it.
struct ElementIndex {
    int rank = 0;
    std::int64_t extents[max_rank] = {};
    std::int64_t in_strides[max_rank] = {};
    std::int64_t out_strides[max_rank] = {};
};

struct ElementOffsets {
    std::int64_t in = 0;
    std::int64_t out = 0;
};

ElementIndex make_index(const Modes<2>& modes) {
    ElementIndex index;
    for (const Mode<2>& mode : modes) {
        index.extents[index.rank] = mode.extent;
        index.in_strides[index.rank] = mode.strides[0];
        index.out_strides[index.rank] = mode.strides[1];
        ++index.rank;
    }
    return index;
}

__device__ ElementOffsets offsets_of(const ElementIndex& index, std::int64_t position) {
    ElementOffsets offsets;
    for (int mode = 0; mode < index.rank; ++mode) {
        const std::int64_t digit = position % index.extents[mode];
        position /= index.extents[mode];
        offsets.in += digit * index.in_strides[mode];
        offsets.out += digit * index.out_strides[mode];
    }
    return offsets;
}

template <class Element>
__device__ bool is_same(Element a, Element b) {
    return a == b;
}
__device__ bool is_same(ulonglong2 a, ulonglong2 b) { return a.x == b.x && a.y == b.y; }

/// What a moved element must be.
template <class Element>
struct Moved {
    const Element* in;
    __device__ bool agrees(Element out, ElementOffsets at) const { return is_same(out, in[at.in]); }
};

/// What an element must be that was added to a random number.
template <class Real>
struct Added {
    const Real* in;
    std::uint64_t old_seed;
    __device__ bool agrees(Real out, ElementOffsets at) const {
        return out == in[at.in] + random_real<Real>(old_seed, static_cast<std::uint64_t>(at.out));
    }
};

/// Every thread reads single elements of the output, side by side in a warp, and those of the input
/// wherever they lie.
template <class Element, class Rule>
__global__ void count_mismatches(const Element* out, Rule rule, std::int64_t count,
                                 ElementIndex index, unsigned long long* mismatches) {
    unsigned long long found = 0;
    for (std::int64_t i = first_position(); i < count; i += position_step()) {
        const ElementOffsets at = offsets_of(index, i);
        if (!rule.agrees(out[at.out], at)) ++found;
    }
    if (found > 0) atomicAdd(mismatches, found);
}

/// Launches, waits, and fetches the count.
template <class Element, class Rule>
std::int64_t count_by(const CheckedArrays& arrays, const Rule& rule) {
    const std::int64_t count = volume(arrays.modes);
    if (count == 0) return 0;
    const cuda::DeviceScope scope(arrays.device);
    unsigned long long found = 0;
    const cuda::DeviceBuffer mismatches(sizeof(found), arrays.device, arrays.stream,
                                        "a count of mismatches");
    cuda::fill_bytes(mismatches.data(), 0, mismatches.bytes(), arrays.stream);
    const cudaLaunchConfig_t config =
        cuda::launch_config(blocks_for(count, arrays.device), block_threads, 0, arrays.stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(
        &config, count_mismatches<Element, Rule>, static_cast<const Element*>(arrays.out), rule,
        count, make_index(arrays.modes), static_cast<unsigned long long*>(mismatches.data())));
    cuda::copy_to_host(&found, mismatches.data(), mismatches.bytes(), arrays.stream);
    cuda::synchronize(arrays.stream);
    return static_cast<std::int64_t>(found);
}

template <class Element>
std::int64_t count_moved(const CheckedArrays& arrays) {
    return count_by<Element>(arrays, Moved<Element>{static_cast<const Element*>(arrays.in)});
}

template <class Real>
std::int64_t count_added(const CheckedArrays& arrays, std::uint64_t old_seed) {
    return count_by<Real>(arrays, Added<Real>{static_cast<const Real*>(arrays.in), old_seed});
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

std::int64_t count_transpose_mismatches(const CheckedArrays& arrays, std::int64_t element_bytes) {
    switch (element_bytes) {
        case 1:
            return count_moved<unsigned char>(arrays);
        case 2:
            return count_moved<unsigned short>(arrays);
        case 4:
            return count_moved<unsigned int>(arrays);
        case 8:
            return count_moved<unsigned long long>(arrays);
        case 16:
            return count_moved<ulonglong2>(arrays);
        default:
            throw InvalidArgument("no element has " + std::to_string(element_bytes) + " bytes");
    }
}

std::int64_t count_sum_mismatches(const CheckedArrays& arrays, DType dtype,
                                  std::uint64_t old_seed) {
    return dtype == DType::float32 ? count_added<float>(arrays, old_seed)
                                   : count_added<double>(arrays, old_seed);
}

}  // namespace ttgt::tool
