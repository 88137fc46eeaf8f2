// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// One tile of the output matrix (free_l x free_r) at a time, per batch index: gather tiles of both
// inputs, multiply them and their absolute values with Eigen, hand the elements over. The tiles
// bound the memory whatever the extents are.
#define EIGEN_DONT_PARALLELIZE
// As src/gemm/eigen.cpp has it: larger packed blocks are allocated, not put on the caller's stack.
#define EIGEN_STACK_ALLOCATION_LIMIT 16384
#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "src/reference/visit.h"

namespace ttgt::reference {
namespace {

constexpr std::int64_t tile = 256;        // rows, columns and depth of a gathered matrix
constexpr std::int64_t lone_tile = 4096;  // offsets of lone labels kept at a time

template <class C>
using Matrix = Eigen::Matrix<C, Eigen::Dynamic, Eigen::Dynamic>;
using Offsets = std::vector<std::int64_t>;

struct Groups {
    Group free_l, free_r, contracted, batch, lone_l, lone_r;
};

Groups classify(const BoundLabels& bound) {
    Groups groups;
    for (std::size_t label = 0; label < bound.labels.size(); ++label) {
        const bool in_l = bound.present[0][label];
        const bool in_r = bound.present[1][label];
        if (label < bound.outputs) {
            (in_l && in_r ? groups.batch : in_l ? groups.free_l : groups.free_r).push_back(label);
        } else {
            (in_l && in_r ? groups.contracted
             : in_l       ? groups.lone_l
                          : groups.lone_r)
                .push_back(label);
        }
    }
    return groups;
}

/// The elements of a tile of one input, and their absolute values.
template <class C>
struct Gathered {
    Matrix<C> values;
    Matrix<double> magnitudes;
};

template <class T>
struct Source {
    const T* data;
    bool conjugated;
};

template <class C, class T>
void add_elements(Gathered<C>& matrix, const Source<T>& source, const Offsets& rows,
                  const Offsets& columns, std::int64_t lone) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
        C* const values = matrix.values.data() + column * rows.size();
        double* const magnitudes = matrix.magnitudes.data() + column * rows.size();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const C element(source.data[rows[row] + columns[column] + lone]);
            values[row] += source.conjugated ? conjugate(element) : element;
            magnitudes[row] += std::abs(element);
        }
    }
}

/// Rows x columns of an input at `base`, summed over its lone labels.
template <class C>
Gathered<C> gather(const Job& job, std::size_t number, const Group& lone, std::int64_t base,
                   const Offsets& rows, const Offsets& columns) {
    const auto m = static_cast<Eigen::Index>(rows.size());
    const auto n = static_cast<Eigen::Index>(columns.size());
    Gathered<C> matrix{Matrix<C>::Zero(m, n), Matrix<double>::Zero(m, n)};
    const Input& input = job.problem.inputs[number];
    const std::int64_t count = group_size(job.bound, lone);
    visit_numeric(input.tensor.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (is_complex_v<C> || !is_complex_v<T>) {
            const Source<T> source{static_cast<const T*>(input.tensor.data()) + base,
                                   input.conjugated};
            for (std::int64_t begin = 0; begin < count; begin += lone_tile) {
                const std::int64_t end = std::min(begin + lone_tile, count);
                for (const std::int64_t offset :
                     offsets(job.bound, lone, job.bound.strides[number], begin, end)) {
                    add_elements<C>(matrix, source, rows, columns, offset);
                }
            }
        }
    });
    return matrix;
}

/// The tuples [begin, begin + tile) of a group in every array that has its labels.
struct Panel {
    Panel(const Job& job, const Group& group, std::int64_t begin) {
        const std::int64_t end = std::min(begin + tile, group_size(job.bound, group));
        l = offsets(job.bound, group, job.bound.strides[0], begin, end);
        r = offsets(job.bound, group, job.bound.strides[1], begin, end);
        position = offsets(job.bound, group, job.position, begin, end);
        before = offsets(job.bound, group, job.before_strides, begin, end);
        target = offsets(job.bound, group, job.target, begin, end);
    }
    Offsets l, r, position, before, target;
};

/// One batch index in every array.
struct BatchPlace {
    Place place;
    std::int64_t l = 0;
    std::int64_t r = 0;
};

template <class C>
Gathered<C> multiply(const Job& job, const Groups& groups, const BatchPlace& batch,
                     const Panel& rows, const Panel& columns) {
    const auto m = static_cast<Eigen::Index>(rows.l.size());
    const auto n = static_cast<Eigen::Index>(columns.r.size());
    Gathered<C> product{Matrix<C>::Zero(m, n), Matrix<double>::Zero(m, n)};
    const std::int64_t depth = group_size(job.bound, groups.contracted);
    for (std::int64_t begin = 0; begin < depth; begin += tile) {
        const Panel inner(job, groups.contracted, begin);
        const Gathered<C> l = gather<C>(job, 0, groups.lone_l, batch.l, rows.l, inner.l);
        const Gathered<C> r = gather<C>(job, 1, groups.lone_r, batch.r, inner.r, columns.r);
        product.values.noalias() += l.values * r.values;
        product.magnitudes.noalias() += l.magnitudes * r.magnitudes;
    }
    return product;
}

template <class C>
void scatter(const Job& job, const Gathered<C>& product, const BatchPlace& batch, const Panel& rows,
             const Panel& columns, const Sink& sink) {
    for (std::size_t column = 0; column < columns.r.size(); ++column) {
        for (std::size_t row = 0; row < rows.l.size(); ++row) {
            const auto i = static_cast<Eigen::Index>(row);
            const auto j = static_cast<Eigen::Index>(column);
            const Place place{batch.place.position + rows.position[row] + columns.position[column],
                              batch.place.before + rows.before[row] + columns.before[column],
                              batch.place.target + rows.target[row] + columns.target[column]};
            const Sum sum{Scalar(product.values(i, j)), product.magnitudes(i, j)};
            sink(place, finish(job, place, sum));
        }
    }
}

template <class C>
void visit_batch(const Job& job, const Groups& groups, const BatchPlace& batch, const Sink& sink) {
    const std::int64_t m = group_size(job.bound, groups.free_l);
    const std::int64_t n = group_size(job.bound, groups.free_r);
    for (std::int64_t column = 0; column < n; column += tile) {
        const Panel columns(job, groups.free_r, column);
        for (std::int64_t row = 0; row < m; row += tile) {
            const Panel rows(job, groups.free_l, row);
            scatter<C>(job, multiply<C>(job, groups, batch, rows, columns), batch, rows, columns,
                       sink);
        }
    }
}

template <class C>
void visit_batches(const Job& job, const Groups& groups, const Sink& sink) {
    const std::int64_t count = group_size(job.bound, groups.batch);
    Walk walk(
        job.bound, groups.batch,
        {job.position, job.before_strides, job.target, job.bound.strides[0], job.bound.strides[1]});
    for (std::int64_t index = 0; index < count; ++index) {
        const BatchPlace batch{
            {walk.offset(0), walk.offset(1), walk.offset(2)}, walk.offset(3), walk.offset(4)};
        visit_batch<C>(job, groups, batch, sink);
        walk.next();
    }
}

}  // namespace

void visit_by_matrix_product(const Job& job, const Sink& sink) {
    const Groups groups = classify(job.bound);
    const bool complex = is_complex(job.problem.inputs[0].tensor.dtype()) ||
                         is_complex(job.problem.inputs[1].tensor.dtype());
    if (complex) {
        visit_batches<std::complex<double>>(job, groups, sink);
    } else {
        visit_batches<double>(job, groups, sink);
    }
}

}  // namespace ttgt::reference
