// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples/triples.h"

#include <ttgt/device.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <numeric>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/triples/triples_blocks.h"
#include "examples/ccsd/triples/triples_worker.h"

namespace ccsd {
namespace {

/// Of what the limit leaves: at most half is for the arrays of all workers.
std::int64_t share_of_memory(const Memory& memory, std::int64_t workers) {
    if (memory.limit() == ttgt::unlimited) return ttgt::unlimited;
    return (memory.limit() - memory.held_bytes()) / workers;
}

std::int64_t bytes_of_triple(const TriplesOperands& operands) {
    const std::int64_t o = operands.left.extent(1);
    return TriplesWorker::arrays * o * o * o * static_cast<std::int64_t>(sizeof(double));
}

/// The workers take the blocks as they get to them.
class Crew {
public:
    Crew(Engine& compute, const TriplesOperands& operands, const BlockShape& shape,
         std::int64_t workers) {
        EngineOptions options = compute.options();
        const Memory& memory = compute.memory();
        const std::int64_t share = share_of_memory(memory, workers);
        const std::int64_t array_bytes = bytes_of_triple(operands) * shape.volume();
        if (share != ttgt::unlimited) {
            options.workspace_limit =
                std::clamp<std::int64_t>(share - array_bytes, 0, options.workspace_limit);
        }
        if (options.device.kind == ttgt::Device::Kind::cpu) options.threads = 1;
        for (std::int64_t worker = 0; worker < workers; ++worker) {
            workers_.emplace_back(compute.memory(), options, operands, shape);
        }
    }

    /// One energy for each block.
    void run(const std::vector<TriplesBlock>& blocks, const Tensor& energies) {
        std::atomic<std::size_t> next{0};
        std::vector<std::exception_ptr> failures(workers_.size());
        const auto count = static_cast<int>(workers_.size());
#pragma omp parallel for num_threads(count) schedule(static, 1)
        for (int worker = 0; worker < count; ++worker) {
            const auto place = static_cast<std::size_t>(worker);
            try {
                work(workers_[place], blocks, energies, next);
            } catch (...) {
                failures[place] = std::current_exception();
            }
        }
        for (const std::exception_ptr& failure : failures) {
            if (failure) std::rethrow_exception(failure);
        }
    }

    [[nodiscard]] std::vector<KindTotals> totals() const {
        std::vector<KindTotals> totals;
        for (const TriplesWorker& worker : workers_) add(totals, worker.engine().totals());
        return totals;
    }

    [[nodiscard]] std::string explain() const { return workers_.front().engine().explain(); }

private:
    static void work(TriplesWorker& worker, const std::vector<TriplesBlock>& blocks,
                     const Tensor& energies, std::atomic<std::size_t>& next) {
        for (std::size_t block = next++; block < blocks.size(); block = next++) {
            worker.add_block(blocks[block], part(energies, static_cast<std::int64_t>(block), {}));
        }
    }

    std::deque<TriplesWorker> workers_;
};

}  // namespace

std::int64_t triples_workers(const EngineOptions& options) {
    if (options.device.kind != ttgt::Device::Kind::cpu) return 1;
    return threads_used(options);
}

Triples perturbative_triples(Engine& compute, const OrbitalIntegrals& integrals,
                             const ArrangedIntegrals& arranged, const Tensor& amplitudes) {
    const TriplesOperands operands(compute, integrals, arranged, amplitudes);
    compute.release_workspace();
    Memory& memory = compute.memory();
    const std::int64_t workers = triples_workers(compute.options());
    const BlockShape shape =
        choose_block_shape(compute.options().device, integrals.occupied, integrals.virtuals,
                           TriplesWorker::arrays, share_of_memory(memory, workers) / 2);
    const std::vector<TriplesBlock> blocks = triples_blocks(integrals.virtuals, shape);
    const Tensor energies(memory, {static_cast<std::int64_t>(blocks.size())});
    Crew crew(compute, operands, shape, workers);
    crew.run(blocks, energies);
    const std::vector<double> terms = energies.to_host();
    return {std::accumulate(terms.begin(), terms.end(), 0.0), crew.totals(), crew.explain()};
}

}  // namespace ccsd
