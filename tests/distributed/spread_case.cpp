// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/distributed/spread_case.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "contraction/expression/expression.h"
#include "src/core/element.h"

namespace ttgt::test {
namespace {

/// Small integers that depend on the whole tensor's indices alone.
Scalar number_of(std::size_t operand, const std::vector<std::int64_t>& indices, bool complex) {
    std::uint64_t hash = 1469598103934665603ull + operand;
    for (const std::int64_t index : indices) {
        hash = (hash ^ static_cast<std::uint64_t>(index + 1)) * 1099511628211ull;
        hash ^= hash >> 29;
    }
    const auto small = [](std::uint64_t bits) { return static_cast<double>(bits % 7) - 3.0; };
    return {small(hash >> 8), complex ? small(hash >> 24) : 0.0};
}

void store(void* to, DType dtype, Scalar value) {
    visit_computed(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T element = scalar_cast<T>(value);
        std::memcpy(to, &element, sizeof(T));
    });
}

Scalar load(const void* from, DType dtype) {
    return visit_computed(dtype, [&](auto tag) -> Scalar {
        using T = typename decltype(tag)::type;
        T element{};
        std::memcpy(&element, from, sizeof(T));
        return Scalar(element);
    });
}

/// Calls visit for every index tuple, first mode fastest.
template <class Visit>
void for_each_index(const std::vector<std::int64_t>& extents, Visit&& visit) {
    if (std::count(extents.begin(), extents.end(), 0) > 0) return;
    std::vector<std::int64_t> indices(extents.size(), 0);
    while (true) {
        visit(indices);
        std::size_t mode = 0;
        for (; mode < extents.size(); ++mode) {
            if (++indices[mode] < extents[mode]) break;
            indices[mode] = 0;
        }
        if (mode == extents.size()) return;
    }
}

std::string joined(const std::vector<std::string>& labels) {
    return fmt::format("{}", fmt::join(labels, ","));
}

/// A tensor as a whole, as every rank can make it.
std::vector<char> whole_tensor(const SpreadCase& drawn, std::size_t position) {
    const DistributedLayout& of = drawn.operands[position];
    const auto bytes = static_cast<std::size_t>(size_bytes(of.dtype));
    std::vector<char> memory;
    for_each_index(of.extents, [&](const std::vector<std::int64_t>& indices) {
        memory.resize(memory.size() + bytes);
        store(memory.data() + memory.size() - bytes, of.dtype,
              number_of(position, indices, is_complex(of.dtype)));
    });
    memory.resize(memory.size() + 16);  // never empty
    return memory;
}

struct DrawnLabels {
    std::vector<std::string> names;
    std::vector<std::int64_t> extents;
    std::vector<std::vector<std::string>> operands;  // the labels of D, L, R
};

DrawnLabels draw_labels(Random& random) {
    DrawnLabels drawn;
    drawn.operands.resize(3);
    const auto add = [&](std::int64_t count, const std::vector<std::size_t>& operands) {
        for (std::int64_t i = 0; i < count; ++i) {
            const std::string name(1, static_cast<char>('a' + drawn.names.size()));
            drawn.names.push_back(name);
            drawn.extents.push_back(random.chance(3) ? 0 : random.between(1, 8));
            for (const std::size_t operand : operands) drawn.operands[operand].push_back(name);
        }
    };
    add(random.between(0, 2), {0, 1});
    add(random.between(0, 2), {0, 2});
    add(random.between(0, 2), {1, 2});
    add(random.chance(30) ? 1 : 0, {0, 1, 2});
    add(random.chance(8) ? 1 : 0, {1});
    for (std::vector<std::string>& labels : drawn.operands) random.shuffle(labels);
    return drawn;
}

}  // namespace

std::vector<int> draw_grid(Random& random, int ranks) {
    std::vector<int> grid;
    const std::int64_t axes = random.between(0, 3);
    int left = random.chance(80) ? ranks : static_cast<int>(random.between(1, ranks));
    for (std::int64_t axis = 0; axis < axes; ++axis) {
        std::vector<int> factors;
        for (int factor = 1; factor <= left; ++factor) {
            if (left % factor == 0) factors.push_back(factor);
        }
        grid.push_back(axis + 1 == axes && random.chance(70) ? left : random.pick(factors));
        left /= grid.back();
    }
    return grid;
}

