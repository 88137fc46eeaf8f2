// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/plan/gett_tiles.h"
#include "src/context/cuda/architecture.h"
#include "src/context/cuda/gett_rates.h"

namespace ttgt::cuda {

/// The kind of products whose rates these have. There are kernels for the products.
[[nodiscard]] GettKind gett_kind_of(const GettProducts& products);
/// The compiled-in rates of a kind of products: those of an H200.
[[nodiscard]] const GettRates& rates_of(const GettProducts& products);
/// The rates of a kind of products on a GPU: its own where it has them, else the compiled-in ones.
[[nodiscard]] const GettRates& rates_of(const GettProducts& products, const Architecture& gpu);
/// The peak rate of a kind of products (a dtype and a compute type) on one multiprocessor of an
/// H200, in floating-point operations per microsecond. The same on every GPU.
[[nodiscard]] double peak_of(const GettProducts& products);

}  // namespace ttgt::cuda
