! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Tensors of dense blocks, most of which are absent (docs/guide/blocks.md), on the host. Sections
!> and blocks count from 1. No procedure prints or stops; each that can fail sets `stat`, 0 or one of
!> ttgt_error_*, and `errmsg`, blank or what was wrong. Nothing has been written then.
module ttgt_blocks
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_context, ttgt_context_as_c, ttgt_error_stale_handle, ttgt_success
    use :: ttgt_arguments, only: counted_text_of, read_scalars, report
    use :: ttgt_c, only: ttgt_contract_options, ttgt_handle, ttgt_scalar
    use :: ttgt_block_layouts, only: ttgt_block_layout, ttgt_block_layout_create, &
        ttgt_block_layout_create_charged, ttgt_block_layout_create_output
    use :: ttgt_block_programs, only: ttgt_block_program, ttgt_block_program_create
    use :: ttgt_block_tensors, only: check_length, ttgt_block_tensor, ttgt_block_tensor_of
    use :: ttgt_c_blocks
    implicit none
    private

    public :: ttgt_block_layout, ttgt_block_layout_create, ttgt_block_layout_create_charged
    public :: ttgt_block_layout_create_output
    public :: ttgt_block_tensor, ttgt_block_tensor_of
    public :: ttgt_block_contract, ttgt_block_plan, ttgt_block_plan_create
    public :: ttgt_block_program, ttgt_block_program_create

    !> One way to do a contraction, for tensors of fixed types and blocks. A copy is another name of
    !> the same plan.
    type :: ttgt_block_plan
        private
        type(ttgt_handle) :: handle
    contains
        procedure :: run => plan_run
        procedure :: explain => plan_explain
        procedure :: workspace_bytes => plan_workspace_bytes
        procedure :: pairs => plan_pairs
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

contains

    !> D = alpha * (product of the inputs) + beta * D, as ttgt_contract() of module ttgt; `more` are
    !> the inputs behind the second.
    subroutine ttgt_block_contract(expression, d, l, r, alpha, beta, stat, errmsg, context, more)
        character(len=*), intent(in) :: expression
        type(ttgt_block_tensor) :: d  ! without an intent, because what it points to is written
        type(ttgt_block_tensor), intent(in) :: l
        type(ttgt_block_tensor), intent(in), optional :: r
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_block_tensor), intent(in), optional :: more(:)
        type(ttgt_c_block_tensor), allocatable :: tensors(:)
        type(ttgt_scalar), target :: factors(2)
        type(ttgt_handle) :: handle
        type(c_ptr) :: given(2)

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat == ttgt_success) call read_tensors(d, l, r, more, tensors, stat, errmsg)
        if (stat == ttgt_success) call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_block_contract(handle, expression // c_null_char, tensors(1), &
            tensors(2:), inputs_of(tensors), given(1), given(2), c_null_ptr), stat, errmsg)
    end subroutine

    !> A plan for runs whose beta is zero exactly if `beta_is_zero`; unless it is given, as the
    !> expression says.
    subroutine ttgt_block_plan_create(plan, expression, d, l, r, stat, errmsg, context, &
            workspace_limit, beta_is_zero, more)
        type(ttgt_block_plan), intent(inout) :: plan
        character(len=*), intent(in) :: expression
        type(ttgt_block_tensor), intent(in) :: d, l
        type(ttgt_block_tensor), intent(in), optional :: r
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        integer(int64), intent(in), optional :: workspace_limit
        logical, intent(in), optional :: beta_is_zero
        type(ttgt_block_tensor), intent(in), optional :: more(:)
        type(ttgt_contract_options), target :: planning
        type(ttgt_block_options), target :: options
        type(ttgt_c_block_tensor), allocatable :: tensors(:)
        type(ttgt_handle) :: handle

        call plan%destroy()
        call read_tensors(d, l, r, more, tensors, stat, errmsg)
        if (stat == ttgt_success) call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat /= ttgt_success) return
        if (present(workspace_limit)) planning%workspace_limit = workspace_limit
        if (present(beta_is_zero)) planning%beta_is_zero = merge(1, 0, beta_is_zero)
        options%planning = c_loc(planning)
        call report(c_ttgt_block_plan_create(handle, expression // c_null_char, tensors(1), &
            tensors(2:), inputs_of(tensors), c_loc(options), plan%handle), stat, errmsg)
    end subroutine

    subroutine plan_run(plan, d, l, r, alpha, beta, stat, errmsg, more)
        class(ttgt_block_plan), intent(in) :: plan
        type(ttgt_block_tensor) :: d  ! without an intent, because what it points to is written
        type(ttgt_block_tensor), intent(in) :: l
        type(ttgt_block_tensor), intent(in), optional :: r
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_block_tensor), intent(in), optional :: more(:)
        type(ttgt_c_block_tensor), allocatable :: tensors(:)
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat == ttgt_success) call read_tensors(d, l, r, more, tensors, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_block_plan_run(plan%handle, tensors(1), tensors(2:), &
            inputs_of(tensors), given(1), given(2), c_null_ptr), stat, errmsg)
    end subroutine

    !> D's and the inputs' tensors. Refuses an array that is not as long as its layout says.
    subroutine read_tensors(d, l, r, more, tensors, stat, errmsg)
        type(ttgt_block_tensor), intent(in) :: d, l
        type(ttgt_block_tensor), intent(in), optional :: r, more(:)
        type(ttgt_c_block_tensor), allocatable, intent(out) :: tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(len=20) :: name
        integer :: i

        tensors = [d%c_tensor(), l%c_tensor()]
        call check_length(d, 'D', stat, errmsg)
        if (stat == ttgt_success) call check_length(l, 'L', stat, errmsg)
        if (present(r) .and. stat == ttgt_success) then
            tensors = [tensors, r%c_tensor()]
            call check_length(r, 'R', stat, errmsg)
        end if
        if (.not. present(more)) return
        do i = 1, size(more)
            if (stat /= ttgt_success) return
            write (name, '(a, i0)') 'input ', i + 2
            tensors = [tensors, more(i)%c_tensor()]
            call check_length(more(i), trim(name), stat, errmsg)
        end do
    end subroutine

    !> The number of inputs of a call of these tensors, the output first.
    pure function inputs_of(tensors) result(count)
        type(ttgt_c_block_tensor), intent(in) :: tensors(:)
        integer(c_int32_t) :: count

        count = int(size(tensors) - 1, c_int32_t)
    end function

    function plan_workspace_bytes(plan) result(bytes)
        class(ttgt_block_plan), intent(in) :: plan
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_block_plan_workspace_bytes(plan%handle, bytes) /= ttgt_success) bytes = -1
    end function

    function plan_pairs(plan) result(pairs)
        class(ttgt_block_plan), intent(in) :: plan
        integer(int64) :: pairs

        pairs = -1
        if (c_ttgt_block_plan_pairs(plan%handle, pairs) /= ttgt_success) pairs = -1
    end function

    !> Stages and at most `components` components, 10 unless given; blank if there is no plan.
    function plan_explain(plan, components) result(text)
        class(ttgt_block_plan), intent(in) :: plan
        integer, intent(in), optional :: components
        character(len=:), allocatable :: text

        text = counted_text_of(c_ttgt_block_plan_explain, plan%handle, components, most=10)
    end function

    subroutine plan_destroy(plan)
        class(ttgt_block_plan), intent(inout) :: plan
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_block_plan_destroy(plan%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) plan%handle%id = 0
    end subroutine

    impure elemental subroutine plan_finalize(plan)
        type(ttgt_block_plan), intent(inout) :: plan

        call plan%destroy()
    end subroutine
end module
