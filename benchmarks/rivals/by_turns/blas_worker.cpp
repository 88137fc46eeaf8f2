// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The bare matrix product by any library with the C interface of BLAS. Argument: its file, or the
// name by which the system finds it.
#include <cstddef>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "benchmarks/rivals/by_turns/matrix_product.h"
#include "benchmarks/rivals/by_turns/rival.h"
#include "benchmarks/rivals/by_turns/worker.h"

namespace ttgt::by_turns {
namespace {

// Values of the C interface.
constexpr int column_major = 102;
constexpr int not_transposed = 111;

template <class T>
using Gemm = void (*)(int order, int trans_a, int trans_b, int m, int n, int k, T alpha, const T* a,
                      int lda, const T* b, int ldb, T beta, T* c, int ldc);

int as_int(std::int64_t size) {
    if (size > std::numeric_limits<int>::max()) throw NotDone("a size exceeds 32 bits");
    return static_cast<int>(size);
}

class Blas final : public Contender {
public:
    explicit Blas(const std::string& file) : library_(file) {}

    [[nodiscard]] std::string about() const override {
        using Text = const char* (*)();
        const auto version = library_.find_any<Text>("openblas_get_config");
        const auto other = library_.find_any<Text>("bli_info_get_version_str");
        std::string text = "matrix product: " + library_.file_name();
        if (version != nullptr) text += std::string(", ") + version();
        if (other != nullptr) text += std::string(", BLIS ") + other();
        return text;
    }

    [[nodiscard]] Run contract(const Contraction& problem, const void* l, const void* r,
                               void* d) override {
        const MatrixProduct sizes = matrix_product(problem);
        if (problem.element_bytes == 4) return product<float>(sizes, sgemm_, l, r, d);
        return product<double>(sizes, dgemm_, l, r, d);
    }

private:
    template <class T>
    static Run product(const MatrixProduct& sizes, Gemm<T> gemm, const void* l, const void* r,
                       void* d) {
        const int m = as_int(sizes.m);
        const int n = as_int(sizes.n);
        const int k = as_int(sizes.k);
        return [=] {
            gemm(column_major, not_transposed, not_transposed, m, n, k, T(1),
                 static_cast<const T*>(l), m, static_cast<const T*>(r), k, T(0), static_cast<T*>(d),
                 m);
        };
    }

    Rival library_;
    Gemm<float> sgemm_ = library_.find<Gemm<float>>("cblas_sgemm");
    Gemm<double> dgemm_ = library_.find<Gemm<double>>("cblas_dgemm");
};

std::unique_ptr<Contender> make(const std::string& file) { return std::make_unique<Blas>(file); }

}  // namespace
}  // namespace ttgt::by_turns

int main(int argc, char** argv) { return ttgt::by_turns::serve(argc, argv, ttgt::by_turns::make); }
