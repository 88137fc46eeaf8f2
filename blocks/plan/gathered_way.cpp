// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/gathered_way.h"

#include <algorithm>
#include <map>
#include <utility>

#include "blocks/plan/block_moves.h"
#include "contraction/plan/workspace.h"
#include "contraction/planner/quick_price.h"
#include "src/core/checked.h"
#include "src/core/element.h"

namespace ttgt::blocks {
namespace {

/// The number that a component's blocks have in common, in a list of one.
std::vector<std::uint32_t> only_tuple() { return {0}; }

/// Whether the fastest mode of an operand has a label of this group.
bool is_fastest(const BlockProblem& problem, Operand operand,
                const std::vector<std::size_t>& group) {
    return std::ranges::any_of(group, [&](std::size_t label) {
        const std::vector<std::size_t>& modes = problem.labels[label].modes[operand];
        return !modes.empty() && modes[0] == 0;
    });
}

Place place_of_block(Operand operand, std::uint32_t block) {
    return {static_cast<BufferRef::Slot>(operand), block, 0};
}

Place in_workspace(std::int64_t offset) { return {BufferRef::Slot::workspace, 0, offset}; }

}  // namespace

DType product_dtype(DType d) { return is_half(d) ? DType::float32 : d; }

GatheredWay::GatheredWay(const ComponentSetting& setting, const Component& component)
    : setting_(setting), component_(component) {
    const BlockProblem& problem = setting.problem;
    const BlockJoin& join = setting.join;
    const Expressions& labels = setting.expressions;
    const std::vector<std::uint32_t> one;
    const BlockShapes& shapes = setting.shapes;
    const TupleBlocks by_row{shapes, operand_l, component.l_blocks, join.row_of_l};
    const TupleBlocks by_inner{shapes, operand_l, component.l_blocks, join.inner_of_l};
    const TupleBlocks by_column{shapes, operand_r, component.r_blocks, join.column_of_r};
    const TupleBlocks by_batch{shapes, operand_l, component.l_blocks, one};
    rows_ = make_index(by_row, labels.rows(), component.rows);
    inners_ = make_index(by_inner, labels.inners(), component.inners);
    columns_ = make_index(by_column, labels.columns(), component.columns);
    batch_ = make_index(by_batch, labels.batch(), only_tuple());
    if (component.l_blocks.size() > 1) {
        l_ = gathered(problem.operands[operand_l].dtype, rows_, inners_,
                      is_fastest(problem, operand_l, labels.inners()));
    }
    if (component.r_blocks.size() > 1) {
        r_ = gathered(problem.operands[operand_r].dtype, inners_, columns_,
                      is_fastest(problem, operand_r, labels.columns()));
    }
    if (rows_.is_merged() || columns_.is_merged()) {
        product_ = gathered(product_dtype(problem.operands[operand_d].dtype), rows_, columns_,
                            is_fastest(problem, operand_d, labels.columns()));
    }
}

GatheredWay::Gathered GatheredWay::gathered(DType dtype, const TupleIndex& first,
                                            const TupleIndex& second, bool second_is_fastest) {
    Gathered made{GatheredTensor(dtype, first, second, batch_, second_is_fastest), bytes_};
    bytes_ = align_in_workspace(
        checked_add(bytes_, made.tensor->bytes(), "the bytes of gathered tensors"));
    return made;
}

double GatheredWay::quick_ms() const {
    const auto extent = [](const TupleIndex& index) { return static_cast<double>(index.extent); };
    const double batch = extent(batch_);
    const ProductVolumes volumes{extent(rows_) * extent(inners_) * batch,
                                 extent(inners_) * extent(columns_) * batch,
                                 extent(rows_) * extent(columns_) * batch,
                                 extent(rows_) * extent(inners_) * extent(columns_) * batch};
    const Machine& machine = setting_.plans.machine(false);
    const DType dtype = setting_.problem.operands[operand_d].dtype;
    return machine.prices().copy_ms(2.0 * static_cast<double>(bytes_)) +
           quick_price_ms(machine, dtype, volumes);
}

void GatheredWay::describe(PlannedComponent& planned) const {
    planned.m = rows_.extent;
    planned.n = columns_.extent;
    planned.k = inners_.extent;
    planned.batch = batch_.extent;
}

ComponentWay GatheredWay::plan() const {
    ComponentWay way;
    way.is_gathered = true;
    way.bytes = bytes_;
    add_gather(way, operand_l);
    add_gather(way, operand_r);
    add_product(way);
    add_scatter(way);
    for (const auto& jobs : way.jobs) {
        way.ms += predicted_ms(jobs, setting_.plans, setting_.threads);
    }
    for (std::size_t kind = 0; kind < stage_kinds; ++kind) {
        const MoveTypes types = move_types(setting_.problem, static_cast<StageKind>(kind));
        for (const Move& move : way.moves[kind]) {
            way.ms += setting_.grouped->move_ms(bytes_of(move, setting_.move_shapes, types));
        }
    }
    return way;
}

bool GatheredWay::lacks_blocks(Operand operand) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
    const BlockJoin& join = setting_.join;
    if (operand == operand_l) {
        for (const std::uint32_t l : component_.l_blocks) {
            places.emplace_back(join.row_of_l[l], join.inner_of_l[l]);
        }
    } else {
        for (const std::uint32_t r : component_.r_blocks) {
            places.emplace_back(join.inner_of_r[r], join.column_of_r[r]);
        }
    }
    std::ranges::sort(places);
    const auto different = std::unique(places.begin(), places.end()) - places.begin();
    const std::size_t firsts = operand == operand_l ? rows_.tuples.size() : inners_.tuples.size();
    const std::size_t seconds =
        operand == operand_l ? inners_.tuples.size() : columns_.tuples.size();
    return static_cast<std::size_t>(different) < firsts * seconds;
}

