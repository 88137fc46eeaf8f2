// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/transpose_sets.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/bench/cases/transpose_draws.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"
#include "tools/operands/portable_random.h"

namespace ttgt::tool {
namespace {

constexpr int draws_of_paper = 500;
constexpr std::int64_t volume_of_paper = 200'000'000;

class Set {
public:
    explicit Set(const TransposeSetOptions& options)
        : options_(options),
          random_(options.seed),
          dtype_(opaque_dtype(options.element_bytes, "--element-bytes")) {}

    /// Hynninen & Lyakh (2017), set 1: volumes scatter by a fifth.
    void ratios() {
        constexpr double scatter = 0.2;
        for (const int ratio : {1, 5, 15}) {
            for (int rank = 2; rank <= 7; ++rank) {
                for (int draw = 0; draw < draws_of_paper; ++draw) {
                    const double drawn = volume(volume_of_paper) * (1 + scatter * bell(random_));
                    Extents extents = graded_extents(std::max(drawn, 4.0), rank, ratio);
                    random_.shuffle(extents);
                    const Permutation perm = random_permutation(extents.size(), random_);
                    add(fmt::format("ratio{}-rank{}-{:03}", ratio, rank, draw + 1), extents, perm);
                }
            }
        }
    }

    /// Set 2: four large modes and many small ones.
    void ranks() {
        for (Extents extents : {Extents{5, 3, 2, 4, 35, 33, 37, 40},
                                Extents{2, 3, 4, 3, 2, 2, 3, 2, 20, 18, 22, 24}}) {
            const std::size_t rank = extents.size();
            add(fmt::format("rank{}-reversed", rank), extents, reversal(rank));
            add(fmt::format("rank{}-trivial", rank), extents, identity(rank));
            for (int draw = 0; draw < draws_of_paper; ++draw) {
                random_.shuffle(extents);
                add(fmt::format("rank{}-{:03}", rank, draw + 1), extents,
                    random_permutation(rank, random_));
            }
        }
    }

    /// Of neighbouring sizes: what alignment does.
    void squares() {
        for (std::int64_t extent = 13952; extent <= 13968; ++extent) {
            add(fmt::format("square-{}", extent), {extent, extent}, {1, 0});
        }
    }

    /// 1 KB to 10 GB, in steps of about the square root of ten; `volume` plays no part.
    void sizes() {
        constexpr int steps = 15;
        for (int step = 0; step < steps; ++step) {
            const double bytes = 1e3 * std::pow(10.0, step / 2.0);
            for (const int rank : {2, 3, 5}) {
                const auto elements = bytes / static_cast<double>(options_.element_bytes);
                const Extents extents = graded_extents(elements, rank, 1);
                add(fmt::format("size-1e{:.1f}-rank{}", 3 + step / 2.0, rank), extents,
                    reversal(extents.size()));
            }
        }
    }

    /// Blocks of arrays that are 1 to 5 longer in every mode.
    void blocks() {
        draw("block", 2, [&](Extents& extents, Extents& array) {
            array = extents;
            for (std::int64_t& extent : array)
                extent += 1 + static_cast<std::int64_t>(random_.below(5));
        });
    }

    void odd() {
        draw("odd", 2, [&](Extents& extents, Extents&) {
            const double wanted = product(extents);
            for (std::int64_t& extent : extents) extent |= 1;
            fit_volume(extents, wanted, 2, 3);
        });
    }

    /// The fastest mode of the input, of the output, or of both has extent 2, 3 or 5.
    void minor() {
        for (const std::int64_t extent : {2, 3, 5}) {
            for (const char* const where : {"in", "out", "both"}) {
                for (int rank = 3; rank <= 6; ++rank) {
                    for (int number = 0; number < draws_of_minor; ++number) {
                        add_minor(
                            fmt::format("minor{}-{}-rank{}-{:02}", extent, where, rank, number + 1),
                            where, extent, rank);
                    }
                }
            }
        }
    }

