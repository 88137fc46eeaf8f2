// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples/triples_blocks.h"

#include <ttgt/error.h>

#include <algorithm>
#include <string>

namespace ccsd {
namespace {

/// What the arrays of a CPU's block may take: most of a core's second-level cache.
constexpr std::int64_t cache_bytes = std::int64_t{1} << 20;
/// Into so many runs virtual orbitals are cut at least: fewer count too many triples in vain, more
/// leave too little to each call.
constexpr std::int64_t cpu_runs = 5;
/// Flops from which on planning once more for every length of a run is worth while.
constexpr double fitting_flops = 1e8;
/// On a GPU an array should be far beyond what launches cost and the caches hold, no more.
constexpr std::int64_t device_block_bytes = std::int64_t{2} << 30;

/// Whether the flops of the triples with b < c, for one c of each pair of a and b, are so many.
bool is_worth_fitting(std::int64_t occupied, std::int64_t virtuals) {
    const auto o = static_cast<double>(occupied);
    const auto v = static_cast<double>(virtuals);
    const double flops_of_triple = 12 * (o + v) * o * o * o;
    return v * v / 2 * flops_of_triple >= fitting_flops;
}

}  // namespace

std::vector<OrbitalRun> orbital_runs(std::int64_t count, std::int64_t length) {
    std::vector<OrbitalRun> runs;
    for (std::int64_t from = 0; from < count; from += length) {
        const std::int64_t begin = std::min(from, count - length);
        runs.push_back({begin, from, begin + length});
    }
    return runs;
}

BlockShape choose_block_shape(const ttgt::Device& device, std::int64_t occupied,
                              std::int64_t virtuals, std::int64_t arrays, std::int64_t bytes) {
    const std::int64_t per_triple =
        arrays * occupied * occupied * occupied * static_cast<std::int64_t>(sizeof(double));
    if (bytes < per_triple) {
        throw ttgt::OutOfMemory("the triples need " + std::to_string(per_triple) + " bytes, " +
                                std::to_string(std::max<std::int64_t>(bytes, 0)) + " are left");
    }
    const bool on_cpu = device.kind == ttgt::Device::Kind::cpu;
    const std::int64_t triples = std::max<std::int64_t>(
        1, std::min(bytes, on_cpu ? cache_bytes : device_block_bytes) / per_triple);
    if (on_cpu) {
        const std::int64_t run = std::min(triples, (virtuals + cpu_runs - 1) / cpu_runs);
        return {1, 1, run, is_worth_fitting(occupied, virtuals)};
    }
    std::int64_t edge = 1;
    while (edge < virtuals && (edge + 1) * (edge + 1) * (edge + 1) <= triples) ++edge;
    // Runs that hardly overlap.
    const std::int64_t runs = (virtuals + edge - 1) / edge;
    edge = (virtuals + runs - 1) / runs;
    return {edge, edge, edge};
}

std::vector<TriplesBlock> triples_blocks(std::int64_t virtuals, const BlockShape& shape) {
    std::vector<TriplesBlock> blocks;
    for (const OrbitalRun& a : orbital_runs(virtuals, shape.a)) {
        for (const OrbitalRun& b : orbital_runs(virtuals, shape.b)) {
            if (b.counted_from >= a.end) break;
            const std::int64_t most = std::min(a.end, b.end);
            for (OrbitalRun c : orbital_runs(virtuals, shape.c)) {
                if (c.counted_from >= most) break;
                if (shape.is_fitted) c = {c.counted_from, c.counted_from, std::min(c.end, most)};
                blocks.push_back({a, b, c});
            }
        }
    }
    return blocks;
}

}  // namespace ccsd
