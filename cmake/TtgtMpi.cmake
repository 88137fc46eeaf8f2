# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Resolves TTGT_MPI to TTGT_WITH_MPI: needs MPI and a ScaLAPACK built over it. Both are found, never
# shipped (docs/adr/0026-ranks.md).

set(TTGT_WITH_MPI OFF)
if(NOT TTGT_MPI STREQUAL OFF)
    # The C interface; the C++ one that some have is not used.
    set(MPI_CXX_SKIP_MPICXX TRUE)
    find_package(MPI COMPONENTS CXX)
    find_package(ScaLAPACK)
    if(MPI_CXX_FOUND AND ScaLAPACK_FOUND)
        set(TTGT_WITH_MPI ON)
    elseif(TTGT_MPI STREQUAL ON)
        message(
            FATAL_ERROR
                "TTGT_MPI=ON, but MPI or a ScaLAPACK for it was not found. Install them, for example "
                "by scripts/setup --mpi, name the library by -DScaLAPACK_LIBRARY=, or configure with "
                "TTGT_MPI=OFF.")
    endif()
endif()
message(STATUS "ttgt: MPI ${TTGT_WITH_MPI}")
