# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# `cpack` makes a .deb of what is installed (docs/adr/0020-debian-package.md).

# What builds programs of others; those that link a static ttgt need what it was built with.
set(ttgt_deb_recommends g++)
if(TTGT_WITH_FORTRAN)
    list(APPEND ttgt_deb_recommends gfortran)
endif()
if(NOT BUILD_SHARED_LIBS)
    list(APPEND ttgt_deb_recommends libhwy-dev)
    foreach(library IN LISTS ttgt_static_libraries)
        ttgt_debian_owner(package "${library}")
        list(APPEND ttgt_deb_recommends ${package})
    endforeach()
    list(REMOVE_DUPLICATES ttgt_deb_recommends)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ttgt)
set(CPACK_PACKAGE_CONTACT "The ttgt authors")
# What the source package of Debian says of itself holds here, too.
set(ttgt_debian_control "${PROJECT_SOURCE_DIR}/packaging/debian/control")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${ttgt_debian_control}")
file(READ "${ttgt_debian_control}" ttgt_control)
string(REGEX MATCH "\nSection: ([a-z]+)\n" ttgt_match "${ttgt_control}")
set(CPACK_DEBIAN_PACKAGE_SECTION "${CMAKE_MATCH_1}")
string(REGEX MATCH "\nDescription: ([^\n]+)\n(.*)\n$" ttgt_match "${ttgt_control}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_MATCH_1}")
string(REGEX REPLACE "(^|\n) " "\\1" CPACK_DEBIAN_PACKAGE_DESCRIPTION "${CMAKE_MATCH_2}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
list(JOIN ttgt_deb_recommends ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/TtgtPackaging.cmake")
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
