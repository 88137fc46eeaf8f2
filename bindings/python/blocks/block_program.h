// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings/python/blocks/block_tensor.h"
#include "bindings/python/program.h"

namespace ttgt::python {

/// Several statements over tensors of blocks that bind by name, for fixed layouts.
class BlockProgram {
public:
    BlockProgram(std::shared_ptr<Context> context, const std::string& statements,
                 const std::vector<std::string>& names, const BlockTensors& tensors,
                 const ProgramSettings& settings, bool leaves_out_missing);
    BlockProgram(const BlockProgram&) = delete;  // it owns a handle
    BlockProgram& operator=(const BlockProgram&) = delete;
    ~BlockProgram() { ttgt_block_program_destroy(handle_); }

    /// Tensors in the order of the names.
    void run(const BlockTensors& tensors) const;
    /// Runs as run() does. The numbers of ttgt_profile by name, and "text".
    [[nodiscard]] nb::dict profile(const BlockTensors& tensors) const;
    [[nodiscard]] std::string explain(int components) const;
    [[nodiscard]] std::int64_t workspace_bytes() const;
    [[nodiscard]] std::int64_t pairs() const;

private:
    std::shared_ptr<Context> context_;
    ttgt_block_program handle_{0};
    bool is_small_ = false;
};

/// Adds BlockProgram to the module.
void bind_block_program(nb::module_& module);

}  // namespace ttgt::python
