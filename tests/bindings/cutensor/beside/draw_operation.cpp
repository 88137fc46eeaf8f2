// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "tests/bindings/cutensor/beside/operation_case.h"

namespace ttgt::test {
namespace {

using ModeList = std::vector<std::int32_t>;

struct Operator {
    cutensorOperator_t op;
    bool takes_complex;
    bool is_of_positive;  // undefined, or infinite, at 0 or below
};

const std::vector<Operator>& operators() {
    static const std::vector<Operator> all{
        {CUTENSOR_OP_SQRT, true, true},       {CUTENSOR_OP_RELU, false, false},
        {CUTENSOR_OP_CONJ, true, false},      {CUTENSOR_OP_RCP, true, true},
        {CUTENSOR_OP_SIGMOID, false, false},  {CUTENSOR_OP_TANH, false, false},
        {CUTENSOR_OP_EXP, true, false},       {CUTENSOR_OP_LOG, true, true},
        {CUTENSOR_OP_ABS, true, false},       {CUTENSOR_OP_NEG, true, false},
        {CUTENSOR_OP_SIN, false, false},      {CUTENSOR_OP_COS, false, false},
        {CUTENSOR_OP_TAN, false, false},      {CUTENSOR_OP_SINH, false, false},
        {CUTENSOR_OP_COSH, false, false},     {CUTENSOR_OP_ASIN, false, true},
        {CUTENSOR_OP_ACOS, false, true},      {CUTENSOR_OP_ATAN, false, false},
        {CUTENSOR_OP_ASINH, false, false},    {CUTENSOR_OP_ACOSH, false, true},
        {CUTENSOR_OP_ATANH, false, true},     {CUTENSOR_OP_CEIL, false, false},
        {CUTENSOR_OP_FLOOR, false, false},    {CUTENSOR_OP_MISH, false, false},
        {CUTENSOR_OP_SWISH, false, false},    {CUTENSOR_OP_SOFT_PLUS, false, false},
        {CUTENSOR_OP_SOFT_SIGN, false, false}};
    return all;
}

bool is_of_positive(cutensorOperator_t op) {
    return std::any_of(operators().begin(), operators().end(),
                       [&](const Operator& each) { return each.op == op && each.is_of_positive; });
}

ModeList joined(const ModeList& modes, const ModeList& more) {
    ModeList all = modes;
    std::copy_if(more.begin(), more.end(), std::back_inserter(all), [&](std::int32_t mode) {
        return std::find(modes.begin(), modes.end(), mode) == modes.end();
    });
    return all;
}

class OperationDraw {
public:
    OperationDraw(std::uint64_t seed, const DrawLimits& limits) : random_(seed), limits_(limits) {}

    OperationCase draw() {
        OperationCase drawn;
        drawn.kind = draw_kind();
        draw_extents();
        const cudaDataType_t type = random_.pick(types());
        drawn.compute = draw_compute(drawn.kind, type);
        draw_tensors(drawn, type);
        draw_calls(drawn, type);
        if (random_.chance(20)) drawn.algorithm = random_.pick(algorithms(drawn.kind));
        if (limits_.compiles && drawn.kind == CaseKind::contraction && random_.chance(1)) {
            drawn.jit = CUTENSOR_JIT_MODE_DEFAULT;
        }
        drawn.workspace = static_cast<cutensorWorksizePreference_t>(random_.between(1, 3));
        return drawn;
    }

private:
    static std::vector<cudaDataType_t> types() {
        return {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};
    }

    static std::vector<cutensorAlgo_t> algorithms(CaseKind kind) {
        if (kind != CaseKind::contraction) return {CUTENSOR_ALGO_DEFAULT};
        return {CUTENSOR_ALGO_TTGT, CUTENSOR_ALGO_TGETT, CUTENSOR_ALGO_GETT,
                CUTENSOR_ALGO_DEFAULT_PATIENT};
    }

    CaseKind draw_kind() {
        const std::int64_t share = random_.below(100);
        if (share < 45) return CaseKind::contraction;
        if (share < 58) return CaseKind::contraction_trinary;
        if (share < 75) return CaseKind::permutation;
        if (share < 84) return CaseKind::elementwise_binary;
        return share < 90 ? CaseKind::elementwise_trinary : CaseKind::reduction;
    }

    /// Extents of the modes that an operation may use: mostly small, of some operations larger,
    /// with some of size 1 and few of size 0.
    void draw_extents() {
        const auto count = static_cast<std::int32_t>(random_.between(1, 8));
        const bool is_large = limits_.points == 0 && random_.chance(4);
        std::int64_t left = limits_.points > 0 ? limits_.points : is_large ? 300000 : 4000;
        const bool has_empty = random_.chance(1);
        for (std::int32_t i = 0; i < count; ++i) {
            const std::int32_t mode = random_.chance(80) ? 'a' + i : 1000 - 300 * i;
            std::int64_t extent = random_.chance(15) ? 1 : random_.between(2, is_large ? 70 : 9);
            extent = std::min(extent, std::max<std::int64_t>(left, 1));
            if (has_empty && i == 0) extent = 0;
            left /= std::max<std::int64_t>(extent, 1);
            extents_[mode] = extent;
            modes_.push_back(mode);
        }
    }

