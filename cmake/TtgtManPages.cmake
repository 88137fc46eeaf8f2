# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Man pages say what --help says: they are written by running the commands, which a cross build
# cannot. ttgt_add_man_page(<target> <name>) installs <name>.1, of a command and docs/man/<name>.1.in.

function(ttgt_add_man_page target name)
    if(CMAKE_CROSSCOMPILING)
        return()
    endif()
    set(script "${PROJECT_SOURCE_DIR}/docs/man/man_page.sh")
    set(sections "${PROJECT_SOURCE_DIR}/docs/man/${name}.1.in")
    set(page "${PROJECT_BINARY_DIR}/man/${name}.1")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/man")
    add_custom_command(
        OUTPUT "${page}"
        COMMAND bash "${script}" "$<TARGET_FILE:${target}>" ${name} ${PROJECT_VERSION} "${sections}"
                > "${page}.part"
        COMMAND "${CMAKE_COMMAND}" -E rename "${page}.part" "${page}"
        DEPENDS ${target} "${script}" "${sections}"
        COMMENT "Man page ${name}.1"
        VERBATIM)
    add_custom_target(${name}_man_page ALL DEPENDS "${page}")
    install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endfunction()
