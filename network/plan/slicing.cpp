// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/slicing.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "network/plan/lifetimes.h"
#include "src/core/counts.h"
#include "src/core/divisor.h"
#include "src/core/element.h"

namespace ttgt::network {
namespace {

std::int64_t volume_of(const Sum& sum, const std::vector<std::int64_t>& chunks) {
    std::int64_t product = 1;
    for (const std::size_t label : sum.output.labels) {
        product = saturating_product({product, chunks[label]});
    }
    return product;
}

/// The bytes of workspace that all temporaries take together if labels are cut to these chunks.
/// Temporaries that no step needs at the same time may share memory.
std::int64_t temporary_bytes(const Program& program, const std::vector<std::int64_t>& chunks) {
    std::vector<Lifetime> lifetimes(program.tensors.size());
    for (std::size_t i = 0; i < program.sums.size(); ++i) {
        const Sum& sum = program.sums[i];
        const ProgramTensor& tensor = program.tensors[sum.output.tensor];
        if (!tensor.operand) {
            Lifetime& lifetime = lifetimes[sum.output.tensor];
            if (!sum.adds) lifetime.first = i;
            lifetime.bytes = saturating_product({volume_of(sum, chunks), size_bytes(tensor.dtype)});
            lifetime.last = i;
        }
        for (const Use& factor : sum.products.front().factors) lifetimes[factor.tensor].last = i;
    }
    return place(lifetimes).bytes;
}

/// The sum with the largest temporary; any one where there is no temporary.
const Sum& largest_sum(const Program& program, const std::vector<std::int64_t>& chunks) {
    return *std::max_element(
        program.sums.begin(), program.sums.end(), [&](const Sum& a, const Sum& b) {
            const bool a_counts = !program.tensors[a.output.tensor].operand;
            const bool b_counts = !program.tensors[b.output.tensor].operand;
            return (a_counts ? volume_of(a, chunks) : 0) < (b_counts ? volume_of(b, chunks) : 0);
        });
}

bool are_within(const TemporaryLimits& limits, const Program& program,
                const std::vector<std::int64_t>& chunks) {
    if (temporary_bytes(program, chunks) > limits.bytes) return false;
    const Sum& largest = largest_sum(program, chunks);
    return program.tensors[largest.output.tensor].operand ||
           volume_of(largest, chunks) <= limits.elements;
}

/// The label to cut next: a label of the largest temporary with a chunk above 1. Prefers labels of
/// the output, because with a loop over a summed label every turn adds to the output; among equals,
/// takes the one with the largest chunk. Empty if the largest temporary has one element. A 16-bit
/// output must not be added to, so that only its labels may be cut; empty if the temporary has none
/// of them.
std::optional<std::size_t> label_to_slice(const Program& program,
                                          const std::vector<std::int64_t>& chunks) {
    const Sum& largest = largest_sum(program, chunks);
    const std::vector<std::size_t>& outer = program.sums.back().output.labels;
    if (volume_of(largest, chunks) <= 1) return std::nullopt;
    std::vector<std::size_t> labels = largest.output.labels;
    if (is_half(program.tensors[program.sums.back().output.tensor].dtype)) {
        std::erase_if(labels, [&](std::size_t label) {
            return !contains(outer, label) || chunks[label] == 1;
        });
        if (labels.empty()) return std::nullopt;
    }
    return *std::max_element(labels.begin(), labels.end(), [&](std::size_t a, std::size_t b) {
        const bool a_sums = !contains(outer, a);
        const bool b_sums = !contains(outer, b);
        const bool a_whole = chunks[a] > 1;
        const bool b_whole = chunks[b] > 1;
        return std::tuple(a_whole, !a_sums, chunks[a]) < std::tuple(b_whole, !b_sums, chunks[b]);
    });
}

SliceLoop loop_over(const Program& program, std::size_t label, std::int64_t chunk) {
    const Sum& last = program.sums.back();
    SliceLoop loop;
    loop.label = last.labels[label].name;
    loop.chunk = chunk;
    loop.turns = last.labels[label].extent / chunk;
    loop.sums = !contains(last.output.labels, label);
    loop.byte_steps.resize(program.tensors.size());
    for (const Sum& sum : program.sums) {
        std::vector<Use> uses = sum.products.front().factors;
        uses.push_back(sum.output);
        for (const Use& use : uses) {
            if (program.tensors[use.tensor].operand) {
                loop.byte_steps[use.tensor] = byte_stride(program, use, label) * chunk;
            }
        }
    }
    return loop;
}

/// Gives each factor that is an operand a tensor of its own in the program. Two factors may be the
/// same operand with different labels; a slice of a label is then a different part of each.
void separate_operands(Program& program) {
    for (Sum& sum : program.sums) {
        for (Use& use : sum.products.front().factors) {
            const ProgramTensor tensor = program.tensors[use.tensor];
            if (!tensor.operand) continue;
            use.tensor = program.tensors.size();
            program.tensors.push_back(tensor);
        }
    }
}

void cut_down(Program& program, const std::vector<std::int64_t>& chunks) {
    for (Sum& sum : program.sums) {
        std::vector<Use> uses = sum.products.front().factors;
        uses.push_back(sum.output);
        for (const Use& use : uses) {
            ProgramTensor& tensor = program.tensors[use.tensor];
            for (std::size_t mode = 0; mode < use.labels.size(); ++mode) {
                tensor.layout.extents[mode] = chunks[use.labels[mode]];
            }
            if (!tensor.operand) tensor.layout = packed(tensor.layout.extents);
        }
        for (std::size_t label = 0; label < chunks.size(); ++label) {
            sum.labels[label].extent = chunks[label];
        }
    }
}

}  // namespace

SlicedProgram slice_to_fit(const Program& program, const TemporaryLimits& limits) {
    std::vector<std::int64_t> chunks;
    for (const SumLabel& label : program.sums.back().labels) chunks.push_back(label.extent);
    const std::vector<std::int64_t> extents = chunks;
    std::vector<std::size_t> sliced;
    while (!are_within(limits, program, chunks)) {
        const std::optional<std::size_t> label = label_to_slice(program, chunks);
        if (!label) break;
        if (!contains(sliced, *label)) {
            if (sliced.size() == most_slice_loops) break;
            sliced.push_back(*label);
        }
        chunks[*label] = largest_divisor(extents[*label], chunks[*label] - 1);
    }
    SlicedProgram result{program, {}};
    separate_operands(result.program);
    for (const std::size_t label : sliced) {
        result.loops.push_back(loop_over(result.program, label, chunks[label]));
    }
    cut_down(result.program, chunks);
    return result;
}

}  // namespace ttgt::network
