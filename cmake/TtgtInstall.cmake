# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# The library, its headers, the commands, their man pages and guides, and what find_package() and
# pkg-config need; the target `uninstall`.

include(CMakePackageConfigHelpers)
set(ttgt_module_files "${PROJECT_BINARY_DIR}/bindings/fortran/modules")
set(ttgt_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ttgt")

install(TARGETS ttgt EXPORT ttgt-targets)
if(TTGT_BUILD_C)
    install(TARGETS ttgt_c EXPORT ttgt-targets)
    # For compilers other than the one that built the modules.
    install(DIRECTORY bindings/fortran/ DESTINATION "${CMAKE_INSTALL_DATADIR}/ttgt/fortran"
            FILES_MATCHING PATTERN "*.f90" PATTERN "arrays.c")
    # As arrays.c includes it.
    install(FILES bindings/fortran/arrays.h
            DESTINATION "${CMAKE_INSTALL_DATADIR}/ttgt/fortran/bindings/fortran")
endif()
if(TARGET ttgt_tapp)
    install(TARGETS ttgt_tapp EXPORT ttgt-targets)
endif()
if(TARGET ttgt_cutensor)
    # Apart from all other libraries: programs get it where they ask for this folder.
    install(TARGETS ttgt_cutensor ttgt_cutensor_mg
            LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/ttgt/cutensor")
endif()
if(TTGT_WITH_FORTRAN)
    install(TARGETS ttgt_fortran EXPORT ttgt-targets)
    install(DIRECTORY "${ttgt_module_files}/"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ttgt/fortran" FILES_MATCHING PATTERN "*.mod")
endif()
install(DIRECTORY include/ttgt "${PROJECT_BINARY_DIR}/include/ttgt" TYPE INCLUDE
        FILES_MATCHING PATTERN "*.h")
install(EXPORT ttgt-targets NAMESPACE ttgt:: DESTINATION "${ttgt_config_dir}")
include(TtgtManPages)
if(TTGT_BUILD_TOOLS)
    install(TARGETS ttgt_tool)
    ttgt_add_man_page(ttgt_tool ttgt)
endif()
if(TTGT_BUILD_EXAMPLES)
    install(TARGETS ccsd)
    ttgt_add_man_page(ccsd ccsd)
endif()
# As they lie in the source tree, so that they name each other rightly.
install(FILES CHANGELOG.md CONTRIBUTING.md LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" PATTERN docs/man EXCLUDE)
include(TtgtCopyright)
ttgt_compiled_in(ttgt_headers)
ttgt_write_copyright("${PROJECT_BINARY_DIR}/copyright" ${ttgt_headers})
install(FILES "${PROJECT_BINARY_DIR}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
if(TTGT_WITH_PYTHON)
    include(TtgtPythonCopyright)
endif()

set(ttgt_built_components cpp)
foreach(component IN ITEMS c fortran tapp cuda mpi nccl)
    string(TOUPPER ${component} feature)
    if(TARGET ttgt_${component} OR TTGT_WITH_${feature})
        list(APPEND ttgt_built_components ${component})
    endif()
endforeach()
configure_package_config_file(cmake/ttgtConfig.cmake.in ttgtConfig.cmake
                              INSTALL_DESTINATION "${ttgt_config_dir}")
write_basic_package_version_file(ttgtConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ttgtConfig.cmake"
              "${PROJECT_BINARY_DIR}/ttgtConfigVersion.cmake" cmake/FindCBLAS.cmake
              cmake/FindScaLAPACK.cmake
        DESTINATION "${ttgt_config_dir}")

# pkg-config names libraries by path: BLAS packages rarely lie where -l alone finds the right one.
set(ttgt_static_libraries ${OpenMP_CXX_FLAGS} -lhwy)
if(TTGT_WITH_BLAS)
    list(APPEND ttgt_static_libraries ${CBLAS_LIBRARIES})
endif()
if(TTGT_WITH_MPI)
    list(APPEND ttgt_static_libraries ${ScaLAPACK_LIBRARY} ${MPI_CXX_LIBRARIES})
endif()
if(TTGT_WITH_CUDA)
    list(APPEND ttgt_static_libraries ${CUDA_cudart_static_LIBRARY} -ldl -lrt -lpthread)
endif()
list(JOIN ttgt_static_libraries " " ttgt_pc_libs_private)
# A static library's own libraries are for its user to link: always, not with `--static` alone,
# because there is no shared one.
set(ttgt_pc_libs "-lttgt")
set(ttgt_pc_cflags "")
if(NOT BUILD_SHARED_LIBS)
    set(ttgt_pc_cflags "-DTTGT_STATIC")
    string(APPEND ttgt_pc_libs " ${ttgt_pc_libs_private}")
    set(ttgt_pc_libs_private "")
endif()
file(RELATIVE_PATH ttgt_pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
set(ttgt_pc_files ttgt)
if(TTGT_BUILD_C)
    list(APPEND ttgt_pc_files ttgt_c)
endif()
if(TARGET ttgt_tapp)
    list(APPEND ttgt_pc_files ttgt_tapp)
endif()
if(TTGT_WITH_FORTRAN)
    list(APPEND ttgt_pc_files ttgt_fortran)
endif()
foreach(file IN LISTS ttgt_pc_files)
    configure_file(cmake/${file}.pc.in ${file}.pc @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${file}.pc"
            DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

if(PROJECT_IS_TOP_LEVEL)
    configure_file(cmake/installed_files.cmake.in installed_files.cmake @ONLY)
    install(SCRIPT "${PROJECT_BINARY_DIR}/installed_files.cmake" ALL_COMPONENTS)
    configure_file(cmake/uninstall.cmake.in uninstall.cmake @ONLY)
    add_custom_target(uninstall COMMAND "${CMAKE_COMMAND}" -P "${PROJECT_BINARY_DIR}/uninstall.cmake")
    include(TtgtPackage)
endif()
