# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# ttgt for vcpkg. scripts/recipes writes the archive's address and its sum.
vcpkg_download_distfile(
    archive
    URLS "@URL@"
    FILENAME "ttgt-${VERSION}.tar.gz"
    SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")
vcpkg_check_features(
    OUT_FEATURE_OPTIONS options
    FEATURES
    blas TTGT_BLAS
    cuda TTGT_CUDA
    fortran TTGT_BUILD_FORTRAN
    tools TTGT_BUILD_TOOLS)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS ${options} -DTTGT_MPI=OFF -DTTGT_NCCL=OFF -DTTGT_PYTHON=OFF -DTTGT_CCACHE=OFF
            -DTTGT_UNITY_BUILD=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ttgt)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES ttgt AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
