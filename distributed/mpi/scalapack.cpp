// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Distributed matrix products by PBLAS on a BLACS grid. The libraries have no headers, so their
// functions are declared here.
#include <ttgt/error.h>

#include <array>
#include <complex>

#include <fmt/format.h>

#include "distributed/mpi/mpi_ranks.h"
#include "src/core/checked.h"
#include "src/core/element.h"

extern "C" {
int Csys2blacs_handle(MPI_Comm communicator);
void Cfree_blacs_system_handle(int handle);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_gridexit(int context);
// PBLAS takes each matrix as four arguments: this rank's memory, the row and the column of the
// first element (counted from 1), and a descriptor of 9 integers.
void psgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
             const float* alpha, const float* a, const int* row_a, const int* column_a,
             const int* of_a, const float* b, const int* row_b, const int* column_b,
             const int* of_b, const float* beta, float* d, const int* row_d, const int* column_d,
             const int* of_d);
void pdgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
             const double* alpha, const double* a, const int* row_a, const int* column_a,
             const int* of_a, const double* b, const int* row_b, const int* column_b,
             const int* of_b, const double* beta, double* d, const int* row_d, const int* column_d,
             const int* of_d);
void pcgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
             const void* alpha, const void* a, const int* row_a, const int* column_a,
             const int* of_a, const void* b, const int* row_b, const int* column_b, const int* of_b,
             const void* beta, void* d, const int* row_d, const int* column_d, const int* of_d);
void pzgemm_(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
             const void* alpha, const void* a, const int* row_a, const int* column_a,
             const int* of_a, const void* b, const int* row_b, const int* column_b, const int* of_b,
             const void* beta, void* d, const int* row_d, const int* column_d, const int* of_d);
}

namespace ttgt::mpi {
namespace {

using Descriptor = std::array<int, 9>;

int as_int(std::int64_t value, const char* what) { return narrow<int>(value, what); }

/// The sizes and descriptors of a product, with which a PBLAS routine of any dtype can be called.
struct Call {
    int m, n, k;
    Descriptor a, b, d;

    template <class Routine, class T>
    void operator()(Routine&& routine, const MatrixProduct& product, TypeTag<T>) const {
        const T alpha = scalar_cast<T>(product.alpha);
        const T beta = scalar_cast<T>(product.beta);
        const int one = 1;
        routine("N", "N", &m, &n, &k, &alpha, static_cast<const T*>(product.a), &one, &one,
                a.data(), static_cast<const T*>(product.b), &one, &one, b.data(), &beta,
                static_cast<T*>(product.d), &one, &one, d.data());
    }
};

class ScalapackGrid : public MatrixGrid {
public:
    /// Makes a grid with a duplicate of `group`. The BLACS handle of `group` is freed at once, not
    /// in the destructor, because BLACS may renumber the remaining handles when others are freed.
    ScalapackGrid(MPI_Comm group, int rows, int columns) {
        const int handle = Csys2blacs_handle(group);
        context_ = handle;
        Cblacs_gridinit(&context_, "Column-major", rows, columns);
        Cfree_blacs_system_handle(handle);
    }
    ~ScalapackGrid() override {
        if (is_running()) Cblacs_gridexit(context_);
    }
    ScalapackGrid(const ScalapackGrid&) = delete;
    ScalapackGrid(ScalapackGrid&&) = delete;
    ScalapackGrid& operator=(const ScalapackGrid&) = delete;
    ScalapackGrid& operator=(ScalapackGrid&&) = delete;

    void multiply(const MatrixProduct& product) const override {
        const Call call{
            as_int(product.m, "the rows of a distributed matrix"),
            as_int(product.n, "the columns of a distributed matrix"),
            as_int(product.k, "the inner extent of a distributed product"),
            describe(product.m, product.k, product.block_m, product.block_k, product.lda),
            describe(product.k, product.n, product.block_k, product.block_n, product.ldb),
            describe(product.m, product.n, product.block_m, product.block_n, product.ldd)};
        switch (product.dtype) {
            case DType::float32:
                return call(psgemm_, product, TypeTag<float>{});
            case DType::float64:
                return call(pdgemm_, product, TypeTag<double>{});
            case DType::complex64:
                return call(pcgemm_, product, TypeTag<std::complex<float>>{});
            case DType::complex128:
                return call(pzgemm_, product, TypeTag<std::complex<double>>{});
            default:
                throw Unsupported(
                    fmt::format("ScaLAPACK has no products of {}", ttgt::name(product.dtype)));
        }
    }

private:
    [[nodiscard]] Descriptor describe(std::int64_t rows, std::int64_t columns,
                                      std::int64_t block_rows, std::int64_t block_columns,
                                      std::int64_t leading) const {
        constexpr int dense = 1;
        return {dense,
                context_,
                as_int(rows, "the rows of a distributed matrix"),
                as_int(columns, "the columns of a distributed matrix"),
                as_int(block_rows, "the rows of a block"),
                as_int(block_columns, "the columns of a block"),
                0,
                0,
                as_int(leading, "the leading dimension of a distributed matrix")};
    }

    int context_ = 0;
};

}  // namespace

std::shared_ptr<const MatrixGrid> make_scalapack_grid(MPI_Comm group, int rows, int columns) {
    return std::make_shared<ScalapackGrid>(group, rows, columns);
}

}  // namespace ttgt::mpi
