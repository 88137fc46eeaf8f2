// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/run_operation.h"

#include <limits>

#include "tests/bindings/cutensor/beside/planned_operation.h"

namespace ttgt::test {
namespace {

/// A drawn tensor's descriptor and its memory in a place.
class PlacedTensor {
public:
    PlacedTensor(const Functions& library, Place& place, const TensorCase& tensor)
        : library_(library), place_(place), tensor_(tensor) {
        require("cutensorCreateTensorDescriptor",
                library.cutensorCreateTensorDescriptor(
                    place.handle(), &descriptor_, static_cast<std::uint32_t>(tensor.modes.size()),
                    tensor.extents.data(), tensor.says_strides ? tensor.strides.data() : nullptr,
                    tensor.type, tensor.alignment));
    }
    ~PlacedTensor() { (void)library_.cutensorDestroyTensorDescriptor(descriptor_); }
    PlacedTensor(const PlacedTensor&) = delete;
    PlacedTensor& operator=(const PlacedTensor&) = delete;

    /// Places the drawn elements, or as many that are no numbers.
    Bytes fill(bool is_read) {
        Values values = tensor_.memory;
        if (!is_read) values.assign(values.size(), std::numeric_limits<double>::quiet_NaN());
        Bytes bytes = encode(values, tensor_.type);
        memory_ = place_.upload(bytes.data(), bytes.size());
        return bytes;
    }
    [[nodiscard]] Bytes fetch() const {
        Bytes bytes(tensor_.memory.size() * element_bytes(tensor_.type));
        place_.fetch(bytes.data(), memory_, bytes.size());
        return bytes;
    }

    [[nodiscard]] cutensorTensorDescriptor_t descriptor() const { return descriptor_; }
    [[nodiscard]] const std::int32_t* modes() const { return tensor_.modes.data(); }
    [[nodiscard]] cutensorOperator_t op() const { return tensor_.op; }
    /// Of element (0, 0, ...).
    [[nodiscard]] void* data() const {
        return static_cast<std::byte*>(memory_) +
               tensor_.origin * static_cast<std::int64_t>(element_bytes(tensor_.type));
    }

private:
    const Functions& library_;
    Place& place_;
    const TensorCase& tensor_;
    cutensorTensorDescriptor_t descriptor_ = nullptr;
    void* memory_ = nullptr;
};

class OperationRun {
public:
    OperationRun(const Functions& library, Place& place, const OperationCase& operation)
        : library_(library),
          place_(place),
          case_(operation),
          output_(library, place, operation.output),
          planned_(library, place) {
        for (const TensorCase& input : operation.inputs) {
            inputs_.push_back(std::make_unique<PlacedTensor>(library, place, input));
        }
        create();
    }

    void run(Outcome& outcome) {
        outcome.scalar = planned_.scalar_type();
        planned_.plan(case_.algorithm, case_.jit, case_.workspace);
        for (const std::array<Scalar, 3>& scalars : case_.calls) {
            outcome.before.push_back(fill(scalars));
            execute(scalars, outcome.scalar);
            outcome.after.push_back(output_.fetch());
        }
    }

private:
    Bytes fill(const std::array<Scalar, 3>& scalars) {
        const auto is_read = [&](std::size_t input) {
            return scalars[scalar_of(case_, input)] != Scalar{};
        };
        for (std::size_t i = 0; i < inputs_.size(); ++i) (void)inputs_[i]->fill(is_read(i));
        return output_.fill(!case_.is_in_place || is_read(inputs_.size() - 1));
    }

