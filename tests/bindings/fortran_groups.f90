! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> What module ttgt_groups computes and refuses.
module fortran_group_tests
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt
    use :: ttgt_groups
    use :: fortran_expect, only: counting, expect, expect_text
    implicit none
    private
    public :: check_contractions, check_transposes, check_plans, check_refusals

contains

    subroutine check_contractions()
        real(real64), target :: d1(2, 3), d2(4, 1), l1(2, 5), l2(4, 2), r1(5, 3), r2(2, 9)
        type(ttgt_array) :: none(0)
        integer :: stat
        character(len=200) :: text

        l1 = reshape(real(counting(10), real64), [2, 5])
        l2 = reshape(real(counting(8), real64), [4, 2])
        r1 = 1
        r2 = reshape(real(counting(18), real64), [2, 9])
        d1 = 1
        d2 = 1
        call ttgt_contractions('D(i,j)+=L(i,k)*R(k,j)', [ttgt_array_of(d1), ttgt_array_of(d2)], &
            [ttgt_array_of(l1), ttgt_array_of(l2)], [ttgt_array_of(r1), ttgt_array_of(r2(:, 4:4))], &
            alpha=2, stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        call expect(all(nint(d1) == nint(1 + 2 * matmul(l1, r1))), 'the first product')
        call expect(all(nint(d2) == nint(1 + 2 * matmul(l2, r2(:, 4:4)))), 'the second product')
        call ttgt_contractions('ik->i', [ttgt_array_of(d2(:, 1))], [ttgt_array_of(l2)], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_success .and. all(nint(d2(:, 1)) == nint(sum(l2, 2))), text)
        call ttgt_contractions('ik->i', none, none, stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
    end subroutine

    subroutine check_transposes()
        complex(real32), target :: l1(2, 3), l2(4, 1), d1(3, 2), d2(1, 4)
        integer :: stat
        character(len=200) :: text

        l1 = cmplx(reshape(real(counting(6)), [2, 3]), 1)
        l2 = cmplx(reshape(real(counting(4)), [4, 1]), 2)
        d1 = 1
        d2 = 1
        call ttgt_transposes([2, 1], [ttgt_array_of(d1), ttgt_array_of(d2)], &
            [ttgt_array_of(l1), ttgt_array_of(l2)], beta=1, stat=stat, errmsg=text, &
            conjugate=.true.)
        call expect(stat == ttgt_success, text)
        call expect(all(abs(d1 - 1 - conjg(transpose(l1))) < 1e-5), 'the first transpose')
        call expect(all(abs(d2 - 1 - conjg(transpose(l2))) < 1e-5), 'the second transpose')
        call ttgt_transposes([2, 1, 3], [ttgt_array_of(d1)], [ttgt_array_of(l1)], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a permutation of another length')
        call expect_text(text, 'perm has 3 entries, L has rank 2')
    end subroutine

    subroutine check_plans()
        type(ttgt_group_plan) :: plan, turning
        type(ttgt_context) :: context
        real(real64), target :: a(2, 3), b(3, 2), c(3, 5), d(5, 3), other(3, 3)
        integer :: stat
        character(len=200) :: text

        a = reshape(real(counting(6), real64), [2, 3])
        c = reshape(real(counting(15), real64), [3, 5])
        call ttgt_context_create(context, threads=1, stat=stat)
        call ttgt_group_plan_create(plan, 'D(i,j)=L(j,i)', [ttgt_array_of(b), ttgt_array_of(d)], &
            [ttgt_array_of(a), ttgt_array_of(c)], stat=stat, errmsg=text, context=context)
        call expect(stat == ttgt_success .and. plan%workspace_bytes() >= 0, text)
        call expect(index(plan%explain(), '#') > 0, 'the label of problems')
        call plan%run([ttgt_array_of(b), ttgt_array_of(d)], [ttgt_array_of(a), ttgt_array_of(c)], &
            stat=stat, errmsg=text)
        call expect(stat == ttgt_success .and. all(nint(b) == nint(transpose(a))), text)
        call expect(all(nint(d) == nint(transpose(c))), 'the second problem')
        call plan%run([ttgt_array_of(b), ttgt_array_of(other)], &
            [ttgt_array_of(a), ttgt_array_of(c)], stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'an array of another shape')
        call expect_text(text, 'problem 1: its arrays have other types, shapes or steps')
        call plan%run([ttgt_array_of(b)], [ttgt_array_of(a)], stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a run of fewer problems')
        call ttgt_group_plan_create_transposes(turning, [2, 1], [ttgt_array_of(b)], &
            [ttgt_array_of(a)], stat, text, beta_is_zero=.false.)
        call turning%run([ttgt_array_of(b)], [ttgt_array_of(a)], alpha=2, beta=1, stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_success .and. all(nint(b) == nint(3 * transpose(a))), text)
        call plan%destroy()
        call plan%run([ttgt_array_of(b)], [ttgt_array_of(a)], stat=stat, errmsg=text)
        call expect(stat == ttgt_error_stale_handle, 'a plan that is gone')
        call expect(plan%workspace_bytes() == -1 .and. plan%explain() == '', 'what is told of it')
    end subroutine

    subroutine check_refusals()
        real(real64), target :: a(2, 3), b(3, 2), c(4, 2)
        real(real64), pointer :: nowhere(:, :)
        integer :: stat
        character(len=200) :: text

        a = 1
        b = 7
        nowhere => null()
        call ttgt_contractions('ij->ji', [ttgt_array_of(b), ttgt_array_of(c)], &
            [ttgt_array_of(a), ttgt_array_of(a)], stat=stat, errmsg=text)
        call expect(stat == ttgt_error_shape, 'extents that differ')
        call expect_text(text, 'problem 1: ')
        call ttgt_contractions('ij->ji', [ttgt_array_of(b)], [ttgt_array_of(nowhere)], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a pointer to nothing')
        call expect_text(text, 'problem 0: L is not allocated')
        call ttgt_contractions('ij->ji', [ttgt_array_of(b)], [ttgt_array_of(a), ttgt_array_of(a)], &
            stat=stat, errmsg=text)
        call expect_text(text, 'the lists of arrays are not of one length')
        call ttgt_contractions('ij->ji', [ttgt_array_of(b), ttgt_array_of(b)], &
            [ttgt_array_of(a), ttgt_array_of(a)], stat=stat, errmsg=text)
        call expect(stat /= ttgt_success .and. all(nint(b) == 7), 'outputs that overlap')
    end subroutine
end module

program fortran_groups
    use :: fortran_group_tests
    use :: fortran_expect, only: failures
    implicit none

    call check_contractions()
    call check_transposes()
    call check_plans()
    call check_refusals()
    if (failures > 0) stop 1, quiet=.true.
    print '(a)', 'all groups are right'
end program
