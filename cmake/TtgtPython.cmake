# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Resolves TTGT_PYTHON to TTGT_WITH_PYTHON: needs the C library, a Python with its headers,
# and nanobind installed for it. AUTO builds no package inside another project.

set(TTGT_WITH_PYTHON OFF)
if(TTGT_BUILD_C AND (TTGT_PYTHON STREQUAL ON OR (TTGT_PYTHON STREQUAL AUTO AND PROJECT_IS_TOP_LEVEL)))
    if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.26)  # which knows the last component
        set(ttgt_stable_abi OPTIONAL_COMPONENTS Development.SABIModule)
    endif()
    find_package(Python 3.10 COMPONENTS Interpreter Development.Module ${ttgt_stable_abi})
    if(Python_Development.Module_FOUND)
        execute_process(
            COMMAND "${Python_EXECUTABLE}" -c
                    "import nanobind; print(nanobind.cmake_dir())"
            OUTPUT_VARIABLE nanobind_ROOT ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        find_package(nanobind CONFIG QUIET)
        set(TTGT_WITH_PYTHON ${nanobind_FOUND})
    endif()
endif()
if(TTGT_PYTHON STREQUAL ON AND NOT TTGT_WITH_PYTHON)
    message(
        FATAL_ERROR
            "TTGT_PYTHON=ON needs TTGT_BUILD_C, and Python 3.10 or newer with its headers, and "
            "nanobind. Install bindings/python/requirements.txt, name that interpreter by "
            "-DPython_EXECUTABLE=, or configure with TTGT_PYTHON=OFF.")
endif()
