// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/case_class.h"

#include "tests/support/sanitizer.h"

namespace ttgt::stress {
namespace {

std::vector<CaseClass> all_classes() {
    std::vector<CaseClass> classes{
        {"contraction", Where::both, Company::any, 300, run_contraction},
        {"windows", Where::both, Company::any, 20, run_windows},
        {"in_place", Where::both, Company::any, 60, run_in_place},
        {"interleaved", Where::both, Company::any, 20, run_interleaved},
        {"blocks", Where::cpu, Company::any, 40, run_blocks},
        {"refusal", Where::both, Company::any, 40, run_refusal},
        {"transpose", Where::both, Company::any, 40, run_transpose},
        {"copied_options", Where::both, Company::any, 5, run_copied_options},
        {"calibration", Where::both, Company::any, 2, run_short_calibration},
        {"threads", Where::cpu, Company::none, 4, run_thread_count},
        {"blas_threads", Where::cpu, Company::none, 2, run_blas_threads},
        {"exit", Where::cpu, Company::own_process, 1, run_at_exit},
    };
    // A sanitizer's frames are larger than ours.
    if (!test::is_sanitized) {
        classes.push_back({"small_stack", Where::cpu, Company::own_process, 2, run_small_stack,
                           small_stack_environment});
    }
    for (const CaseClass& of_cuda : cuda_classes()) classes.push_back(of_cuda);
    return classes;
}

}  // namespace

std::vector<CaseClass> case_classes(const Device& device) {
    const Where other = device.kind == Device::Kind::cpu ? Where::cuda : Where::cpu;
    std::vector<CaseClass> classes = all_classes();
    std::erase_if(classes, [&](const CaseClass& c) { return c.where == other; });
    return classes;
}

}  // namespace ttgt::stress
