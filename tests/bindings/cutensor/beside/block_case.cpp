// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/block_case.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/bindings/cutensor/beside/planned_operation.h"

namespace ttgt::test {
namespace {

using ModeList = std::vector<std::int32_t>;
using Sections = std::vector<std::int64_t>;

class BlockDraw {
public:
    BlockDraw(std::uint64_t seed, int calls) : random_(seed), calls_(calls) {}

    BlockCase draw() {
        const auto count = static_cast<std::int32_t>(random_.between(2, 5));
        for (std::int32_t mode = 'a'; mode < 'a' + count; ++mode) draw_mode(mode);
        const cudaDataType_t type =
            random_.pick<cudaDataType_t>({CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F});
        BlockCase drawn;
        const bool is_single = type == CUDA_R_32F || type == CUDA_C_32F;
        drawn.compute = is_single ? "32F" : "64F";
        drawn.a = tensor(of_a_, type);
        drawn.b = tensor(of_b_, type);
        drawn.d = tensor(of_d_, type);
        drawn.c = drawn.d;
        for (Values& block : drawn.c.blocks) fill(block, type);
        drawn.is_in_place = random_.chance(60);
        if (random_.chance(20)) drawn.a.op = CUTENSOR_OP_CONJ;
        for (int call = 0; call < calls_; ++call) {
            const std::vector<Scalar> usual{1.0, 1.0, 0.5, -1.0, 0.0};
            drawn.calls.push_back({random_.pick(usual), random_.pick(usual), {}});
        }
        return drawn;
    }

private:
    /// A mode of A and D, of B and D, or of A and B: contracted.
    void draw_mode(std::int32_t mode) {
        Sections& sections = sections_[mode];
        for (std::int64_t i = random_.between(1, 4); i > 0; --i) {
            sections.push_back(random_.between(1, 7));
        }
        const std::int64_t kind = mode == 'a' ? 0 : mode == 'b' ? 2 : random_.below(3);
        if (kind != 1) of_a_.push_back(mode);
        if (kind != 0) of_b_.push_back(mode);
        if (kind != 2) of_d_.push_back(mode);
    }

    void fill(Values& block, cudaDataType_t type) {
        const auto part = [&] { return static_cast<double>(random_.between(-16, 16)) / 16; };
        for (Scalar& element : block) element = {part(), is_complex_type(type) ? part() : 0};
    }

    BlockTensorCase tensor(ModeList modes, cudaDataType_t type) {
        random_.shuffle(modes);
        BlockTensorCase drawn;
        drawn.type = type;
        drawn.modes = std::move(modes);
        for (const std::int32_t mode : drawn.modes) drawn.sections.push_back(sections_.at(mode));
        add_blocks(drawn, {});
        if (drawn.coordinates.empty()) add_block(drawn, ModeList(drawn.modes.size(), 0));
        return drawn;
    }

    /// Two in three of all blocks, the first mode's section running slowest.
    void add_blocks(BlockTensorCase& drawn, ModeList coordinates) {
        if (coordinates.size() == drawn.modes.size()) {
            if (random_.chance(66)) add_block(drawn, std::move(coordinates));
            return;
        }
        const Sections& sections = drawn.sections[coordinates.size()];
        coordinates.push_back(0);
        for (std::size_t section = 0; section < sections.size(); ++section) {
            coordinates.back() = static_cast<std::int32_t>(section);
            add_blocks(drawn, coordinates);
        }
    }

    void add_block(BlockTensorCase& drawn, ModeList coordinates) {
        std::int64_t elements = 1;
        for (std::size_t mode = 0; mode < coordinates.size(); ++mode) {
            elements *= drawn.sections[mode][static_cast<std::size_t>(coordinates[mode])];
        }
        drawn.coordinates.push_back(std::move(coordinates));
        drawn.blocks.emplace_back(static_cast<std::size_t>(elements));
        fill(drawn.blocks.back(), drawn.type);
    }

