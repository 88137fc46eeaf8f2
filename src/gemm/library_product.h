// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cstddef>

namespace ttgt::cuda {

/// The products of a GemmPlan as one of NVIDIA's libraries does them.
class LibraryProduct {
public:
    LibraryProduct() = default;
    virtual ~LibraryProduct() = default;
    LibraryProduct(const LibraryProduct&) = delete;
    LibraryProduct& operator=(const LibraryProduct&) = delete;

    [[nodiscard]] virtual std::size_t workspace_bytes() const noexcept = 0;
    /// GemmPlan::run_apart(); alpha and beta are of the type that is computed in.
    virtual void run(const void* alpha, const void* first, const void* second, const void* beta,
                     const void* addend, void* output, void* workspace, Stream stream) const = 0;
};

}  // namespace ttgt::cuda
