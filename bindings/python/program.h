// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bindings/python/plan.h"

namespace ttgt::python {

/// Several statements planned together, over tensors that bind by name.
class Program {
public:
    /// `arrays` are Arrays of this module or arrays of NumPy, as many as `names`.
    Program(std::shared_ptr<Context> context, const std::string& statements,
            const std::vector<std::string>& names, const nb::tuple& arrays);
    Program(const Program&) = delete;  // it owns a handle
    Program& operator=(const Program&) = delete;
    ~Program() { ttgt_program_destroy(handle_); }

    /// At the addresses of arrays whose layouts the caller has seen to be those of the plan.
    void run_at(const std::vector<std::uintptr_t>& addresses, const RunSettings& settings) const;
    [[nodiscard]] std::string explain() const;
    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    std::shared_ptr<Context> context_;
    ttgt_program handle_{0};
    bool is_small_ = false;
};

/// Adds Program to the module.
void bind_program(nb::module_& module);

}  // namespace ttgt::python