    Random random_;
    int calls_;
    std::map<std::int32_t, Sections> sections_;
    ModeList of_a_;
    ModeList of_b_;
    ModeList of_d_;
};

/// A block as a packed tensor of an operation.
TensorCase dense_block(const BlockTensorCase& tensor, std::size_t block) {
    TensorCase dense;
    dense.type = tensor.type;
    dense.modes = tensor.modes;
    dense.op = tensor.op;
    dense.memory = tensor.blocks[block];
    std::int64_t stride = 1;
    for (std::size_t mode = 0; mode < tensor.modes.size(); ++mode) {
        const auto section = static_cast<std::size_t>(tensor.coordinates[block][mode]);
        dense.extents.push_back(tensor.sections[mode][section]);
        dense.strides.push_back(stride);
        stride *= dense.extents.back();
    }
    return dense;
}

/// Whether two blocks have the same section of each mode that both have.
bool agree(const BlockTensorCase& one, std::size_t of_one, const BlockTensorCase& other,
           std::size_t of_other) {
    for (std::size_t mode = 0; mode < one.modes.size(); ++mode) {
        const auto found = std::find(other.modes.begin(), other.modes.end(), one.modes[mode]);
        if (found == other.modes.end()) continue;
        const auto at = static_cast<std::size_t>(found - other.modes.begin());
        if (one.coordinates[of_one][mode] != other.coordinates[of_other][at]) return false;
    }
    return true;
}

/// Adds the products of blocks that go to one block of D, each with its bound.
Expected expected_block(const BlockCase& blocks, std::size_t block,
                        const std::array<Scalar, 3>& scalars) {
    OperationCase product;
    product.compute = blocks.compute;
    product.output = dense_block(blocks.d, block);
    const TensorCase addend = dense_block(blocks.is_in_place ? blocks.d : blocks.c, block);
    // D = beta * C, as a product of nothing.
    product.inputs = {addend, addend, addend};
    Expected sum = expected_of(product, {0.0, scalars[1], 0.0});
    double sums = 1;
    for (std::size_t of_a = 0; of_a < blocks.a.blocks.size(); ++of_a) {
        if (!agree(blocks.a, of_a, blocks.d, block)) continue;
        for (std::size_t of_b = 0; of_b < blocks.b.blocks.size(); ++of_b) {
            if (!agree(blocks.b, of_b, blocks.d, block)) continue;
            if (!agree(blocks.a, of_a, blocks.b, of_b)) continue;
            product.inputs = {dense_block(blocks.a, of_a), dense_block(blocks.b, of_b), addend};
            const Expected more = expected_of(product, {scalars[0], 0.0, 0.0});
            ++sums;
            for (std::size_t i = 0; i < sum.values.size(); ++i) {
                sum.values[i] += more.values[i];
                sum.bounds[i] += more.bounds[i];
            }
        }
    }
    // Each of the sums may be rounded when the next one is added to it.
    for (double& bound : sum.bounds) bound *= sums;
    return sum;
}

/// A tensor's blocks in a place, and the array of their addresses.
class PlacedBlocks {
public:
    PlacedBlocks(const Functions& library, Place& place, const BlockTensorCase& tensor)
        : library_(library), place_(place), tensor_(tensor) {
        std::vector<std::uint32_t> counts;
        std::vector<std::int64_t> extents;
        for (const Sections& sections : tensor.sections) {
            counts.push_back(static_cast<std::uint32_t>(sections.size()));
            extents.insert(extents.end(), sections.begin(), sections.end());
        }
        ModeList coordinates;
        for (const ModeList& of_block : tensor.coordinates) {
            coordinates.insert(coordinates.end(), of_block.begin(), of_block.end());
        }
        require("cutensorCreateBlockSparseTensorDescriptor",
                library.cutensorCreateBlockSparseTensorDescriptor(
                    place.handle(), &descriptor_, static_cast<std::uint32_t>(tensor.modes.size()),
                    tensor.blocks.size(), counts.data(), extents.data(), coordinates.data(),
                    nullptr, tensor.type));
    }
    ~PlacedBlocks() { (void)library_.cutensorDestroyBlockSparseTensorDescriptor(descriptor_); }
    PlacedBlocks(const PlacedBlocks&) = delete;
    PlacedBlocks& operator=(const PlacedBlocks&) = delete;

