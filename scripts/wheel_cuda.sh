# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by scripts/wheels, after wheel_tools.sh: what the package for NVIDIA GPUs has beyond that for
# CPUs. The compiler is that of PyPI's packages, whose versions from 13.5 on know the C++ library of the
# host's compiler.

cuda_package=ttgt-cuda13
cuda_options=(-DTTGT_CUDA=OFF)
cuda_licences=()

# Sets cuda_options and cuda_licences.
make_toolkit() {
    local toolkit
    make_environment "$work/cuda" python3 \
        $(sed 's/ *#.*//' "$root/scripts/wheel_cuda_requirements.txt")
    toolkit="$(site_packages "$work/cuda")/nvidia/cu13"
    # Zig's headers are those of the newest C library, while these ask for the version of the target.
    sed -i 's/__GLIBC_PREREQ(2,4[12])/1/' "$toolkit/include/crt/math_functions.h"
    # What CMake asks for; nothing links it.
    ln -sf libcudart.so.13 "$toolkit/lib/libcudart.so"
    cuda_options=(
        -DTTGT_CUDA=ON -DTTGT_NCCL=OFF "-DCUDAToolkit_ROOT=$toolkit"
        "-DCMAKE_CUDA_COMPILER=$toolkit/bin/nvcc" "-DCMAKE_CUDA_HOST_COMPILER=$compiler_dir/clang++"
        # The command would have all kernels a second time, 28 MB of the file.
        -DTTGT_BUILD_TOOLS=OFF
        # CMake would link the runtime once more, by a name that this linker does not find.
        -DCMAKE_CUDA_RUNTIME_LIBRARY=None
        # Programs of 9.0 serve later GPUs as text, too, and those of 8.0 all from 8.0 to 8.9.
        "-DCMAKE_CUDA_ARCHITECTURES=80-real;90"
    )
    # The static runtime is in the library.
    cuda_licences=("$(site_packages "$work/cuda")"/nvidia_cuda_runtime-*.dist-info/licenses/License.txt)
}

# name_cuda_package <pyproject.toml>: the name, and NVIDIA's libraries as something to ask for: they may
# be the system's, or those that came with PyTorch.
name_cuda_package() {
    sed -i "s/^name = \"ttgt\"\$/name = \"$cuda_package\"/
        s/^\[project.optional-dependencies\]\$/&\nlibraries = [\"nvidia-cublas==13.*\", \"nvidia-cuda-nvrtc==13.*\"]/" "$1"
    grep -q "^name = \"$cuda_package\"" "$1" && grep -q '^libraries = ' "$1" ||
        fail "pyproject.toml has other lines than expected"
}
