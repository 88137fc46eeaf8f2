# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Finds what the library needs; sets TTGT_WITH_CUDA and TTGT_WITH_BLAS. Reasons and minimum versions:
# docs/adr/0001-dependencies.md.

set(ttgt_openmp)
if(TTGT_OPENMP)
    find_package(OpenMP REQUIRED COMPONENTS CXX)
    set(ttgt_openmp OpenMP::OpenMP_CXX)
elseif(TTGT_BUILD_TESTS OR TTGT_BUILD_EXAMPLES OR TTGT_BUILD_BENCHMARKS)
    message(FATAL_ERROR "TTGT_OPENMP=OFF, but tests, examples and benchmarks need OpenMP")
endif()
# Each major version refuses a request of another, and version 3 a range that goes beyond it.
find_package(Eigen3 3.4 QUIET NO_MODULE)
if(NOT Eigen3_FOUND)
    find_package(Eigen3 5 REQUIRED NO_MODULE)
endif()
find_package(fmt 9.1 REQUIRED)
find_package(hwy 1.0.3 REQUIRED)

foreach(choice IN ITEMS TTGT_CUDA TTGT_BLAS TTGT_MPI TTGT_BUILD_FORTRAN TTGT_PYTHON)
    string(TOUPPER "${${choice}}" ${choice})
    if(NOT "${${choice}}" MATCHES "^(AUTO|ON|OFF)$")
        message(FATAL_ERROR "${choice} is '${${choice}}'; it must be AUTO, ON or OFF")
    endif()
endforeach()

set(TTGT_WITH_CUDA OFF)
if(NOT TTGT_CUDA STREQUAL OFF)
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        set(TTGT_WITH_CUDA ON)
    elseif(TTGT_CUDA STREQUAL ON)
        message(
            FATAL_ERROR
                "TTGT_CUDA=ON, but no working CUDA compiler was found. Put nvcc on the PATH, set "
                "CUDACXX or CMAKE_CUDA_COMPILER, or configure with TTGT_CUDA=OFF.")
    endif()
endif()
if(TTGT_WITH_CUDA)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
        set(CMAKE_CUDA_ARCHITECTURES "80;90")
    endif()
    find_package(CUDAToolkit)
    # The oldest that the sources are compiled with.
    set(oldest_cuda 12.4)
    if(NOT CUDAToolkit_FOUND OR "${CUDAToolkit_VERSION}" VERSION_LESS ${oldest_cuda})
        if(TTGT_CUDA STREQUAL ON)
            message(FATAL_ERROR "TTGT_CUDA=ON needs the CUDA toolkit ${oldest_cuda} or newer")
        endif()
        message(STATUS "ttgt: no CUDA toolkit ${oldest_cuda} or newer; the one there is is not used")
        set(TTGT_WITH_CUDA OFF)
    else()
        enable_language(CUDA)
    endif()
endif()

set(TTGT_WITH_BLAS OFF)
if(NOT TTGT_BLAS STREQUAL OFF)
    find_package(CBLAS)
    if(CBLAS_FOUND)
        set(TTGT_WITH_BLAS ON)
    elseif(TTGT_BLAS STREQUAL ON)
        message(
            FATAL_ERROR
                "TTGT_BLAS=ON, but no CBLAS was found (BLA_VENDOR is '${BLA_VENDOR}'). Install one, "
                "for example libopenblas-openmp-dev, or configure with TTGT_BLAS=OFF.")
    endif()
endif()
message(STATUS "ttgt: CUDA ${TTGT_WITH_CUDA}, CBLAS ${TTGT_WITH_BLAS}")