Distribution draw_distribution(Random& random, std::size_t modes, const std::vector<int>& grid) {
    Distribution distribution{grid, std::vector<ModeDistribution>(modes)};
    std::vector<int> free(grid.size());
    std::iota(free.begin(), free.end(), 0);
    random.shuffle(free);
    for (ModeDistribution& mode : distribution.modes) {
        if (free.empty() || random.chance(30)) continue;
        mode = {free.back(), random.chance(50) ? 0 : random.between(1, 4)};
        free.pop_back();
    }
    return distribution;
}

SpreadCase draw_case(std::uint64_t seed, int ranks) {
    Random random(seed);
    SpreadCase drawn;
    const DrawnLabels labels = draw_labels(random);
    const DType dtype = random.pick(std::vector<DType>{
        DType::float64, DType::float64, DType::float32, DType::complex64, DType::complex128});
    const std::vector<int> shared = draw_grid(random, ranks);
    const bool is_shared = random.chance(60);
    for (const std::vector<std::string>& names : labels.operands) {
        DistributedLayout layout{dtype, {}, {}, {}};
        for (const std::string& name : names) {
            layout.extents.push_back(labels.extents[static_cast<std::size_t>(name[0] - 'a')]);
        }
        layout.distribution =
            draw_distribution(random, names.size(), is_shared ? shared : draw_grid(random, ranks));
        drawn.operands.push_back(std::move(layout));
    }
    const auto input = [&](const char* name, std::size_t operand) {
        const std::string tensor = fmt::format("{}({})", name, joined(labels.operands[operand]));
        return random.chance(25) ? fmt::format("conj({})", tensor) : tensor;
    };
    const std::string sign = random.pick(std::vector<std::string>{"=", "=", "+=", "-="});
    drawn.expression = fmt::format("D({}){}2*{}*{}", joined(labels.operands[0]), sign,
                                   input("L", 1), input("R", 2));
    drawn.has_gaps = random.chance(30);
    if (random.chance(40)) drawn.alpha = is_complex(dtype) ? Scalar(1, -2) : Scalar(-3, 0);
    drawn.beta = sign == "=" ? 0.0 : 1.0;
    if (random.chance(20)) drawn.beta = drawn.beta == Scalar{} ? 2.0 : 0.0;
    drawn.options.beta_is_zero = drawn.beta == Scalar{};
    if (random.chance(30)) drawn.options.int_limit = random.between(16, 400);
    // So that other candidates win than by the rates of a real machine.
    RankRates& rates = drawn.options.rates.emplace();
    if (random.chance(50)) rates.link_bytes_per_second = 1e5;
    if (random.chance(50)) rates.message_seconds = 0;
    if (random.chance(50)) rates.flops_per_second = 1e6;
    return drawn;
}

std::string describe(const SpreadCase& drawn, std::uint64_t seed) {
    std::string text =
        fmt::format("TTGT_TEST_SEED={} {} alpha {} beta {} int limit {}", seed, drawn.expression,
                    drawn.alpha.real(), drawn.beta.real(), drawn.options.int_limit);
    for (const DistributedLayout& operand : drawn.operands) {
        text += fmt::format("\n  {} {} on {}:", name(operand.dtype), operand.extents,
                            operand.distribution.grid);
        for (const ModeDistribution& mode : operand.distribution.modes) {
            text += fmt::format(" ({}, {})", mode.axis, mode.block);
        }
    }
    return text;
}

Shard::Shard(const SpreadCase& drawn, std::size_t position, int rank, bool is_filled)
    : layout_(drawn.operands[position]), local_(local_layout(layout_, rank)) {
    if (drawn.has_gaps) {
        std::int64_t stride = 1 + rank % 2;
        for (std::size_t mode = 0; mode < local_.rank(); ++mode) {
            local_.strides[mode] = stride;
            stride = stride * std::max<std::int64_t>(local_.extents[mode], 1) + 1 + rank;
        }
        layout_.strides = local_.strides;
    }
    std::int64_t elements = 1;
    for (std::size_t mode = 0; mode < local_.rank(); ++mode) {
        elements += std::max<std::int64_t>(local_.extents[mode] - 1, 0) * local_.strides[mode];
    }
    const auto bytes = static_cast<std::size_t>(size_bytes(layout_.dtype));
    memory_.assign(static_cast<std::size_t>(elements) * bytes + 2 * margin, '\xff');  // NaNs
    if (!is_filled) return;
    for_each_held(layout_, rank, [&](const auto& local, const auto& whole) {
        std::int64_t offset = 0;
        for (std::size_t mode = 0; mode < local.size(); ++mode) {
            offset += local[mode] * local_.strides[mode];
        }
        store(memory_.data() + margin + static_cast<std::size_t>(offset) * bytes, layout_.dtype,
              number_of(position, whole, is_complex(layout_.dtype)));
    });
}

