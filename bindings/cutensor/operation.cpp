// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/operation.h"

#include <algorithm>
#include <map>
#include <string>

#include "bindings/cutensor/expression.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

/// Appends numbers to a key.
class KeyWriter {
public:
    template <class T>
    void add(T number) {
        const auto wide = static_cast<std::int64_t>(number);
        text_.append(reinterpret_cast<const char*>(&wide), sizeof wide);
    }
    template <class T>
    void add_all(const std::vector<T>& numbers) {
        add(numbers.size());
        for (const T number : numbers) add(number);
    }
    void add(const Operand& operand) {
        add(operand.dtype);
        add_all(operand.layout.extents);
        add_all(operand.layout.strides);
        add_all(operand.modes);
        add(operand.op);
        if (operand.blocks) add(*operand.blocks);
    }
    void add(const Padding& padding) {
        add_all(padding.left);
        add_all(padding.right);
        const double parts[] = {padding.value.real(), padding.value.imag()};
        text_.append(reinterpret_cast<const char*>(parts), sizeof parts);
    }
    void add(const BlockLayout& blocks) {
        for (const Sections& sections : blocks.sections()) add_all(sections);
        add(blocks.blocks());
        for (std::int64_t block = 0; block < blocks.blocks(); ++block) {
            for (const std::int32_t section : blocks.coordinates(block)) add(section);
            add_all(blocks.layout(block).strides);
        }
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
};

using Extents = std::map<std::int32_t, std::int64_t>;

void add_extents(Extents& extents, const Operand& operand) {
    for (std::size_t mode = 0; mode < operand.modes.size(); ++mode) {
        const std::int32_t name = operand.modes[mode];
        const std::int64_t extent = operand.layout.extents[mode];
        const auto [found, is_new] = extents.try_emplace(name, extent);
        if (is_new || found->second == extent) continue;
        refuse(CUTENSOR_STATUS_INVALID_VALUE, "mode " + label(name) + " has the extents " +
                                                  std::to_string(found->second) + " and " +
                                                  std::to_string(extent));
    }
}

Extents extents_of(const Operation& operation) {
    Extents extents;
    for (const Operand& input : operation.inputs) add_extents(extents, input);
    add_extents(extents, operation.output);
    return extents;
}

/// Whether modes that the output lacks are summed, or reduced, in all inputs but the last one.
bool sums(Kind kind) {
    return kind == Kind::contraction || kind == Kind::contraction_trinary ||
           kind == Kind::reduction || kind == Kind::block_sparse;
}

/// Modes of other inputs stand in the output, too.
void check_kept(const Operand& input, const std::vector<std::int32_t>& kept) {
    for (const std::int32_t mode : input.modes) {
        if (std::find(kept.begin(), kept.end(), mode) != kept.end()) continue;
        refuse(CUTENSOR_STATUS_INVALID_VALUE,
               "mode " + label(mode) + " of an input is none of the output");
    }
}

double elements(const Operand& operand) {
    if (operand.blocks) return static_cast<double>(operand.blocks->elements());
    double count = 1;
    for (const std::int64_t extent : operand.layout.extents) count *= static_cast<double>(extent);
    return count;
}

}  // namespace

bool has_addend(Kind kind) noexcept { return kind != Kind::permutation; }

bool Padding::has_frame() const noexcept {
    const auto is_wide = [](std::uint32_t width) { return width > 0; };
    return std::any_of(left.begin(), left.end(), is_wide) ||
           std::any_of(right.begin(), right.end(), is_wide);
}

std::string Operation::key() const {
    KeyWriter writer;
    writer.add(kind);
    writer.add(inputs.size());
    for (const Operand& input : inputs) writer.add(input);
    writer.add(output);
    for (const cutensorOperator_t combine : combines) writer.add(combine);
    writer.add(compute);
    writer.add(scalar);
    writer.add(tag);
    // Strides that were not given depend on the frame.
    if (padding.has_frame()) writer.add(output.is_packed);
    writer.add(padding);
    return writer.take();
}

double Operation::flops() const {
    double points = 1;
    for (const auto& [mode, extent] : extents_of(*this)) points *= static_cast<double>(extent);
    // A product and a sum for each factor; of complex numbers four of each.
    const auto factors = static_cast<double>(inputs.size() - (has_addend(kind) ? 1 : 0));
    return points * 2 * factors * (is_complex(output.dtype) ? 4 : 1);
}

double Operation::bytes() const {
    double sum = elements(output) * static_cast<double>(size_bytes(output.dtype));
    for (const Operand& input : inputs) {
        sum += elements(input) * static_cast<double>(size_bytes(input.dtype));
    }
    return sum;
}

Operand read_operand(cutensorTensorDescriptor_t descriptor, const std::int32_t* modes,
                     cutensorOperator_t op, const char* what) {
    const cutensorTensorDescriptor& tensor = live(descriptor, what);
    const std::size_t rank = tensor.layout.rank();
    if (rank > 0) check_given(modes, what);
    return {tensor.dtype, tensor.layout, {modes, modes + rank}, op, {}, tensor.is_packed};
}

void check_modes(const Operation& operation) {
    (void)extents_of(operation);
    std::map<std::int32_t, int> counts;
    for (const std::int32_t mode : operation.output.modes) {
        check(++counts[mode] == 1, CUTENSOR_STATUS_INVALID_VALUE,
              "a mode stands twice in the output");
    }
    const std::size_t first = sums(operation.kind) ? operation.inputs.size() - 1 : 0;
    for (std::size_t input = first; input < operation.inputs.size(); ++input) {
        check_kept(operation.inputs[input], operation.output.modes);
    }
}

}  // namespace ttgt::cutensor
