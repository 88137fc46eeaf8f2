// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <variant>

#include "src/context/cuda/architecture.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"
#include "src/runtime/cuda/kernels/shared_memory.h"
#include "transpose/cuda/kernels/copy_kernel.cuh"
#include "transpose/cuda/kernels/narrow_kernel.cuh"
#include "transpose/cuda/kernels/packed_kernel.cuh"
#include "transpose/cuda/kernels/tiled_kernel.cuh"
#include "transpose/cuda/plan/launch.h"
#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {

/// An entry of tiled_policies as a type, with the units that a thread loads at once.
template <int index, int loads>
struct TiledKernelPolicy {
    static constexpr int threads = tiled_policies[index].threads;
    static constexpr int in_bytes = tiled_policies[index].in_bytes;
    static constexpr int out_bytes = tiled_policies[index].out_bytes;
    static constexpr int store_bytes = tiled_policies[index].store_bytes;
    static constexpr int load_vector = loads;
};

/// Launches the kernel that `launch` names, for one element type and one way to finish elements.
/// Kernels that load vectors exist only where `with_vectors`.
template <class Element, class Finish, bool with_vectors>
struct KernelLauncher {
    const Launch& launch;
    const Element* in;
    Element* out;
    Finish finish;
    Stream stream;

    void operator()(const CopyArguments& arguments) const {
        start<copy_kernel<Element, Finish>>(arguments);
    }
    void operator()(const PackedArguments& arguments) const {
        start<packed_kernel<Element, Finish>>(arguments);
    }
    void operator()(const TiledArguments& arguments) const { with_policy<0>(arguments); }

private:
    /// Launches the kernel of the launch's policy, which is number `index` or a later one.
    template <int index>
    void with_policy(const TiledArguments& arguments) const {
        if constexpr (index < tiled_policy_count) {
            if (launch.policy != index) return with_policy<index + 1>(arguments);
            if constexpr (suits(tiled_policies[index], sizeof(Element))) {
                start_tiled<index>(arguments);
            }
        }
    }

    /// Launches the narrow kernel for elements shorter than a word, else the tiled kernel.
    template <int index>
    void start_tiled(const TiledArguments& arguments) const {
        if constexpr (sizeof(Element) < word_bytes) {
            return start<narrow_kernel<Element, TiledKernelPolicy<index, 1>, Finish>>(arguments);
        } else {
            start_wide<index>(arguments);
        }
    }

    /// Launches the tiled kernel, with vectors if the launch says so.
    template <int index>
    void start_wide(const TiledArguments& arguments) const {
        constexpr int vector = load_vector(sizeof(Element));
        if constexpr (with_vectors && vector > 1) {
            if (launch.load_vector == vector) {
                return start<tiled_kernel<Element, TiledKernelPolicy<index, vector>, Finish>>(
                    arguments);
            }
        }
        start<tiled_kernel<Element, TiledKernelPolicy<index, 1>, Finish>>(arguments);
    }

    /// Launches `kernel`, after it has been granted the shared memory that it needs.
    template <auto kernel, class Arguments>
    void start(const Arguments& arguments) const {
        // Each kernel has a grant of its own.
        static SharedMemoryGrant grant;
        constexpr int always_granted = 40 * 1024;
        if (launch.shared_bytes > always_granted) {
            grant.on_current_device(reinterpret_cast<const void*>(kernel));
        }
        cudaLaunchConfig_t config =
            launch_config(launch.blocks, launch.threads, launch.shared_bytes, stream);
#if CUDART_VERSION >= 12050  // with an older runtime the driver chooses
        cudaLaunchAttribute carveout{};
        carveout.id = cudaLaunchAttributePreferredSharedMemoryCarveout;
        carveout.val.sharedMemCarveout = spared_percent;
        config.attrs = &carveout;
        config.numAttrs = launch.spares_l1 ? 1 : 0;
#endif
        TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments, in, out, finish));
    }
};

}  // namespace ttgt::cuda