    std::string draw_compute(CaseKind kind, cudaDataType_t type) {
        if (random_.chance(2))
            return random_.pick<std::string>({"16F", "16BF", "TF32", "32F", "64F"});
        const bool is_contraction =
            kind == CaseKind::contraction || kind == CaseKind::contraction_trinary;
        const bool is_usual = random_.chance(60);
        switch (type) {
            case CUDA_R_16F:
                return is_contraction || is_usual ? "32F" : "16F";
            case CUDA_R_16BF:
                return is_contraction || is_usual ? "32F" : "16BF";
            case CUDA_R_32F:
            case CUDA_C_32F:
                if (!is_contraction || is_usual) return "32F";
                return random_.pick<std::string>({"TF32", "3XTF32", "16BF", "16F"});
            default:
                return is_contraction && random_.chance(15) ? "32F" : "64F";
        }
    }

    ModeList subset(const ModeList& of, int percent) {
        ModeList chosen;
        for (const std::int32_t mode : of) {
            if (random_.chance(percent)) chosen.push_back(mode);
        }
        random_.shuffle(chosen);
        return chosen;
    }

    ModeList shuffled(ModeList modes) {
        random_.shuffle(modes);
        return modes;
    }

    Scalar value(cudaDataType_t type, cutensorOperator_t op) {
        // Sixteenths: exact in every type.
        const auto part = [&](std::int64_t first, std::int64_t last) {
            return static_cast<double>(random_.between(first, last)) / 16;
        };
        const double imaginary = is_complex_type(type) ? part(-16, 16) : 0;
        if (op == CUTENSOR_OP_ACOSH) return {1 + part(1, 15), 0};
        if (is_of_positive(op)) return {part(1, 15), imaginary};
        return {part(-16, 16), imaginary};
    }

