#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: eigen_versions_test.sh CMAKE COMPILER EIGEN3_DIR
# The project finds Eigen 5, whose CMake files refuse a request of 3.4, where the Eigen in
# EIGEN3_DIR is not seen.
set -euo pipefail
cmake=$1 compiler=$2 hidden=$3
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/eigen/share/eigen3/cmake"
cat >"$folder/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(eigen_versions LANGUAGES CXX)
foreach(choice IN ITEMS OPENMP CUDA BLAS MPI BUILD_FORTRAN PYTHON)
    set(TTGT_\${choice} OFF)
endforeach()
include("$root/cmake/TtgtDependencies.cmake")
message(STATUS "Eigen \${Eigen3_VERSION} is found")
END
for version in 5.0.1 5.1.0; do
    touch "$folder/eigen/share/eigen3/cmake/Eigen3Config.cmake"
    cat >"$folder/eigen/share/eigen3/cmake/Eigen3ConfigVersion.cmake" <<END
set(PACKAGE_VERSION $version)
set(asked "\${PACKAGE_FIND_VERSION}")
# A request is of as many components as it has.
if(NOT PACKAGE_FIND_VERSION_RANGE AND "$version." MATCHES "^\${asked}[.]")
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
END
    rm -rf "$folder/build"
    "$cmake" -S "$folder" -B "$folder/build" "-DCMAKE_CXX_COMPILER=$compiler" "-DCMAKE_IGNORE_PATH=$hidden" \
        "-DCMAKE_PREFIX_PATH=$folder/eigen" >"$folder/log" 2>&1 && grep -q "Eigen $version is found" "$folder/log" || {
        cat "$folder/log"
        exit 1
    }
done
