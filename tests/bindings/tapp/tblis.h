// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <map>
#include <vector>

/// What TAPP's random test program wants of TBLIS, which is its judge of results: products and sums
/// of tensors, here by plain loops over all indices. For that program alone, by
/// tests/bindings/tapp/run_programs.sh.
namespace tblis {

using label_type = char;
using len_type = std::ptrdiff_t;
using stride_type = std::ptrdiff_t;

enum class Type { s, d, c, z };

struct tblis_tensor {
    Type type = Type::s;
    int conj = 0;
    std::complex<double> scalar{1};
    void* data = nullptr;
    unsigned ndim = 0;
    len_type* len = nullptr;
    stride_type* stride = nullptr;
};

template <class T>
constexpr Type type_of() {
    if constexpr (std::is_same_v<T, float>) return Type::s;
    if constexpr (std::is_same_v<T, double>) return Type::d;
    if constexpr (std::is_same_v<T, std::complex<float>>) return Type::c;
    return Type::z;
}

template <class T>
void init(tblis_tensor* t, T scalar, int ndim, len_type* len, T* data, stride_type* stride) {
    *t = {type_of<T>(), 0,     std::complex<double>(scalar), data, static_cast<unsigned>(ndim),
          len,          stride};
}

#define TTGT_TBLIS_INIT(letter, T)                                                               \
    inline void tblis_init_tensor_scaled_##letter(tblis_tensor* t, T scalar, int ndim,           \
                                                  len_type* len, T* data, stride_type* stride) { \
        init<T>(t, scalar, ndim, len, data, stride);                                             \
    }                                                                                            \
    inline void tblis_init_tensor_##letter(tblis_tensor* t, int ndim, len_type* len, T* data,    \
                                           stride_type* stride) {                                \
        init<T>(t, T(1), ndim, len, data, stride);                                               \
    }
TTGT_TBLIS_INIT(s, float)
TTGT_TBLIS_INIT(d, double)
TTGT_TBLIS_INIT(c, std::complex<float>)
TTGT_TBLIS_INIT(z, std::complex<double>)
#undef TTGT_TBLIS_INIT

/// Visits all values of the indices; offsets() is where each tensor is then.
class Loop {
public:
    void add(const tblis_tensor& tensor, const label_type* labels) {
        for (auto& [label, index] : indices_) index.strides.push_back(0);
        for (unsigned i = 0; i < tensor.ndim; ++i) {
            Index& index = indices_[labels[i]];
            index.strides.resize(tensors_ + 1, 0);
            index.len = tensor.len[i];
            index.strides[tensors_] += tensor.stride[i];
        }
        ++tensors_;
    }

    template <class Visit>
    void run(Visit&& visit) {
        std::vector<Index> indices;
        for (auto& [label, index] : indices_) indices.push_back(index);
        walk(indices, 0, std::vector<std::ptrdiff_t>(tensors_, 0), visit);
    }

private:
    struct Index {
        len_type len = 1;
        std::vector<std::ptrdiff_t> strides;
    };

    template <class Visit>
    void walk(const std::vector<Index>& indices, std::size_t depth,
              std::vector<std::ptrdiff_t> offsets, Visit& visit) {
        if (depth == indices.size()) return visit(offsets);
        for (len_type i = 0; i < indices[depth].len; ++i) {
            walk(indices, depth + 1, offsets, visit);
            for (std::size_t t = 0; t < offsets.size(); ++t) {
                offsets[t] += indices[depth].strides[t];
            }
        }
    }

    std::map<label_type, Index> indices_;
    std::size_t tensors_ = 0;
};

template <class T>
T* at(const tblis_tensor& tensor, std::ptrdiff_t offset) {
    return static_cast<T*>(tensor.data) + offset;
}

template <class T>
T factor(const std::complex<double>& scalar) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        return static_cast<T>(scalar.real());
    } else {
        return T(scalar);
    }
}

template <class T>
void scale(tblis_tensor& tensor, const label_type* labels) {
    Loop loop;
    loop.add(tensor, labels);
    loop.run([&](const auto& at_) {
        T& element = *at<T>(tensor, at_[0]);
        element = tensor.scalar == 0.0 ? T(0) : element * factor<T>(tensor.scalar);
    });
    tensor.scalar = 1;
}

template <class T>
void mult(const tblis_tensor& a, const label_type* of_a, const tblis_tensor& b,
          const label_type* of_b, tblis_tensor& c, const label_type* of_c) {
    scale<T>(c, of_c);
    Loop loop;
    loop.add(a, of_a);
    loop.add(b, of_b);
    loop.add(c, of_c);
    const T alpha = factor<T>(a.scalar * b.scalar);
    loop.run([&](const auto& at_) {
        *at<T>(c, at_[2]) += alpha * *at<T>(a, at_[0]) * *at<T>(b, at_[1]);
    });
}

template <class T>
void sum(const tblis_tensor& a, const label_type* of_a, tblis_tensor& b, const label_type* of_b) {
    scale<T>(b, of_b);
    Loop loop;
    loop.add(a, of_a);
    loop.add(b, of_b);
    const T alpha = factor<T>(a.scalar);
    loop.run([&](const auto& at_) { *at<T>(b, at_[1]) += alpha * *at<T>(a, at_[0]); });
}

template <class Call>
void with_type(Type type, Call&& call) {
    if (type == Type::s) call(float());
    if (type == Type::d) call(double());
    if (type == Type::c) call(std::complex<float>());
    if (type == Type::z) call(std::complex<double>());
}

inline void tblis_tensor_mult(int, void*, const tblis_tensor* a, const label_type* of_a,
                              const tblis_tensor* b, const label_type* of_b, tblis_tensor* c,
                              const label_type* of_c) {
    with_type(a->type, [&](auto t) { mult<decltype(t)>(*a, of_a, *b, of_b, *c, of_c); });
}

inline void tblis_tensor_add(int, void*, const tblis_tensor* a, const label_type* of_a,
                             tblis_tensor* b, const label_type* of_b) {
    with_type(a->type, [&](auto t) { sum<decltype(t)>(*a, of_a, *b, of_b); });
}

}  // namespace tblis

constexpr int tblis_single = 0;
using tblis::tblis_tensor_add;
using tblis::tblis_tensor_mult;

extern "C" {
inline void bli_init() {}
inline void bli_finalize() {}
}
