// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tapp.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/tapp/errors.h"

namespace ttgt::tapp {

/// Objects by number, which is never given again. Safe to share between threads; an object found
/// stays alive while its finder holds it.
template <class T>
class Registry {
public:
    [[nodiscard]] std::intptr_t insert(std::shared_ptr<T> object) {
        const std::unique_lock lock(mutex_);
        objects_.emplace(++last_, std::move(object));
        return last_;
    }
    /// Throws Failure with `error` where there is none.
    [[nodiscard]] std::shared_ptr<T> at(std::intptr_t id, TAPP_error error) const {
        const std::shared_lock lock(mutex_);
        const auto found = objects_.find(id);
        check(found != objects_.end(), error);
        return found->second;
    }
    void remove(std::intptr_t id, TAPP_error error) {
        const std::unique_lock lock(mutex_);
        check(objects_.erase(id) == 1, error);
    }

private:
    mutable std::shared_mutex mutex_;
    std::unordered_map<std::intptr_t, std::shared_ptr<T>> objects_;
    std::intptr_t last_ = 0;
};

/// A tensor's type and layout; strides in elements.
struct TensorInfo {
    TAPP_datatype type = TAPP_F64;
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;
};

[[nodiscard]] Registry<TensorInfo>& tensor_infos();

}  // namespace ttgt::tapp
