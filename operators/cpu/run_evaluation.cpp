// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cpu/run_evaluation.h"

#include <ttgt/tensor.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "operators/cpu/tile_reduction.h"
#include "operators/problem/real_values.h"
#include "src/core/rounding.h"
#include "src/runtime/pool.h"
#include "src/runtime/threads.h"

namespace ttgt::cpu {
namespace {

/// Fewer elements than this are evaluated on the calling thread alone.
constexpr double least_shared = 1 << 15;
/// Bytes. Two threads write to no common line.
constexpr std::int64_t cache_line = 64;

/// Evaluates the tiles of one run in the compute type T.
template <class T>
class TileRun {
public:
    TileRun(const CpuTiles& tiles, const EvaluationArguments& arguments, int threads)
        : tiles_(tiles), arguments_(arguments) {
        const OperatorProblem& problem = tiles.problem;
        const double work = tuple_count(problem, false) * tuple_count(problem, true);
        const std::int64_t units = tiles.kept * tiles.chunks;
        const std::int64_t most = std::min<std::int64_t>(threads, Pool::most_parts);
        parts_ =
            work < least_shared ? 1 : static_cast<int>(std::clamp<std::int64_t>(units, 1, most));
        value_bytes_ = align_up(static_cast<std::int64_t>(sizeof(T)) * tiles.elements *
                                    static_cast<std::int64_t>(tiles.depth),
                                cache_line);
        // What a thread works with: its stack of values, sums of a tile, the tile's results.
        const std::int64_t sum_bytes = tiles.kept_elements * static_cast<std::int64_t>(sizeof(A));
        thread_bytes_ = align_up(value_bytes_ + 2 * sum_bytes, cache_line);
        scratch_ = allocate_host(parts_ * thread_bytes_);
        if (tiles.chunks > 1) partial_ = allocate_host(units * sum_bytes);
    }

    void run() {
        if (tiles_.problem.reduction == Reduction::none) return run_elements();
        if (tiles_.chunks == 1) return run_reduction();
        run_chunks();
        join_chunks();
    }

private:
    using A = Accumulator<T>;

    /// Memory of one thread.
    struct Scratch {
        T* values;
        A* sums;
        T* results;
    };

    [[nodiscard]] Scratch scratch(int part) const {
        char* begin = static_cast<char*>(scratch_.get()) + part * thread_bytes_;
        char* sums = begin + value_bytes_;
        const std::int64_t bytes = tiles_.kept_elements * static_cast<std::int64_t>(sizeof(A));
        return {reinterpret_cast<T*>(begin), reinterpret_cast<A*>(sums),
                reinterpret_cast<T*>(sums + bytes)};
    }

    /// Calls body(scratch, values, place, unit) for all units, shared among threads.
    template <class Body>
    void share(std::int64_t units, Body&& body) {
        const int parts = static_cast<int>(std::min<std::int64_t>(parts_, units));
        std::vector<TilePlace> places(static_cast<std::size_t>(parts), TilePlace(tiles_));
        std::vector<TileValues<T>> values;
        values.reserve(places.size());
        for (int part = 0; part < parts; ++part) {
            values.emplace_back(tiles_, arguments_, scratch(part).values);
        }
        const auto work = [&](int part) {
            const auto own = static_cast<std::size_t>(part);
            const std::int64_t end = part_begin(units, parts, part + 1);
            for (std::int64_t unit = part_begin(units, parts, part); unit < end; ++unit) {
                body(scratch(part), values[own], places[own], unit);
            }
        };
        if (parts == 1) return work(0);
        Pool::of_process().run_parts(parts, work);
    }

    void run_elements() {
        share(tiles_.kept, [&](const Scratch&, TileValues<T>& values, TilePlace& place,
                               std::int64_t unit) {
            place.go_to_kept(unit);
            values.store(place, values.evaluate(tiles_.problem.element, place, tiles_.tile.kept));
        });
    }

