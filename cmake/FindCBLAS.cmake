# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Finds the C interface of a BLAS and defines CBLAS::CBLAS. BLA_VENDOR and the other variables of
# FindBLAS are honoured. Where the BLAS itself lacks the C functions, a separate libcblas is sought.
# CBLAS_PREFIX is what the names of all functions begin with, and that of the library: `scipy_` is the
# OpenBLAS of the PyPI package scipy-openblas32, which is sought as libscipy_openblas.

if(CBLAS_PREFIX)
    find_library(CBLAS_PREFIXED_LIBRARY "${CBLAS_PREFIX}openblas")
    mark_as_advanced(CBLAS_PREFIXED_LIBRARY)
    if(CBLAS_PREFIXED_LIBRARY)
        set(BLAS_FOUND TRUE)
        set(BLAS_LIBRARIES "${CBLAS_PREFIXED_LIBRARY}")
        if(NOT TARGET BLAS::BLAS)
            add_library(BLAS::BLAS UNKNOWN IMPORTED)
            set_target_properties(BLAS::BLAS PROPERTIES IMPORTED_LOCATION "${CBLAS_PREFIXED_LIBRARY}")
        endif()
    endif()
else()
    find_package(BLAS QUIET)
endif()
find_path(CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas cblas)
mark_as_advanced(CBLAS_INCLUDE_DIR CBLAS_LIBRARY)

if(BLAS_FOUND AND CBLAS_INCLUDE_DIR)
    include(CheckCXXSourceCompiles)
    include(CMakePushCheckState)
    set(cblas_probe
        "#include <cblas.h>
         int main() { double x = 1; return static_cast<int>(${CBLAS_PREFIX}cblas_ddot(1, &x, 1, &x, 1)) - 1; }")
    cmake_push_check_state(RESET)
    set(CMAKE_REQUIRED_INCLUDES "${CBLAS_INCLUDE_DIR}")
    set(CMAKE_REQUIRED_LIBRARIES BLAS::BLAS)
    check_cxx_source_compiles("${cblas_probe}" CBLAS_IN_BLAS)
    if(NOT CBLAS_IN_BLAS)
        find_library(CBLAS_LIBRARY cblas)
        if(CBLAS_LIBRARY)
            set(CMAKE_REQUIRED_LIBRARIES "${CBLAS_LIBRARY}" BLAS::BLAS)
            check_cxx_source_compiles("${cblas_probe}" CBLAS_IN_LIBRARY)
        endif()
    endif()
    cmake_pop_check_state()
    if(CBLAS_IN_BLAS OR CBLAS_IN_LIBRARY)
        set(CBLAS_WORKS TRUE)
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CBLAS REQUIRED_VARS CBLAS_INCLUDE_DIR CBLAS_WORKS)

if(CBLAS_FOUND)
    set(CBLAS_LIBRARIES ${BLAS_LIBRARIES})
    if(NOT CBLAS_IN_BLAS)
        list(PREPEND CBLAS_LIBRARIES "${CBLAS_LIBRARY}")
    endif()
    if(NOT TARGET CBLAS::CBLAS)
        add_library(CBLAS::CBLAS INTERFACE IMPORTED)
        target_include_directories(CBLAS::CBLAS INTERFACE "${CBLAS_INCLUDE_DIR}")
        if(NOT CBLAS_IN_BLAS)
            target_link_libraries(CBLAS::CBLAS INTERFACE "${CBLAS_LIBRARY}")
        endif()
        target_link_libraries(CBLAS::CBLAS INTERFACE BLAS::BLAS)
    endif()
endif()
