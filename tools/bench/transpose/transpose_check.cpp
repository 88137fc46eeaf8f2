// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/transpose/transpose_check.h"

#include <cstddef>
#include <cstring>

#include "src/core/odometer.h"
#include "tools/bench/transpose/transpose_task.h"
#include "tools/operands/portable_random.h"

namespace ttgt::tool {
namespace {

/// Calls `agrees(in_offset, out_offset)` of elements until one does not.
template <class Agrees>
bool all_agree(const Modes<2>& modes, const Agrees& agrees) {
    constexpr std::int64_t whole_limit = std::int64_t{1} << 27;
    constexpr int samples = 1 << 20;
    const std::int64_t count = volume(modes);
    if (count == 0) return true;
    if (count > whole_limit) {
        PortableRandom random(1);
        for (int sample = 0; sample < samples; ++sample) {
            const auto position =
                static_cast<std::int64_t>(random.below(static_cast<std::size_t>(count)));
            const auto [in, out] = Odometer<2>(modes, 0, position).offsets();
            if (!agrees(in, out)) return false;
        }
        return true;
    }
    Odometer<2> walk(modes, 0, 0);
    for (std::int64_t i = 0; i < count; ++i, walk.advance()) {
        if (!agrees(walk.offsets()[input], walk.offsets()[output])) return false;
    }
    return true;
}

template <class Real>
bool all_added(const Real* out, const Real* in, const Modes<2>& modes, std::uint64_t seed) {
    return all_agree(modes, [&](std::int64_t from, std::int64_t to) {
        return out[to] == in[from] + random_real<Real>(seed, static_cast<std::uint64_t>(to));
    });
}

}  // namespace

bool is_moved(const void* out, const void* in, const Modes<2>& modes, std::int64_t element_bytes) {
    return all_agree(modes, [&](std::int64_t from, std::int64_t to) {
        return std::memcmp(static_cast<const char*>(out) + to * element_bytes,
                           static_cast<const char*>(in) + from * element_bytes,
                           static_cast<std::size_t>(element_bytes)) == 0;
    });
}

bool is_added(const void* out, const void* in, const Modes<2>& modes, DType dtype,
              std::uint64_t seed) {
    if (dtype == DType::float32) {
        return all_added(static_cast<const float*>(out), static_cast<const float*>(in), modes,
                         seed);
    }
    return all_added(static_cast<const double*>(out), static_cast<const double*>(in), modes, seed);
}

bool is_transpose_of(const void* out, const void* in, const std::vector<std::int64_t>& in_extents,
                     const std::vector<int>& perm, std::int64_t element_bytes) {
    return is_moved(out, in, packed_task(in_extents, perm, DType::opaque1).modes(), element_bytes);
}

}  // namespace ttgt::tool
