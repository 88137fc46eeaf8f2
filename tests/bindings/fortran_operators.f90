! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> What module ttgt_operators computes and refuses.
module fortran_operator_tests
    use, intrinsic :: iso_fortran_env, only: int64, real32, real64
    use :: ttgt
    use :: ttgt_operators
    use :: fortran_expect, only: counting, expect, expect_text
    implicit none
    private
    public :: check_formulas, check_plans, check_refusals

contains

    subroutine check_formulas()
        real(real64), target :: r(2, 3), t(3, 2), e(2), f(3), total
        complex(real32), target :: x(4), y(4)
        integer :: stat, a, i
        character(len=200) :: text

        r = reshape(real(counting(6), real64), [2, 3])
        e = [1, 2]
        f = [3, 4, 5]
        call ttgt_evaluate('T(a,i) = scale*R(i,a)/(e(i) - f(a))', ttgt_array_of(t), &
            [ttgt_array_of(r), ttgt_array_of(e), ttgt_array_of(f)], [2], stat, text)
        call expect(stat == ttgt_success, text)
        do i = 1, 2
            do a = 1, 3
                call expect(abs(t(a, i) - 2 * r(i, a) / (e(i) - f(a))) < 1e-12, 'a denominator')
            end do
        end do
        call ttgt_evaluate('n() = sum(R(i,2*a))', ttgt_array_of(total), [ttgt_array_of(r)], &
            stat=stat, errmsg=text)
        call expect(stat == ttgt_error_expression, 'a label that is a product')
        call ttgt_evaluate('n() = max(R(i,a))', ttgt_array_of(total), [ttgt_array_of(r)], &
            stat=stat, errmsg=text)
        call expect(stat == ttgt_success .and. nint(total) == 6, text)
        x = cmplx(counting(4), 1)
        call ttgt_evaluate('y(a) = alpha*conj(x(a))', ttgt_array_of(y), [ttgt_array_of(x)], &
            [(0.0, 1.0)], stat, text)
        call expect(stat == ttgt_success .and. all(abs(y - (0.0, 1.0) * conjg(x)) < 1e-5), text)
    end subroutine

    subroutine check_plans()
        type(ttgt_evaluation_plan) :: plan
        type(ttgt_context) :: context
        real(real64), target :: x(5), y(5), other(4)
        integer :: stat
        character(len=200) :: text

        x = 1
        y = 5
        call ttgt_context_create(context, threads=1, stat=stat)
        call ttgt_evaluation_plan_create(plan, 'y(a) += alpha*x(a)', ttgt_array_of(y), &
            [ttgt_array_of(x)], stat, text, context)
        call expect(stat == ttgt_success .and. plan%bytes() == 3 * 5 * 8_int64, text)
        call expect(plan%predicted_ms() > 0, 'a predicted time')
        call expect(len(plan%source()) == 0, 'a CPU has no kernels')
        call expect_text(plan%explain(), 'read and written')
        call plan%run(ttgt_array_of(y), [ttgt_array_of(x)], [2.0], stat, text)
        call expect(stat == ttgt_success .and. all(nint(y) == 7), text)
        call plan%run(ttgt_array_of(y), [ttgt_array_of(other)], [2.0], stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'an input of another shape')
        call expect_text(text, 'input 1 has another type, shape or steps')
        call plan%run(ttgt_array_of(y), [ttgt_array :: ], [2.0], stat, text)
        call expect(stat == ttgt_error_operand_count, 'a run without inputs')
        call plan%run(ttgt_array_of(y), [ttgt_array_of(x)], stat=stat, errmsg=text)
        call expect(stat == ttgt_error_operand_count, 'a run without the scalar')
        call plan%destroy()
        call plan%run(ttgt_array_of(y), [ttgt_array_of(x)], [2.0], stat, text)
        call expect(stat == ttgt_error_stale_handle, 'a plan that was destroyed')
        call expect(plan%bytes() == -1 .and. all(nint(y) == 7), 'nothing is written on an error')
    end subroutine

    subroutine check_refusals()
        real(real64), target :: x(3), y(3)
        real(real64), pointer :: nowhere(:)
        integer :: stat
        character(len=200) :: text

        x = 1
        y = 7
        nowhere => null()
        call ttgt_evaluate('y(a) = x(a)', ttgt_array_of(y), [ttgt_array_of(nowhere)], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a pointer to nothing')
        call expect_text(text, 'input 1 is not allocated')
        call ttgt_evaluate('y(a) = s*x(a)', ttgt_array_of(y), [ttgt_array_of(x)], ['2'], stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'a scalar that is a letter')
        call expect_text(text, 'scalars are real or complex')
        call ttgt_evaluate('y(a) = x(b)', ttgt_array_of(y), [ttgt_array_of(x)], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a label that nothing reduces')
        call expect(all(nint(y) == 7), 'nothing is written on an error')
    end subroutine
end module

program fortran_operators
    use :: fortran_operator_tests
    use :: fortran_expect, only: failures
    implicit none

    call check_formulas()
    call check_plans()
    call check_refusals()
    if (failures > 0) stop 1, quiet=.true.
    print '(a)', 'all formulas are right'
end program
