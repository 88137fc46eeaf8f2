#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_cuda_headers.sh HEADERS BUILD_DIR
# Fails, naming file and line, where a source of the host does not compile with CUDA's headers in the
# folder HEADERS. They may be those of the oldest toolkit that CMake takes (cmake/TtgtDependencies.cmake), or those of
# NVIDIA's packages of PyPI in one folder: nvidia-cuda-runtime-cu12, nvidia-cuda-nvcc-cu12, nvidia-cuda-nvrtc-cu12 and
# nvidia-cublas-cu12. No compiler of CUDA is needed. CMake wrote some headers to BUILD_DIR.
set -euo pipefail
usage="usage: check_cuda_headers.sh HEADERS BUILD_DIR"
headers=$(cd "${1:?"$usage"}" && pwd)
build=$(cd "${2:?"$usage"}" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/scripts/common.sh"
cd "$root"
[ -e "$headers/cublasLt.h" ] || fail "no cublasLt.h in $headers"
[ -e "$build/include/ttgt/version.h" ] || fail "$build is not configured"

# Sources that include CUDA's headers, by themselves or by one of src/gemm.
mapfile -t sources < <(project_files 'src/*.cpp' 'contraction/*.cpp' 'transpose/*.cpp' 'examples/*.cpp' |
    xargs grep -lE '#include (<(cuda|cublas|nvrtc)|"src/gemm/cublas_(lt_library|values)\.h")')
[ "${#sources[@]}" -gt 0 ] || fail "no source includes CUDA's headers"
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(jobs_here)" "${CXX:-c++}" -std=c++20 -fsyntax-only \
    -Wall -Wextra -Werror -DFMT_HEADER_ONLY=1 -DTTGT_STATIC -I. -Iinclude "-I$build/include" -isystem "$headers"
printf '%d sources compile with the headers in %s\n' "${#sources[@]}" "$headers"
