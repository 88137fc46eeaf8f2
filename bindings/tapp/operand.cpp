// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <map>

#include "bindings/tapp/product.h"

namespace ttgt::tapp {
namespace {

using Extents = std::map<std::int64_t, std::int64_t>;

/// The extent of each index, which must be one; throws Failure.
Extents extents_of(const Operand& operand, TAPP_error error) {
    Extents extents;
    for (std::size_t mode = 0; mode < operand.indices.size(); ++mode) {
        const auto [found, is_new] =
            extents.try_emplace(operand.indices[mode], operand.extents[mode]);
        check(is_new || found->second == operand.extents[mode], error);
    }
    return extents;
}

void check_shared(const Extents& one, const Extents& other, TAPP_error error) {
    for (const auto& [index, extent] : one) {
        const auto found = other.find(index);
        check(found == other.end() || found->second == extent, error);
    }
}

void check_structure(const Operand& a, const Operand& b, const Operand& c, const Operand& d) {
    for (const std::int64_t index : d.indices) {
        const auto is = [index](std::int64_t other) { return other == index; };
        check(std::any_of(a.indices.begin(), a.indices.end(), is) ||
                  std::any_of(b.indices.begin(), b.indices.end(), is),
              index_of_d_alone);
    }
    const Extents of_a = extents_of(a, extents_in_a);
    const Extents of_b = extents_of(b, extents_in_b);
    const Extents of_d = extents_of(d, extents_in_d);
    check_shared(of_a, of_b, extents_a_b);
    check_shared(of_a, of_d, extents_a_d);
    check_shared(of_b, of_d, extents_b_d);
    check(c.indices.size() == d.indices.size(), ranks_c_d);
    check(std::is_permutation(c.indices.begin(), c.indices.end(), d.indices.begin()), indices_c_d);
    check_shared(extents_of(c, extents_c_d), of_d, extents_c_d);
}

std::uintptr_t element_bytes(TAPP_datatype type) {
    switch (type) {
        case TAPP_F32:
            return 4;
        case TAPP_F64:
        case TAPP_C32:
            return 8;
        case TAPP_C64:
            return 16;
        default:
            return 2;
    }
}

}  // namespace

TAPP_error structure_error(const Operand& a, const Operand& b, const Operand& c, const Operand& d) {
    return guarded([&] { check_structure(a, b, c, d); });
}

Operand read_operand(TAPP_tensor_info info, const std::int64_t* indices,
                     TAPP_element_op operation) {
    const std::shared_ptr<TensorInfo> found = tensor_infos().at(info, unknown_object);
    check(operation == TAPP_IDENTITY || operation == TAPP_CONJUGATE, unknown_operation);
    const std::size_t rank = found->extents.size();
    check(rank == 0 || indices != nullptr, null_pointer);
    const bool is_complex = found->type == TAPP_C32 || found->type == TAPP_C64;
    return {found->type, std::vector<std::int64_t>(indices, indices + rank), found->extents,
            found->strides, is_complex && operation == TAPP_CONJUGATE};
}

Operand with_diagonals(Operand operand) {
    Operand result;
    result.type = operand.type;
    result.conjugated = operand.conjugated;
    for (std::size_t mode = 0; mode < operand.indices.size(); ++mode) {
        const auto found =
            std::find(result.indices.begin(), result.indices.end(), operand.indices[mode]);
        if (found != result.indices.end()) {
            std::int64_t& stride =
                result.strides[static_cast<std::size_t>(found - result.indices.begin())];
            check(!__builtin_add_overflow(stride, operand.strides[mode], &stride), refused);
            continue;
        }
        result.indices.push_back(operand.indices[mode]);
        result.extents.push_back(operand.extents[mode]);
        result.strides.push_back(operand.strides[mode]);
    }
    return result;
}

ByteRange range_of(const Operand& operand, const void* data) {
    std::int64_t first = 0;
    std::int64_t last = 0;
    for (std::size_t mode = 0; mode < operand.extents.size(); ++mode) {
        if (operand.extents[mode] == 0) return {};
        const std::int64_t way = (operand.extents[mode] - 1) * operand.strides[mode];
        (way < 0 ? first : last) += way;
    }
    const auto origin = reinterpret_cast<std::uintptr_t>(data);
    const std::uintptr_t bytes = element_bytes(operand.type);
    // Unsigned arithmetic goes round, as addresses do.
    return {origin + static_cast<std::uintptr_t>(first) * bytes,
            origin + (static_cast<std::uintptr_t>(last) + 1) * bytes};
}

bool intersect(const ByteRange& a, const ByteRange& b) {
    return a.begin < b.end && b.begin < a.end;
}

}  // namespace ttgt::tapp
