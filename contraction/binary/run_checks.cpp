// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/binary/run_checks.h"

#include <ttgt/error.h>

#include <cstdint>

#include <fmt/format.h>

namespace ttgt {

void check_beta(const std::string& text, bool beta_is_zero, const Scalar& beta) {
    if ((beta == Scalar{}) != beta_is_zero) {
        throw InvalidArgument(
            fmt::format("the plan of '{}' was made for beta {} 0, but beta is {}{:+}i", text,
                        beta_is_zero ? "=" : "other than", beta.real(), beta.imag()));
    }
}

void check_workspace(std::int64_t needed, const Workspace& workspace) {
    if (needed == 0) return;
    if (workspace.data == nullptr || workspace.bytes < needed) {
        throw InvalidArgument(fmt::format("the plan needs {} bytes of workspace, {} were given",
                                          needed, workspace.data == nullptr ? 0 : workspace.bytes));
    }
    if (reinterpret_cast<std::uintptr_t>(workspace.data) % workspace_alignment != 0) {
        throw InvalidArgument(
            fmt::format("the workspace must start on a multiple of {} bytes", workspace_alignment));
    }
}

void check_stream(const Device& device, const Stream& stream) {
    if (device.kind != Device::Kind::cuda && stream != Stream{}) {
        throw InvalidArgument("a stream was given to a plan for the CPU: only GPUs have streams");
    }
}

void refuse_complex(const char* scalar_name, const Scalar& scalar, const std::string& title,
                    DType dtype) {
    throw InvalidArgument(fmt::format("{} = {}{:+}i is complex but {} is {}", scalar_name,
                                      scalar.real(), scalar.imag(), title, name(dtype)));
}

}  // namespace ttgt
