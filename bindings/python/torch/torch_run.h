// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bindings/python/plan.h"
#include "bindings/python/program.h"

namespace ttgt::python {

/// How a planned program runs on tensors of PyTorch that have the layouts of its plan, on a CPU or
/// a GPU.
struct TorchRunSettings {
    std::vector<std::size_t> order;    ///< of inputs and outputs, the tensors that the plan names
    std::vector<nb::object> patterns;  ///< of the outputs: torch.empty_like() makes one from each
    nb::object scratch = nb::none();   ///< pattern of the workspace, None where none is needed
    /// Of a GPU the number whose current stream the run is enqueued on; negative: a CPU.
    std::int32_t device = -1;
};

class TorchRun {
public:
    /// One product, times `scale`.
    TorchRun(std::shared_ptr<const Plan> plan, double scale, TorchRunSettings settings)
        : plan_(std::move(plan)), scale_(nb::float_(scale)), settings_(std::move(settings)) {}
    TorchRun(std::shared_ptr<const Program> program, TorchRunSettings settings)
        : program_(std::move(program)), settings_(std::move(settings)) {}

    /// New outputs, from inputs at these addresses: written at once on a CPU, enqueued on a GPU.
    [[nodiscard]] nb::list run(std::vector<void*> addresses) const;

private:
    [[nodiscard]] nb::list make_outputs(std::vector<void*>& addresses) const;
    void run_at(const std::vector<void*>& addresses, const RunSettings& where) const;

    std::shared_ptr<const Plan> plan_;
    std::shared_ptr<const Program> program_;  ///< where there is no `plan_`
    nb::object scale_ = nb::none();
    TorchRunSettings settings_;
};

}  // namespace ttgt::python