    std::vector<TransposeCase> take() { return std::move(cases_); }

private:
    static constexpr int draws_of_minor = 10;
    static constexpr std::int64_t volume_of_extras = 50'000'000;

    [[nodiscard]] double volume(std::int64_t own) const {
        return static_cast<double>(options_.volume > 0 ? options_.volume : own);
    }

    void add(std::string id, Extents extents, Permutation perm, Extents array = {}) {
        TransposeCase entry;
        entry.line = cases_.size() + 1;
        entry.id = std::move(id);
        entry.dtype = dtype_;
        entry.extents = std::move(extents);
        entry.perm = std::move(perm);
        entry.array = std::move(array);
        cases_.push_back(std::move(entry));
    }

    /// Twenty of each rank up to 6, extents between one and five times the least, which `change`
    /// adapts.
    template <class Change>
    void draw(const char* name, int least_rank, const Change& change) {
        constexpr int draws = 20;
        for (int rank = least_rank; rank <= 6; ++rank) {
            for (int number = 0; number < draws; ++number) {
                Extents extents = graded_extents(volume(volume_of_extras), rank, 5);
                random_.shuffle(extents);
                Extents array;
                change(extents, array);
                add(fmt::format("{}-rank{}-{:02}", name, rank, number + 1), extents,
                    random_permutation(extents.size(), random_), array);
            }
        }
    }

    void add_minor(std::string id, std::string_view where, std::int64_t extent, int rank) {
        const auto modes = static_cast<std::size_t>(rank);
        Permutation perm = random_permutation(modes, random_);
        // With the same fastest mode on both sides there is one short mode, not two.
        while (perm.front() == 0) perm = random_permutation(modes, random_);
        const std::size_t fastest_out = static_cast<std::size_t>(perm.front());
        std::vector<bool> is_short(modes, false);
        is_short.front() = where != "out";
        if (where != "in") is_short[fastest_out] = true;
        double rest = volume(volume_of_extras);
        int others = rank;
        for (const bool one : is_short) {
            if (!one) continue;
            rest /= static_cast<double>(extent);
            --others;
        }
        Extents extents(modes, extent);
        const Extents large =
            others > 1 ? graded_extents(rest, others, 3)
                       : Extents{std::max<std::int64_t>(smallest_extent, std::llround(rest))};
        std::size_t next = 0;
        for (std::size_t mode = 0; mode < modes; ++mode) {
            if (!is_short[mode]) extents[mode] = large[next++];
        }
        add(std::move(id), extents, perm);
    }

    TransposeSetOptions options_;
    PortableRandom random_;
    DType dtype_;
    std::vector<TransposeCase> cases_;
};

struct NamedSet {
    const char* name;
    void (Set::*fill)();
};
constexpr std::array sets{NamedSet{"ratios", &Set::ratios},   NamedSet{"ranks", &Set::ranks},
                          NamedSet{"squares", &Set::squares}, NamedSet{"sizes", &Set::sizes},
                          NamedSet{"blocks", &Set::blocks},   NamedSet{"odd", &Set::odd},
                          NamedSet{"minor", &Set::minor}};

}  // namespace

const std::vector<std::string>& transpose_set_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        all.reserve(sets.size());
        for (const NamedSet& set : sets) all.emplace_back(set.name);
        return all;
    }();
    return names;
}

std::vector<TransposeCase> transpose_set(std::string_view name,
                                         const TransposeSetOptions& options) {
    const auto found = std::find_if(sets.begin(), sets.end(),
                                    [&](const NamedSet& set) { return set.name == name; });
    if (found == sets.end()) {
        throw InvalidArgument(fmt::format("--set: {} is none of {}", in_quotes(name),
                                          fmt::join(transpose_set_names(), ", ")));
    }
    Set set(options);
    (set.*found->fill)();
    return set.take();
}

}  // namespace ttgt::tool
