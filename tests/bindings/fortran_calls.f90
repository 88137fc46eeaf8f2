! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> What calls through module ttgt compute and refuse, and the pointers of module ttgt_c.
module fortran_call_tests
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int64, real32, real64
    use :: ttgt
    use :: fortran_expect, only: expect, expect_text
    implicit none
    private
    public :: check_products, check_scalars, check_strings, check_refusals, check_plans
    public :: check_contexts, check_addresses, check_pointers

    real(real64), parameter :: left(2, 3) = reshape([1, 4, 2, 5, 3, 6], [2, 3])
    real(real64), parameter :: right(3, 2) = reshape([1, 0, 1, 0, 1, 1], [3, 2])
    real(real64), parameter :: product_of_both(2, 2) = reshape([4, 10, 5, 11], [2, 2])

contains

    !> Random blocks of larger arrays against loops.
    subroutine check_products()
        real(real64) :: l(7, 6, 5, 8), r(8, 9, 6), d(7, 9, 5), expected(3, 4, 5)
        integer :: a, b, i, stat
        character(len=200) :: text

        call random_number(l)
        call random_number(r)
        call random_number(d)
        do i = 1, 5
            do b = 1, 4
                do a = 1, 3
                    expected(a, b, i) = d(2 * a, 10 - 2 * b, i) - sum(l(8 - 2 * a, 2:5, i, 8:2:-3) &
                        * transpose(r(1:3, 2 * b, 5:2:-1)))
                end do
            end do
        end do

        call ttgt_contract('D(a,b,i)-=L(a,c,i,k)*R(k,b,c)', d(2:6:2, 8:2:-2, :), &
            l(6:2:-2, 2:5, :, 8:2:-3), r(1:3, 2:8:2, 5:2:-1), stat=stat, errmsg=text)

        call expect(stat == ttgt_success, text)
        call expect(maxval(abs(d(2:6:2, 8:2:-2, :) - expected)) < 1e-13_real64, 'random blocks')
    end subroutine

    subroutine check_scalars()
        real(real64) :: d(2, 2)
        real(real32) :: x(3), y(3)
        complex(real64) :: z(2), w(2), none(0)
        integer :: stat

        d = 10
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, right, alpha=2, beta=0.5_real32, &
            stat=stat)
        call expect(stat == 0 .and. all(d == 2 * product_of_both + 5), 'integer and real scalars')
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, right, &
            alpha=cmplx(3, 0, real32), beta=0_int64, stat=stat)
        call expect(stat == 0 .and. all(d == 3 * product_of_both), 'complex scalars without imag')
        z = [(1, 2), (3, 4)]
        w = (1, 1)
        call ttgt_contract('W(i)+=Z+(i)', w, z, alpha=(0.0_real64, 1.0_real64), beta=(0, 2), &
            stat=stat)
        call expect(stat == 0 .and. all(w == (0, 1) * conjg(z) + (-2, 2)), 'complex scalars')
        w = (0, 0)
        call ttgt_contract('W(i)+=Z(i)*D(i)', w, z, d(1, :), stat=stat)
        call expect(stat == 0 .and. all(w == z * d(1, :)), 'complex times real')
        x = [1, 2, 3]
        y = 1
        call ttgt_contract('i,->i', y, x, x(2), stat=stat)
        call expect(stat == 0 .and. all(y == 2 * x), 'an element as scalar, einsum')
        call ttgt_contract('W(i)=Z(i)', none, z(2:1), stat=stat)
        call expect(stat == 0, 'no elements')
    end subroutine

    !> As DIRAC and TAL-SH write them.
    subroutine check_strings()
        complex(real64) :: t2(2, 2, 2, 2), t1(2, 2), k, w(2, 2), e
        integer :: stat
        character(len=200) :: text

        t1 = reshape([(1, 0), (2, 0), (3, 0), (4, 1)], [2, 2])
        t2 = 0
        k = (2, 0)
        w = 0
        e = 0
        call ttgt_contract('T(a,b,i,j)+=T(a,i)*T(b,j)', t2, t1, t1, stat=stat, errmsg=text)
        call expect(stat == 0 .and. t2(2, 1, 2, 1) == t1(2, 2) * t1(1, 1), text)
        call ttgt_contract('W(a,b)+=F(a,b)*K()', w, t1, k, stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(w == 2 * t1), text)
        call ttgt_contract('E()+=V+(l1b|d1b)*Z57_1(l1b,d1b)', e, t1, t1, stat=stat, errmsg=text)
        call expect(stat == 0 .and. e == sum(conjg(t1) * t1), text)
    end subroutine

    subroutine pass_assumed_size(d, l, stat, text)
        real(real64), intent(inout) :: d(2, *)
        real(real64), intent(in) :: l(2, 2)
        integer, intent(out) :: stat
        character(len=*), intent(out) :: text

        ! An assumed-size array has no shape to pass; its section has.
        call ttgt_contract('D(i,j)=L(i,j)', d(:, 1:2), l, stat=stat, errmsg=text)
    end subroutine

    subroutine check_refusals()
        type :: mixed
            complex(real32) :: z
            real(real32) :: x
        end type
        real(real64) :: d(2, 2), one(2)
        complex(real32) :: c(3)
        type(mixed) :: array(3)
        integer :: numbers(2, 3), stat
        logical :: factor
        character(len=200) :: text
        character(len=5) :: short

        d = 7
        numbers = 1
        factor = .true.
        array = mixed((1, 1), 1)
        c = 0
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, left, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_shape, 'extents that differ')
        call expect_text(text, "label 'k' has extent 3 in L but 2 in R")
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, left, stat=stat, errmsg=short)
        call expect(short == 'label', 'a text is cut where its variable ends')
        call ttgt_contract('D(i,j)=L(i,k', d, left, right, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_expression, 'a malformed expression')
        call expect_text(text, 'column 13')
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, numbers, right, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'integers')
        call expect_text(text, 'L is neither real nor complex')
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, right, alpha=factor, stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a logical as scalar')
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, right, alpha=(0, 1), stat=stat)
        call expect(stat == ttgt_error_invalid_argument, 'a complex scalar for a real result')
        call ttgt_contract('D(i)=L(i)', c, array%z, stat=stat, errmsg=text)
        if (stat == 0) then  ! where the compiler makes a copy of the components
            call expect(all(c == array%z), 'components')
        else
            call expect_text(text, '12 bytes apart in dimension 1')
        end if
        call ttgt_contract('D(i)=L(i,j)', one, d(:, 1), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_shape, 'a wrong rank')
        call expect_text(text, 'has 2 labels')
        call ttgt_contract('D(i,j)=D(j,i)', d, d, stat=stat)
        call expect(stat == ttgt_error_overlap, 'a transpose in place')
        call expect(all(d == 7), 'a refused call has written')
        call pass_assumed_size(d, left(:, 1:2), stat, text)
        call expect(stat == 0 .and. all(d == left(:, 1:2)), 'a section of assumed size')
        call expect(text == '', 'no text where all is well')
    end subroutine

    subroutine check_plans()
        type(ttgt_plan) :: plan
        real(real64) :: d(2, 2), other(2, 2)
        integer :: stat, turn
        character(len=200) :: text

        d = 0
        other = 0
        call plan%run(d, left, right, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_stale_handle .and. plan%workspace_bytes() == -1, 'no plan')
        call expect(plan%explain() == '', 'no plan in words')
        call ttgt_plan_create(plan, 'D(i,j)+=L(i,k)*R(k,j)', d, left, right, stat=stat, errmsg=text)
        call expect(stat == 0 .and. plan%workspace_bytes() >= 0, text)
        call expect_text(plan%explain(losers=1), 'D(i,j) += L(i,k) * R(k,j)')
        do turn = 1, 3
            call plan%run(d, left, right, alpha=turn, stat=stat, errmsg=text)
            call expect(stat == 0, text)
        end do
        call expect(all(d == 6 * product_of_both), 'a plan in a loop')
        call plan%run(d, left(2:1:-1, :), right, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'other steps than planned')
        call expect_text(text, 'L has another type, shape or steps')
        call plan%run(d, left, stat=stat)
        call expect(stat == ttgt_error_operand_count, 'an input too few')
        call plan%run(d, left, right, beta=0, stat=stat)
        call expect(stat == ttgt_error_invalid_argument, 'beta = 0 of a plan that adds')
        call ttgt_plan_create(plan, 'D(i,j)=L(j,i)', other, d, stat=stat, beta_is_zero=.false.)
        call plan%run(other, d, beta=1, stat=stat)
        call expect(stat == 0 .and. all(other == transpose(d)), 'a plan in the place of another')
        call ttgt_plan_create(plan, 'D(i,j)=', other, d, stat=stat)
        call expect(stat == ttgt_error_expression, 'a plan that cannot be')
        call plan%run(other, d, stat=stat)
        call expect(stat == ttgt_error_stale_handle, 'the plan before it is gone')
        call plan%destroy()
    end subroutine

    subroutine check_contexts()
        type(ttgt_context) :: context
        real(real64) :: d(2, 2)
        integer :: stat
        character(len=200) :: text

        call ttgt_context_create(context, stat, errmsg=text, device='abacus')
        call expect(stat == ttgt_error_invalid_argument, 'an unknown device')
        call expect_text(text, 'abacus')
        call ttgt_context_create(context, stat, errmsg=text, device='cpu', threads=1, &
            workspace_limit=0_int64)
        call expect(stat == 0, text)
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, right, stat=stat, errmsg=text, &
            context=context, strategy='classic', copy_host=.true.)
        call expect(stat == 0 .and. all(d == product_of_both), text)
        call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, left, right, stat=stat, errmsg=text, &
            context=context, strategy='none such')
        call expect(stat == ttgt_error_invalid_argument, 'an unknown strategy')
        call context%destroy()
        call context%destroy()
    end subroutine

    subroutine check_addresses()
        real(real64), target :: d(2, 2), l(2, 3), r(3, 2)
        integer :: stat
        character(len=200) :: text
        integer(int64), parameter :: two(2) = [2, 2], wide(2) = [2, 3], high(2) = [3, 2]
        type(ttgt_array) :: on_device

        l = left
        r = right
        d = 0
        call ttgt_contract_at('D(i,j)+=L(i,k)*R(k,j)', &
            ttgt_array_at(c_loc(d), ttgt_float64, two, space=ttgt_host), &
            ttgt_array_at(c_loc(l), ttgt_float64, wide, strides=[1_int64, 2_int64], &
                space=ttgt_host), &
            ttgt_array_at(c_loc(r), ttgt_float64, high, space=ttgt_host), alpha=2, stat=stat, &
            errmsg=text)
        call expect(stat == 0 .and. all(d == 2 * product_of_both), text)
        d = 7
        call ttgt_contract_at('D(i,j)=L(i,k)*R(k,j)', &
            ttgt_array_at(c_loc(d), ttgt_float64, two, strides=[1_int64, 1_int64], &
                space=ttgt_host), &
            ttgt_array_at(c_loc(l), ttgt_float64, wide, space=ttgt_host), &
            ttgt_array_at(c_loc(r), ttgt_float64, high, space=ttgt_host), stat=stat)
        call expect(stat == ttgt_error_aliased_output .and. all(d == 7), 'an aliased output')
        on_device = ttgt_array_at(c_loc(d), ttgt_float64, two)
        call ttgt_contract_at('D(i,j)=L(j,i)', on_device, on_device, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'device memory on the CPU')
        call expect_text(text, 'device memory')
    end subroutine

    !> Module ttgt_c as a compiler of Fortran 2003 would use it.
    subroutine check_pointers()
        use :: ttgt_c
        real(c_double), target :: d(2, 2), l(2, 3), r(3, 2), turned(3, 2)
        integer(c_int64_t), target :: two(2), wide(2), high(2)
        type(ttgt_tensor) :: output, inputs(2)
        type(ttgt_handle) :: plan, own, task
        type(ttgt_run_options), target :: options
        type(ttgt_profile) :: profile
        type(c_ptr) :: data(2)
        integer(c_int64_t) :: bytes
        integer(c_size_t) :: length
        integer(c_int32_t) :: done

        two = [2, 2]
        wide = [2, 3]
        high = [3, 2]
        l = left
        r = right
        output%rank = 2
        output%extents = c_loc(two)
        output%data = c_loc(d)
        inputs = output
        inputs(1)%extents = c_loc(wide)
        inputs(1)%data = c_loc(l)
        inputs(2)%extents = c_loc(high)
        inputs(2)%data = c_loc(r)
        data = [c_loc(l), c_loc(r)]
        call expect(c_ttgt_contract(own, 'D(i,j)=L(i,k)*R(k,j)' // c_null_char, output, inputs, 2, &
            c_null_ptr, c_null_ptr, c_null_ptr) == ttgt_success, 'a call by pointers')
        call expect(all(d == product_of_both), 'the result of a call by pointers')
        call expect(c_ttgt_plan_create(own, 'ik,kj->ij' // c_null_char, output, inputs, 2, &
            c_null_ptr, plan) == ttgt_success, 'a plan by pointers')
        call expect(c_ttgt_plan_workspace_bytes(plan, bytes) == ttgt_success, 'its workspace')
        d = 0
        call expect(c_ttgt_plan_start(plan, c_loc(d), data, 2, c_null_ptr, c_null_ptr, &
            c_loc(options), task) == ttgt_success, 'a run that is started')
        call expect(c_ttgt_task_test(task, done) == ttgt_success, 'a task')
        call expect(done == 1, 'its end')
        call expect(c_ttgt_task_destroy(task) == ttgt_success, 'its task')
        call expect(all(d == product_of_both), 'the result of a plan by pointers')
        call expect(c_ttgt_plan_profile(plan, c_loc(d), data, 2, c_null_ptr, c_null_ptr, &
            c_null_ptr, profile, c_null_ptr, 0_c_size_t, length) == ttgt_success, 'a profile')
        call expect(nint(profile%flops) == 24 .and. profile%k == 3 .and. length > 0, 'its numbers')
        call expect(c_ttgt_plan_destroy(plan) == ttgt_success, 'a plan that goes')
        call expect(c_ttgt_plan_destroy(plan) == ttgt_error_stale_handle, 'a plan that is gone')
        output%extents = c_loc(high)
        call expect(c_ttgt_transpose_plan_create(own, output, inputs(1), [1_c_int32_t, &
            0_c_int32_t], c_null_ptr, plan) == ttgt_success, 'a transpose by pointers')
        call expect(c_ttgt_transpose_plan_run(plan, c_loc(turned), c_loc(l), c_null_ptr, &
            c_null_ptr, c_null_ptr) == ttgt_success, 'a transpose that runs')
        call expect(all(turned == transpose(l)), 'its result')
        call expect(c_ttgt_transpose_plan_destroy(plan) == ttgt_success, 'its plan')
        call expect(c_ttgt_query(ttgt_capability_max_rank) == 64, 'a capability')
    end subroutine
end module

program fortran_calls
    use :: fortran_call_tests
    use :: fortran_expect, only: failures
    implicit none

    call check_products()
    call check_scalars()
    call check_strings()
    call check_refusals()
    call check_plans()
    call check_contexts()
    call check_addresses()
    call check_pointers()
    if (failures > 0) stop 1, quiet=.true.
    print '(a)', 'all calls are right'
end program
