// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Copies of as many bytes as a transpose reads and writes, what transposes are held against:
// `memcpy`, one call a thread; `stores`, a loop of ordinary vector stores; `streaming`, the same
// with non-temporal ones.
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "benchmarks/rivals/by_turns/worker.h"
#include "src/runtime/threads.h"

namespace ttgt::by_turns {
namespace {

/// Copies whole blocks, aligned to them.
using CopyBlocks = void (*)(const std::byte* in, std::byte* out, std::int64_t bytes);
constexpr std::int64_t block_bytes = 256;

#if defined(__x86_64__)
template <bool non_temporal>
void copy_16(const std::byte* in, std::byte* out, std::int64_t bytes) {
    for (std::int64_t at = 0; at < bytes; at += 64) {
#pragma GCC unroll 4
        for (int part = 0; part < 64; part += 16) {
            const __m128i vector = _mm_load_si128(reinterpret_cast<const __m128i*>(in + at + part));
            auto* const to = reinterpret_cast<__m128i*>(out + at + part);
            non_temporal ? _mm_stream_si128(to, vector) : _mm_store_si128(to, vector);
        }
    }
    if (non_temporal) _mm_sfence();
}

template <bool non_temporal>
__attribute__((target("avx"))) void copy_32(const std::byte* in, std::byte* out,
                                            std::int64_t bytes) {
    for (std::int64_t at = 0; at < bytes; at += 128) {
#pragma GCC unroll 4
        for (int part = 0; part < 128; part += 32) {
            const __m256i vector =
                _mm256_load_si256(reinterpret_cast<const __m256i*>(in + at + part));
            auto* const to = reinterpret_cast<__m256i*>(out + at + part);
            non_temporal ? _mm256_stream_si256(to, vector) : _mm256_store_si256(to, vector);
        }
    }
    if (non_temporal) _mm_sfence();
}

template <bool non_temporal>
__attribute__((target("avx512f"))) void copy_64(const std::byte* in, std::byte* out,
                                                std::int64_t bytes) {
    for (std::int64_t at = 0; at < bytes; at += 256) {
#pragma GCC unroll 4
        for (int part = 0; part < 256; part += 64) {
            const __m512i vector =
                _mm512_load_si512(reinterpret_cast<const __m512i*>(in + at + part));
            auto* const to = reinterpret_cast<__m512i*>(out + at + part);
            non_temporal ? _mm512_stream_si512(to, vector) : _mm512_store_si512(to, vector);
        }
    }
    if (non_temporal) _mm_sfence();
}

/// By the widest vectors that this CPU has.
template <bool non_temporal>
CopyBlocks widest() {
    if (__builtin_cpu_supports("avx512f")) return copy_64<non_temporal>;
    if (__builtin_cpu_supports("avx")) return copy_32<non_temporal>;
    return copy_16<non_temporal>;
}
#else
template <bool non_temporal>
CopyBlocks widest() {
    throw NotDone("copies by vector stores are written for x86-64 alone");
}
#endif

class Copies final : public Contender {
public:
    explicit Copies(const std::string& kind) : kind_(kind) {
        if (kind != "memcpy" && kind != "stores" && kind != "streaming") {
            throw std::invalid_argument("copies are memcpy, stores or streaming, not '" + kind +
                                        "'");
        }
    }

    [[nodiscard]] std::string about() const override { return "copy: " + kind_; }
    [[nodiscard]] bool is_copy() const override { return true; }

    [[nodiscard]] Run transpose(const Transpose& problem, const void* in, void* out) override {
        const std::int64_t bytes = problem.count() * problem.element_bytes;
        const auto* const from = static_cast<const std::byte*>(in);
        auto* const to = static_cast<std::byte*>(out);
        if (kind_ == "memcpy") {
            return [=, this] {
                parallel_ranges(bytes, 2 * bytes, threads_,
                                [&](std::int64_t begin, std::int64_t end) {
                                    std::memcpy(to + begin, from + begin,
                                                static_cast<std::size_t>(end - begin));
                                });
            };
        }
        const CopyBlocks copy = kind_ == "stores" ? widest<false>() : widest<true>();
        const std::int64_t blocks = bytes / block_bytes;
        const std::int64_t rest = blocks * block_bytes;
        return [=, this] {
            parallel_ranges(blocks, 2 * bytes, threads_, [&](std::int64_t begin, std::int64_t end) {
                copy(from + begin * block_bytes, to + begin * block_bytes,
                     (end - begin) * block_bytes);
            });
            std::memcpy(to + rest, from + rest, static_cast<std::size_t>(bytes - rest));
        };
    }

private:
    std::string kind_;
    int threads_ = threads_asked_for();
};

std::unique_ptr<Contender> make(const std::string& kind) { return std::make_unique<Copies>(kind); }

}  // namespace
}  // namespace ttgt::by_turns

int main(int argc, char** argv) { return ttgt::by_turns::serve(argc, argv, ttgt::by_turns::make); }