void GatheredWay::add_clear(ComponentWay& way, const Gathered& gathered) const {
    const OperandLayout zeros{gathered.tensor->operand().dtype,
                              packed({gathered.tensor->elements()})};
    DenseProblem problem{&setting_.expressions.clear(), {zeros, zeros}, true, false, true};
    const Place place = in_workspace(gathered.offset);
    way.jobs[clear].push_back({{{setting_.plans.number_of(problem),
                                 ScalarRole::zero,
                                 ScalarRole::zero,
                                 place,
                                 place,
                                 {}}},
                               false});
}

void GatheredWay::add_gather(ComponentWay& way, Operand operand) const {
    const Gathered& its = operand == operand_l ? l_ : r_;
    const bool is_l = operand == operand_l;
    if (!its.tensor || set_moves(way.moves[is_l ? gather_l : gather_r], operand)) return;
    if (lacks_blocks(operand)) add_clear(way, its);
    const std::int64_t element_bytes = size_bytes(setting_.problem.operands[operand].dtype);
    std::vector<PlannedJob>& jobs = way.jobs[is_l ? gather_l : gather_r];
    // Blocks that differ in sections of lone labels are summed in one place, by one job.
    std::map<std::int64_t, std::size_t> job_of_offset;
    GatheredBlock to;
    for (const std::uint32_t block : blocks_of(operand)) {
        set_place(to, operand, block);
        const auto [found, is_first] = job_of_offset.try_emplace(to.offset, jobs.size());
        if (is_first) jobs.emplace_back();
        const DType dtype = setting_.problem.operands[operand].dtype;
        DenseProblem problem{
            &setting_.expressions.gather(operand),
            {{dtype, to.layout}, {dtype, setting_.problem.layout(operand).layout(block)}},
            is_first};
        jobs[found->second].calls.push_back({setting_.plans.number_of(problem),
                                             ScalarRole::one,
                                             is_first ? ScalarRole::zero : ScalarRole::one,
                                             in_workspace(its.offset + to.offset * element_bytes),
                                             place_of_block(operand, block),
                                             {}});
    }
}

