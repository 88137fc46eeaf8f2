# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# ttgt/copyright.txt of the Python package: nanobind is compiled in, too, and a wheel carries the
# libraries that TtgtWheel.cmake bundles. Licences are whole there, because users need not have Debian.

execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
            "import importlib.metadata as m; d = m.distribution('nanobind')
print(*(d.locate_file(f) for f in d.files if f.name in ('LICENSE', 'robin_map.h')), sep=';', end='')"
    OUTPUT_VARIABLE ttgt_nanobind_files)
set(TTGT_CARRIED_LICENCES "" CACHE STRING "Files of licences of what a wheel carries besides")
mark_as_advanced(TTGT_CARRIED_LICENCES)
set(ttgt_carried ${ttgt_headers} ${ttgt_nanobind_files} ${TTGT_CARRIED_LICENCES})
install(
    CODE "set(ttgt_cmake_dir \"${PROJECT_SOURCE_DIR}/cmake\")
          set(ttgt_carried \"${ttgt_carried}\")
          set(ttgt_statement \"${PROJECT_BINARY_DIR}/copyright.txt\")"
    CODE [[
        include("${ttgt_cmake_dir}/TtgtCopyright.cmake")
        ttgt_write_copyright("${ttgt_statement}" WHOLE ${ttgt_carried} ${ttgt_bundled})
        file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/ttgt" TYPE FILE FILES "${ttgt_statement}")
    ]]
    COMPONENT python EXCLUDE_FROM_ALL)
