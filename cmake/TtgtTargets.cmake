# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# ttgt_build_flags: what every target of the project compiles with; never exported.
# ttgt_add_folder(): one target per source folder.

configure_file("${PROJECT_SOURCE_DIR}/cmake/version.h.in"
               "${PROJECT_BINARY_DIR}/include/ttgt/version.h" @ONLY)

add_library(ttgt_build_flags INTERFACE)
target_compile_features(ttgt_build_flags INTERFACE cxx_std_20)
target_include_directories(
    ttgt_build_flags INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include"
                               "${PROJECT_BINARY_DIR}/include")
target_compile_definitions(
    ttgt_build_flags INTERFACE TTGT_HAS_CBLAS=$<BOOL:${TTGT_WITH_BLAS}>
                               $<$<NOT:$<BOOL:${BUILD_SHARED_LIBS}>>:TTGT_STATIC>)
target_compile_options(
    ttgt_build_flags
    INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>
        $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${TTGT_WARNINGS_AS_ERRORS}>>:-Werror>
        # A flag, because CMake 3.25 does not know that nvcc has C++20.
        $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>
        $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wshadow>
        $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${TTGT_WARNINGS_AS_ERRORS}>>:-Werror=all-warnings>)

# ttgt_set_defaults(<target>): the project's flags, without compiler extensions; its sources compiled
# many at a time where TTGT_UNITY_BUILD asks for that: most of what compiling and checking one takes
# are the headers.
function(ttgt_set_defaults name)
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:ttgt_build_flags>)
    set_target_properties(
        ${name}
        PROPERTIES CXX_EXTENSIONS OFF
                   CXX_VISIBILITY_PRESET hidden
                   CUDA_VISIBILITY_PRESET hidden
                   VISIBILITY_INLINES_HIDDEN ON
                   POSITION_INDEPENDENT_CODE ON
                   UNITY_BUILD ${TTGT_UNITY_BUILD}
                   UNITY_BUILD_BATCH_SIZE 32)
    # Once the folder has named all sources; its arguments are read then.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL ttgt_set_kernel_defaults [[${name}]])")
endfunction()

# ttgt_set_kernel_defaults(<target>): each of its CUDA sources is compiled by itself. The driver loads the
# kernels of one object together, when the first of them is called, so that a first call waits for those
# of its own source alone. They are compressed, to a third of the size, and decompressed when they are
# loaded, except those of ttgt_keep_uncompressed.
function(ttgt_set_kernel_defaults name)
    get_target_property(sources ${name} SOURCES)
    list(FILTER sources INCLUDE REGEX "[.]cu$")
    foreach(source IN LISTS sources)
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        get_source_file_property(mode ${source} TTGT_COMPRESS_MODE)
        if(NOT mode)
            set(mode size)
        endif()
        get_source_file_property(is_set ${source} TTGT_HAS_COMPRESS_MODE)
        if(NOT is_set AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0)
            set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS --compress-mode=${mode})
            set_property(SOURCE ${source} PROPERTY TTGT_HAS_COMPRESS_MODE ON)
        endif()
    endforeach()
endfunction()

# ttgt_keep_uncompressed(<source>...): CUDA sources whose kernels lie in the library as the driver loads
# them. A first call of a small kernel would wait for decompressing longer than for all else
# (benchmarks/results/h100/cold_calls).
function(ttgt_keep_uncompressed)
    set_source_files_properties(${ARGN} PROPERTIES TTGT_COMPRESS_MODE none)
endfunction()

# ttgt_guide_fuzzers(<target>): where fuzzers are built, the target counts the branches it takes, which
# guide libFuzzer. Code that no fuzzer runs is not counted: that would slow compilers and tests alike.
function(ttgt_guide_fuzzers name)
    if(TTGT_BUILD_FUZZERS)
        target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()

# ttgt_compile_quickly(<target>): own code of tests, optimised where TTGT_OPTIMISE_TESTS asks for that.
function(ttgt_compile_quickly name)
    if(NOT TTGT_OPTIMISE_TESTS)
        target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)
    endif()
endfunction()

# A compiler cache finds by it which precompiled header a source was compiled with.
set(ttgt_precompiling $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>)

# ttgt_precompile_headers(<target> LINK <target>... HEADERS <header>...): a program of nothing else, from
# which programs compiled with the same options take the headers by ttgt_take_headers, where
# TTGT_PRECOMPILE_TESTS asks for that. Headers of other libraries alone: each change of a header
# compiles every program again.
function(ttgt_precompile_headers name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;HEADERS")
    if(NOT TTGT_PRECOMPILE_TESTS)
        return()
    endif()
    file(CONFIGURE OUTPUT ${name}.cpp CONTENT "int main() {}\n")
    add_executable(${name} EXCLUDE_FROM_ALL "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    ttgt_set_defaults(${name})
    ttgt_compile_quickly(${name})
    target_link_libraries(${name} PRIVATE ${arg_LINK})
    target_compile_options(${name} PRIVATE ${ttgt_precompiling})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# ttgt_take_headers(<target> <program>): the program is one of ttgt_precompile_headers.
function(ttgt_take_headers name from)
    if(TTGT_PRECOMPILE_TESTS)
        target_compile_options(${name} PRIVATE ${ttgt_precompiling})
        target_precompile_headers(${name} REUSE_FROM ${from})
    endif()
endfunction()

# ttgt_compile_fmt_once(<target> <keyword>): for targets that link src/core/fmt_once.cpp; the folder's
# headers say why.
function(ttgt_compile_fmt_once name keyword)
    target_include_directories(
        ${name} SYSTEM BEFORE
        ${keyword} "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/src/core/fmt_once>>")
endfunction()

# ttgt_add_folder(<target> <source>...): the objects of one folder, which the public library and
# ttgt_internal share.
function(ttgt_add_folder name)
    add_library(${name} OBJECT ${ARGN})
    ttgt_set_defaults(${name})
    ttgt_compile_fmt_once(${name} PRIVATE)
    target_link_libraries(${name} PRIVATE fmt::fmt-header-only ${ttgt_openmp})
endfunction()

# ttgt_share_ptx(<target>): where CMAKE_CUDA_ARCHITECTURES are several numbers, the programs of all of them
# are assembled from the PTX of the oldest one. More than half of nvcc's time is for PTX, which is else
# made for each architecture. For sources that read no __CUDA_ARCH__: their programs stay the same.
function(ttgt_share_ptx name)
    list(LENGTH CMAKE_CUDA_ARCHITECTURES count)
    if(count LESS 2)
        return()
    endif()
    set(oldest "")
    set(programs "")
    set(has_ptx OFF)
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
        if(NOT architecture MATCHES "^([0-9]+)(-real|-virtual)?$")
            return()
        endif()
        if(oldest STREQUAL "" OR CMAKE_MATCH_1 LESS oldest)
            set(oldest ${CMAKE_MATCH_1})
        endif()
        if(NOT CMAKE_MATCH_2 STREQUAL "-virtual")
            list(APPEND programs sm_${CMAKE_MATCH_1})
        endif()
        if(NOT CMAKE_MATCH_2 STREQUAL "-real")
            set(has_ptx ON)
        endif()
    endforeach()
    if(has_ptx)
        list(APPEND programs compute_${oldest})
    endif()
    list(JOIN programs "," programs)
    set_target_properties(${name} PROPERTIES CUDA_ARCHITECTURES OFF)
    target_compile_options(
        ${name}
        PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:--generate-code=arch=compute_${oldest},code=[${programs}]>")
endfunction()
