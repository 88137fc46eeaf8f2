// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Long: a list of two hundred calls.
#include "tests/bindings/cutensor/beside/wrong_calls.h"

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace ttgt::test {
namespace {

sigjmp_buf& before_call() {
    static sigjmp_buf place;
    return place;
}

void leave_call(int signal) { siglongjmp(before_call(), signal); }

/// Objects that are right, for the arguments that are not meant to be wrong: tensors of float64
/// with an extent of 4 for each mode.
class RightObjects {
public:
    // Long: a list of objects.
    RightObjects(const Functions& library, Place& place) : library_(library), place_(place) {
        vector = tensor({4});
        matrix = tensor({4, 4});
        wide_vector = tensor({5});
        single_vector = tensor({4}, CUDA_R_32F);
        complex_vector = tensor({4}, CUDA_C_64F);
        const std::uint32_t sections = 1;
        const std::int64_t extent = 4;
        const std::int32_t coordinate = 0;
        made("blocks", library.cutensorCreateBlockSparseTensorDescriptor(
                           place.handle(), &block_vector, 1, 1, &sections, &extent, &coordinate,
                           nullptr, CUDA_R_64F));
        made("contraction",
             library.cutensorCreateContraction(
                 place.handle(), &contraction, matrix, ik.data(), CUTENSOR_OP_IDENTITY, matrix,
                 kj.data(), CUTENSOR_OP_IDENTITY, matrix, ij.data(), CUTENSOR_OP_IDENTITY, matrix,
                 ij.data(), library.CUTENSOR_COMPUTE_DESC_64F));
        made("trinary", library.cutensorCreateContractionTrinary(
                            place.handle(), &trinary, matrix, ik.data(), CUTENSOR_OP_IDENTITY,
                            matrix, kj.data(), CUTENSOR_OP_IDENTITY, matrix, jl.data(),
                            CUTENSOR_OP_IDENTITY, matrix, il.data(), CUTENSOR_OP_IDENTITY, matrix,
                            il.data(), library.CUTENSOR_COMPUTE_DESC_64F));
        made("permutation",
             library.cutensorCreatePermutation(place.handle(), &permutation, matrix, ij.data(),
                                               CUTENSOR_OP_IDENTITY, matrix, ji.data(),
                                               library.CUTENSOR_COMPUTE_DESC_64F));
        made("binary", library.cutensorCreateElementwiseBinary(
                           place.handle(), &binary, matrix, ij.data(), CUTENSOR_OP_IDENTITY, matrix,
                           ij.data(), CUTENSOR_OP_IDENTITY, matrix, ij.data(), CUTENSOR_OP_ADD,
                           library.CUTENSOR_COMPUTE_DESC_64F));
        made("elementwise trinary",
             library.cutensorCreateElementwiseTrinary(
                 place.handle(), &of_three, matrix, ij.data(), CUTENSOR_OP_IDENTITY, matrix,
                 ij.data(), CUTENSOR_OP_IDENTITY, matrix, ij.data(), CUTENSOR_OP_IDENTITY, matrix,
                 ij.data(), CUTENSOR_OP_ADD, CUTENSOR_OP_ADD, library.CUTENSOR_COMPUTE_DESC_64F));
        made("reduction", library.cutensorCreateReduction(
                              place.handle(), &reduction, matrix, ij.data(), CUTENSOR_OP_IDENTITY,
                              vector, i.data(), CUTENSOR_OP_IDENTITY, vector, i.data(),
                              CUTENSOR_OP_ADD, library.CUTENSOR_COMPUTE_DESC_64F));
        made("preference",
             library.cutensorCreatePlanPreference(place.handle(), &preference,
                                                  CUTENSOR_ALGO_DEFAULT, CUTENSOR_JIT_MODE_NONE));
        plan_of_contraction = plan(contraction);
        plan_of_trinary = plan(trinary);
        plan_of_permutation = plan(permutation);
        plan_of_binary = plan(binary);
        plan_of_three = plan(of_three);
        plan_of_reduction = plan(reduction);
        memory = place.upload(nullptr, 1024);
        output = place.upload(nullptr, 1024);
        workspace = place.upload(nullptr, workspace_bytes);
    }

    static constexpr std::array<std::int32_t, 1> i{'i'};
    static constexpr std::array<std::int32_t, 1> j{'j'};
    static constexpr std::array<std::int32_t, 2> ii{'i', 'i'};
    static constexpr std::array<std::int32_t, 2> ij{'i', 'j'};
    static constexpr std::array<std::int32_t, 2> ji{'j', 'i'};
    static constexpr std::array<std::int32_t, 2> ik{'i', 'k'};
    static constexpr std::array<std::int32_t, 2> kj{'k', 'j'};
    static constexpr std::array<std::int32_t, 2> jl{'j', 'l'};
    static constexpr std::array<std::int32_t, 2> il{'i', 'l'};
    static constexpr std::uint64_t workspace_bytes = 1 << 24;

    cutensorTensorDescriptor_t vector = nullptr;
    cutensorTensorDescriptor_t matrix = nullptr;
    cutensorTensorDescriptor_t wide_vector = nullptr;
    cutensorTensorDescriptor_t single_vector = nullptr;
    cutensorTensorDescriptor_t complex_vector = nullptr;
    cutensorBlockSparseTensorDescriptor_t block_vector = nullptr;
    cutensorOperationDescriptor_t contraction = nullptr;
    cutensorOperationDescriptor_t trinary = nullptr;
    cutensorOperationDescriptor_t permutation = nullptr;
    cutensorOperationDescriptor_t binary = nullptr;
    cutensorOperationDescriptor_t of_three = nullptr;
    cutensorOperationDescriptor_t reduction = nullptr;
    cutensorPlanPreference_t preference = nullptr;
    cutensorPlan_t plan_of_contraction = nullptr;
    cutensorPlan_t plan_of_trinary = nullptr;
    cutensorPlan_t plan_of_permutation = nullptr;
    cutensorPlan_t plan_of_binary = nullptr;
    cutensorPlan_t plan_of_three = nullptr;
    cutensorPlan_t plan_of_reduction = nullptr;
    void* memory = nullptr;
    void* output = nullptr;
    void* workspace = nullptr;
    double one = 1;

    std::vector<WrongCall> refused;  ///< what of these could not be made

private:
    void made(const char* what, cutensorStatus_t status) {
        if (status == CUTENSOR_STATUS_SUCCESS) return;
        refused.push_back(
            {fmt::format("right arguments: {}", what), library_.cutensorGetErrorString(status)});
    }
    cutensorTensorDescriptor_t tensor(const std::vector<std::int64_t>& extents,
                                      cudaDataType_t type = CUDA_R_64F) {
        cutensorTensorDescriptor_t found = nullptr;
        made("tensor", library_.cutensorCreateTensorDescriptor(
                           place_.handle(), &found, static_cast<std::uint32_t>(extents.size()),
                           extents.data(), nullptr, type, 16));
        return found;
    }
    cutensorPlan_t plan(cutensorOperationDescriptor_t operation) {
        cutensorPlan_t found = nullptr;
        made("plan", library_.cutensorCreatePlan(place_.handle(), &found, operation, preference,
                                                 workspace_bytes));
        return found;
    }

    const Functions& library_;
    Place& place_;
};

template <class T>
inline constexpr bool is_object = false;
template <>
inline constexpr bool is_object<cutensorHandle_t> = true;
template <>
inline constexpr bool is_object<cutensorTensorDescriptor_t> = true;
template <>
inline constexpr bool is_object<cutensorBlockSparseTensorDescriptor_t> = true;
template <>
inline constexpr bool is_object<cutensorOperationDescriptor_t> = true;
template <>
inline constexpr bool is_object<cutensorPlanPreference_t> = true;
template <>
inline constexpr bool is_object<cutensorPlan_t> = true;

class WrongCalls {
public:
    WrongCalls(const Functions& library, Place& place)
        : library_(library), place_(place), right_(library, place) {}

    std::vector<WrongCall> make() {
        made_ = right_.refused;
        make_creations();
        make_values();
        make_types();
        make_attributes();
        // Last: a device may be lost to a null pointer.
        make_executions();
        return std::move(made_);
    }

private:
    template <class Call>
    void record(std::string name, Call&& call) {
        std::array<struct sigaction, 2> before{};
        struct sigaction own {};
        own.sa_handler = leave_call;
        own.sa_flags = SA_NODEFER;
        sigaction(SIGSEGV, &own, before.data());
        sigaction(SIGABRT, &own, &before[1]);
        const int signal = sigsetjmp(before_call(), 1);
        std::string status;
        if (signal == 0) {
            status = library_.cutensorGetErrorString(call());
        } else {
            status = fmt::format("signal {}", signal);
        }
        sigaction(SIGSEGV, before.data(), nullptr);
        sigaction(SIGABRT, &before[1], nullptr);
        made_.push_back({std::move(name), std::move(status)});
    }

    /// The call with each pointer null, and each object one that was never made, by turns.
    template <class... Parameters, class... Arguments>
    void vary(const char* name, cutensorStatus_t (*function)(Parameters...),
              const Arguments&... arguments) {
        static_assert(sizeof...(Parameters) == sizeof...(Arguments));
        const std::tuple<std::remove_const_t<Parameters>...> right(arguments...);
        vary_each(name, function, right, std::index_sequence_for<Parameters...>());
    }
    template <class Function, class Tuple, std::size_t... numbers>
    void vary_each(const char* name, Function* function, const Tuple& right,
                   std::index_sequence<numbers...> /*numbers*/) {
        (vary_one<numbers>(name, function, right), ...);
    }
    template <std::size_t number, class Function, class Tuple>
    void vary_one(const char* name, Function* function, const Tuple& right) {
        using Type = std::tuple_element_t<number, Tuple>;
        if constexpr (std::is_pointer_v<Type>) {
            Tuple wrong = right;
            std::get<number>(wrong) = nullptr;
            record(fmt::format("{}: argument {} null", name, number + 1),
                   [&] { return std::apply(function, wrong); });
            if constexpr (is_object<Type>) {
                std::get<number>(wrong) = reinterpret_cast<Type>(zeros_.data());
                record(fmt::format("{}: argument {} never made", name, number + 1),
                       [&] { return std::apply(function, wrong); });
            }
        }
    }

    void make_executions() {
        const auto& r = right_;
        const cutensorHandle_t handle = place_.handle();
        constexpr std::uint64_t bytes = RightObjects::workspace_bytes;
        const cudaStream_t stream = cudaStreamLegacy;
        vary("cutensorContract", library_.cutensorContract, handle, r.plan_of_contraction, &r.one,
             r.memory, r.memory, &r.one, r.output, r.output, r.workspace, bytes, stream);
        vary("cutensorContractTrinary", library_.cutensorContractTrinary, handle, r.plan_of_trinary,
             &r.one, r.memory, r.memory, r.memory, &r.one, r.output, r.output, r.workspace, bytes,
             stream);
        vary("cutensorPermute", library_.cutensorPermute, handle, r.plan_of_permutation, &r.one,
             r.memory, r.output, stream);
        vary("cutensorElementwiseBinaryExecute", library_.cutensorElementwiseBinaryExecute, handle,
             r.plan_of_binary, &r.one, r.memory, &r.one, r.output, r.output, stream);
        vary("cutensorElementwiseTrinaryExecute", library_.cutensorElementwiseTrinaryExecute,
             handle, r.plan_of_three, &r.one, r.memory, &r.one, r.memory, &r.one, r.output,
             r.output, stream);
        vary("cutensorReduce", library_.cutensorReduce, handle, r.plan_of_reduction, &r.one,
             r.memory, &r.one, r.output, r.output, r.workspace, bytes, stream);
        record("cutensorContract: the plan of a permutation", [&] {
            return library_.cutensorContract(handle, r.plan_of_permutation, &r.one, r.memory,
                                             r.memory, &r.one, r.output, r.output, r.workspace,
                                             bytes, stream);
        });
        record("cutensorPermute: the plan of a contraction", [&] {
            return library_.cutensorPermute(handle, r.plan_of_contraction, &r.one, r.memory,
                                            r.output, stream);
        });
        record("cutensorReduce: the plan of a sum", [&] {
            return library_.cutensorReduce(handle, r.plan_of_binary, &r.one, r.memory, &r.one,
                                           r.output, r.output, r.workspace, bytes, stream);
        });
    }

    void make_creations() {
        const auto& r = right_;
        const cutensorHandle_t handle = place_.handle();
        const cutensorComputeDescriptor_t compute = library_.CUTENSOR_COMPUTE_DESC_64F;
        constexpr auto same = CUTENSOR_OP_IDENTITY;
        cutensorOperationDescriptor_t operation = nullptr;
        cutensorPlan_t plan = nullptr;
        std::uint64_t bytes = 0;
        vary("cutensorCreateContraction", library_.cutensorCreateContraction, handle, &operation,
             r.matrix, r.ik.data(), same, r.matrix, r.kj.data(), same, r.matrix, r.ij.data(), same,
             r.matrix, r.ij.data(), compute);
        vary("cutensorCreateContractionTrinary", library_.cutensorCreateContractionTrinary, handle,
             &operation, r.matrix, r.ik.data(), same, r.matrix, r.kj.data(), same, r.matrix,
             r.jl.data(), same, r.matrix, r.il.data(), same, r.matrix, r.il.data(), compute);
        vary("cutensorCreatePermutation", library_.cutensorCreatePermutation, handle, &operation,
             r.matrix, r.ij.data(), same, r.matrix, r.ji.data(), compute);
        vary("cutensorCreateElementwiseBinary", library_.cutensorCreateElementwiseBinary, handle,
             &operation, r.matrix, r.ij.data(), same, r.matrix, r.ij.data(), same, r.matrix,
             r.ij.data(), CUTENSOR_OP_ADD, compute);
        vary("cutensorCreateElementwiseTrinary", library_.cutensorCreateElementwiseTrinary, handle,
             &operation, r.matrix, r.ij.data(), same, r.matrix, r.ij.data(), same, r.matrix,
             r.ij.data(), same, r.matrix, r.ij.data(), CUTENSOR_OP_ADD, CUTENSOR_OP_ADD, compute);
        vary("cutensorCreateReduction", library_.cutensorCreateReduction, handle, &operation,
             r.matrix, r.ij.data(), same, r.vector, r.i.data(), same, r.vector, r.i.data(),
             CUTENSOR_OP_ADD, compute);
        vary("cutensorCreateBlockSparseContraction", library_.cutensorCreateBlockSparseContraction,
             handle, &operation, r.block_vector, r.i.data(), same, r.block_vector, r.i.data(), same,
             r.block_vector, r.i.data(), same, r.block_vector, r.i.data(), compute);
        vary("cutensorCreatePlan", library_.cutensorCreatePlan, handle, &plan, r.contraction,
             r.preference, RightObjects::workspace_bytes);
        vary("cutensorEstimateWorkspaceSize", library_.cutensorEstimateWorkspaceSize, handle,
             r.contraction, r.preference, CUTENSOR_WORKSPACE_DEFAULT, &bytes);
        vary("cutensorPlanGetAttribute", library_.cutensorPlanGetAttribute, handle,
             r.plan_of_contraction, CUTENSOR_PLAN_REQUIRED_WORKSPACE, static_cast<void*>(&bytes),
             sizeof bytes);
        record("cutensorEstimateWorkspaceSize: a preference of 0", [&] {
            return library_.cutensorEstimateWorkspaceSize(
                handle, r.contraction, r.preference, static_cast<cutensorWorksizePreference_t>(0),
                &bytes);
        });
    }

    cutensorStatus_t describe(std::vector<std::int64_t> extents, cudaDataType_t type = CUDA_R_64F,
                              std::uint32_t alignment = 8,
                              const std::vector<std::int64_t>& strides = {}) {
        cutensorTensorDescriptor_t made = nullptr;
        const cutensorStatus_t status = library_.cutensorCreateTensorDescriptor(
            place_.handle(), &made, static_cast<std::uint32_t>(extents.size()), extents.data(),
            strides.empty() ? nullptr : strides.data(), type, alignment);
        if (status == CUTENSOR_STATUS_SUCCESS) (void)library_.cutensorDestroyTensorDescriptor(made);
        return status;
    }

    void make_values() {
        const cutensorHandle_t handle = place_.handle();
        const std::int64_t extent = 4;
        cutensorTensorDescriptor_t tensor = nullptr;
        vary("cutensorCreateTensorDescriptor", library_.cutensorCreateTensorDescriptor, handle,
             &tensor, 1U, &extent, static_cast<const std::int64_t*>(&extent), CUDA_R_64F, 8U);
        const auto tensor_of = [&](const char* what, auto&&... arguments) {
            record(fmt::format("cutensorCreateTensorDescriptor: {}", what),
                   [&] { return describe(arguments...); });
        };
        const std::vector<std::int64_t> four{4};
        tensor_of("an extent of -1", std::vector<std::int64_t>{4, -1});
        tensor_of("an extent of 0", std::vector<std::int64_t>{4, 0});
        tensor_of("an extent of 2^40 twice",
                  std::vector<std::int64_t>{std::int64_t{1} << 40, std::int64_t{1} << 40});
        tensor_of("65 modes", std::vector<std::int64_t>(65, 1));
        tensor_of("41 modes", std::vector<std::int64_t>(41, 1));
        tensor_of("an alignment of 0", four, CUDA_R_64F, 0U);
        tensor_of("an alignment of 3", four, CUDA_R_64F, 3U);
        tensor_of("an alignment of 4 for 8 bytes", four, CUDA_R_64F, 4U);
        tensor_of("an alignment of 1", four, CUDA_R_64F, 1U);
        tensor_of("a stride of 0", four, CUDA_R_64F, 8U, std::vector<std::int64_t>{0});
        tensor_of("a stride of -1", four, CUDA_R_64F, 8U, std::vector<std::int64_t>{-1});
        tensor_of("strides that overlap", std::vector<std::int64_t>{4, 4}, CUDA_R_64F, 8U,
                  std::vector<std::int64_t>{1, 2});
        for (const cudaDataType_t type : {CUDA_R_8I, CUDA_R_8U, CUDA_R_32I, CUDA_R_64I, CUDA_C_16F,
                                          CUDA_C_16BF, CUDA_C_8I, CUDA_R_4I, CUDA_R_8F_E4M3}) {
            record(fmt::format("cutensorCreateTensorDescriptor: type {}", static_cast<int>(type)),
                   [&] { return describe(four, type, 8U); });
        }
    }

    /// A contraction of vectors, D(d) = A(a) * B(b) + C(c).
    cutensorStatus_t contract(cutensorTensorDescriptor_t a, const std::int32_t* of_a,
                              cutensorTensorDescriptor_t c, const std::int32_t* of_c,
                              cutensorOperator_t op_a, cutensorOperator_t op_c,
                              cutensorComputeDescriptor_t compute) {
        cutensorOperationDescriptor_t made = nullptr;
        return library_.cutensorCreateContraction(
            place_.handle(), &made, a, of_a, op_a, right_.vector, right_.i.data(),
            CUTENSOR_OP_IDENTITY, c, of_c, op_c, right_.vector, right_.i.data(), compute);
    }
    /// D(i) = A(a) combined with C(i).
    cutensorStatus_t combine(cutensorTensorDescriptor_t a, const std::int32_t* of_a,
                             cutensorOperator_t op_a, cutensorOperator_t op,
                             cutensorTensorDescriptor_t d, const std::int32_t* of_d) {
        cutensorOperationDescriptor_t made = nullptr;
        return library_.cutensorCreateElementwiseBinary(place_.handle(), &made, a, of_a, op_a, d,
                                                        of_d, CUTENSOR_OP_IDENTITY, d, of_d, op,
                                                        library_.CUTENSOR_COMPUTE_DESC_64F);
    }
    cutensorStatus_t permute(cutensorTensorDescriptor_t a, const std::int32_t* of_a,
                             cutensorOperator_t op, cutensorTensorDescriptor_t b,
                             const std::int32_t* of_b, cutensorComputeDescriptor_t compute) {
        cutensorOperationDescriptor_t made = nullptr;
        return library_.cutensorCreatePermutation(place_.handle(), &made, a, of_a, op, b, of_b,
                                                  compute);
    }
    cutensorStatus_t reduce(cutensorTensorDescriptor_t a, const std::int32_t* of_a,
                            cutensorOperator_t op, cutensorTensorDescriptor_t d,
                            const std::int32_t* of_d) {
        cutensorOperationDescriptor_t made = nullptr;
        return library_.cutensorCreateReduction(place_.handle(), &made, a, of_a,
                                                CUTENSOR_OP_IDENTITY, d, of_d, CUTENSOR_OP_IDENTITY,
                                                d, of_d, op, library_.CUTENSOR_COMPUTE_DESC_64F);
    }

    // Long: a list of calls.
    void make_types() {
        const auto& r = right_;
        constexpr auto same = CUTENSOR_OP_IDENTITY;
        const auto* const i = r.i.data();
        const auto* const j = r.j.data();
        const cutensorComputeDescriptor_t wide = library_.CUTENSOR_COMPUTE_DESC_64F;
        const auto contraction = [&](const char* what, auto... arguments) {
            record(fmt::format("cutensorCreateContraction: {}", what),
                   [&] { return contract(arguments...); });
        };
        contraction("two extents of one mode", r.wide_vector, i, r.vector, i, same, same, wide);
        contraction("float32 and float64", r.single_vector, i, r.vector, i, same, same, wide);
        contraction("complex and real", r.complex_vector, i, r.vector, i, same, same, wide);
        contraction("C of another type", r.vector, i, r.single_vector, i, same, same, wide);
        contraction("C of another mode", r.vector, i, r.vector, j, same, same, wide);
        contraction("C of more modes", r.vector, i, r.matrix, r.ij.data(), same, same, wide);
        contraction("the square root of A", r.vector, i, r.vector, i, CUTENSOR_OP_SQRT, same, wide);
        contraction("A conjugated, of real numbers", r.vector, i, r.vector, i, CUTENSOR_OP_CONJ,
                    same, wide);
        contraction("C conjugated", r.vector, i, r.vector, i, same, CUTENSOR_OP_CONJ, wide);
        contraction("a sum as A's operator", r.vector, i, r.vector, i, CUTENSOR_OP_ADD, same, wide);
        contraction("an operator of no name", r.vector, i, r.vector, i,
                    static_cast<cutensorOperator_t>(99), same, wide);
        contraction("a mode twice in A", r.matrix, r.ii.data(), r.vector, i, same, same, wide);
        for (const char* const name : {"16F", "16BF", "TF32", "3XTF32"}) {
            record(fmt::format("cutensorCreateContraction: float64 computed in {}", name), [&] {
                return contract(r.vector, i, r.vector, i, same, same, library_.descriptor(name));
            });
        }
        const auto binary = [&](const char* what, auto... arguments) {
            record(fmt::format("cutensorCreateElementwiseBinary: {}", what),
                   [&] { return combine(arguments...); });
        };
        binary("a mode that D lacks", r.vector, j, same, CUTENSOR_OP_ADD, r.vector, i);
        binary("two extents of one mode", r.wide_vector, i, same, CUTENSOR_OP_ADD, r.vector, i);
        binary("a sum as A's operator", r.vector, i, CUTENSOR_OP_ADD, CUTENSOR_OP_ADD, r.vector, i);
        binary("a root as combination", r.vector, i, same, CUTENSOR_OP_SQRT, r.vector, i);
        binary("complex and real", r.complex_vector, i, same, CUTENSOR_OP_ADD, r.vector, i);
        binary("real and complex", r.vector, i, same, CUTENSOR_OP_ADD, r.complex_vector, i);
        binary("float32 and float64", r.single_vector, i, same, CUTENSOR_OP_ADD, r.vector, i);
        binary("the maximum of complex numbers", r.complex_vector, i, same, CUTENSOR_OP_MAX,
               r.complex_vector, i);
        binary("tanh of complex numbers", r.complex_vector, i, CUTENSOR_OP_TANH, CUTENSOR_OP_ADD,
               r.complex_vector, i);
        binary("a mode twice in D", r.vector, i, same, CUTENSOR_OP_ADD, r.matrix, r.ii.data());
        binary("a mode twice in A", r.matrix, r.ii.data(), same, CUTENSOR_OP_ADD, r.vector, i);
        const auto permutation = [&](const char* what, auto... arguments) {
            record(fmt::format("cutensorCreatePermutation: {}", what),
                   [&] { return permute(arguments...); });
        };
        permutation("a mode that B lacks", r.matrix, r.ij.data(), same, r.vector, i, wide);
        permutation("two extents of one mode", r.wide_vector, i, same, r.vector, i, wide);
        permutation("complex to real", r.complex_vector, i, same, r.vector, i, wide);
        permutation("real to complex", r.vector, i, same, r.complex_vector, i, wide);
        permutation("float32 to float64", r.single_vector, i, same, r.vector, i, wide);
        permutation("float64 computed in 32F", r.vector, i, same, r.vector, i,
                    library_.CUTENSOR_COMPUTE_DESC_32F);
        permutation("float64 computed in TF32", r.vector, i, same, r.vector, i,
                    library_.CUTENSOR_COMPUTE_DESC_TF32);
        permutation("a product as operator", r.vector, i, CUTENSOR_OP_MUL, r.vector, i, wide);
        permutation("a mode that A lacks", r.vector, i, same, r.matrix, r.ij.data(), wide);
        const auto reduction = [&](const char* what, auto... arguments) {
            record(fmt::format("cutensorCreateReduction: {}", what),
                   [&] { return reduce(arguments...); });
        };
        reduction("a mode that A lacks", r.vector, i, CUTENSOR_OP_ADD, r.matrix, r.ij.data());
        reduction("by a root", r.matrix, r.ij.data(), CUTENSOR_OP_SQRT, r.vector, i);
        reduction("complex to real", r.complex_vector, i, CUTENSOR_OP_ADD, r.vector, i);
        reduction("the maximum of complex numbers", r.complex_vector, i, CUTENSOR_OP_MAX,
                  r.complex_vector, i);
        reduction("nothing reduced", r.vector, i, CUTENSOR_OP_ADD, r.vector, i);
        reduction("two extents of one mode", r.wide_vector, i, CUTENSOR_OP_ADD, r.vector, i);
    }

    // Long: a list of calls.
    void make_attributes() {
        const auto& r = right_;
        const cutensorHandle_t handle = place_.handle();
        std::int64_t number = 0;
        void* const buffer = &number;
        vary("cutensorPlanPreferenceGetAttribute", library_.cutensorPlanPreferenceGetAttribute,
             handle, r.preference, CUTENSOR_PLAN_PREFERENCE_ALGO, buffer, std::size_t{4});
        vary("cutensorOperationDescriptorGetAttribute",
             library_.cutensorOperationDescriptorGetAttribute, handle, r.contraction,
             CUTENSOR_OPERATION_DESCRIPTOR_TAG, buffer, std::size_t{4});
        number = 0;
        vary("cutensorOperationDescriptorSetAttribute",
             library_.cutensorOperationDescriptorSetAttribute, handle, r.contraction,
             CUTENSOR_OPERATION_DESCRIPTOR_TAG, static_cast<const void*>(buffer), std::size_t{4});
        const auto preference = [&](const char* what, int attribute, std::int32_t value,
                                    std::size_t bytes = 4) {
            record(fmt::format("cutensorPlanPreferenceSetAttribute: {}", what), [&] {
                std::array<std::int32_t, 2> given{value, 0};
                return library_.cutensorPlanPreferenceSetAttribute(
                    handle, r.preference, static_cast<cutensorPlanPreferenceAttribute_t>(attribute),
                    given.data(), bytes);
            });
        };
        preference("no such attribute", 77, 0);
        preference("8 bytes", CUTENSOR_PLAN_PREFERENCE_ALGO, -1, 8);
        preference("2 bytes", CUTENSOR_PLAN_PREFERENCE_ALGO, -1, 2);
        preference("algorithm -9", CUTENSOR_PLAN_PREFERENCE_ALGO, -9);
        preference("autotuning 7", CUTENSOR_PLAN_PREFERENCE_AUTOTUNE_MODE, 7);
        preference("cache mode 7", CUTENSOR_PLAN_PREFERENCE_CACHE_MODE, 7);
        preference("compiling 7", CUTENSOR_PLAN_PREFERENCE_JIT, 7);
        preference("count of -1", CUTENSOR_PLAN_PREFERENCE_INCREMENTAL_COUNT, -1);
        preference("rank of -1", CUTENSOR_PLAN_PREFERENCE_KERNEL_RANK, -1);
        preference("architecture 12", CUTENSOR_PLAN_PREFERENCE_GPU_ARCH, 12);
        const auto operation = [&](const char* what, int attribute, std::size_t bytes) {
            record(fmt::format("cutensorOperationDescriptorGetAttribute: {}", what), [&] {
                return library_.cutensorOperationDescriptorGetAttribute(
                    handle, r.contraction,
                    static_cast<cutensorOperationDescriptorAttribute_t>(attribute), buffer, bytes);
            });
        };
        operation("no such attribute", 77, 4);
        operation("flops of 8 bytes", CUTENSOR_OPERATION_DESCRIPTOR_FLOPS, 8);
        operation("a tag of 1 byte", CUTENSOR_OPERATION_DESCRIPTOR_TAG, 1);
        operation("whether a dense contraction is reproducible",
                  CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE, 4);
        record("cutensorOperationDescriptorSetAttribute: flops", [&] {
            return library_.cutensorOperationDescriptorSetAttribute(
                handle, r.contraction, CUTENSOR_OPERATION_DESCRIPTOR_FLOPS, buffer, 4);
        });
        record("cutensorPlanGetAttribute: 4 bytes", [&] {
            return library_.cutensorPlanGetAttribute(handle, r.plan_of_contraction,
                                                     CUTENSOR_PLAN_REQUIRED_WORKSPACE, buffer, 4);
        });
        record("cutensorPlanGetAttribute: no such attribute", [&] {
            return library_.cutensorPlanGetAttribute(
                handle, r.plan_of_contraction, static_cast<cutensorPlanAttribute_t>(1), buffer, 8);
        });
        record("cutensorHandleReadPlanCacheFromFile: no such file", [&] {
            std::uint32_t lines = 0;
            return library_.cutensorHandleReadPlanCacheFromFile(handle, "/no such folder/cache",
                                                                &lines);
        });
        record("cutensorHandleWritePlanCacheToFile: no such folder", [&] {
            return library_.cutensorHandleWritePlanCacheToFile(handle, "/no such folder/cache");
        });
        record("cutensorLoggerSetLevel: 6", [&] { return library_.cutensorLoggerSetLevel(6); });
        record("cutensorLoggerSetLevel: -1", [&] { return library_.cutensorLoggerSetLevel(-1); });
        record("cutensorLoggerOpenFile: no such folder",
               [&] { return library_.cutensorLoggerOpenFile("/no such folder/log"); });
    }

    const Functions& library_;
    Place& place_;
    RightObjects right_;
    std::array<std::max_align_t, 1024> zeros_{};
    std::vector<WrongCall> made_;
};

}  // namespace

std::vector<WrongCall> make_wrong_calls(const Functions& library, Place& place) {
    return WrongCalls(library, place).make();
}

}  // namespace ttgt::test
