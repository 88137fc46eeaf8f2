# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0

# What stands before and after the snippets that are the body of a function.
set(ttgt_snippets_header_cpp "<ttgt/ttgt.h>")
set(ttgt_snippets_header_c "<ttgt/c_blocks.h>")
set(ttgt_snippets_opening
    "#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#define check(...) \\
    ((__VA_ARGS__) ? void() : (std::printf(\"%s:%d: %s\\n\", __FILE__, __LINE__, #__VA_ARGS__), std::exit(1)))
")

# ttgt_add_snippet_test(<name> <code> <target>...): one program, compiled against the public library and run.
function(ttgt_add_snippet_test name code)
    file(CONFIGURE OUTPUT "${name}.cpp" CONTENT "@code@\n" @ONLY)
    add_executable(${name} "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    target_link_libraries(${name} PRIVATE ${ARGN})
    add_test(NAME package.${name} COMMAND ${name})
    set_tests_properties(package.${name} PROPERTIES LABELS package TIMEOUT 60)
endfunction()

# ttgt_add_snippet_tests(<language> <target> <page.md>...): every block of the pages in that language,
# cpp or c, is compiled as C++, linked with the target and run. One with a main()
# is a whole program; the others of a page are functions of one program, which calls them in turn.
# These may use check(condition).
function(ttgt_add_snippet_tests language target)
    foreach(page IN LISTS ARGN)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
        cmake_path(GET page STEM stem)
        file(READ "${page}" text)
        set(number 0)
        set(line 1)
        set(functions "")
        set(calls "")
        while(TRUE)
            string(FIND "${text}" "\n```${language}\n" start)
            if(start EQUAL -1)
                break()
            endif()
            string(LENGTH "${language}" language_length)
            math(EXPR start "${start} + 5 + ${language_length}")
            string(SUBSTRING "${text}" 0 ${start} before)
            string(REGEX REPLACE "[^\n]" "" before "${before}")
            string(LENGTH "${before}" lines)
            math(EXPR line "${line} + ${lines}")
            string(SUBSTRING "${text}" ${start} -1 text)
            string(FIND "${text}" "\n```" length)
            string(SUBSTRING "${text}" 0 ${length} code)
            string(SUBSTRING "${text}" ${length} -1 text)
            math(EXPR number "${number} + 1")
            if(code MATCHES "int main\\(")
                ttgt_add_snippet_test(snippet_${stem}_${number} "${code}" ${target})
            else()
                string(APPEND functions
                       "\nstatic void snippet_${number}() {\n#line ${line} \"${page}\"\n${code}\n}\n")
                string(APPEND calls "    snippet_${number}();\n")
            endif()
            string(REGEX REPLACE "[^\n]" "" before "${code}")
            string(LENGTH "${before}" lines)
            math(EXPR line "${line} + ${lines}")
        endwhile()
        if(number EQUAL 0)
            message(FATAL_ERROR "${page} has no ${language} block to test")
        endif()
        if(functions)
            ttgt_add_snippet_test(snippets_${stem} "#include ${ttgt_snippets_header_${language}}\n${ttgt_snippets_opening}${functions}\nint main() {\n${calls}}"
                                  ${target})
        endif()
    endforeach()
endfunction()

# ttgt_add_fortran_snippet_tests(<page.md>): every ```fortran block of the page is a program, which is
# compiled and run.
function(ttgt_add_fortran_snippet_tests page)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
    cmake_path(GET page STEM stem)
    file(READ "${page}" text)
    string(REPLACE ";" "\\;" text "${text}")  # a list has the blocks, and a semicolon would part one
    string(REGEX MATCHALL "\n```fortran\n[^`]*\n```" blocks "${text}")
    set(number 0)
    foreach(block IN LISTS blocks)
        math(EXPR number "${number} + 1")
        string(REGEX REPLACE "```(fortran)?" "" code "${block}")
        set(name fortran_snippet_${stem}_${number})
        file(CONFIGURE OUTPUT "${name}.f90" CONTENT "@code@" @ONLY)
        add_executable(${name} "${CMAKE_CURRENT_BINARY_DIR}/${name}.f90")
        target_link_libraries(${name} PRIVATE ttgt::fortran)
        set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
        add_test(NAME package.${name} COMMAND ${name})
        set_tests_properties(package.${name} PROPERTIES LABELS package TIMEOUT 60)
    endforeach()
    if(number EQUAL 0)
        message(FATAL_ERROR "${page} has no fortran block to test")
    endif()
endfunction()
