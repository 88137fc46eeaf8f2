# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# What a wheel needs beyond the component `python`: the BLAS, and libraries that find each other beside
# each other, as well as what these need in turn.

set_target_properties(ttgt_c PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")
target_link_options(ttgt_c PRIVATE LINKER:--disable-new-dtags)
if(TTGT_BUILD_TOOLS)
    set_target_properties(ttgt_tool PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH
                                                                          "$ORIGIN/../lib")
    target_link_options(ttgt_tool PRIVATE LINKER:--disable-new-dtags)
endif()
install(
    CODE "set(ttgt_library \"$<TARGET_FILE:ttgt_c>\")"
    CODE [[
        # The C and C++ libraries are every system's own.
        file(GET_RUNTIME_DEPENDENCIES LIBRARIES "${ttgt_library}" RESOLVED_DEPENDENCIES_VAR found
             UNRESOLVED_DEPENDENCIES_VAR missing
             PRE_INCLUDE_REGEXES "blas|blis|gomp|gfortran|quadmath|hwy" PRE_EXCLUDE_REGEXES ".*")
        foreach(library IN LISTS found)
            get_filename_component(name "${library}" NAME)
            get_filename_component(file "${library}" REALPATH)
            file(MAKE_DIRECTORY "${CMAKE_INSTALL_PREFIX}/ttgt/lib")
            list(APPEND ttgt_bundled "${file}")
            file(COPY_FILE "${file}" "${CMAKE_INSTALL_PREFIX}/ttgt/lib/${name}")
            message(STATUS "Bundled ${name} from ${file}")
        endforeach()
    ]]
    COMPONENT python EXCLUDE_FROM_ALL)
