// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/cuda/direct/direct_call.h"
#include "contraction/cuda/direct/direct_launch.h"

namespace ttgt::cuda {

/// Each function enqueues `launch`, whose arguments are `arguments`, on a stream of the current
/// device. The pointers of `call` have the alignment that the launch needs. Throws DeviceError.
void enqueue(const DirectLaunch& launch, const ElementwiseArguments& arguments,
             const DirectCall& call, Stream stream);
void enqueue(const DirectLaunch& launch, const SumArguments& arguments, const DirectCall& call,
             Stream stream);
void enqueue(const DirectLaunch& launch, const ProductArguments& arguments, const DirectCall& call,
             Stream stream);

void enqueue(const DirectLaunch& launch, const TallArguments& arguments, const DirectCall& call,
             Stream stream);

void enqueue(const DirectLaunch& launch, const OuterArguments& arguments, const DirectCall& call,
             Stream stream);

void enqueue(const DirectLaunch& launch, const GettArguments& arguments, const DirectCall& call,
             Stream stream);
/// Each of the functions enqueue_float16() to enqueue_complex_tf32() enqueues a GETT kernel for
/// inputs of the type in its name. Types: tf32 is float32 on tensor cores, complex_tf32 is
/// complex64 on tensor cores. Each function is compiled in a source file of its own.
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
/// The same for the tiles that Hopper's warpgroups multiply.
void enqueue_tf32_warpgroups(const DirectLaunch& launch, const GettArguments& arguments,
                             const DirectCall& call, Stream stream);
void enqueue_complex_tf32(const DirectLaunch& launch, const GettArguments& arguments,
                          const DirectCall& call, Stream stream);

}  // namespace ttgt::cuda
