// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What matrix products cost on a CUDA device by their layout: every pair of operations, and every
// choice of matrices whose columns do not all start at multiples of 16 bytes. The constants of
// src/context/cuda/gemm_times.cpp come from it. Writes one row per product.
#include <ttgt/context.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/support/on_device.h"
#include "benchmarks/support/run_main.h"
#include "src/core/element.h"
#include "tools/calibrate/cuda/device_products.h"
#include "tools/io/values.h"

namespace ttgt::bench {
namespace {

using tool::ProductExtents;

const std::vector<ProductExtents>& products() {
    static const std::vector<ProductExtents> all{
        {4096, 4096, 4096}, {1024, 1024, 1024},  {2048, 2048, 512},   {4096, 4096, 64},
        {8192, 8192, 24},   {528, 528, 262144},  {1520, 1520, 96000}, {168, 168, 692224},
        {104, 6656, 17576}, {168, 10816, 10816}, {512, 512, 228488},  {4224, 33800, 1024},
        {24, 262144, 512},  {24, 4096, 65536},   {64, 262144, 64},    {16, 16, 1000000},
        {8, 1000000, 8},    {18, 373248, 18},    {324, 373248, 18},   {10000, 10000, 8},
        {42, 74088, 1764},  {64, 64, 4096},      {256, 256, 256},
    };
    return all;
}

struct Product {
    GemmCall shape;
    std::array<bool, 3> misaligned{};  ///< A, B, C
};

/// Both orders of m and n, all operations, all choices of matrices with columns an element longer.
std::vector<Product> variants(const tool::ProductKind& kind, const ProductExtents& extents) {
    // Every leading dimension of 16-byte elements is aligned.
    const unsigned choices = size_bytes(kind.dtype) == 16 ? 1 : 8;
    std::vector<Product> all;
    for (const GemmCall& packed : tool::ways_of(kind, extents)) {
        for (unsigned choice = 0; choice < choices; ++choice) {
            Product product{packed};
            for (unsigned i = 0; i < 3; ++i) product.misaligned[i] = (choice >> i & 1U) != 0;
            product.shape.lda += product.misaligned[0];
            product.shape.ldb += product.misaligned[1];
            product.shape.ldc += product.misaligned[2];
            all.push_back(product);
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
    fmt::print("kind\tm\tn\tk\top_a\top_b\tmisaligned_a\tmisaligned_b\tmisaligned_c\tus\n");
    const auto letter = [](MatrixOp op) { return op == MatrixOp::none ? 'N' : 'T'; };
    for (const std::string& kind : kinds) {
        for (const ProductExtents& extents : products()) {
            for (const Product& product : variants(kind_of(kind), extents)) {
                const GemmCall& call = product.shape;
                fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{:d}\t{:d}\t{:d}\t{:.2f}\n", kind, call.m,
                           call.n, call.k, letter(call.op_a), letter(call.op_b),
                           product.misaligned[0], product.misaligned[1], product.misaligned[2],
                           measured.call_us(call));
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
