// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstdint>
#include <vector>

namespace ccsd {

/// A run of virtual orbitals. Runs of one length cover all orbitals; the last may begin among those
/// that the one before covers, and then only what is not covered yet counts.
struct OrbitalRun {
    std::int64_t begin = 0;
    std::int64_t counted_from = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t length() const { return end - begin; }
};
/// `length` must not exceed `count`.
[[nodiscard]] std::vector<OrbitalRun> orbital_runs(std::int64_t count, std::int64_t length);

/// The extents of a block in a, b and c.
struct BlockShape {
    std::int64_t a = 1;
    std::int64_t b = 1;
    std::int64_t c = 1;
    /// Whether runs of c end where b does, some of them early, instead of all having one length:
    /// fewer triples are computed in vain, but each length needs plans of its own.
    bool is_fitted = false;

    [[nodiscard]] std::int64_t volume() const { return a * b * c; }
};
/// Blocks for which `arrays` arrays of o^3 numbers per triple fit `bytes`. Throws ttgt::OutOfMemory
/// where not one triple fits.
[[nodiscard]] BlockShape choose_block_shape(const ttgt::Device& device, std::int64_t occupied,
                                            std::int64_t virtuals, std::int64_t arrays,
                                            std::int64_t bytes);

struct TriplesBlock {
    OrbitalRun a, b, c;
};
/// All blocks that hold a triple with a >= b >= c.
[[nodiscard]] std::vector<TriplesBlock> triples_blocks(std::int64_t virtuals,
                                                       const BlockShape& shape);

}  // namespace ccsd
