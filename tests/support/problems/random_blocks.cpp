// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/problems/random_blocks.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ttgt::test {
namespace {

/// Strides in a random order of modes, with gaps.
std::vector<std::int64_t> random_strides(const std::vector<std::int64_t>& extents, Random& random) {
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (random.chance(60)) random.shuffle(order);
    std::vector<std::int64_t> strides(extents.size());
    std::int64_t stride = random.chance(80) ? 1 : 2;
    for (const std::size_t mode : order) {
        strides[mode] = stride;
        stride = stride * std::max<std::int64_t>(extents[mode], 1) + (random.chance(25) ? 1 : 0);
    }
    return strides;
}

BlockLayout with_random_strides(const BlockLayout& layout, Random& random) {
    std::vector<std::int64_t> strides;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const auto its = random_strides(layout.extents(block), random);
        strides.insert(strides.end(), its.begin(), its.end());
    }
    return layout.with_strides(strides);
}

/// All blocks, each kept with some chance.
BlockLayout random_layout(const std::vector<Sections>& sections, int percent, Random& random) {
    std::vector<BlockCoordinates> found;
    BlockCoordinates block(sections.size(), 0);
    while (std::ranges::none_of(sections, [](const Sections& its) { return its.empty(); })) {
        if (random.chance(percent)) found.push_back(block);
        std::size_t mode = 0;
        while (mode < sections.size() &&
               static_cast<std::size_t>(++block[mode]) == sections[mode].size()) {
            block[mode++] = 0;
        }
        if (mode == sections.size()) break;
    }
    random.shuffle(found);
    return BlockLayout(sections, found);
}

/// The blocks of `needed` and some others.
BlockLayout with_others(const BlockLayout& needed, Random& random) {
    const BlockLayout others = random_layout(needed.sections(), random.chance(50) ? 0 : 40, random);
    std::vector<BlockCoordinates> found;
    for (std::int64_t block = 0; block < needed.blocks(); ++block) {
        const auto its = needed.coordinates(block);
        found.emplace_back(its.begin(), its.end());
    }
    for (std::int64_t block = 0; block < others.blocks(); ++block) {
        const auto its = others.coordinates(block);
        if (!needed.find(its)) found.emplace_back(its.begin(), its.end());
    }
    random.shuffle(found);
    return BlockLayout(needed.sections(), found);
}

struct Expressions {
    const char* text;
    std::vector<std::vector<std::string>> labels;
};

/// Every role, repeated labels, one and two inputs.
const std::vector<Expressions>& expressions() {
    static const std::vector<Expressions> all{
        {"D(a,c){}L(a,k)*R(k,c)", {{"a", "c"}, {"a", "k"}, {"k", "c"}}},
        {"D(a,w,s,c){}L(a,w,k)*R(k,s,c)", {{"a", "w", "s", "c"}, {"a", "w", "k"}, {"k", "s", "c"}}},
        {"D(c,b,a){}L(a,k,b,l)*R(l,c,b,k)",
         {{"c", "b", "a"}, {"a", "k", "b", "l"}, {"l", "c", "b", "k"}}},
        {"D(a,b){}L(k,a,x)*R(b,k,y)", {{"a", "b"}, {"k", "a", "x"}, {"b", "k", "y"}}},
        {"D(b,a){}L(a,k,k)*R(b,b,k)", {{"b", "a"}, {"a", "k", "k"}, {"b", "b", "k"}}},
        {"D(){}L(k,l)*R(l,k)", {{}, {"k", "l"}, {"l", "k"}}},
        {"D(a,b){}L(a)*R(b)", {{"a", "b"}, {"a"}, {"b"}}},
        {"D(b,k){}L(k,b)*R(b,k)", {{"b", "k"}, {"k", "b"}, {"b", "k"}}},
        {"D(c,a,b){}L(a,b,c)", {{"c", "a", "b"}, {"a", "b", "c"}}},
        {"D(a){}L(k,a,k)", {{"a"}, {"k", "a", "k"}}},
        {"D(a){}L(a,k)", {{"a"}, {"a", "k"}}}};
    return all;
}

