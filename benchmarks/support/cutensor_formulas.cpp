// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cutensor.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include "benchmarks/support/other_formulas.h"
#include "src/core/element.h"
#include "src/runtime/cuda/buffer.h"
#include "src/runtime/cuda/device_scope.h"

namespace ttgt::bench {
namespace {

/// The factor 1 of every type that calls may take factors in.
const void* one_of(DType dtype) {
    static const double wide[2] = {1, 0};
    static const float narrow[2] = {1, 0};
    if (real_of(dtype) == DType::float64) return wide;
    return narrow;
}

const void* zero() {
    static const double zeros[2] = {0, 0};
    return zeros;
}

cudaDataType_t type_of(DType dtype) {
    if (dtype == DType::float16) return CUDA_R_16F;
    if (dtype == DType::float32) return CUDA_R_32F;
    return dtype == DType::float64 ? CUDA_R_64F : CUDA_C_32F;
}

cutensorOperator_t operator_of(const std::string& operation) {
    if (operation == "max") return CUTENSOR_OP_MAX;
    return operation == "*" ? CUTENSOR_OP_MUL : CUTENSOR_OP_ADD;
}

void check(cutensorStatus_t status, const char* call) {
    if (status == CUTENSOR_STATUS_SUCCESS) return;
    throw Error(Status::device,
                fmt::format("{} failed with status {}", call, static_cast<int>(status)));
}

/// The library's functions, found by name.
class Library {
public:
    explicit Library(const std::string& path) : library_(dlopen(path.c_str(), RTLD_NOW)) {
        if (library_ == nullptr) throw InvalidArgument(dlerror());
    }
    template <class Type>
    [[nodiscard]] Type* find(const char* name) const {
        void* const found = dlsym(library_, name);
        if (found == nullptr) throw InvalidArgument(fmt::format("{} is missing", name));
        return reinterpret_cast<Type*>(found);
    }

private:
    void* library_;  // stays loaded: other threads of it may run until the program ends
};

struct PlannedCall {
    cutensorPlan_t plan = nullptr;
    std::unique_ptr<cuda::DeviceBuffer> workspace;
    std::int64_t workspace_bytes = 0;
};

#define TTGT_CUTENSOR(name) library_.find<decltype(name)>(#name)

class CutensorFormulas final : public OtherFormulas {
public:
    CutensorFormulas(const std::string& path, int device) : library_(path), device_(device) {
        const cuda::DeviceScope scope(device);
        check(TTGT_CUTENSOR(cutensorCreate)(&handle_), "cutensorCreate");
    }

    [[nodiscard]] std::function<void()> plan(const DrawnFormula& formula,
                                             std::vector<void*> pointers, Stream stream) override {
        if (formula.reduction == "norm2") return {};
        auto call = std::make_shared<PlannedCall>();
        make_plan(formula, stream, *call);
        auto* const to = static_cast<cudaStream_t>(stream.handle);
        return [this, formula, pointers = std::move(pointers), call, to] {
            run(formula, pointers, *call, to);
        };
    }

private:
    struct Tensor {
        cutensorTensorDescriptor_t descriptor = nullptr;
        std::vector<std::int32_t> modes;
    };

    [[nodiscard]] Tensor tensor(const DrawnFormula& formula, std::size_t operand) const {
        constexpr std::uint32_t alignment = 256;
        Tensor result;
        const std::vector<std::int64_t> extents = formula.extents_of(operand);
        result.modes.assign(formula.operands[operand].begin(), formula.operands[operand].end());
        check(TTGT_CUTENSOR(cutensorCreateTensorDescriptor)(
                  handle_, &result.descriptor, static_cast<std::uint32_t>(extents.size()),
                  extents.data(), nullptr, type_of(formula.dtype), alignment),
              "cutensorCreateTensorDescriptor");
        return result;
    }