    Bytes fill() {
        Bytes all;
        addresses_.clear();
        for (const Values& block : tensor_.blocks) {
            const Bytes bytes = encode(block, tensor_.type);
            addresses_.push_back(place_.upload(bytes.data(), bytes.size()));
            all.insert(all.end(), bytes.begin(), bytes.end());
        }
        return all;
    }
    [[nodiscard]] Bytes fetch() const {
        Bytes all;
        for (std::size_t block = 0; block < addresses_.size(); ++block) {
            Bytes bytes(tensor_.blocks[block].size() * element_bytes(tensor_.type));
            place_.fetch(bytes.data(), addresses_[block], bytes.size());
            all.insert(all.end(), bytes.begin(), bytes.end());
        }
        return all;
    }
    [[nodiscard]] cutensorBlockSparseTensorDescriptor_t descriptor() const { return descriptor_; }
    [[nodiscard]] const std::int32_t* modes() const { return tensor_.modes.data(); }
    [[nodiscard]] cutensorOperator_t op() const { return tensor_.op; }
    [[nodiscard]] const void* const* inputs() const { return addresses_.data(); }
    [[nodiscard]] void* const* outputs() const { return addresses_.data(); }

private:
    const Functions& library_;
    Place& place_;
    const BlockTensorCase& tensor_;
    cutensorBlockSparseTensorDescriptor_t descriptor_ = nullptr;
    std::vector<void*> addresses_;
};

void run_blocks_into(Outcome& outcome, const Functions& library, Place& place,
                     const BlockCase& blocks) {
    PlacedBlocks a(library, place, blocks.a);
    PlacedBlocks b(library, place, blocks.b);
    PlacedBlocks apart(library, place, blocks.c);
    PlacedBlocks d(library, place, blocks.d);
    PlacedBlocks& c = blocks.is_in_place ? d : apart;
    PlannedOperation planned(library, place);
    require("cutensorCreateBlockSparseContraction",
            library.cutensorCreateBlockSparseContraction(
                place.handle(), planned.operation(), a.descriptor(), a.modes(), a.op(),
                b.descriptor(), b.modes(), b.op(), d.descriptor(), c.modes(), c.op(),
                d.descriptor(), d.modes(), library.descriptor(blocks.compute)));
    outcome.scalar = planned.scalar_type();
    planned.plan(CUTENSOR_ALGO_DEFAULT, CUTENSOR_JIT_MODE_NONE, CUTENSOR_WORKSPACE_DEFAULT);
    for (const std::array<Scalar, 3>& scalars : blocks.calls) {
        (void)a.fill();
        (void)b.fill();
        (void)apart.fill();
        outcome.before.push_back(d.fill());
        const Bytes alpha = encode({scalars[0]}, outcome.scalar);
        const Bytes beta = encode({scalars[1]}, outcome.scalar);
        require("cutensorBlockSparseContract",
                library.cutensorBlockSparseContract(place.handle(), planned.plan(), alpha.data(),
                                                    a.inputs(), b.inputs(), beta.data(), c.inputs(),
                                                    d.outputs(), planned.workspace(),
                                                    planned.workspace_bytes(), nullptr));
        outcome.after.push_back(d.fetch());
    }
}

std::string describe_blocks(const BlockTensorCase& tensor) {
    return fmt::format("{}[{}] sections {} blocks {} op {}", name_of(tensor.type),
                       fmt::join(tensor.modes, ","), tensor.sections, tensor.coordinates,
                       static_cast<int>(tensor.op));
}

}  // namespace

BlockCase draw_blocks(std::uint64_t seed, int calls) { return BlockDraw(seed, calls).draw(); }

std::string describe(const BlockCase& blocks) {
    return fmt::format("blocks, compute {}{}; {}; {} -> {}", blocks.compute,
                       blocks.is_in_place ? ", in place" : "", describe_blocks(blocks.a),
                       describe_blocks(blocks.b), describe_blocks(blocks.d));
}

Expected expected_of(const BlockCase& blocks, const std::array<Scalar, 3>& scalars) {
    Expected all;
    for (std::size_t block = 0; block < blocks.d.blocks.size(); ++block) {
        const Expected own = expected_block(blocks, block, scalars);
        all.values.insert(all.values.end(), own.values.begin(), own.values.end());
        all.bounds.insert(all.bounds.end(), own.bounds.begin(), own.bounds.end());
    }
    return all;
}

Outcome run_blocks(const Functions& library, Place& place, const BlockCase& blocks) {
    Outcome outcome;
    try {
        run_blocks_into(outcome, library, place, blocks);
    } catch (const Refusal& refusal) {
        outcome.refused_by = refusal.function;
        outcome.status = refusal.status;
    }
    return outcome;
}

}  // namespace ttgt::test