/// Of more than two inputs: chains, rings, a label of three inputs, lone labels, diagonals, factors
/// that share no label.
const std::vector<Expressions>& products_of_many() {
    static const std::vector<Expressions> all{
        {"D(a,b){}L(a,c)*R(c,d)*S(d,b)", {{"a", "b"}, {"a", "c"}, {"c", "d"}, {"d", "b"}}},
        {"D(c,a,b){}L(a,k)*R(l,b,k)*S(l,c)",
         {{"c", "a", "b"}, {"a", "k"}, {"l", "b", "k"}, {"l", "c"}}},
        {"D(){}L(a,b)*R(b,c)*S(c,a)", {{}, {"a", "b"}, {"b", "c"}, {"c", "a"}}},
        {"D(a,b){}L(k,a,x)*R(k,l)*S(l,m)*T(m,b)",
         {{"a", "b"}, {"k", "a", "x"}, {"k", "l"}, {"l", "m"}, {"m", "b"}}},
        {"D(a,w,b){}L(a,w,k)*R(k,w)*S(w,k,b)",
         {{"a", "w", "b"}, {"a", "w", "k"}, {"k", "w"}, {"w", "k", "b"}}},
        {"D(a,b){}L(a,a,k)*R(k)*S(b)", {{"a", "b"}, {"a", "a", "k"}, {"k"}, {"b"}}},
        {"D(a){}L(a)*R(b,b)*S(c)", {{"a"}, {"a"}, {"b", "b"}, {"c"}}}};
    return all;
}

struct Types {
    DType d;
    std::vector<DType> inputs;
};

Types draw_types(Random& random) {
    using enum DType;
    static const std::vector<Types> all{
        {float64, {float64, float64}},          {float32, {float32, float32}},
        {complex128, {complex128, complex128}}, {complex64, {complex64, complex64}},
        {complex128, {float64, complex128}},    {complex64, {complex64, float32}}};
    return random.pick(all);
}

Scalar draw_scalar(DType d, Random& random) {
    return {random.real(), is_complex(d) ? random.real() : 0.0};
}

/// Of labels that are drawn once each: up to four sections, a few of them empty.
std::vector<BlockLayout> draw_inputs(const Expressions& expression, Random& random) {
    std::map<std::string, Sections> sections;
    std::vector<BlockLayout> inputs;
    for (std::size_t i = 1; i < expression.labels.size(); ++i) {
        std::vector<Sections> its;
        for (const std::string& label : expression.labels[i]) {
            Sections& drawn = sections[label];
            for (std::int64_t count = drawn.empty() ? random.between(1, 4) : 0; count > 0;
                 --count) {
                drawn.push_back(random.chance(5) ? 0 : random.between(1, 6));
            }
            its.push_back(drawn);
        }
        inputs.push_back(random_layout(its, random.chance(20) ? 100 : 45, random));
    }
    return inputs;
}

/// The expression with `=` or `+=` and its marks of conjugation: "D(a,c)=L+(a,k)*R(k,c)".
std::string text_of(std::string text, const RandomBlocks& problem) {
    text.replace(text.find("{}"), 2, problem.beta == Scalar() ? "=" : "+=");
    for (std::size_t i = 0; i < problem.conjugated.size(); ++i) {
        const std::size_t at = text.find(std::string{"LRST"[i], '('});
        if (problem.conjugated[i]) text.insert(at + 1, 1, '+');
    }
    return text;
}

std::vector<std::int64_t> offsets_of(const GuardedArray& array) {
    std::vector<std::int64_t> offsets;
    array.for_each_offset([&](std::int64_t offset) { offsets.push_back(offset); });
    return offsets;
}

RandomBlocks draw(const std::vector<Expressions>& expressions, Random random) {
    const Expressions& expression = random.pick(expressions);
    const Types types = draw_types(random);
    RandomBlocks problem;
    problem.labels = expression.labels;
    const std::vector<Scalar> betas{0.0, 1.0, draw_scalar(types.d, random)};
    problem.alpha = random.chance(10) ? Scalar() : draw_scalar(types.d, random);
    problem.beta = random.pick(betas);
    const std::size_t count = expression.labels.size() - 1;
    std::vector<DType> dtypes(count, types.d);
    for (std::size_t i = 0; count > 1 && i < count; ++i) dtypes[i] = types.inputs[i % 2];
    for (const DType dtype : dtypes) {
        problem.conjugated.push_back(is_complex(dtype) && random.chance(30));
    }
    problem.text = text_of(expression.text, problem);
    const std::vector<BlockLayout> inputs = draw_inputs(expression, random);
    problem.operands.emplace_back(types.d, with_others(output_blocks(problem.text, inputs), random),
                                  random);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        problem.operands.emplace_back(dtypes[i], inputs[i], random);
    }
    for (GuardedBlocks& operand : problem.operands) operand.fill(random);
    return problem;
}

