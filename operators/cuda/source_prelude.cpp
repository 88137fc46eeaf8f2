// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/cuda/source_prelude.h"

#include <fmt/format.h>

#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

const char* const types = R"(
struct __align__(8) Complex64 { float x, y; };
struct __align__(16) Complex128 { double x, y; };
struct Half { unsigned short bits; };
struct Bfloat { unsigned short bits; };
__device__ inline Real loaded(float a) { return Real(a); }
__device__ inline Real loaded(double a) { return Real(a); }
__device__ inline Complex loaded(Complex64 a) { return {Real(a.x), Real(a.y)}; }
__device__ inline Complex loaded(Complex128 a) { return {Real(a.x), Real(a.y)}; }
#ifdef __CUDA_ARCH__
__device__ inline Real loaded(Half a) {
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(a.bits));
    return Real(result);
}
__device__ inline Real loaded(Bfloat a) { return Real(__uint_as_float(unsigned(a.bits) << 16)); }
__device__ inline void store(Half* to, Real a) {
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to->bits) : "f"(float(a)));
}
__device__ inline void store(Bfloat* to, Real a) {
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(to->bits) : "f"(float(a)));
}
#endif
__device__ inline void store(float* to, Real a) { *to = float(a); }
__device__ inline void store(double* to, Real a) { *to = double(a); }
__device__ inline void store(Complex64* to, Complex a) { *to = {float(a.x), float(a.y)}; }
__device__ inline void store(Complex128* to, Complex a) { *to = {double(a.x), double(a.y)}; }
__device__ inline void store(Complex64* to, Real a) { *to = {float(a), 0.0f}; }
__device__ inline void store(Complex128* to, Real a) { *to = {double(a), 0.0}; }
)";

// Values without an imaginary part stay real until they meet one with.
const char* const complex_arithmetic = R"(
__device__ inline Complex operator+(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }
__device__ inline Complex operator+(Complex a, Real b) { return {a.x + b, a.y}; }
__device__ inline Complex operator+(Real a, Complex b) { return {a + b.x, b.y}; }
__device__ inline Complex operator-(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }
__device__ inline Complex operator-(Complex a, Real b) { return {a.x - b, a.y}; }
__device__ inline Complex operator-(Real a, Complex b) { return {a - b.x, -b.y}; }
__device__ inline Complex operator*(Complex a, Complex b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ inline Complex operator*(Complex a, Real b) { return {a.x * b, a.y * b}; }
__device__ inline Complex operator*(Real a, Complex b) { return {a * b.x, a * b.y}; }
__device__ inline Complex operator/(Complex a, Real b) { return {a.x / b, a.y / b}; }
__device__ inline Complex operator/(Complex a, Complex b) {
    if (b.x == Real(0) && b.y == Real(0)) return {a.x / b.x, a.y / b.x};
    // Scaled by the larger part of the divisor, so that no square overflows.
    if (fabs(b.x) >= fabs(b.y)) {
        const Real r = b.y / b.x;
        const Real d = b.x + b.y * r;
        return {(a.x + a.y * r) / d, (a.y - a.x * r) / d};
    }
    const Real r = b.x / b.y;
    const Real d = b.x * r + b.y;
    return {(a.x * r + a.y) / d, (a.y * r - a.x) / d};
}
__device__ inline Complex operator/(Real a, Complex b) { return Complex{a, Real(0)} / b; }
__device__ inline Complex f_identity(Complex a) { return a; }
__device__ inline Complex f_conj(Complex a) { return {a.x, -a.y}; }
__device__ inline Complex f_neg(Complex a) { return {-a.x, -a.y}; }
__device__ inline Real f_abs(Complex a) { return hypot(a.x, a.y); }
__device__ inline Complex f_rcp(Complex a) { return Real(1) / a; }
__device__ inline Complex f_exp(Complex a) {
    const Real size = exp(a.x);
    return a.y == Real(0) ? Complex{size, a.y} : Complex{size * cos(a.y), size * sin(a.y)};
}
// Parts are a quarter where hypot() of the whole ones would overflow.
__device__ inline bool is_huge(Complex a) { return isinf(Real(4) * a.x) || isinf(Real(4) * a.y); }
__device__ inline Complex quarter_of(Complex a) { return {a.x / Real(4), a.y / Real(4)}; }
__device__ inline Complex f_log(Complex a) {
    const Complex part = is_huge(a) ? quarter_of(a) : a;
    const Real size = log(hypot(part.x, part.y));
    return {is_huge(a) ? size + Real(1.3862943611198906) : size, atan2(a.y, a.x)};
}
__device__ inline Complex f_sqrt(Complex a) {
    const bool scales = is_huge(a) && isfinite(a.x) && isfinite(a.y);
    const Real back = scales ? Real(2) : Real(1);
    if (scales) a = quarter_of(a);
    const Real size = hypot(a.x, a.y);
    if (size == Real(0)) return {Real(0), a.y};
    const Real half = sqrt((size + fabs(a.x)) / Real(2));
    const Real rest = a.y / (Real(2) * half);
    if (a.x >= Real(0)) return {back * half, back * rest};
    return {back * fabs(rest), back * copysign(half, a.y)};
}
)";

