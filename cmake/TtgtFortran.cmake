# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Resolves TTGT_BUILD_FORTRAN to TTGT_WITH_FORTRAN: needs a Fortran compiler and, for the C compiler,
# the header of array descriptors, which comes with the Fortran one. AUTO leaves another project's
# languages as they are.

set(TTGT_WITH_FORTRAN OFF)
get_property(ttgt_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
set(ttgt_try_fortran OFF)
if(TTGT_BUILD_FORTRAN STREQUAL ON
   OR (TTGT_BUILD_FORTRAN STREQUAL AUTO AND (PROJECT_IS_TOP_LEVEL OR Fortran IN_LIST ttgt_languages)))
    set(ttgt_try_fortran ON)
endif()
if(TTGT_BUILD_C AND ttgt_try_fortran)
    include(CheckLanguage)
    check_language(C)
    check_language(Fortran)
    if(CMAKE_C_COMPILER AND CMAKE_Fortran_COMPILER)
        enable_language(C)
        enable_language(Fortran)
        include(CheckIncludeFile)
        check_include_file(ISO_Fortran_binding.h TTGT_HAS_DESCRIPTORS)
        if(TTGT_HAS_DESCRIPTORS)
            set(TTGT_WITH_FORTRAN ON)
        endif()
    endif()
endif()
if(TTGT_BUILD_FORTRAN STREQUAL ON AND NOT TTGT_WITH_FORTRAN)
    message(
        FATAL_ERROR
            "TTGT_BUILD_FORTRAN=ON needs TTGT_BUILD_C, a Fortran compiler and, for the C compiler, "
            "ISO_Fortran_binding.h. Install one, for example gfortran, or configure with "
            "TTGT_BUILD_FORTRAN=OFF.")
endif()
