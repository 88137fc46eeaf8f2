# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Resolves TTGT_NCCL to TTGT_WITH_NCCL: needs CUDA and NCCL's header. The library itself is the one
# that the program has loaded, never linked and never shipped (docs/adr/0028-several-gpus.md).

set(TTGT_WITH_NCCL OFF)
if(NOT TTGT_NCCL STREQUAL OFF)
    if(TTGT_WITH_CUDA)
        find_path(NCCL_INCLUDE_DIR nccl.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
    endif()
    if(TTGT_WITH_CUDA AND NCCL_INCLUDE_DIR)
        set(TTGT_WITH_NCCL ON)
    elseif(TTGT_NCCL STREQUAL ON)
        message(FATAL_ERROR "TTGT_NCCL=ON, but CUDA or NCCL's header was not found. Name its folder "
                            "by -DNCCL_INCLUDE_DIR=, or configure with TTGT_NCCL=OFF.")
    endif()
endif()
message(STATUS "ttgt: NCCL ${TTGT_WITH_NCCL}")
