// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/beside_pools/own_blas.h"

#include <dlfcn.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ttgt::bench {
namespace {

constexpr int column_major = 102;
constexpr int not_transposed = 111;

/// How the functions of a library are named.
struct Names {
    std::string_view prefix;
    std::string_view suffix;
};

void* find(void* library, const Names& names, std::string_view function) {
    const std::string full = std::string(names.prefix).append(function).append(names.suffix);
    return dlsym(library, full.c_str());
}

template <class Element, class Int>
void call(void* function, const tool::ProductSizes& sizes, const void* a, const void* b, void* c) {
    using Gemm = void (*)(int, int, int, Int, Int, Int, Element, const void*, Int, const void*, Int,
                          Element, void*, Int);
    const auto [m, n, k] =
        std::array{static_cast<Int>(sizes.m), static_cast<Int>(sizes.n), static_cast<Int>(sizes.k)};
    reinterpret_cast<Gemm>(function)(column_major, not_transposed, not_transposed, m, n, k,
                                     Element{1}, a, m, b, k, Element{0}, c, m);
}

}  // namespace

OwnBlas::OwnBlas(const std::string& path, int threads) {
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    constexpr std::array<Names, 3> spellings{{{"", ""}, {"scipy_", "64_"}, {"scipy_", ""}}};
    for (const Names& names : spellings) {
        sgemm_ = find(library, names, "cblas_sgemm");
        dgemm_ = find(library, names, "cblas_dgemm");
        has_long_integers_ = !names.suffix.empty();
        void* const set = find(library, names, "openblas_set_num_threads");
        if (sgemm_ == nullptr || dgemm_ == nullptr || set == nullptr) continue;
        reinterpret_cast<void (*)(int)>(set)(threads);
        return;
    }
    throw std::runtime_error(path + " has no CBLAS of OpenBLAS");
}

template <class Int>
void OwnBlas::multiply_as(DType dtype, const tool::ProductSizes& sizes, const void* a,
                          const void* b, void* c) const {
    if (dtype == DType::float32) return call<float, Int>(sgemm_, sizes, a, b, c);
    call<double, Int>(dgemm_, sizes, a, b, c);
}

void OwnBlas::multiply(DType dtype, const tool::ProductSizes& sizes, const void* a, const void* b,
                       void* c) const {
    if (has_long_integers_) return multiply_as<std::int64_t>(dtype, sizes, a, b, c);
    multiply_as<int>(dtype, sizes, a, b, c);
}

}  // namespace ttgt::bench
