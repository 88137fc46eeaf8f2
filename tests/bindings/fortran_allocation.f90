! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> Sections are read and written where they lie: beyond the workspace that the limit allows, nothing
!> as large as a row of them is allocated, by neither the compiler nor the library.
program fortran_allocation
    use, intrinsic :: iso_c_binding, only: c_int64_t
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use :: ttgt, only: ttgt_contract, ttgt_plan, ttgt_plan_create
    use :: fortran_expect, only: expect, failures
    implicit none

    interface
        subroutine forget_allocations() bind(c, name='forget_allocations')
        end subroutine
        function largest_allocation() bind(c, name='largest_allocation') result(bytes)
            import :: c_int64_t
            integer(c_int64_t) :: bytes
        end function
    end interface

    integer, parameter :: n = 120
    real(real64), allocatable :: d(:,:,:), l(:,:,:), r(:,:), probe(:)
    type(ttgt_plan) :: plan
    integer(c_int64_t) :: seen
    integer :: stat

    allocate(d(2 * n, n, 4), l(n, 2 * n, 4), r(2 * n, 2 * n))
    d = 0
    l = 1
    r = 2
    call ttgt_contract('D(i,j,e)=L(k,i,e)*R(j,k)', d(::2, :, 4:1:-1), l(:, ::2, :), &
        r(2 * n:1:-2, ::2), stat=stat, workspace_limit=0_int64)  ! what sets itself up on first use

    call forget_allocations()
    call ttgt_contract('D(i,j,e)=L(k,i,e)*R(j,k)', d(::2, :, 4:1:-1), l(:, ::2, :), &
        r(2 * n:1:-2, ::2), stat=stat, workspace_limit=0_int64)
    seen = largest_allocation()
    call expect(stat == 0, 'the call fails')
    call expect(seen < 8 * n, 'the call allocates as much as a row')
    call expect(all(d(::2, :, :) == 2 * n) .and. all(d(2::2, :, :) == 0), 'a wrong element')

    call ttgt_plan_create(plan, 'D(i,j,e)=L(k,i,e)*R(j,k)', d(::2, :, :), l(:, ::2, :), &
        r(2 * n:1:-2, ::2), stat=stat, workspace_limit=0_int64)
    call expect(stat == 0 .and. plan%workspace_bytes() == 0, 'the plan wants workspace')
    call forget_allocations()
    call plan%run(d(::2, :, :), l(:, ::2, :), r(2 * n:1:-2, ::2), alpha=0.5_real64, stat=stat)
    seen = largest_allocation()
    call expect(stat == 0, 'the run fails')
    call expect(seen < 8 * n, 'the run allocates as much as a row')
    call expect(all(d(::2, :, :) == n), 'a wrong element of the plan')

    call forget_allocations()
    allocate(probe(1000))
    probe = 0
    call expect(largest_allocation() >= 8000, 'allocations are not seen')
    if (failures > 0) stop 1, quiet=.true.
    print '(a, i0, a)', 'largest allocation of a call: ', seen, ' bytes'
end program
