// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "src/reference/reference.h"
#include "tools/commands/contract/contract_request.h"
#include "tools/io/output_file.h"
#include "tools/io/progress.h"

namespace ttgt::tool {

/// What came of a request.
struct ContractOutcome {
    const void* elements;  ///< of the output; null where its file has been written
    std::string text;      ///< the report for people
    std::string json;      ///< the same for programs
    std::optional<reference::Comparison> check;
};

/// Throws InvalidArgument where the two files to write are one.
void check_paths(const ContractCommand& command);

/// The files that `ttgt contract` writes, opened before the work, so that a folder that cannot be
/// written costs no time.
class ContractOutput {
public:
    /// The command outlives it. Throws FileError.
    explicit ContractOutput(const ContractCommand& command);

    /// Writes the files and prints the outcome. Throws CheckFailed where the check failed; the
    /// report is there then, the output is not.
    void finish(const ContractRequest& request, const ContractOutcome& outcome, Progress& progress);

private:
    const ContractCommand& command_;
    OutputFile out_;
    std::optional<OutputFile> report_;
};

}  // namespace ttgt::tool
