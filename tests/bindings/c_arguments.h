// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/c_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "tests/bindings/c_tensors.h"

namespace ttgt::test {

inline constexpr const char* c_product = "D(i,j)=L(i,k)*R(k,j)";
inline constexpr std::array<const char*, 3> c_names{"D", "L", "R"};
inline constexpr std::array<std::int32_t, 2> c_swapped{1, 0};

/// Arguments that every function accepts; handles are made by the tests.
struct CArguments {
    CArray d{{2, 2}, 7};
    CArray l{{2, 2}, 1};
    CArray r{{2, 2}, 1};
    ttgt_tensor output = d.tensor();
    std::array<ttgt_tensor, 2> inputs{l.tensor(), r.tensor()};
    std::array<const void*, 2> data{l.elements.data(), r.elements.data()};
    std::array<ttgt_tensor, 3> tensors{output, inputs[0], inputs[1]};
    std::array<void*, 3> all_data{d.elements.data(), l.elements.data(), r.elements.data()};
    ttgt_context context{};
    ttgt_plan plan{};
    ttgt_program program{};
    ttgt_transpose_plan transpose_plan{};
    ttgt_task task{};
    ttgt_space space = 77;
    std::int64_t bytes = 77;
    std::int32_t done = 77;
    std::size_t length = 77;
    ttgt_profile profile{};

    CArguments() { profile.size = sizeof profile; }
    [[nodiscard]] void* to() { return d.elements.data(); }
};

}  // namespace ttgt::test
