# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Compilers run through ccache where it is found and works, unless TTGT_CCACHE is OFF or a launcher is
# named. Its settings are given here, so that nothing depends on a user's ccache.conf: paths below the
# sources count as relative ones and the working folder does not count, so that another clone finds
# what this one compiled; what is compiled with a precompiled header is kept, too. What the environment sets comes first.

string(TOUPPER "${TTGT_CCACHE}" TTGT_CCACHE)
if(NOT TTGT_CCACHE MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "TTGT_CCACHE is '${TTGT_CCACHE}'; it must be AUTO, ON or OFF")
endif()
if(TTGT_CCACHE STREQUAL OFF)
    return()
endif()

find_program(CCACHE_EXECUTABLE ccache DOC "The compiler cache")
mark_as_advanced(CCACHE_EXECUTABLE)
set(ttgt_base "${CMAKE_SOURCE_DIR}")
cmake_path(IS_PREFIX ttgt_base "${PROJECT_SOURCE_DIR}" ttgt_lies_below)
if(NOT ttgt_lies_below)
    set(ttgt_base "${PROJECT_SOURCE_DIR}")
endif()
set(ttgt_launcher "${CMAKE_COMMAND}" -E env)
foreach(setting IN ITEMS "CCACHE_BASEDIR=${ttgt_base}" CCACHE_NOHASHDIR=1
                        CCACHE_SLOPPINESS=pch_defines,time_macros)
    string(REGEX REPLACE "=.*" "" name "${setting}")
    if(NOT DEFINED ENV{${name}})
        list(APPEND ttgt_launcher "${setting}")
    endif()
endforeach()
list(APPEND ttgt_launcher "${CCACHE_EXECUTABLE}")

# Where it cannot write its folder it compiles nothing.
set(ttgt_result 1)
set(ttgt_error "none is on PATH")
if(CCACHE_EXECUTABLE)
    set(ttgt_trial "${PROJECT_BINARY_DIR}/CMakeFiles/ccache_trial")
    file(WRITE "${ttgt_trial}.cpp" "int main() {}\n")
    execute_process(
        COMMAND ${ttgt_launcher} "${CMAKE_CXX_COMPILER}" -c "${ttgt_trial}.cpp" -o "${ttgt_trial}.o"
        RESULT_VARIABLE ttgt_result OUTPUT_QUIET ERROR_VARIABLE ttgt_error)
    string(STRIP "it fails: ${ttgt_error}" ttgt_error)
endif()
if(ttgt_result EQUAL 0)
    foreach(language IN ITEMS C CXX CUDA)
        if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER "${ttgt_launcher}")
        endif()
    endforeach()
elseif(TTGT_CCACHE STREQUAL ON)
    message(FATAL_ERROR "TTGT_CCACHE=ON, but ccache cannot be used: ${ttgt_error}")
elseif(CCACHE_EXECUTABLE)
    message(STATUS "ttgt: ccache is not used: ${ttgt_error}")
endif()
