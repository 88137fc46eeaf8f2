! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

! All ranks for all types: see fortran_ranks.inc.

#define ELEMENT real(real32)
#define FACTOR 1
module ranks_of_real32
    use, intrinsic :: iso_fortran_env, only: real32, real64
    use :: ttgt, only: ttgt_contract
    use :: fortran_expect, only: counting, expect
    implicit none
    private
    public :: check_ranks

contains

#include "tests/bindings/fortran_ranks.inc"
end module
#undef ELEMENT
#undef FACTOR

#define ELEMENT real(real64)
#define FACTOR 1
module ranks_of_real64
    use, intrinsic :: iso_fortran_env, only: real32, real64
    use :: ttgt, only: ttgt_contract
    use :: fortran_expect, only: counting, expect
    implicit none
    private
    public :: check_ranks

contains

#include "tests/bindings/fortran_ranks.inc"
end module
#undef ELEMENT
#undef FACTOR

#define ELEMENT complex(real32)
#define FACTOR (1, -2)
module ranks_of_complex32
    use, intrinsic :: iso_fortran_env, only: real32, real64
    use :: ttgt, only: ttgt_contract
    use :: fortran_expect, only: counting, expect
    implicit none
    private
    public :: check_ranks

contains

#include "tests/bindings/fortran_ranks.inc"
end module
#undef ELEMENT
#undef FACTOR

#define ELEMENT complex(real64)
#define FACTOR (1, -2)
module ranks_of_complex64
    use, intrinsic :: iso_fortran_env, only: real32, real64
    use :: ttgt, only: ttgt_contract
    use :: fortran_expect, only: counting, expect
    implicit none
    private
    public :: check_ranks

contains

#include "tests/bindings/fortran_ranks.inc"
end module
#undef ELEMENT
#undef FACTOR

program fortran_ranks
    use :: ranks_of_real32, only: check_real32 => check_ranks
    use :: ranks_of_real64, only: check_real64 => check_ranks
    use :: ranks_of_complex32, only: check_complex32 => check_ranks
    use :: ranks_of_complex64, only: check_complex64 => check_ranks
    use :: fortran_expect, only: failures
    implicit none

    call check_real32()
    call check_real64()
    call check_complex32()
    call check_complex64()
    if (failures > 0) stop 1, quiet=.true.
    print '(a)', 'all ranks of all types are right'
end program
