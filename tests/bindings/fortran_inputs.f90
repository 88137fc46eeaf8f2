! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> Calls and plans of one to twelve inputs; arrays, contexts and copies that cannot be used.
module fortran_input_tests
    use, intrinsic :: iso_c_binding, only: c_loc
    use, intrinsic :: iso_fortran_env, only: int64, real32, real64
    use :: ttgt
    use :: fortran_expect, only: expect, expect_text
    implicit none
    private
    public :: check_named_inputs, check_lists, check_pointed_arrays, check_missing_arrays
    public :: check_missing_inputs, check_shapes
    public :: check_contexts, check_copies, check_lifetimes, check_long_status

    !> Two steps of a calculation as users keep them.
    type :: step
        type(ttgt_plan) :: plan
        character(len=16) :: name
    end type

contains

    !> Every number of inputs that can be named, by one call and by a plan.
    subroutine check_named_inputs()
        real(real64) :: d(2), a(2, 3), b(3, 4), c(4), e, f, g, h, o
        type(ttgt_plan) :: plan
        integer :: stat
        character(len=200) :: text

        a = 1
        b = 2
        c = 3
        e = 2
        f = 3
        g = 5
        h = 7
        o = 11
        call ttgt_contract('V(i)=A(i,k)*B(k,j)*C(j)', d, a, b, c, stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(d == 72), text)
        call ttgt_contract('V(i)=A(i,k)*B(k,j)*C(j)*E()', d, a, b, c, e, stat=stat)
        call expect(stat == 0 .and. all(d == 144), 'four inputs')
        call ttgt_contract('V(i)=A(i,k)*B(k,j)*C(j)*E()*F()', d, a, b, c, e, f, stat=stat)
        call expect(stat == 0 .and. all(d == 432), 'five inputs')
        call ttgt_contract('V(i)=A(i,k)*B(k,j)*C(j)*E()*F()*G()', d, a, b, c, e, f, g, stat=stat)
        call expect(stat == 0 .and. all(d == 2160), 'six inputs')
        call ttgt_contract('V(i)=A(i,k)*B(k,j)*C(j)*E()*F()*G()*H()', d, a, b, c, e, f, g, h, &
            stat=stat)
        call expect(stat == 0 .and. all(d == 15120), 'seven inputs')
        call ttgt_contract('ik,kj,j,,,,,->i', d, a, b, c, e, f, g, h, o, alpha=2, stat=stat, &
            errmsg=text)
        call expect(stat == 0 .and. all(d == 332640), text)

        call ttgt_plan_create(plan, 'V(i)+=A(i,k)*B(k,j)*C(j)', d, a, b, c, stat=stat, errmsg=text)
        call expect(stat == 0, text)
        d = 1
        call plan%run(d, a, b, c, alpha=0.5, stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(d == 37), text)
        call plan%run(d, a, b, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_operand_count, 'an input too few')
        call expect_text(text, 'the plan has 3 input(s), the run was given 2')
        call ttgt_plan_create(plan, 'ik,kj,j,,,,,->i', d, a, b, c, e, f, g, h, o, stat=stat)
        call plan%run(d, a, b, c, e, f, g, h, o, stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(d == 166320), text)
        call plan%run(d, a, b, c, e, f, g, h, o, stat=stat, beta=1)
        call expect(stat == ttgt_error_invalid_argument, 'a beta that was not planned')
    end subroutine

    !> A chain of twelve matrices, which only a list can hold.
    subroutine check_lists()
        integer, parameter :: factors = 12
        character(len=*), parameter :: chain = 'ab,bc,cd,de,ef,fg,gh,hi,ij,jk,kl,lm->am'
        real(real64), target :: d(2, 2), links(4, 2, factors), column(2)
        type(ttgt_array) :: inputs(factors), output
        type(ttgt_plan) :: plan
        integer :: i, stat
        character(len=200) :: text

        links = 0
        links(::2, :, :) = 1
        do i = 1, factors
            inputs(i) = ttgt_array_of(links(::2, :, i))
        end do
        output = ttgt_array_of(d)
        call ttgt_contract_at(chain, output, inputs, stat=stat, errmsg=text, strategy='auto', &
            copy_host=.true.)
        call expect(stat == 0 .and. all(d == 2048), text)
        call ttgt_plan_create_at(plan, chain, output, inputs, stat=stat, errmsg=text)
        call expect(stat == 0, text)
        links(::2, :, 3) = 2
        call plan%run_at(output, inputs, stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(d == 4096), text)
        inputs(4) = ttgt_array_of(column)
        call plan%run_at(output, inputs, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'an array that was not planned')
        call expect_text(text, 'input 4 has another type, shape or steps')
        call plan%run_at(output, inputs(:3), stat=stat)
        call expect(stat == ttgt_error_operand_count, 'a list too short')
        call ttgt_contract_at(chain, output, inputs(:0), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_operand_count, 'no inputs')
        call expect(all(d == 4096), 'a refused call has written')
    end subroutine

    !> Lists point at sections of every type and at components, which are not copied.
    subroutine check_pointed_arrays(given)
        real(real64), intent(in), target :: given(3)
        type :: atom
            complex(real64) :: charge
            real(real64) :: x
        end type
        type(atom), target :: atoms(3)
        real(real64), pointer :: x(:)
        real(real64), target :: d(3), element
        real(real32), target :: short(3), shorter(5)
        complex(real32), target :: z(3)
        complex(real64), target :: w(3)
        integer :: stat
        character(len=200) :: text

        atoms = atom((5, 6), 3)
        x => atoms%x
        element = 2
        call ttgt_contract_at('D(i)=X(i)*E()*G(i)', ttgt_array_of(d), [ttgt_array_of(x), &
            ttgt_array_of(element), ttgt_array_of(given)], stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(d == 6 * given), text)
        shorter = [1, 2, 3, 4, 5]
        call ttgt_contract_at('D(i)=L(i)', ttgt_array_of(short), ttgt_array_of(shorter(5:1:-2)), &
            stat=stat, errmsg=text)
        call expect(stat == 0 .and. all(nint(short) == [5, 3, 1]), text)
        z = (1, 2)
        call ttgt_contract_at('D(i)=L+(i)', ttgt_array_of(z), [ttgt_array_of(z)], stat=stat, &
            errmsg=text)
        call expect(stat == 0 .and. all(z == (1, -2)), text)
        w = (0, 1)
        call ttgt_contract_at('D(i)+=L(i)', ttgt_array_of(w), [ttgt_array_of(x)], stat=stat, &
            errmsg=text)
        call expect(stat == 0 .and. all(w == (3, 1)), text)
    end subroutine

    !> Arrays that are not there are called that, in calls, plans, runs and lists.
    subroutine check_missing_arrays()
        real(real64), allocatable :: none(:,:), cube(:,:,:)
        real(real64), pointer :: nowhere(:,:)
        real(real64), target :: d(3, 3), l(3, 3)
        type(ttgt_plan) :: plan
        integer :: stat
        character(len=200) :: text
        character(len=*), parameter :: what = 'is not allocated, or a null pointer'

        nowhere => null()
        d = 7
        l = 1
        call ttgt_contract('D(a,b)=L(a,b)', none, l, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'D ' // what, text)
        call ttgt_contract('D(a,b)=L(a,b)', d, none, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'L ' // what, text)
        call ttgt_contract('D(a,b)=L(a,b)', d, nowhere, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'L ' // what, text)
        call ttgt_contract('D(a,b)=T(a,b,k)', d, cube, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'L ' // what, text)
        call ttgt_plan_create(plan, 'D(a,b)=L(a,b)', d, none, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'L ' // what, text)
        call ttgt_plan_create(plan, 'D(a,b)=L(a,b)', d, l, stat=stat)
        call plan%run(d, none, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'L ' // what, text)
        call ttgt_contract_at('D(a,b)=L(a,b)', ttgt_array_of(d), [ttgt_array_of(nowhere)], &
            stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'L ' // what, text)
        allocate(none(3, 3), source=l)
        call ttgt_contract('D(a,b)=L(a,b)', none, l, stat=stat)
        call expect(stat == 0, 'an array that is allocated')
        deallocate(none)
        call ttgt_contract('D(a,b)=L(a,b)', none, l, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument .and. text == 'D ' // what, text)
        call expect(all(d == 7), 'a refused call has written')
    end subroutine

    !> Fortran takes optional arrays that are not allocated as absent: texts say so.
    subroutine check_missing_inputs()
        real(real64), allocatable :: none(:,:)
        real(real64) :: d(3, 3), l(3, 3)
        type(ttgt_plan) :: plan
        integer :: stat
        character(len=200) :: text

        l = 1
        call ttgt_contract('D(a,b)=L(a,k)*R(k,b)', d, l, none, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_operand_count, 'R is not allocated')
        call expect_text(text, 'that is not allocated counts as not given')
        call ttgt_plan_create(plan, 'D(a,b)=L(a,k)*R(k,b)', d, l, none, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_operand_count, 'R of a plan is not allocated')
        call expect_text(text, 'that is not allocated counts as not given')
        call ttgt_contract('D(a,b)=A(a,k)*B(k,l)*C(l,b)', d, l, none, l, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'the second of three is not allocated')
        call expect_text(text, 'input 3 is given, but R is not')
        call ttgt_contract('D(a,b)=L(a,b)', d, l, input5=l, stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a gap')
        call expect_text(text, 'input 5 is given, but input 4 is not')
    end subroutine

    !> What ttgt_array_at() is told must fit together.
    subroutine check_shapes()
        real(real64), target :: d(2), l(2)
        integer :: i, stat
        character(len=200) :: text

        call ttgt_contract_at('D(a)=L(a)', ttgt_array_of(d), ttgt_array_at(c_loc(l), ttgt_float64, &
            [2_int64], strides=[1_int64, 2_int64], space=ttgt_host), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'too many strides')
        call expect_text(text, 'L has 1 extents but 2 strides')
        call ttgt_contract_at('D(a)=L(a)', ttgt_array_of(d), ttgt_array_at(c_loc(l), ttgt_float64, &
            [(1_int64, i = 1, 65)]), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'too many extents')
        call expect_text(text, 'L has rank 65; ranks are 0 to 64')
    end subroutine

    subroutine expect_refused(context)
        type(ttgt_context), intent(in) :: context
        real(real64), target :: d(3, 4), l(4, 3)
        type(ttgt_plan) :: plan
        integer :: stat
        character(len=200) :: text

        d = 7
        l = 1
        call ttgt_contract('D(a,b)=L(b,a)', d, l, stat=stat, errmsg=text, context=context)
        call expect(stat == ttgt_error_stale_handle, 'a call in no context')
        call expect_text(text, 'the context was destroyed, or never made')
        call ttgt_contract('D(a,b)=L(b,a)', d, l, stat=stat, context=context, copy_host=.true.)
        call expect(stat == ttgt_error_stale_handle, 'a call in no context that copies')
        call ttgt_contract_at('D(a,b)=L(b,a)', ttgt_array_of(d), ttgt_array_of(l), stat=stat, &
            context=context)
        call expect(stat == ttgt_error_stale_handle, 'addresses in no context')
        call ttgt_plan_create(plan, 'D(a,b)=L(b,a)', d, l, stat=stat, context=context)
        call expect(stat == ttgt_error_stale_handle, 'a plan in no context')
        call expect(all(d == 7), 'a refused call has written')
    end subroutine

    !> What was never made, failed to be made, or was destroyed is no context of the CPU's.
    subroutine check_contexts()
        type(ttgt_context) :: context, copy
        integer :: stat

        call expect_refused(context)
        call ttgt_context_create(context, stat, device='cpu', workspace_limit=0_int64)
        call expect(stat == 0, 'a context')
        copy = context
        call ttgt_context_create(context, stat, device='abacus')
        call expect(stat == ttgt_error_invalid_argument, 'a context that fails')
        call expect_refused(context)
        call expect_stale_copy(copy)
        call ttgt_context_create(context, stat, threads=.true.)
        call expect(stat == ttgt_error_invalid_argument, 'threads that are no number')
        call ttgt_context_create(context, stat, threads=-1_int64)
        call expect(stat == ttgt_error_invalid_argument, 'threads below 0')
        call ttgt_context_create(context, stat)
        call expect(stat == 0, 'a context again')
        call context%destroy()
        call expect_refused(context)
    end subroutine

    subroutine expect_stale_copy(copy)
        type(ttgt_context), intent(in) :: copy
        real(real64) :: d(2), l(2)
        integer :: stat

        l = 1
        call ttgt_contract('D(a)=L(a)', d, l, stat=stat, context=copy)
        call expect(stat == ttgt_error_stale_handle, 'the copy of a context that is gone')
    end subroutine

    function make_step(name, d, l) result(made)
        character(len=*), intent(in) :: name
        real(real64), intent(in) :: d(:,:), l(:,:)
        type(step) :: made
        integer :: stat

        made%name = name
        call ttgt_plan_create(made%plan, 'D(a,b)=L(b,a)', d, l, stat=stat)
        call expect(stat == 0, 'a plan of a function')
    end function

    !> A plan that has several names is freed once, and refused by all of them from then on.
    subroutine check_copies()
        real(real64) :: d(3, 4), l(4, 3)
        type(step), allocatable :: steps(:)
        type(step) :: one, other
        integer :: stat, turn

        l = 1
        do turn = 1, 3
            one = make_step('first', d, l)
            other = one
            allocate(steps(0))
            steps = [steps, one]
            steps = [steps, other]
            call one%plan%destroy()
            call one%plan%destroy()
            d = 7
            call one%plan%run(d, l, stat=stat)
            call expect(stat == ttgt_error_stale_handle, 'a plan that was destroyed')
            call other%plan%run(d, l, stat=stat)
            call expect(stat == ttgt_error_stale_handle, 'a copy whose plan was destroyed')
            call steps(2)%plan%run(d, l, stat=stat)
            call expect(stat == ttgt_error_stale_handle, 'an element whose plan was destroyed')
            call expect(steps(1)%plan%workspace_bytes() == -1, 'bytes of no plan')
            call expect(steps(1)%plan%explain() == '', 'words of no plan')
            call expect(all(d == 7), 'a refused run has written')
            call other%plan%destroy()
            deallocate(steps)
        end do
    end subroutine

    subroutine plan_in_scope(copy, d, l)
        type(ttgt_plan), intent(inout) :: copy(:)
        real(real64), intent(inout) :: d(:,:), l(:,:)
        type(ttgt_plan) :: single, several(2)
        type(ttgt_plan), allocatable :: more(:)
        integer :: stat

        allocate(more(1))
        call ttgt_plan_create(single, 'D(a,b)=L(b,a)', d, l, stat=stat)
        call ttgt_plan_create(several(2), 'D(a,b)=L(b,a)', d, l, stat=stat)
        call ttgt_plan_create(more(1), 'D(a,b)=L(b,a)', d, l, stat=stat)
        copy(1) = single
        copy(2) = several(2)
        copy(3) = more(1)
        call copy(3)%run(d, l, stat=stat)
        call expect(stat == 0 .and. all(d == transpose(l)), 'a copy of a plan that is there')
    end subroutine

    !> Plans go with their variables, those of arrays too.
    subroutine check_lifetimes()
        type(ttgt_plan) :: copy(3)
        real(real64) :: d(3, 4), l(4, 3)
        integer :: i, stat

        l = 1
        call plan_in_scope(copy, d, l)
        do i = 1, 3
            call copy(i)%run(d, l, stat=stat)
            call expect(stat == ttgt_error_stale_handle, 'a plan outlives its variable')
        end do
    end subroutine

    !> A status of 64 bits among integers of 32.
    subroutine check_long_status()
        type(ttgt_context) :: context
        type(ttgt_plan) :: plan
        real(real64) :: d(2, 2), l(2, 2)
        integer(int64) :: stat

        l = 1
        call ttgt_context_create(context, stat, threads=1)
        call expect(stat == 0, 'a context with a long status')
        call ttgt_contract('D(b,a)=L(a,b)', d, l, stat=stat, context=context, copy_host=.true.)
        call expect(stat == 0 .and. all(d == 1), 'a call with a long status')
        call ttgt_plan_create(plan, 'D(b,a)=L(a,b)', d, l, stat=stat, beta_is_zero=.true.)
        call expect(stat == 0, 'a plan with a long status')
        call plan%run(d, l, stat=stat, alpha=3)
        call expect(stat == 0 .and. all(d == 3), 'a run with a long status')
        call ttgt_contract('D(b,a)=L(a,b)', d, l, stat=stat, copy_host=1)
        call expect(stat == ttgt_error_invalid_argument, 'a number as logical')
    end subroutine
end module

program fortran_inputs
    use, intrinsic :: iso_fortran_env, only: real64
    use :: fortran_input_tests
    use :: fortran_expect, only: failures
    implicit none

    call check_named_inputs()
    call check_lists()
    call check_pointed_arrays([1.0_real64, 2.0_real64, 3.0_real64])
    call check_missing_arrays()
    call check_missing_inputs()
    call check_shapes()
    call check_contexts()
    call check_copies()
    call check_lifetimes()
    call check_long_status()
    if (failures > 0) stop 1, quiet=.true.
    print '(a)', 'all numbers of inputs are right'
end program
