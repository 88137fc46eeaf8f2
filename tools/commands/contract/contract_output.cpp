// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/contract/contract_output.h"

#include <ttgt/tensor.h>

#include <filesystem>

#include <fmt/format.h>

#include "tools/io/errors.h"
#include "tools/io/npy.h"
#include "tools/io/standard_output.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"

namespace ttgt::tool {
namespace {

void write_result(OutputFile& file, const ContractRequest& request, const void* elements,
                  Progress& progress) {
    const OperandLayout& output = request.operands.front();
    progress.stage("writing " + file.path(), tensor_bytes(output.layout, output.dtype));
    write_npy(file, ConstTensorView(output.dtype, output.layout, elements),
              request.order == MemoryOrder::first_fastest,
              [&](std::int64_t bytes) { progress.advance(bytes); });
    file.commit();
}

}  // namespace

void check_paths(const ContractCommand& command) {
    namespace fs = std::filesystem;
    if (command.report.empty()) return;
    if (fs::path(command.report).lexically_normal() == fs::path(command.out).lexically_normal()) {
        throw InvalidArgument(fmt::format("--out and --report are both {}", command.out));
    }
}

ContractOutput::ContractOutput(const ContractCommand& command)
    : command_(command), out_(command.out) {
    if (!command.report.empty()) report_.emplace(command.report);
}

void ContractOutput::finish(const ContractRequest& request, const ContractOutcome& outcome,
                            Progress& progress) {
    const bool failed = outcome.check && outcome.check->outcome == reference::Outcome::fail;
    if (report_) {  // of a failed check too: it says where the two differ most
        report_->write(outcome.json);
        report_->commit();
    }
    if (!failed && outcome.elements != nullptr) {
        write_result(out_, request, outcome.elements, progress);
    }

    progress.erase();
    if (!command_.quiet) print(outcome.text);
    if (outcome.check) print(to_string(*outcome.check) + "\n");
    if (failed) {
        throw CheckFailed(command_.out + " is not written: the result differs from the reference");
    }
}

}  // namespace ttgt::tool