testing::AssertionResult compare(const RandomBlocks& problem, const GuardedArray& before,
                                 const GuardedArray& result,
                                 const std::vector<GuardedArray>& inputs) {
    reference::Problem reference;
    reference.output_labels = problem.labels[0];
    reference.output_extents = before.layout().extents;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        reference.inputs.push_back(
            {problem.labels[i + 1], inputs[i].view(), problem.conjugated[i]});
    }
    reference.alpha = problem.alpha;
    reference.beta = problem.beta;
    const ConstTensorView old = before.view();
    const auto comparison = reference::compare(reference, &old, result.view());
    if (comparison.outcome != reference::Outcome::fail) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << problem.text << ": error over bound " << comparison.error_over_bound << " at "
           << fmt::format("{}", fmt::join(comparison.worst_index, ","));
}

}  // namespace

GuardedBlocks::GuardedBlocks(DType dtype, const BlockLayout& layout, Random& random)
    : dtype_(dtype), layout_(with_random_strides(layout, random)) {
    for (std::int64_t block = 0; block < layout_.blocks(); ++block) {
        blocks_.emplace_back(dtype, layout_.layout(block));
    }
}

BlockTensorView GuardedBlocks::view() {
    std::vector<void*> addresses;
    for (GuardedArray& block : blocks_) addresses.push_back(block.data());
    return {dtype_, layout_, addresses};
}

ConstBlockTensorView GuardedBlocks::view() const {
    std::vector<const void*> addresses;
    for (const GuardedArray& block : blocks_) addresses.push_back(block.data());
    return {dtype_, layout_, addresses};
}

void GuardedBlocks::fill(Random& random) {
    for (GuardedArray& block : blocks_) {
        block.set_each([&] { return Scalar(random.real(), random.real()); });
    }
}

bool GuardedBlocks::intact() const {
    return std::ranges::all_of(blocks_, [](const GuardedArray& block) { return block.intact(); });
}

std::vector<std::vector<std::byte>> GuardedBlocks::bytes() const {
    std::vector<std::vector<std::byte>> all;
    for (const GuardedArray& block : blocks_) all.push_back(block.bytes());
    return all;
}

GuardedArray GuardedBlocks::dense() const {
    std::vector<std::int64_t> extents;
    std::vector<std::vector<std::int64_t>> begins;
    for (const Sections& sections : layout_.sections()) {
        std::vector<std::int64_t>& its = begins.emplace_back();
        std::int64_t extent = 0;
        for (const std::int64_t section : sections) {
            its.push_back(extent);
            extent += section;
        }
        extents.push_back(extent);
    }
    GuardedArray dense(dtype_, packed(extents));
    dense.set_each([] { return Scalar(); });
    for (std::int64_t block = 0; block < layout_.blocks(); ++block) {
        const auto coordinates = layout_.coordinates(block);
        std::int64_t origin = 0;
        for (std::size_t mode = 0; mode < extents.size(); ++mode) {
            origin += dense.layout().strides[mode] *
                      begins[mode][static_cast<std::size_t>(coordinates[mode])];
        }
        // The same elements in the same order, at the strides of either array.
        const GuardedArray& from = blocks_[static_cast<std::size_t>(block)];
        const GuardedArray to(dtype_, Layout{layout_.extents(block), dense.layout().strides});
        const std::vector<std::int64_t> offsets = offsets_of(to);
        std::size_t place = 0;
        for (const std::int64_t offset : offsets_of(from)) {
            dense.set(origin + offsets[place++], from.get(offset));
        }
    }
    return dense;
}

RandomBlocks draw_blocks(std::uint64_t seed) { return draw(expressions(), Random(seed)); }

