// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/dtype.h>

#include <array>

namespace ttgt {
namespace {

struct DTypeRow {
    DType dtype;
    std::string_view name;
    std::int64_t size_bytes;
};

constexpr std::array<DTypeRow, 11> rows{{
    {DType::float16, "float16", 2},
    {DType::bfloat16, "bfloat16", 2},
    {DType::float32, "float32", 4},
    {DType::float64, "float64", 8},
    {DType::complex64, "complex64", 8},
    {DType::complex128, "complex128", 16},
    {DType::opaque1, "opaque1", 1},
    {DType::opaque2, "opaque2", 2},
    {DType::opaque4, "opaque4", 4},
    {DType::opaque8, "opaque8", 8},
    {DType::opaque16, "opaque16", 16},
}};

const DTypeRow& row(DType dtype) noexcept { return rows[static_cast<std::size_t>(dtype)]; }

}  // namespace

std::int64_t size_bytes(DType dtype) noexcept { return row(dtype).size_bytes; }

std::string_view name(DType dtype) noexcept { return row(dtype).name; }

std::optional<DType> parse_dtype(std::string_view name) noexcept {
    for (const DTypeRow& candidate : rows) {
        if (candidate.name == name) return candidate.dtype;
    }
    return std::nullopt;
}

bool is_complex(DType dtype) noexcept {
    return dtype == DType::complex64 || dtype == DType::complex128;
}

bool is_opaque(DType dtype) noexcept { return dtype >= DType::opaque1; }

}  // namespace ttgt
