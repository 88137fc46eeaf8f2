// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/python/plan.h"

namespace ttgt::python {

struct ProgramSettings {
    std::optional<std::string> strategy;
    std::int64_t workspace_limit = -1;
};

/// Several statements planned together, over tensors that bind by name.
class Program {
public:
    /// `arrays` are Arrays of this module or arrays of NumPy, as many as `names`.
    Program(std::shared_ptr<Context> context, const std::string& statements,
            std::vector<std::string> names, const nb::tuple& arrays,
            const ProgramSettings& settings);
    Program(const Program&) = delete;  // it owns a handle
    Program& operator=(const Program&) = delete;
    ~Program() { ttgt_program_destroy(handle_); }

    /// At the addresses of arrays whose layouts the caller has seen to be those of the plan.
    void run_at(const std::vector<std::uintptr_t>& addresses, const RunSettings& settings) const;
    /// Arrays in the order of the names. Raises InvalidArgument, with the array's name, where one
    /// has another layout than planned.
    void run(const nb::tuple& arrays) const;
    /// Runs as run() does. The numbers of ttgt_profile by name, and "text".
    [[nodiscard]] nb::dict profile(const nb::tuple& arrays) const;
    [[nodiscard]] std::string explain() const;
    [[nodiscard]] std::int64_t workspace_bytes() const;

private:
    /// The addresses of arrays whose layouts are those of the plan.
    [[nodiscard]] std::vector<void*> addresses_of(const nb::tuple& arrays) const;

    std::shared_ptr<Context> context_;
    std::vector<std::string> names_;
    std::vector<std::string> layouts_;  ///< of each array, as Operand::append_to() writes them
    ttgt_program handle_{0};
    bool is_small_ = false;
};

/// Adds Program to the module.
void bind_program(nb::module_& module);

}  // namespace ttgt::python
