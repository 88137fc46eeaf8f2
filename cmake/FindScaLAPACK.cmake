# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Finds a ScaLAPACK built over the MPI that was found before, and defines ScaLAPACK::ScaLAPACK.
# Distributions build one for each MPI: the suffix says which.

set(scalapack_suffix openmpi)
if(MPI_CXX_LIBRARY_VERSION_STRING MATCHES "MPICH" OR "${MPI_CXX_LIBRARIES}" MATCHES "mpich")
    set(scalapack_suffix mpich)
endif()
find_library(ScaLAPACK_LIBRARY NAMES scalapack-${scalapack_suffix} scalapack)
mark_as_advanced(ScaLAPACK_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ScaLAPACK REQUIRED_VARS ScaLAPACK_LIBRARY)

if(ScaLAPACK_FOUND AND NOT TARGET ScaLAPACK::ScaLAPACK)
    add_library(ScaLAPACK::ScaLAPACK UNKNOWN IMPORTED)
    set_target_properties(ScaLAPACK::ScaLAPACK PROPERTIES IMPORTED_LOCATION "${ScaLAPACK_LIBRARY}")
endif()
