// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/cuda/direct/direct_calls.h"

namespace ttgt::cuda {

/// Enqueue the launch, which has these arguments, on a stream of the current device. The pointers
/// are aligned as it says. Throw DeviceError.
void enqueue(const DirectLaunch& launch, const ElementwiseArguments& arguments,
             const DirectCall& call, Stream stream);
void enqueue(const DirectLaunch& launch, const SumArguments& arguments, const DirectCall& call,
             Stream stream);
void enqueue(const DirectLaunch& launch, const ProductArguments& arguments, const DirectCall& call,
             Stream stream);

void enqueue(const DirectLaunch& launch, const TallArguments& arguments, const DirectCall& call,
             Stream stream);

void enqueue(const DirectLaunch& launch, const GettArguments& arguments, const DirectCall& call,
             Stream stream);
/// The same of one kind of inputs; compiled each by itself.
void enqueue_float16(const DirectLaunch& launch, const GettArguments& arguments,
                     const DirectCall& call, Stream stream);
void enqueue_bfloat16(const DirectLaunch& launch, const GettArguments& arguments,
                      const DirectCall& call, Stream stream);
void enqueue_float32(const DirectLaunch& launch, const GettArguments& arguments,
                     const DirectCall& call, Stream stream);
void enqueue_float64(const DirectLaunch& launch, const GettArguments& arguments,
                     const DirectCall& call, Stream stream);
void enqueue_complex64(const DirectLaunch& launch, const GettArguments& arguments,
                       const DirectCall& call, Stream stream);
void enqueue_complex128(const DirectLaunch& launch, const GettArguments& arguments,
                        const DirectCall& call, Stream stream);
void enqueue_tf32(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream);
void enqueue_complex_tf32(const DirectLaunch& launch, const GettArguments& arguments,
                          const DirectCall& call, Stream stream);

}  // namespace ttgt::cuda