    // Long: a call of each kind.
    void create() {
        const cutensorHandle_t handle = place_.handle();
        const cutensorComputeDescriptor_t compute = library_.descriptor(case_.compute);
        cutensorOperationDescriptor_t* const made = planned_.operation();
        const PlacedTensor& a = *inputs_[0];
        const PlacedTensor& d = output_;
        const PlacedTensor& last = *inputs_.back();
        switch (case_.kind) {
            case CaseKind::contraction:
                return require(
                    "cutensorCreateContraction",
                    library_.cutensorCreateContraction(
                        handle, made, a.descriptor(), a.modes(), a.op(), inputs_[1]->descriptor(),
                        inputs_[1]->modes(), inputs_[1]->op(), last.descriptor(), last.modes(),
                        last.op(), d.descriptor(), d.modes(), compute));
            case CaseKind::contraction_trinary:
                return require(
                    "cutensorCreateContractionTrinary",
                    library_.cutensorCreateContractionTrinary(
                        handle, made, a.descriptor(), a.modes(), a.op(), inputs_[1]->descriptor(),
                        inputs_[1]->modes(), inputs_[1]->op(), inputs_[2]->descriptor(),
                        inputs_[2]->modes(), inputs_[2]->op(), last.descriptor(), last.modes(),
                        last.op(), d.descriptor(), d.modes(), compute));
            case CaseKind::permutation:
                return require(
                    "cutensorCreatePermutation",
                    library_.cutensorCreatePermutation(handle, made, a.descriptor(), a.modes(),
                                                       a.op(), d.descriptor(), d.modes(), compute));
            case CaseKind::elementwise_binary:
                return require("cutensorCreateElementwiseBinary",
                               library_.cutensorCreateElementwiseBinary(
                                   handle, made, a.descriptor(), a.modes(), a.op(),
                                   last.descriptor(), last.modes(), last.op(), d.descriptor(),
                                   d.modes(), case_.combines[0], compute));
            case CaseKind::elementwise_trinary:
                return require("cutensorCreateElementwiseTrinary",
                               library_.cutensorCreateElementwiseTrinary(
                                   handle, made, a.descriptor(), a.modes(), a.op(),
                                   inputs_[1]->descriptor(), inputs_[1]->modes(), inputs_[1]->op(),
                                   last.descriptor(), last.modes(), last.op(), d.descriptor(),
                                   d.modes(), case_.combines[0], case_.combines[1], compute));
            default:
                return require("cutensorCreateReduction",
                               library_.cutensorCreateReduction(
                                   handle, made, a.descriptor(), a.modes(), a.op(),
                                   last.descriptor(), last.modes(), last.op(), d.descriptor(),
                                   d.modes(), case_.combines[0], compute));
        }
    }

    // Long: a call of each kind.
    void execute(const std::array<Scalar, 3>& scalars, cudaDataType_t type) {
        const cutensorHandle_t handle = place_.handle();
        const cutensorPlan_t plan = planned_.plan();
        std::array<Bytes, 3> of;
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = encode({scalars[i]}, type);
        const auto input = [&](std::size_t i) -> const void* {
            const bool is_output = case_.is_in_place && i + 1 == inputs_.size();
            return is_output ? output_.data() : inputs_[i]->data();
        };
        void* const d = output_.data();
        void* const workspace = planned_.workspace();
        const std::uint64_t bytes = planned_.workspace_bytes();
        switch (case_.kind) {
            case CaseKind::contraction:
                return require("cutensorContract",
                               library_.cutensorContract(handle, plan, of[0].data(), input(0),
                                                         input(1), of[1].data(), input(2), d,
                                                         workspace, bytes, nullptr));
            case CaseKind::contraction_trinary:
                return require("cutensorContractTrinary",
                               library_.cutensorContractTrinary(
                                   handle, plan, of[0].data(), input(0), input(1), input(2),
                                   of[1].data(), input(3), d, workspace, bytes, nullptr));
            case CaseKind::permutation:
                return require(
                    "cutensorPermute",
                    library_.cutensorPermute(handle, plan, of[0].data(), input(0), d, nullptr));
            case CaseKind::elementwise_binary:
                return require(
                    "cutensorElementwiseBinaryExecute",
                    library_.cutensorElementwiseBinaryExecute(handle, plan, of[0].data(), input(0),
                                                              of[1].data(), input(1), d, nullptr));
            case CaseKind::elementwise_trinary:
                return require("cutensorElementwiseTrinaryExecute",
                               library_.cutensorElementwiseTrinaryExecute(
                                   handle, plan, of[0].data(), input(0), of[1].data(), input(1),
                                   of[2].data(), input(2), d, nullptr));
            default:
                return require(
                    "cutensorReduce",
                    library_.cutensorReduce(handle, plan, of[0].data(), input(0), of[1].data(),
                                            input(1), d, workspace, bytes, nullptr));
        }
    }

    const Functions& library_;
    Place& place_;
    const OperationCase& case_;
    PlacedTensor output_;
    std::vector<std::unique_ptr<PlacedTensor>> inputs_;
    PlannedOperation planned_;
};

}  // namespace

Outcome run_operation(const Functions& library, Place& place, const OperationCase& operation) {
    Outcome outcome;
    try {
        OperationRun(library, place, operation).run(outcome);
    } catch (const Refusal& refusal) {
        outcome.refused_by = refusal.function;
        outcome.status = refusal.status;
    }
    return outcome;
}

}  // namespace ttgt::test
