// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What matrix products cost on a CUDA device by their layout: every pair of operations, and every
// choice of matrices whose columns do not all start at multiples of 16 bytes. The constants of
// src/context/cuda/gemm_times.cpp come from it. Writes one row per product.
#include <ttgt/context.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/core/element.h"
#include "src/core/rounding.h"
#include "tools/calibrate/cuda/device_products.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

using tool::ProductExtents;

/// Those from 4095 on are of tensors whose labels have 9, 11, 15, 21, 29 or 73 indices.
const std::vector<ProductExtents>& products() {
    static const std::vector<ProductExtents> all{
        {4096, 4096, 4096}, {1024, 1024, 1024},  {2048, 2048, 512},   {4096, 4096, 64},
        {8192, 8192, 24},   {528, 528, 262144},  {1520, 1520, 96000}, {168, 168, 692224},
        {104, 6656, 17576}, {168, 10816, 10816}, {512, 512, 228488},  {4224, 33800, 1024},
        {24, 262144, 512},  {24, 4096, 65536},   {64, 262144, 64},    {16, 16, 1000000},
        {8, 1000000, 8},    {18, 373248, 18},    {324, 373248, 18},   {10000, 10000, 8},
        {42, 74088, 1764},  {64, 64, 4096},      {256, 256, 256},     {4095, 4095, 4095},
        {6561, 6561, 81},   {3375, 3375, 225},   {15, 50625, 225},    {225, 50625, 15},
        {441, 9261, 441},   {121, 1331, 14641},  {73, 389017, 73},    {729, 729, 59049},
        {9261, 441, 21},    {1331, 1331, 1331},  {841, 24389, 29},
    };
    return all;
}

/// The call with leading dimensions that are so many elements longer.
GemmCall longer(GemmCall call, const std::array<std::int64_t, 3>& elements) {
    call.lda += elements[0];
    call.ldb += elements[1];
    call.ldc += elements[2];
    return call;
}

/// The leading dimensions rounded up to multiples of `unit`.
GemmCall with_columns_at(GemmCall call, std::int64_t unit) {
    for (std::int64_t* const leading : {&call.lda, &call.ldb, &call.ldc}) {
        *leading = align_up(*leading, unit);
    }
    return call;
}

/// The call with the extents that are contiguous in a matrix rounded up to multiples of `unit`.
GemmCall padded(GemmCall call, std::int64_t unit) {
    const bool is_k_contiguous = call.op_a != MatrixOp::none || call.op_b == MatrixOp::none;
    call.m = align_up(call.m, unit);
    if (call.op_b != MatrixOp::none) call.n = align_up(call.n, unit);
    if (is_k_contiguous) call.k = align_up(call.k, unit);
    return with_columns_at(call, unit);
}

/// Both orders of m and n and all operations. Products whose columns all begin and end at multiples
/// of 16 bytes: packed, with columns an element longer in each choice of matrices, and by 2, 4 and
/// so on elements in all. Others: packed, with columns that begin at multiples of 16 bytes, and
/// padded, with columns at multiples of 16 and of 32 bytes.
std::vector<GemmCall> variants(const tool::ProductKind& kind, const ProductExtents& extents) {
    const std::int64_t unit = 16 / size_bytes(kind.dtype);
    std::vector<GemmCall> all;
    for (const GemmCall& packed : tool::ways_of(kind, extents)) {
        all.push_back(packed);
        if (!(padded(packed, unit) == packed)) {
            all.push_back(with_columns_at(packed, unit));
            all.push_back(padded(packed, unit));
            all.push_back(with_columns_at(padded(packed, unit), 2 * unit));
            continue;
        }
        // Every leading dimension of 16-byte elements is such a multiple.
        for (unsigned choice = 1; unit > 1 && choice < 8; ++choice) {
            all.push_back(longer(packed, {choice & 1U, choice >> 1U & 1U, choice >> 2U}));
        }
        for (std::int64_t more = 2; more < unit; more *= 2) {
            all.push_back(longer(packed, {more, more, more}));
        }
    }
    return all;
}

/// float16, tf32, complex64_tf32 and so on: a dtype in full precision, or by TF32.
tool::ProductKind kind_of(const std::string& text) {
    if (text == "tf32") return {DType::float32, ComputeType::tf32};
    if (text == "complex64_tf32") return {DType::complex64, ComputeType::tf32};
    return {tool::parse_numeric_dtype(text, "--kinds"), ComputeType::full};
}

void run(int device, const std::vector<std::string>& kinds) {
    constexpr double point_ms = 120;
    const Context context(on_device(device));
    tool::DeviceProducts measured(context, point_ms);
    fmt::print("kind\tm\tn\tk\top_a\top_b\tlda\tldb\tldc\tus\n");
    const auto letter = [](MatrixOp op) { return op == MatrixOp::none ? 'N' : 'T'; };
    for (const std::string& kind : kinds) {
        for (const ProductExtents& extents : products()) {
            for (const GemmCall& call : variants(kind_of(kind), extents)) {
                fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.2f}\n", kind, call.m, call.n,
                           call.k, letter(call.op_a), letter(call.op_b), call.lda, call.ldb,
                           call.ldc, measured.call_us(call));
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::bench

int main(int argc, char** argv) {
    int device = 0;
    CLI::App app("Times matrix products by operations and leading dimensions on a CUDA device");
    app.add_option("--device", device, "its number");
    std::vector<std::string> kinds{"float64", "float32", "complex128"};
    app.add_option("--kinds", kinds, "dtypes, tf32, complex64_tf32")->delimiter(',');
    return ttgt::bench::run_main(app, argc, argv, [&] { ttgt::bench::run(device, kinds); });
}
