# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# `cpack` makes a .deb of what is installed (docs/adr/0020-debian-package.md).

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

# Programs of others that link a static ttgt need what it was built with.
set(ttgt_deb_recommends g++)
if(NOT BUILD_SHARED_LIBS)
    list(APPEND ttgt_deb_recommends libhwy-dev)
    if(TTGT_WITH_BLAS)
        list(GET CBLAS_LIBRARIES 0 ttgt_first_blas)
        ttgt_debian_owner(ttgt_blas_package "${ttgt_first_blas}")
        list(APPEND ttgt_deb_recommends ${ttgt_blas_package})
    endif()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ttgt)
set(CPACK_PACKAGE_CONTACT "The ttgt authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
list(JOIN ttgt_deb_recommends ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