    /// Reduces the tiles [first, last) along the reduced modes.
    void reduce(TileValues<T>& values, TilePlace& place, std::int64_t first, std::int64_t last,
                A* sums) const {
        const std::int64_t kept = place.elements(tiles_.tile.kept);
        std::fill_n(sums, kept, neutral<A>(tiles_.problem.reduction));
        for (std::int64_t position = first; position < last; ++position) {
            place.go_to_reduced(position);
            const std::size_t modes = tiles_.tile.modes.size();
            const T* found = values.evaluate(tiles_.problem.element, place, modes);
            reduce_tile(tiles_.problem.reduction, is_real_, found, kept,
                        place.elements(modes) / kept, sums);
        }
    }

    void finish(const Scratch& own, TileValues<T>& values, const TilePlace& place,
                const A* sums) const {
        const std::int64_t kept = place.elements(tiles_.tile.kept);
        const bool is_norm = tiles_.problem.reduction == Reduction::norm2;
        for (std::int64_t i = 0; i < kept; ++i) {
            own.results[i] = static_cast<T>(is_norm ? A(std::sqrt(std::real(sums[i]))) : sums[i]);
        }
        values.store(place,
                     values.evaluate(tiles_.problem.finish, place, tiles_.tile.kept, own.results));
    }

    void run_reduction() {
        share(tiles_.kept,
              [&](const Scratch& own, TileValues<T>& values, TilePlace& place, std::int64_t unit) {
                  place.go_to_kept(unit);
                  reduce(values, place, 0, tiles_.reduced, own.sums);
                  place.go_to_kept(unit);
                  finish(own, values, place, own.sums);
              });
    }

    [[nodiscard]] A* partial(std::int64_t unit) const {
        return static_cast<A*>(partial_.get()) + unit * tiles_.kept_elements;
    }

    void run_chunks() {
        share(tiles_.kept * tiles_.chunks,
              [&](const Scratch&, TileValues<T>& values, TilePlace& place, std::int64_t unit) {
                  const std::int64_t chunk = unit % tiles_.chunks;
                  place.go_to_kept(unit / tiles_.chunks);
                  reduce(values, place, part_begin(tiles_.reduced, tiles_.chunks, chunk),
                         part_begin(tiles_.reduced, tiles_.chunks, chunk + 1), partial(unit));
              });
    }

    void join_chunks() {
        share(tiles_.kept,
              [&](const Scratch& own, TileValues<T>& values, TilePlace& place, std::int64_t unit) {
                  place.go_to_kept(unit);
                  const std::int64_t kept = place.elements(tiles_.tile.kept);
                  A* sums = partial(unit * tiles_.chunks);
                  visit_reduction<T>(tiles_.problem.reduction, is_real_, [&](auto, auto combine) {
                      for (std::int64_t chunk = 1; chunk < tiles_.chunks; ++chunk) {
                          const A* more = partial(unit * tiles_.chunks + chunk);
                          for (std::int64_t i = 0; i < kept; ++i)
                              sums[i] = combine(sums[i], more[i]);
                      }
                  });
                  finish(own, values, place, sums);
              });
    }

    const CpuTiles& tiles_;
    const EvaluationArguments& arguments_;
    bool is_real_ = gives_real(tiles_.problem.element);  ///< what is reduced
    int parts_ = 1;
    std::int64_t value_bytes_ = 0;
    std::int64_t thread_bytes_ = 0;
    std::unique_ptr<void, HostDelete> scratch_;
    std::unique_ptr<void, HostDelete> partial_;
};

}  // namespace

void run_evaluation(const CpuTiles& tiles, const EvaluationArguments& arguments, int threads) {
    visit_computed(tiles.problem.compute, [&](auto tag) {
        TileRun<typename decltype(tag)::type>(tiles, arguments, threads).run();
    });
}

}  // namespace ttgt::cpu