const char* const real_functions = R"(
__device__ inline Real f_identity(Real a) { return a; }
__device__ inline Real f_conj(Real a) { return a; }
__device__ inline Real f_sqrt(Real a) { return sqrt(a); }
__device__ inline Real f_relu(Real a) { return a < Real(0) ? Real(0) : a; }
__device__ inline Real f_rcp(Real a) { return Real(1) / a; }
__device__ inline Real f_exp(Real a) { return exp(a); }
__device__ inline Real f_log(Real a) { return log(a); }
__device__ inline Real f_abs(Real a) { return fabs(a); }
__device__ inline Real f_neg(Real a) { return -a; }
__device__ inline Real f_sin(Real a) { return sin(a); }
__device__ inline Real f_cos(Real a) { return cos(a); }
__device__ inline Real f_tan(Real a) { return tan(a); }
__device__ inline Real f_sinh(Real a) { return sinh(a); }
__device__ inline Real f_cosh(Real a) { return cosh(a); }
__device__ inline Real f_tanh(Real a) { return tanh(a); }
__device__ inline Real f_asin(Real a) { return asin(a); }
__device__ inline Real f_acos(Real a) { return acos(a); }
__device__ inline Real f_atan(Real a) { return atan(a); }
__device__ inline Real f_asinh(Real a) { return asinh(a); }
__device__ inline Real f_acosh(Real a) { return acosh(a); }
__device__ inline Real f_atanh(Real a) { return atanh(a); }
__device__ inline Real f_ceil(Real a) { return ceil(a); }
__device__ inline Real f_floor(Real a) { return floor(a); }
__device__ inline Real f_sigmoid(Real a) { return Real(1) / (Real(1) + exp(-a)); }
__device__ inline Real f_soft_plus(Real a) {
    return (a > Real(0) ? a : Real(0)) + log1p(exp(-fabs(a)));
}
__device__ inline Real f_mish(Real a) { return a * tanh(f_soft_plus(a)); }
__device__ inline Real f_swish(Real a) { return a * f_sigmoid(a); }
__device__ inline Real f_soft_sign(Real a) { return a / (Real(1) + fabs(a)); }
__device__ inline Real f_max(Real a, Real b) { return a >= b || a != a ? a : b; }
__device__ inline Real f_min(Real a, Real b) { return a <= b || a != a ? a : b; }
)";

const char* const real_wide = R"(
__device__ inline Wide wide(Real a) { return Wide(a); }
__device__ inline Real narrowed(Wide a) { return Real(a); }
__device__ inline Wide w_sum(Wide a, Wide b) { return a + b; }
__device__ inline Wide w_prod(Wide a, Wide b) { return a * b; }
__device__ inline Wide w_max(Wide a, Wide b) { return a >= b || a != a ? a : b; }
__device__ inline Wide w_min(Wide a, Wide b) { return a <= b || a != a ? a : b; }
__device__ inline Wide square(Real a) { return Wide(a) * Wide(a); }
__device__ inline Real root(Wide a) { return Real(sqrt(a)); }
__device__ inline Wide from_lane(Wide a, int lane) {
    return __shfl_xor_sync(0xffffffffu, a, lane);
}
)";

const char* const complex_wide = R"(
typedef Complex128 Wide;
__device__ inline Wide wide(Complex a) { return {double(a.x), double(a.y)}; }
__device__ inline Complex narrowed(Wide a) { return {Real(a.x), Real(a.y)}; }
__device__ inline Wide w_sum(Wide a, Wide b) { return {a.x + b.x, a.y + b.y}; }
__device__ inline Wide w_prod(Wide a, Wide b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__device__ inline Wide from_lane(Wide a, int lane) {
    return {__shfl_xor_sync(0xffffffffu, a.x, lane), __shfl_xor_sync(0xffffffffu, a.y, lane)};
}
)";

const char* const complex_square = R"(
__device__ inline Wide square(Complex a) {
    return double(a.x) * double(a.x) + double(a.y) * double(a.y);
}
)";

// Vectors move as the built-in types of their size, which take one instruction.
const char* const vectors = R"(
template <int bytes> struct Words;
template <> struct Words<4> { typedef unsigned Type; };
template <> struct Words<8> { typedef uint2 Type; };
template <> struct Words<16> { typedef uint4 Type; };
template <class T, int count> __device__ inline void read_vector(T (&to)[count], const T* from) {
    typedef typename Words<int(sizeof(T)) * count>::Type Word;
    const Word word = *reinterpret_cast<const Word*>(from);
    memcpy(to, &word, sizeof(word));
}
template <class T, int count> __device__ inline void write_vector(T* to, const T (&from)[count]) {
    typedef typename Words<int(sizeof(T)) * count>::Type Word;
    Word word;
    memcpy(&word, from, sizeof(word));
    *reinterpret_cast<Word*>(to) = word;
}
)";

}  // namespace

std::string vector_prelude() { return vectors; }

std::string element_type(DType dtype) {
    switch (dtype) {
        case DType::float16:
            return "Half";
        case DType::bfloat16:
            return "Bfloat";
        case DType::float32:
            return "float";
        case DType::float64:
            return "double";
        case DType::complex64:
            return "Complex64";
        default:
            return "Complex128";
    }
}

std::string source_prelude(const OperatorProblem& problem) {
    const bool is_double = real_of(problem.compute) == DType::float64;
    std::string text = fmt::format("typedef {} Real;\nstruct Complex {{ Real x, y; }};\n",
                                   is_double ? "double" : "float");
    text += fmt::format("typedef {} Scalar;\n", problem.has_real_scalars ? "Real" : "Complex");
    text += types;
    text += complex_arithmetic;
    text += real_functions;
    return text;
}

std::string reduction_prelude(DType wide, bool has_complex_values) {
    if (is_complex(wide)) return complex_wide;
    std::string text = fmt::format("typedef {} Wide;", element_type(wide));
    text += real_wide;
    // Sums of squares are real.
    if (has_complex_values) text += complex_square;
    return text;
}

}  // namespace ttgt::cuda
