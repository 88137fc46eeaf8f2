// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/buffers.h"

#include <algorithm>
#include <cstring>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "src/runtime/threads.h"
#include "tools/operands/portable_random.h"
#include "transpose/cpu/transpose_kernel.h"

namespace ttgt::tool {
namespace {

template <class Real>
void fill_reals(Real* data, std::int64_t count, std::uint64_t seed) {
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(Real));
    parallel_ranges(count, bytes, 0, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            data[i] = Real(random_real<ComputeOf<Real>>(seed, static_cast<std::uint64_t>(i)));
        }
    });
}

void fill_bytes(char* data, std::int64_t bytes, std::uint64_t seed) {
    constexpr std::int64_t word = sizeof(std::uint64_t);
    const std::int64_t words = divide_up(bytes, word);
    parallel_ranges(words, bytes, 0, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::uint64_t bits = random_bits(seed, static_cast<std::uint64_t>(i));
            const std::int64_t size = std::min(word, bytes - i * word);
            std::memcpy(data + i * word, &bits, static_cast<std::size_t>(size));
        }
    });
}

}  // namespace

std::int64_t tensor_bytes(const Layout& layout, DType dtype) {
    return checked_multiply(volume(layout), size_bytes(dtype), "the size of the tensor");
}

Buffer allocate_tensor(const Layout& layout, DType dtype) {
    return allocate_host(std::max<std::int64_t>(tensor_bytes(layout, dtype), 1));
}

void fill_random(void* data, std::int64_t count, DType dtype, std::uint64_t seed) {
    switch (dtype) {
        case DType::float16:
            return fill_reals(static_cast<float16*>(data), count, seed);
        case DType::bfloat16:
            return fill_reals(static_cast<bfloat16*>(data), count, seed);
        case DType::float32:
            return fill_reals(static_cast<float*>(data), count, seed);
        case DType::complex64:
            return fill_reals(static_cast<float*>(data), 2 * count, seed);
        case DType::float64:
            return fill_reals(static_cast<double*>(data), count, seed);
        case DType::complex128:
            return fill_reals(static_cast<double*>(data), 2 * count, seed);
        default:
            return fill_bytes(static_cast<char*>(data), count * size_bytes(dtype), seed);
    }
}

ByteCopy::ByteCopy(std::int64_t bytes, int threads)
    : plan_(plan_transpose_kernel(make_transpose_problem(DType::opaque1, {{bytes, {1, 1}}}))),
      threads_(threads) {}

void ByteCopy::run(void* to, const void* from) const {
    cpu::run_transpose(plan_, 1.0, from, 0.0, to, threads_);
}

}  // namespace ttgt::tool