std::pair<std::size_t, std::size_t> GatheredWay::tuples_of(Operand operand,
                                                           std::uint32_t block) const {
    const BlockJoin& join = setting_.join;
    switch (operand) {
        case operand_d:
            return {rows_.place_of(join.row_of_d[block]),
                    columns_.place_of(join.column_of_d[block])};
        case operand_l:
            return {rows_.place_of(join.row_of_l[block]), inners_.place_of(join.inner_of_l[block])};
        default:
            return {inners_.place_of(join.inner_of_r[block]),
                    columns_.place_of(join.column_of_r[block])};
    }
}

void GatheredWay::set_place(GatheredBlock& found, Operand operand, std::uint32_t block) const {
    const auto [first, second] = tuples_of(operand, block);
    gathered_of(operand).tensor->set_block(found, first, second);
}

const std::vector<std::uint32_t>& GatheredWay::blocks_of(Operand operand) const {
    return operand == operand_d   ? component_.d_blocks
           : operand == operand_l ? component_.l_blocks
                                  : component_.r_blocks;
}

/// The labels of a gathered tensor's modes.
std::vector<std::size_t> GatheredWay::labels_of(Operand operand) const {
    const Expressions& labels = setting_.expressions;
    std::vector<std::size_t> all = operand == operand_r ? labels.inners() : labels.rows();
    const auto append = [&](const std::vector<std::size_t>& group) {
        all.insert(all.end(), group.begin(), group.end());
    };
    append(operand == operand_l ? labels.inners() : labels.columns());
    append(labels.batch());
    return all;
}

std::optional<Move> GatheredWay::move_between(Operand operand, std::uint32_t block,
                                              MoveScratch& scratch) const {
    const bool scatters = operand == operand_d;
    const MoveTypes& types = scratch.types;
    set_place(scratch.gathered, operand, block);
    set_strides(setting_.shapes, operand, block, scratch.labels, scratch.strides);
    const std::vector<std::int64_t>& in_tensor = scratch.gathered.layout.strides;
    const MoveShape shape{scratch.gathered.layout.extents, scatters ? scratch.strides : in_tensor,
                          scatters ? in_tensor : scratch.strides};
    if (!setting_.grouped->takes(shape, types)) return std::nullopt;
    Move move;
    move.shape = setting_.move_shapes.number_of(shape);
    const Place lies = place_of_block(operand, block);
    const DType in_workspace_type = scatters ? types.from : types.to;
    const Place gathered = in_workspace(gathered_of(operand).offset +
                                        scratch.gathered.offset * size_bytes(in_workspace_type));
    move.to = scatters ? lies : gathered;
    move.from = scatters ? gathered : lies;
    move.conjugates = !scatters && setting_.problem.traits.conjugated[operand];
    move.adds = scatters && !setting_.problem.traits.beta_is_zero;
    return move;
}

bool GatheredWay::set_moves(std::vector<Move>& moves, Operand operand) const {
    const BlockProblem& problem = setting_.problem;
    if (setting_.grouped == nullptr) return false;
    if (operand != operand_d && has_lone_labels(problem, operand)) return false;
    MoveScratch scratch;
    scratch.types = move_types(problem, operand == operand_d   ? scatter
                                        : operand == operand_l ? gather_l
                                                               : gather_r);
    scratch.labels = labels_of(operand);
    std::vector<Move> made;
    made.reserve(blocks_of(operand).size());
    for (const std::uint32_t block : blocks_of(operand)) {
        const std::optional<Move> move = move_between(operand, block, scratch);
        if (!move) return false;
        made.push_back(*move);
    }
    if (operand != operand_d && !add_zeros(made, operand, scratch)) return false;
    moves = std::move(made);
    return true;
}