    void make_plan(const DrawnFormula& formula, Stream stream, PlannedCall& call) const {
        const bool is_double = formula.dtype == DType::float64;
        const cutensorComputeDescriptor_t compute = *library_.find<cutensorComputeDescriptor_t>(
            is_double ? "CUTENSOR_COMPUTE_DESC_64F" : "CUTENSOR_COMPUTE_DESC_32F");
        const cutensorOperationDescriptor_t operation = describe(formula, compute);
        cutensorPlanPreference_t preference = nullptr;
        check(TTGT_CUTENSOR(cutensorCreatePlanPreference)(
                  handle_, &preference, CUTENSOR_ALGO_DEFAULT, CUTENSOR_JIT_MODE_NONE),
              "cutensorCreatePlanPreference");
        std::uint64_t bytes = 0;
        check(TTGT_CUTENSOR(cutensorEstimateWorkspaceSize)(handle_, operation, preference,
                                                           CUTENSOR_WORKSPACE_DEFAULT, &bytes),
              "cutensorEstimateWorkspaceSize");
        check(TTGT_CUTENSOR(cutensorCreatePlan)(handle_, &call.plan, operation, preference, bytes),
              "cutensorCreatePlan");
        call.workspace_bytes = static_cast<std::int64_t>(bytes);
        call.workspace = std::make_unique<cuda::DeviceBuffer>(
            std::max<std::int64_t>(call.workspace_bytes, 256), device_, stream, "a workspace");
    }

    [[nodiscard]] cutensorOperationDescriptor_t describe(
        const DrawnFormula& formula, cutensorComputeDescriptor_t compute) const {
        constexpr cutensorOperator_t same = CUTENSOR_OP_IDENTITY;
        std::vector<Tensor> t;
        for (std::size_t i = 0; i < formula.operands.size(); ++i) t.push_back(tensor(formula, i));
        const Tensor& d = t.front();
        cutensorOperationDescriptor_t result = nullptr;
        if (!formula.reduction.empty()) {
            const cutensorOperator_t reduction =
                formula.reduction == "max" ? CUTENSOR_OP_MAX : CUTENSOR_OP_ADD;
            check(TTGT_CUTENSOR(cutensorCreateReduction)(
                      handle_, &result, t[1].descriptor, t[1].modes.data(), same, d.descriptor,
                      d.modes.data(), same, d.descriptor, d.modes.data(), reduction, compute),
                  "cutensorCreateReduction");
        } else if (t.size() == 2) {
            check(TTGT_CUTENSOR(cutensorCreatePermutation)(handle_, &result, t[1].descriptor,
                                                           t[1].modes.data(), same, d.descriptor,
                                                           d.modes.data(), compute),
                  "cutensorCreatePermutation");
        } else if (t.size() == 3) {
            check(TTGT_CUTENSOR(cutensorCreateElementwiseBinary)(
                      handle_, &result, t[1].descriptor, t[1].modes.data(), same, d.descriptor,
                      d.modes.data(), same, d.descriptor, d.modes.data(),
                      operator_of(formula.operations[0]), compute),
                  "cutensorCreateElementwiseBinary");
        } else {
            check(TTGT_CUTENSOR(cutensorCreateElementwiseTrinary)(
                      handle_, &result, t[1].descriptor, t[1].modes.data(), same, t[2].descriptor,
                      t[2].modes.data(), same, d.descriptor, d.modes.data(), same, d.descriptor,
                      d.modes.data(), operator_of(formula.operations[0]),
                      operator_of(formula.operations[1]), compute),
                  "cutensorCreateElementwiseTrinary");
        }
        return result;
    }

    void run(const DrawnFormula& formula, const std::vector<void*>& p, const PlannedCall& call,
             cudaStream_t stream) const {
        const void* const one = one_of(formula.dtype);
        if (!formula.reduction.empty()) {
            check(TTGT_CUTENSOR(cutensorReduce)(
                      handle_, call.plan, one, p[1], zero(), p[0], p[0], call.workspace->data(),
                      static_cast<std::uint64_t>(call.workspace_bytes), stream),
                  "cutensorReduce");
        } else if (p.size() == 2) {
            check(TTGT_CUTENSOR(cutensorPermute)(handle_, call.plan, one, p[1], p[0], stream),
                  "cutensorPermute");
        } else if (p.size() == 3) {
            check(TTGT_CUTENSOR(cutensorElementwiseBinaryExecute)(handle_, call.plan, one, p[1],
                                                                  one, p[2], p[0], stream),
                  "cutensorElementwiseBinaryExecute");
        } else {
            check(TTGT_CUTENSOR(cutensorElementwiseTrinaryExecute)(
                      handle_, call.plan, one, p[1], one, p[2], one, p[3], p[0], stream),
                  "cutensorElementwiseTrinaryExecute");
        }
    }

    Library library_;
    int device_;
    cutensorHandle_t handle_ = nullptr;
};

}  // namespace

std::unique_ptr<OtherFormulas> load_other_formulas(const std::string& path, int device) {
    if (path.empty()) return nullptr;
    return std::make_unique<CutensorFormulas>(path, device);
}

}  // namespace ttgt::bench