Scalar Shard::at(const std::vector<std::int64_t>& indices) const {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < indices.size(); ++mode) {
        offset += indices[mode] * local_.strides[mode];
    }
    return load(memory_.data() + margin + offset * size_bytes(layout_.dtype), layout_.dtype);
}

bool Shard::is_unharmed_beside() const {
    std::vector<bool> is_element(memory_.size(), false);
    const std::int64_t bytes = size_bytes(layout_.dtype);
    for_each_index(local_.extents, [&](const std::vector<std::int64_t>& indices) {
        std::int64_t offset = 0;
        for (std::size_t mode = 0; mode < indices.size(); ++mode) {
            offset += indices[mode] * local_.strides[mode];
        }
        for (std::int64_t byte = 0; byte < bytes; ++byte) {
            is_element[margin + static_cast<std::size_t>(offset * bytes + byte)] = true;
        }
    });
    for (std::size_t byte = 0; byte < memory_.size(); ++byte) {
        if (!is_element[byte] && memory_[byte] != '\xff') return false;
    }
    return true;
}

void for_each_held(const DistributedLayout& layout, int rank,
                   const std::function<void(const std::vector<std::int64_t>&,
                                            const std::vector<std::int64_t>&)>& visit) {
    int held_by = 1;
    for (const int ranks : layout.distribution.grid) held_by *= ranks;
    if (rank >= held_by) return;
    const Layout local = local_layout(layout, rank);
    std::vector<std::vector<std::int64_t>> whole;
    for (std::size_t mode = 0; mode < local.rank(); ++mode) {
        whole.push_back(global_indices(layout, mode, rank));
    }
    for_each_index(local.extents, [&](const std::vector<std::int64_t>& indices) {
        std::vector<std::int64_t> there(indices.size());
        for (std::size_t mode = 0; mode < indices.size(); ++mode) {
            there[mode] = whole[mode][static_cast<std::size_t>(indices[mode])];
        }
        visit(indices, there);
    });
}

std::vector<Scalar> expected_result(const SpreadCase& drawn) {
    const Expression expression = parse_expression(drawn.expression);
    const DistributedLayout& d = drawn.operands[0];
    std::vector<std::vector<char>> memory;
    for (std::size_t i = 0; i < drawn.operands.size(); ++i) {
        memory.push_back(whole_tensor(drawn, i));
    }
    const auto view = [&](std::size_t i) {
        return ConstTensorView(drawn.operands[i].dtype, packed(drawn.operands[i].extents),
                               memory[i].data());
    };
    std::vector<Scalar> expected;
    Scalar beta = drawn.beta;
    std::size_t input = 1;
    for (const Term& term : expression.terms) {
        reference::Problem problem;
        problem.output_labels = expression.output.labels;
        problem.output_extents = d.extents;
        problem.beta = std::exchange(beta, 1.0);
        problem.alpha =
            drawn.alpha * term.scale * (expression.assignment == Assignment::subtract ? -1.0 : 1.0);
        for (const Factor& factor : term.factors) {
            problem.inputs.push_back({factor.labels, view(input++), factor.conjugated});
        }
        const ConstTensorView before = view(0);
        expected.clear();
        for (const reference::Value& value : reference::evaluate(problem, &before)) {
            expected.push_back(value.value);
        }
        const auto bytes = static_cast<std::size_t>(size_bytes(d.dtype));
        for (std::size_t i = 0; i < expected.size(); ++i) {
            store(memory[0].data() + i * bytes, d.dtype, expected[i]);
        }
    }
    return expected;
}

void check_shard(const SpreadCase& drawn, const Shard& d, int rank,
                 const std::vector<Scalar>& expected, const std::string& what) {
    EXPECT_TRUE(d.is_unharmed_beside()) << what << " on rank " << rank;
    int wrong = 0;
    for_each_held(d.layout(), rank, [&](const auto& local, const auto& whole) {
        std::size_t position = 0;
        for (std::size_t mode = whole.size(); mode > 0; --mode) {
            position = position * static_cast<std::size_t>(drawn.operands[0].extents[mode - 1]) +
                       static_cast<std::size_t>(whole[mode - 1]);
        }
        if (d.at(local) == expected[position] || ++wrong > 1) return;
        ADD_FAILURE() << what << " on rank " << rank << " at " << fmt::format("{}", whole) << ": "
                      << d.at(local) << ", not " << expected[position];
    });
}

}  // namespace ttgt::test
