# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# ttgt_write_copyright(): whose code an installation carries, and under which licences. Functions alone:
# install scripts include this file, too.

cmake_minimum_required(VERSION 3.25)  # of install scripts, which have no policies of their own

# ttgt_debian_owner(<result> <file>): the package that a file, or the first owned one behind its
# links, comes from; nothing where none does. Debian's BLAS is a link to a link to a package's file.
function(ttgt_debian_owner result file)
    set(${result} "" PARENT_SCOPE)
    find_program(DPKG_QUERY dpkg-query)
    mark_as_advanced(DPKG_QUERY)
    while(DPKG_QUERY AND EXISTS "${file}")
        execute_process(COMMAND "${DPKG_QUERY}" --search "${file}" OUTPUT_VARIABLE owner ERROR_QUIET)
        if(owner MATCHES "^([^:, ]+)[:,]")
            set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
            return()
        endif()
        if(NOT IS_SYMLINK "${file}")
            return()
        endif()
        cmake_path(GET file PARENT_PATH folder)
        file(READ_SYMLINK "${file}" file)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${folder}" NORMALIZE)
    endwhile()
endfunction()

# ttgt_compiled_in(<result>): a header of each library of which code is compiled in.
function(ttgt_compiled_in result)
    set(headers)
    foreach(name IN ITEMS CLI/CLI.hpp Eigen/Core fmt/core.h hwy/highway.h nlohmann/json.hpp)
        unset(header)
        find_file(header "${name}" PATH_SUFFIXES eigen3 NO_CACHE)
        if(header)
            list(APPEND headers "${header}")
        endif()
    endforeach()
    set(${result} "${headers}" PARENT_SCOPE)
endfunction()

# ttgt_write_copyright(<output> [WHOLE] <file>...): ttgt's own statement, and that of each file: of
# its Debian package, else the file itself, of a header its first comment. WHOLE adds the licences
# that Debian's statements name by a path of Debian's.
function(ttgt_write_copyright output)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WHOLE" "" "")
    set(text "ttgt
Copyright 2026 The ttgt authors
License: Apache-2.0, in LICENSE and, on Debian, /usr/share/common-licenses/Apache-2.0

The libraries and programs contain code of other packages. Their statements:
")
    set(seen)
    foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
        ttgt_debian_owner(name "${file}")
        set(statement "/usr/share/doc/${name}/copyright")
        if(NOT name OR NOT EXISTS "${statement}")
            string(REGEX REPLACE ".*-packages/" "" name "${file}")
            set(statement "${file}")
        endif()
        if(NOT name IN_LIST seen)
            list(APPEND seen "${name}")
            file(READ "${statement}" words)
            if(statement MATCHES "\\.h$")
                string(REGEX REPLACE "\\*/.*" "" words "${words}")
            endif()
            string(APPEND text "\n==== ${name}\n\n${words}")
        endif()
    endforeach()
    if(arg_WHOLE)
        string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]" licences "${text}")
        list(REMOVE_DUPLICATES licences)
        foreach(licence IN LISTS licences)
            if(EXISTS "${licence}")
                file(READ "${licence}" words)
                string(APPEND text "\n==== ${licence}\n\n${words}")
            endif()
        endforeach()
    endif()
    file(WRITE "${output}" "${text}")
endfunction()