    /// A tensor of these modes: packed or with gaps, in any order, of inputs also with strides of 0
    /// or below.
    TensorCase tensor(ModeList modes, cudaDataType_t type, bool is_input,
                      cutensorOperator_t op = CUTENSOR_OP_IDENTITY) {
        TensorCase drawn;
        drawn.type = type;
        drawn.op = op;
        drawn.modes = std::move(modes);
        for (const std::int32_t mode : drawn.modes) drawn.extents.push_back(extents_.at(mode));
        std::vector<std::size_t> order(drawn.modes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        drawn.says_strides = !random_.chance(15);
        const bool has_gaps = drawn.says_strides && random_.chance(40);
        if (drawn.says_strides) random_.shuffle(order);
        drawn.strides.resize(order.size());
        std::int64_t next = has_gaps ? random_.between(1, 2) : 1;
        std::int64_t last = 0;
        for (const std::size_t mode : order) {
            const std::int64_t extent = drawn.extents[mode];
            std::int64_t& stride = drawn.strides[mode];
            stride = next;
            if (is_input && drawn.says_strides && random_.chance(2)) stride = 0;
            if (stride > 0) next = next * std::max<std::int64_t>(extent, 1);
            if (has_gaps) next += random_.between(0, 2);
            const std::int64_t reach = stride * std::max<std::int64_t>(extent - 1, 0);
            last += reach;
            if (is_input && drawn.says_strides && random_.chance(1)) {
                stride = -stride;
                drawn.origin += reach;
            }
        }
        if (random_.chance(25)) {  // in the middle of memory, aligned to an element alone
            const std::int64_t before = random_.between(1, 3);
            drawn.origin += before;
            last += before;
        }
        drawn.memory.resize(static_cast<std::size_t>(last) + 1);
        for (Scalar& element : drawn.memory) element = value(type, op);
        drawn.alignment = static_cast<std::uint32_t>(element_bytes(type));
        if (drawn.origin == 0 && random_.chance(50)) drawn.alignment = 128;
        return drawn;
    }

    cutensorOperator_t unary(cudaDataType_t type, int percent) {
        if (!random_.chance(percent)) return CUTENSOR_OP_IDENTITY;
        const Operator& drawn = random_.pick(operators());
        return !is_complex_type(type) || drawn.takes_complex ? drawn.op : CUTENSOR_OP_CONJ;
    }

    cutensorOperator_t conjugation(cudaDataType_t type) {
        return is_complex_type(type) && random_.chance(40) ? CUTENSOR_OP_CONJ
                                                           : CUTENSOR_OP_IDENTITY;
    }

    cutensorOperator_t combine(cudaDataType_t type) {
        if (!limits_.compiles || random_.chance(40)) return CUTENSOR_OP_ADD;
        if (is_complex_type(type)) return CUTENSOR_OP_MUL;
        return random_.pick<cutensorOperator_t>(
            {CUTENSOR_OP_MUL, CUTENSOR_OP_MAX, CUTENSOR_OP_MIN});
    }

    /// The output, with the addend: the output itself, or another tensor of its modes.
    void draw_output(OperationCase& drawn, const ModeList& modes, cudaDataType_t type) {
        drawn.output = tensor(modes, type, false);
        drawn.is_in_place = random_.chance(55);
        if (drawn.is_in_place) {
            drawn.inputs.push_back(drawn.output);
        } else if (random_.chance(50)) {
            drawn.inputs.push_back(drawn.output);
            for (Scalar& element : drawn.inputs.back().memory) {
                element = value(type, CUTENSOR_OP_IDENTITY);
            }
        } else {
            drawn.inputs.push_back(tensor(shuffled(modes), type, true));
        }
    }

    void draw_tensors(OperationCase& drawn, cudaDataType_t type) {
        switch (drawn.kind) {
            case CaseKind::contraction:
                return draw_product(drawn, type, 2);
            case CaseKind::contraction_trinary:
                return draw_product(drawn, type, 3);
            case CaseKind::permutation:
                return draw_permutation(drawn, type);
            case CaseKind::reduction:
                return draw_reduction(drawn, type);
            default:
                return draw_elementwise(drawn, type);
        }
    }

    void draw_product(OperationCase& drawn, cudaDataType_t type, int factors) {
        ModeList all;
        for (int factor = 0; factor < factors; ++factor) {
            const ModeList modes = subset(modes_, 100 / factors + 15);
            const bool is_real = is_complex_type(type) && random_.chance(3);
            const cudaDataType_t of_factor = !is_real             ? type
                                             : type == CUDA_C_32F ? CUDA_R_32F
                                                                  : CUDA_R_64F;
            drawn.inputs.push_back(tensor(modes, of_factor, true, conjugation(of_factor)));
            all = joined(all, modes);
        }
        draw_output(drawn, subset(all, 55), type);
    }

    void draw_permutation(OperationCase& drawn, cudaDataType_t type) {
        const bool changes = limits_.compiles && random_.chance(20);
        const cudaDataType_t from = changes ? random_.pick(types()) : type;
        const ModeList modes = subset(modes_, 85);
        const ModeList of_input = random_.chance(10) ? subset(modes, 70) : shuffled(modes);
        const int percent = limits_.compiles ? 15 : 0;
        const cutensorOperator_t op =
            random_.chance(percent) ? unary(from, 100) : conjugation(from);
        drawn.inputs.push_back(tensor(of_input, from, true, op));
        drawn.output = tensor(modes, type, false);
    }

    void draw_reduction(OperationCase& drawn, cudaDataType_t type) {
        const ModeList modes = subset(modes_, 90);
        drawn.inputs.push_back(
            tensor(modes, type, true, limits_.compiles ? unary(type, 15) : CUTENSOR_OP_IDENTITY));
        draw_output(drawn, subset(modes, 50), type);
        drawn.combines[0] = combine(type);
    }

    void draw_elementwise(OperationCase& drawn, cudaDataType_t type) {
        const int factors = drawn.kind == CaseKind::elementwise_binary ? 1 : 2;
        const ModeList modes = subset(modes_, 85);
        for (int factor = 0; factor < factors; ++factor) {
            const ModeList own = random_.chance(60) ? shuffled(modes) : subset(modes, 70);
            drawn.inputs.push_back(tensor(own, type, true, unary(type, limits_.compiles ? 40 : 0)));
        }
        draw_output(drawn, modes, type);
        if (!drawn.is_in_place && limits_.compiles) {
            TensorCase& addend = drawn.inputs.back();
            addend.op = unary(type, 30);
            for (Scalar& element : addend.memory) element = value(type, addend.op);
        }
        drawn.combines = {combine(type), combine(type)};
        if (factors == 1) drawn.combines[1] = CUTENSOR_OP_ADD;
    }

    void draw_calls(OperationCase& drawn, cudaDataType_t type) {
        const std::vector<Scalar> usual{0.0, 1.0, 1.0, 1.0, -1.0, 0.5};
        // Scalars of 16 bits are real, whatever the tensors are.
        const bool is_short = drawn.compute == "16F" || drawn.compute == "16BF";
        const cudaDataType_t of_scalars = is_short ? CUDA_R_16F : type;
        for (int call = 0; call < limits_.calls; ++call) {
            std::array<Scalar, 3> scalars;
            for (Scalar& scalar : scalars) {
                scalar = random_.chance(70) ? random_.pick(usual)
                                            : value(of_scalars, CUTENSOR_OP_IDENTITY);
            }
            // alpha of 0 is rare in programs.
            if (scalars[0] == Scalar{} && random_.chance(70)) scalars[0] = 1.0;
            drawn.calls.push_back(scalars);
        }
    }

    Random random_;
    DrawLimits limits_;
    std::map<std::int32_t, std::int64_t> extents_;
    ModeList modes_;
};

}  // namespace

OperationCase draw_operation(std::uint64_t seed, const DrawLimits& limits) {
    return OperationDraw(seed, limits).draw();
}

}  // namespace ttgt::test