bool GatheredWay::add_zeros(std::vector<Move>& moves, Operand operand, MoveScratch& scratch) const {
    const bool is_l = operand == operand_l;
    const Gathered& its = gathered_of(operand);
    const std::size_t firsts = is_l ? rows_.tuples.size() : inners_.tuples.size();
    const std::size_t seconds = is_l ? inners_.tuples.size() : columns_.tuples.size();
    // With many more absent blocks than blocks the whole tensor is cleared instead.
    constexpr std::size_t most_absent = 4;
    if (firsts * seconds > (moves.size() + 64) * most_absent) return false;
    std::vector<char> is_there(firsts * seconds, 0);
    for (const std::uint32_t block : blocks_of(operand)) {
        const auto [first, second] = tuples_of(operand, block);
        is_there[first * seconds + second] = 1;
    }
    GatheredBlock& zeros = scratch.gathered;
    for (std::size_t place = 0; place < is_there.size(); ++place) {
        if (is_there[place] != 0) continue;
        its.tensor->set_block(zeros, place / seconds, place % seconds);
        const MoveShape shape{zeros.layout.extents, zeros.layout.strides, zeros.layout.strides};
        if (!setting_.grouped->takes(shape, scratch.types)) return false;
        Move& move = moves.emplace_back();
        move.shape = setting_.move_shapes.number_of(shape);
        move.to = in_workspace(its.offset + zeros.offset * size_bytes(scratch.types.to));
        move.from = move.to;
        move.has_input = false;
    }
    return true;
}

void GatheredWay::add_product(ComponentWay& way) const {
    const BlockProblem& problem = setting_.problem;
    const ProductForm form{rows_.is_merged(), inners_.is_merged(), columns_.is_merged(),
                           l_.tensor.has_value(), r_.tensor.has_value()};
    const auto operand = [&](const Gathered& gathered, Operand its, std::uint32_t block) {
        if (gathered.tensor) return gathered.tensor->operand();
        return OperandLayout{problem.operands[its].dtype, problem.layout(its).layout(block)};
    };
    const auto place = [&](const Gathered& gathered, Operand its, std::uint32_t block) {
        return gathered.tensor ? in_workspace(gathered.offset) : place_of_block(its, block);
    };
    const std::uint32_t d = component_.d_blocks.front();
    const std::uint32_t l = component_.l_blocks.front();
    const std::uint32_t r = component_.r_blocks.front();
    const bool writes_d = !product_.tensor;
    double its_flops = 0;
    for (const Pair& pair : component_.pairs) its_flops += pair_flops(setting_.shapes, pair);
    const bool is_wide = is_wide_job(its_flops, setting_.flops, setting_.threads);
    const DenseProblem dense{
        &setting_.expressions.product(form),
        {operand(product_, operand_d, d), operand(l_, operand_l, l), operand(r_, operand_r, r)},
        !writes_d || problem.traits.beta_is_zero,
        is_wide};
    way.jobs[multiply].push_back(
        {{{setting_.plans.number_of(dense), ScalarRole::alpha,
           writes_d ? ScalarRole::beta : ScalarRole::zero, place(product_, operand_d, d),
           place(l_, operand_l, l), place(r_, operand_r, r)}},
         is_wide});
}

void GatheredWay::add_scatter(ComponentWay& way) const {
    if (!product_.tensor || set_moves(way.moves[scatter], operand_d)) return;
    const BlockProblem& problem = setting_.problem;
    const DType dtype = product_.tensor->operand().dtype;
    GatheredBlock from;
    for (const std::uint32_t d : component_.d_blocks) {
        set_place(from, operand_d, d);
        const DenseProblem dense{
            &setting_.expressions.scatter(),
            {{problem.operands[operand_d].dtype, problem.layout(operand_d).layout(d)},
             {dtype, from.layout}},
            problem.traits.beta_is_zero};
        way.jobs[scatter].push_back(
            {{{setting_.plans.number_of(dense),
               ScalarRole::one,
               ScalarRole::beta,
               place_of_block(operand_d, d),
               in_workspace(product_.offset + from.offset * size_bytes(dtype)),
               {}}},
             false});
    }
}

}  // namespace ttgt::blocks
