// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "operators/cpu/cpu_tiles.h"
#include "operators/cpu/element_functions.h"

// Steps of a loop may run side by side, although its arrays may be one and the same: step i touches
// element i alone.
#if defined(__GNUC__) && !defined(__clang__)
#define TTGT_INDEPENDENT_STEPS _Pragma("GCC ivdep")
#else
#define TTGT_INDEPENDENT_STEPS
#endif

namespace ttgt::cpu {

/// What a run reads and writes.
struct EvaluationArguments {
    std::span<void* const> pointers;  ///< by operand
    std::span<const Scalar> scalars;
};

/// Evaluates instructions on a tile: each works on all elements of the tile, whose values lie one
/// after the other in buffers of the compute type T.
template <class T>
class TileValues {
public:
    /// `buffers` has room for tiles.depth tiles of T.
    TileValues(const CpuTiles& tiles, const EvaluationArguments& arguments, T* buffers)
        : tiles_(tiles), arguments_(arguments), buffers_(buffers), values_(tiles.depth, nullptr) {}

    /// The values of the tile's part along its first `modes` modes. `reduced`: what the instruction
    /// of that name gives. Valid until the next call.
    const T* evaluate(const Instructions& instructions, const TilePlace& place, std::size_t modes,
                      const T* reduced = nullptr);
    /// Writes values to the output at the tile's part along the output's modes.
    void store(const TilePlace& place, const T* values) const;

private:
    void push(const Instruction& leaf, const TilePlace& place, std::size_t modes, const T* reduced);
    void load(std::size_t use, const TilePlace& place, std::size_t modes);
    void apply(const Instruction& instruction);
    template <class Function>
    void map(Function function);
    template <class Function>
    void join(Function function);
    [[nodiscard]] T* buffer(std::size_t slot) const {
        return buffers_ + static_cast<std::int64_t>(slot) * tiles_.elements;
    }

    const CpuTiles& tiles_;
    const EvaluationArguments& arguments_;
    T* buffers_;
    std::vector<const T*> values_;  // of the slots of the stack: in buffers, or in tensors
    std::size_t top_ = 0;           // number of slots in use
    std::int64_t count_ = 0;        // elements of the tile
};

template <class T>
const T* TileValues<T>::evaluate(const Instructions& instructions, const TilePlace& place,
                                 std::size_t modes, const T* reduced) {
    count_ = place.elements(modes);
    top_ = 0;
    for (const Instruction& instruction : instructions) {
        if (arity(instruction.operation) == 0) {
            push(instruction, place, modes, reduced);
        } else {
            apply(instruction);
        }
    }
    return values_[0];
}

template <class T>
void TileValues<T>::push(const Instruction& leaf, const TilePlace& place, std::size_t modes,
                         const T* reduced) {
    const std::size_t slot = top_++;
    if (leaf.operation == Operation::load) return load(leaf.index, place, modes);
    if (leaf.operation == Operation::reduced) {
        values_[slot] = reduced;
        return;
    }
    const Scalar value =
        leaf.operation == Operation::scalar ? arguments_.scalars[leaf.index] : Scalar(leaf.number);
    std::fill_n(buffer(slot), count_, scalar_cast<T>(value));
    values_[slot] = buffer(slot);
}

template <class T>
void TileValues<T>::load(std::size_t use, const TilePlace& place, std::size_t modes) {
    const std::size_t slot = top_ - 1;
    const BoundUse& given = tiles_.problem.uses[use];
    const Box box = place.box(use, modes);
    visit_numeric(given.dtype, [&](auto tag) {
        using S = typename decltype(tag)::type;
        const S* from =
            static_cast<const S*>(arguments_.pointers[given.operand]) + place.offset(use);
        if constexpr (std::is_same_v<S, T>) {
            if (box.modes == 1 && box.from[0] == 1) {
                values_[slot] = from;  // as it lies
                return;
            }
        }
        move_box(box, from, buffer(slot));
        values_[slot] = buffer(slot);
    });
}

template <class T>
template <class Function>
void TileValues<T>::map(Function function) {
    const T* from = values_[top_ - 1];
    T* to = buffer(top_ - 1);
    TTGT_INDEPENDENT_STEPS
    for (std::int64_t i = 0; i < count_; ++i) to[i] = function(from[i]);
    values_[top_ - 1] = to;
}

template <class T>
template <class Function>
void TileValues<T>::join(Function function) {
    const T* left = values_[top_ - 2];
    const T* right = values_[top_ - 1];
    T* to = buffer(top_ - 2);
    TTGT_INDEPENDENT_STEPS
    for (std::int64_t i = 0; i < count_; ++i) to[i] = function(left[i], right[i]);
    values_[top_ - 2] = to;
    --top_;
}

template <class T>
void TileValues<T>::apply(const Instruction& instruction) {
    const Operation operation = instruction.operation;
    if constexpr (is_complex_v<T>) {
        using R = RealOf<T>;
        if (arity(operation) == 2) {
            return visit_complex_operator<R>(instruction, [&](auto function) { join(function); });
        }
        if (!instruction.left_real) {
            return visit_complex_function<R>(operation, [&](auto function) { map(function); });
        }
        visit_function<R>(operation, [&](auto function) {
            map([function](T value) { return T(function(value.real())); });
        });
    } else {
        if (arity(operation) == 2) {
            return visit_operator<T>(operation, [&](auto function) { join(function); });
        }
        visit_function<T>(operation, [&](auto function) { map(function); });
    }
}

template <class T>
void TileValues<T>::store(const TilePlace& place, const T* values) const {
    Box box = place.box(0, tiles_.tile.kept);
    std::swap(box.from, box.to);
    visit_numeric(tiles_.problem.uses[0].dtype, [&](auto tag) {
        using S = typename decltype(tag)::type;
        move_box(box, values, static_cast<S*>(arguments_.pointers[0]) + place.offset(0));
    });
}

}  // namespace ttgt::cpu