RandomBlocks draw_block_network(std::uint64_t seed) {
    return draw(products_of_many(), Random(seed));
}

std::vector<BlockOperand> block_operands(const RandomBlocks& problem) {
    std::vector<BlockOperand> operands;
    for (const GuardedBlocks& operand : problem.operands) {
        operands.push_back({operand.view().dtype(), operand.layout()});
    }
    return operands;
}

testing::AssertionResult check_block_run(RandomBlocks problem, const BlockPlanOptions& options,
                                         const BlockRun& run) {
    const GuardedArray before = problem.operands[0].dense();
    std::vector<GuardedArray> inputs;
    std::vector<std::vector<std::vector<std::byte>>> old;
    for (const GuardedBlocks& operand : problem.operands) {
        old.push_back(operand.bytes());
        if (old.size() > 1) inputs.push_back(operand.dense());
    }
    BlockPlanOptions planning = options;
    planning.beta_is_zero = problem.beta == Scalar();
    if (const auto done = run(problem, planning); !done) return done;
    for (std::size_t i = 0; i < problem.operands.size(); ++i) {
        if (!problem.operands[i].intact()) return testing::AssertionFailure() << "guards of " << i;
        if (i > 0 && problem.operands[i].bytes() != old[i]) {
            return testing::AssertionFailure() << "input " << i << " has changed";
        }
    }
    return compare(problem, before, problem.operands[0].dense(), inputs);
}

RandomBlocks block_product(DType dtype, const Sections& inners, bool l_runs_along_inners) {
    Random random(5);
    BlockLayout l({{7, 5}, {9, 1}, inners},
                  {{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {0, 1, 1}, {0, 0, 1}});
    const BlockLayout r({inners, {35, 70}}, {{0, 0}, {1, 0}, {1, 1}});
    RandomBlocks problem;
    problem.text = "D(a,c,b)+=L(a,b,k)*R(k,c)";
    problem.labels = {{"a", "c", "b"}, {"a", "b", "k"}, {"k", "c"}};
    if (l_runs_along_inners) {
        l = BlockLayout({inners, {7, 5}, {9, 1}},
                        {{0, 0, 0}, {0, 1, 0}, {1, 1, 1}, {1, 0, 1}, {1, 0, 0}});
        problem.text = "D(a,c,b)+=L(k,a,b)*R(k,c)";
        problem.labels[1] = {"k", "a", "b"};
    }
    problem.conjugated = {false, false};
    problem.beta = 2.0;
    problem.operands.emplace_back(dtype, output_blocks(problem.text, {l, r}), random);
    problem.operands.emplace_back(dtype, l, random);
    problem.operands.emplace_back(dtype, r, random);
    for (GuardedBlocks& operand : problem.operands) operand.fill(random);
    return problem;
}

testing::AssertionResult check_blocks(RandomBlocks problem, const BlockPlanOptions& options,
                                      int threads) {
    ContextOptions settings;
    settings.threads = threads;
    Context context(settings);
    const auto run = [&](RandomBlocks& its, const BlockPlanOptions& planning) {
        const auto plan = plan_contraction(context, its.text, block_operands(its), planning);
        if (plan.workspace_bytes() > planning.workspace_limit.value_or(unlimited)) {
            return testing::AssertionFailure() << "needs " << plan.workspace_bytes() << " bytes";
        }
        GuardedArray workspace(DType::float32, packed({plan.workspace_bytes() / 4 + 64}));
        const auto misaligned =
            reinterpret_cast<std::uintptr_t>(workspace.data()) % workspace_alignment;
        RunOptions arguments{its.alpha, its.beta, {}, {}, {}};
        arguments.workspace = {
            static_cast<char*>(workspace.data()) + (workspace_alignment - misaligned),
            plan.workspace_bytes()};
        std::vector<ConstBlockTensorView> views;
        for (std::size_t i = 1; i < its.operands.size(); ++i) {
            views.push_back(std::as_const(its.operands[i]).view());
        }
        plan.run(its.operands[0].view(), views, arguments);
        return testing::AssertionSuccess();
    };
    return check_block_run(std::move(problem), options, run);
}

}  // namespace ttgt::test
