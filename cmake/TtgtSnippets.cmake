# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0

# What stands before and after the snippets that are the body of a function.
set(ttgt_snippets_opening
    "#include <ttgt/ttgt.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#define check(...) \\
    ((__VA_ARGS__) ? void() : (std::printf(\"%s:%d: %s\\n\", __FILE__, __LINE__, #__VA_ARGS__), std::exit(1)))
")

# ttgt_add_snippet_test(<name> <code>): one program, compiled against the public library and run.
function(ttgt_add_snippet_test name code)
    file(CONFIGURE OUTPUT "${name}.cpp" CONTENT "@code@\n" @ONLY)
    add_executable(${name} "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    target_link_libraries(${name} PRIVATE ttgt::ttgt)
    add_test(NAME package.${name} COMMAND ${name})
    set_tests_properties(package.${name} PROPERTIES LABELS package TIMEOUT 60)
endfunction()

# ttgt_add_snippet_tests(<page.md>...): every ```cpp block of the pages is tested. One with a main()
# is a whole program; the others of a page are functions of one program, which calls them in turn.
# These may use check(condition).
function(ttgt_add_snippet_tests)
    foreach(page IN LISTS ARGN)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
        cmake_path(GET page STEM stem)
        file(READ "${page}" text)
        set(number 0)
        set(line 1)
        set(functions "")
        set(calls "")
        while(TRUE)
            string(FIND "${text}" "\n```cpp\n" start)
            if(start EQUAL -1)
                break()
            endif()
            math(EXPR start "${start} + 8")
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
                ttgt_add_snippet_test(snippet_${stem}_${number} "${code}")
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
            message(FATAL_ERROR "${page} has no cpp block to test")
        endif()
        if(functions)
            ttgt_add_snippet_test(snippets_${stem} "${ttgt_snippets_opening}${functions}\nint main() {\n${calls}}")
        endif()
    endforeach()
endfunction()
