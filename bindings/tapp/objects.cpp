// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/tapp/objects.h"

#include <algorithm>

namespace ttgt::tapp {

Registry<TensorInfo>& tensor_infos() {
    static auto& registry = *new Registry<TensorInfo>();
    return registry;
}

namespace {

std::shared_ptr<TensorInfo> find(TAPP_tensor_info info) {
    return tensor_infos().at(info, unknown_object);
}

std::vector<std::int64_t> copied(const std::int64_t* numbers, std::size_t count) {
    check(count == 0 || numbers != nullptr, null_pointer);
    return {numbers, numbers + count};
}

std::vector<std::int64_t> checked_extents(const std::int64_t* extents, std::size_t count) {
    std::vector<std::int64_t> result = copied(extents, count);
    check(std::all_of(result.begin(), result.end(), [](std::int64_t e) { return e >= 0; }),
          negative_extent);
    return result;
}

}  // namespace
}  // namespace ttgt::tapp

using namespace ttgt::tapp;  // NOLINT(google-build-using-namespace): the functions below are C's

TAPP_error TAPP_create_tensor_info(TAPP_tensor_info* info, TAPP_datatype type, int nmode,
                                   const int64_t* extents, const int64_t* strides) {
    return guarded([&] {
        check(info != nullptr, null_pointer);
        check(nmode >= 0, negative_rank);
        check(type >= TAPP_F32 && type <= TAPP_BF16, unknown_datatype);
        const auto count = static_cast<std::size_t>(nmode);
        *info = tensor_infos().insert(std::make_shared<TensorInfo>(
            TensorInfo{type, checked_extents(extents, count), copied(strides, count)}));
    });
}

TAPP_error TAPP_destroy_tensor_info(TAPP_tensor_info info) {
    return guarded([&] { tensor_infos().remove(info, unknown_object); });
}

int TAPP_get_nmodes(TAPP_tensor_info info) {
    int result = -1;
    (void)guarded([&] { result = static_cast<int>(find(info)->extents.size()); });
    return result;
}

TAPP_error TAPP_set_nmodes(TAPP_tensor_info info, int nmodes) {
    return guarded([&] {
        check(nmodes >= 0, negative_rank);
        const std::shared_ptr<TensorInfo> found = find(info);
        found->extents.resize(static_cast<std::size_t>(nmodes), 1);
        found->strides.resize(static_cast<std::size_t>(nmodes), 0);
    });
}

void TAPP_get_extents(TAPP_tensor_info info, int64_t* extents) {
    (void)guarded([&] {
        const std::shared_ptr<TensorInfo> found = find(info);
        std::copy(found->extents.begin(), found->extents.end(), extents);
    });
}

TAPP_error TAPP_set_extents(TAPP_tensor_info info, const int64_t* extents) {
    return guarded([&] {
        const std::shared_ptr<TensorInfo> found = find(info);
        found->extents = checked_extents(extents, found->extents.size());
    });
}

void TAPP_get_strides(TAPP_tensor_info info, int64_t* strides) {
    (void)guarded([&] {
        const std::shared_ptr<TensorInfo> found = find(info);
        std::copy(found->strides.begin(), found->strides.end(), strides);
    });
}

TAPP_error TAPP_set_strides(TAPP_tensor_info info, const int64_t* strides) {
    return guarded([&] {
        const std::shared_ptr<TensorInfo> found = find(info);
        found->strides = copied(strides, found->strides.size());
    });
}
