// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/product/direct_pack.h"

#include <algorithm>
#include <cstring>

namespace ttgt::cpu {
namespace {

SimdKernels::BlockTranspose block_transpose_for(std::int64_t element_bytes) {
    const SimdKernels kernels = simd_kernels();
    if (element_bytes == 4) return kernels.of4.transpose;
    return element_bytes == 8 ? kernels.of8.transpose : kernels.of16.transpose;
}

// Number of steps that are prefetched ahead, because the hardware's prefetchers do not follow
// strided reads.
constexpr std::int64_t steps_ahead = 4;

void prefetch(const std::byte* from, std::int64_t bytes) {
    constexpr std::int64_t line = 64;
    for (std::int64_t i = 0; i < bytes; i += line) __builtin_prefetch(from + i);
}

/// Copies a few bytes without a call of a function. The last block of 32 bytes may overlap the
/// block before it.
void copy_run(const std::byte* from, std::byte* to, std::int64_t bytes) {
    constexpr std::int64_t block = 32;
    if (bytes < block) {
        for (std::int64_t i = 0; i < bytes; i += 4) std::memcpy(to + i, from + i, 4);
        return;
    }
    std::int64_t i = 0;
    for (; i + block <= bytes; i += block) std::memcpy(to + i, from + i, block);
    if (i < bytes) std::memcpy(to + bytes - block, from + bytes - block, block);
}

/// A side that repeats itself one element further on.
struct Period {
    /// Number of indices after which the side repeats.
    std::int64_t length;
    /// How often the indices occur.
    std::int64_t repeats;
};

/// The period at the beginning of a side; `unit` is the bytes of an element.
Period find_period(BlockSide side, std::int64_t unit) {
    std::int64_t length = 1;
    while (length < side.count && side.offsets[length] - side.offsets[0] != unit) ++length;
    std::int64_t same = 0;
    while (length + same < side.count && side.offsets[length + same] - side.offsets[same] == unit) {
        ++same;
    }
    return {length, 1 + same / length};
}

template <std::int64_t size>
void gather_elements(const std::byte* in, BlockSide side, std::byte* to) {
    for (std::int64_t i = 0; i < side.count; ++i) {
        std::memcpy(to + i * size, in + side.offsets[i], static_cast<std::size_t>(size));
    }
}

}  // namespace

UniformRun uniform_run(BlockSide side) {
    if (side.count < 2) return {side.count, 0};
    const std::int64_t distance = side.offsets[1] - side.offsets[0];
    std::int64_t count = 2;
    while (count < side.count && side.offsets[count] - side.offsets[count - 1] == distance) ++count;
    return {count, distance};
}

Packer::Packer(std::int64_t element_bytes)
    : unit_(element_bytes), block_transpose_(block_transpose_for(element_bytes)) {}

void Packer::pack(const std::byte* in, BlockSide side, BlockSide steps, std::byte* buffer,
                  std::int64_t pitch, std::int64_t padded) const {
    const bool along_steps = steps.count > 1 && steps.offsets[1] - steps.offsets[0] == unit_;
    const bool along_side = side.count > 1 && side.offsets[1] - side.offsets[0] == unit_;
    if (along_steps && !along_side) {
        pack_along_steps(in, side, steps, buffer, pitch);
    } else {
        for (std::int64_t i = 0; i < side.count;) {
            i += pack_piece(in, {side.offsets + i, side.count - i}, steps, buffer + i * unit_,
                            pitch);
        }
    }
    const std::int64_t padding = (padded - side.count) * unit_;
    if (padding == 0) return;
    for (std::int64_t step = 0; step < steps.count; ++step) {
        std::memset(buffer + step * pitch + side.count * unit_, 0,
                    static_cast<std::size_t>(padding));
    }
}

void Packer::pack_along_steps(const std::byte* in, BlockSide side, BlockSide steps,
                              std::byte* buffer, std::int64_t pitch) const {
    for (std::int64_t step = 0; step < steps.count;) {
        const UniformRun run = uniform_run({steps.offsets + step, steps.count - step});
        const std::int64_t count = run.distance == unit_ ? run.count : 1;
        const std::byte* const from = in + steps.offsets[step];
        for (std::int64_t i = 0; i < side.count; i += rows_at_once) {
            const std::int64_t next_end = std::min(side.count, i + 2 * rows_at_once);
            for (std::int64_t next = i + rows_at_once; next < next_end; ++next) {
                prefetch(from + side.offsets[next], count * unit_);
            }
            block_transpose_(from, side.offsets + i, std::min(rows_at_once, side.count - i), count,
                             buffer + step * pitch + i * unit_, pitch);
        }
        step += count;
    }
}

std::int64_t Packer::pack_piece(const std::byte* in, BlockSide side, BlockSide steps,
                                std::byte* buffer, std::int64_t pitch) const {
    const UniformRun run = uniform_run(side);
    if (run.count > 1 && run.distance == unit_) {
        for (std::int64_t step = 0; step < steps.count; ++step) {
            const std::int64_t later = std::min(step + steps_ahead, steps.count - 1);
            prefetch(in + steps.offsets[later] + side.offsets[0], run.count * unit_);
            copy_run(in + steps.offsets[step] + side.offsets[0], buffer + step * pitch,
                     run.count * unit_);
        }
        return run.count;
    }
    const Period period = find_period(side, unit_);
    if (period.repeats > 1) {
        for (std::int64_t step = 0; step < steps.count; ++step) {
            const std::int64_t later = std::min(step + steps_ahead, steps.count - 1);
            for (std::int64_t i = 0; i < period.length; ++i) {
                prefetch(in + steps.offsets[later] + side.offsets[i], period.repeats * unit_);
            }
            block_transpose_(in + steps.offsets[step], side.offsets, period.length, period.repeats,
                             buffer + step * pitch, period.length * unit_);
        }
        return period.length * period.repeats;
    }
    for (std::int64_t step = 0; step < steps.count; ++step) {
        gather(in + steps.offsets[step], side, buffer + step * pitch);
    }
    return side.count;
}

void Packer::gather(const std::byte* in, BlockSide side, std::byte* to) const {
    if (unit_ == 4) return gather_elements<4>(in, side, to);
    if (unit_ == 8) return gather_elements<8>(in, side, to);
    gather_elements<16>(in, side, to);
}

}  // namespace ttgt::cpu
