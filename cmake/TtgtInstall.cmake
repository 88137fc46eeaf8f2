# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# The library, its headers, the command, and what find_package() and pkg-config need.

include(CMakePackageConfigHelpers)
set(ttgt_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ttgt")

install(TARGETS ttgt EXPORT ttgt-targets)
install(DIRECTORY include/ttgt "${PROJECT_BINARY_DIR}/include/ttgt" TYPE INCLUDE
        FILES_MATCHING PATTERN "*.h")
install(EXPORT ttgt-targets NAMESPACE ttgt:: DESTINATION "${ttgt_config_dir}")
if(TTGT_BUILD_TOOLS)
    install(TARGETS ttgt_tool)
endif()

configure_package_config_file(cmake/ttgtConfig.cmake.in ttgtConfig.cmake
                              INSTALL_DESTINATION "${ttgt_config_dir}")
write_basic_package_version_file(ttgtConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ttgtConfig.cmake"
              "${PROJECT_BINARY_DIR}/ttgtConfigVersion.cmake" cmake/FindCBLAS.cmake
        DESTINATION "${ttgt_config_dir}")

# pkg-config names libraries by path: BLAS packages rarely lie where -l alone finds the right one.
set(ttgt_pc_libs_private ${OpenMP_CXX_FLAGS} -lhwy)
if(TTGT_WITH_BLAS)
    list(APPEND ttgt_pc_libs_private ${CBLAS_LIBRARIES})
endif()
if(TTGT_WITH_CUDA)
    list(APPEND ttgt_pc_libs_private ${CUDA_cudart_static_LIBRARY} -ldl -lrt -lpthread)
endif()
list(JOIN ttgt_pc_libs_private " " ttgt_pc_libs_private)
set(ttgt_pc_cflags "")
if(NOT BUILD_SHARED_LIBS)
    set(ttgt_pc_cflags "-DTTGT_STATIC")
endif()
file(RELATIVE_PATH ttgt_pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/ttgt.pc.in ttgt.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/ttgt.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
