! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Groups: many contractions or transposes of one expression, on arrays of different shapes
!> (docs/guide/groups.md). The arrays of an operand are a list of ttgt_array, one for each problem,
!> made by ttgt_array_of() or ttgt_array_at() of module ttgt. Messages count problems from 0. No
!> procedure prints or stops; each that can fail sets `stat`, 0 or one of ttgt_error_*, and `errmsg`,
!> blank or what was wrong. Nothing has been written then.
module ttgt_groups
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_array, ttgt_array_as_c, ttgt_context, ttgt_context_as_c, &
        ttgt_error_invalid_argument, ttgt_error_operand_count, ttgt_error_stale_handle, ttgt_host, &
        ttgt_success
    use :: ttgt_arguments, only: fail, first_other_layout, layouts_of, read_scalars, report, &
        succeed, text_of
    use :: ttgt_c, only: ttgt_contract_options, ttgt_handle, ttgt_scalar, ttgt_tensor, &
        ttgt_transpose_options, c_ttgt_context_space
    use :: ttgt_c_groups
    implicit none
    private

    public :: ttgt_contractions, ttgt_transposes
    public :: ttgt_group_plan, ttgt_group_plan_create, ttgt_group_plan_create_transposes

    !> One way to do a group, for arrays of fixed types, shapes and steps. A copy is another name of
    !> the same plan.
    type :: ttgt_group_plan
        private
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space = ttgt_host
        integer :: operands = 0
        integer(int64), allocatable :: layouts(:)  !< of all arrays, as layouts_of() has them
    contains
        procedure :: run => plan_run
        procedure :: explain => plan_explain
        procedure :: workspace_bytes => plan_workspace_bytes
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

contains

    !> D = alpha * (product of the inputs) + beta * D for each problem, as ttgt_contract() of module
    !> ttgt.
    subroutine ttgt_contractions(expression, d, l, r, alpha, beta, stat, errmsg, context, &
            workspace_limit)
        character(len=*), intent(in) :: expression
        type(ttgt_array), intent(in) :: d(:), l(:)
        type(ttgt_array), intent(in), optional :: r(:)
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_group_plan) :: plan
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat /= ttgt_success) return
        if (present(beta)) then
            call ttgt_group_plan_create(plan, expression, d, l, r, stat, errmsg, context, &
                workspace_limit, beta_is_zero=is_zero(factors(2)))
        else
            call ttgt_group_plan_create(plan, expression, d, l, r, stat, errmsg, context, &
                workspace_limit)
        end if
        if (stat == ttgt_success) call plan%run(d, l, r, alpha, beta, stat, errmsg)
    end subroutine

    !> For each problem d = alpha * l + beta * d, where dimension i of `d` is dimension perm(i) of
    !> `l`. beta is 0 unless it is given.
    subroutine ttgt_transposes(perm, d, l, alpha, beta, stat, errmsg, context, conjugate)
        integer(int32), intent(in) :: perm(:)
        type(ttgt_array), intent(in) :: d(:), l(:)
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        logical, intent(in), optional :: conjugate
        type(ttgt_group_plan) :: plan
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)
        logical :: has_no_beta

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat /= ttgt_success) return
        has_no_beta = .true.
        if (present(beta)) has_no_beta = is_zero(factors(2))
        call ttgt_group_plan_create_transposes(plan, perm, d, l, stat, errmsg, context, &
            has_no_beta, conjugate)
        if (stat == ttgt_success) call plan%run(d, l, alpha=alpha, beta=beta, stat=stat, &
            errmsg=errmsg)
    end subroutine

    pure function is_zero(factor) result(zero)
        type(ttgt_scalar), intent(in) :: factor
        logical :: zero

        zero = abs(factor%real_part) <= 0 .and. abs(factor%imaginary_part) <= 0
    end function

    !> A plan for runs whose beta is zero exactly if `beta_is_zero`; unless it is given, as the
    !> expression says.
    subroutine ttgt_group_plan_create(plan, expression, d, l, r, stat, errmsg, context, &
            workspace_limit, beta_is_zero)
        type(ttgt_group_plan), intent(inout) :: plan
        character(len=*), intent(in) :: expression
        type(ttgt_array), intent(in) :: d(:), l(:)
        type(ttgt_array), intent(in), optional :: r(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        integer(int64), intent(in), optional :: workspace_limit
        logical, intent(in), optional :: beta_is_zero
        type(ttgt_contract_options), target :: options
        type(ttgt_array), allocatable, target :: arrays(:)
        type(ttgt_tensor), allocatable :: tensors(:)
        type(ttgt_handle) :: handle

        call begin_plan(plan, context, handle, stat, errmsg)
        if (stat == ttgt_success) call interleave(d, l, r, arrays, plan%operands, stat, errmsg)
        if (stat == ttgt_success) call read_tensors(plan, arrays, tensors, stat, errmsg)
        if (stat /= ttgt_success) return
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        if (present(beta_is_zero)) options%beta_is_zero = merge(1, 0, beta_is_zero)
        call report(c_ttgt_group_plan_create(handle, expression // c_null_char, tensors, &
            int(plan%operands, c_int32_t), size(d, kind=c_int64_t), c_loc(options), plan%handle), &
            stat, errmsg)
        if (stat == ttgt_success) plan%layouts = layouts_of(tensors)
    end subroutine

    !> A plan for transposes: dimension i of an array of `d` is dimension perm(i) of that of `l`. It
    !> is for beta = 0 unless `beta_is_zero` is false.
    subroutine ttgt_group_plan_create_transposes(plan, perm, d, l, stat, errmsg, context, &
            beta_is_zero, conjugate)
        type(ttgt_group_plan), intent(inout) :: plan
        integer(int32), intent(in) :: perm(:)
        type(ttgt_array), intent(in) :: d(:), l(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        logical, intent(in), optional :: beta_is_zero, conjugate
        type(ttgt_transpose_options), target :: options
        type(ttgt_array), allocatable, target :: arrays(:)
        type(ttgt_tensor), allocatable :: tensors(:)
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: has_no_beta

        call begin_plan(plan, context, handle, stat, errmsg)
        if (stat == ttgt_success) then
            call interleave(d, l, arrays=arrays, operands=plan%operands, stat=stat, errmsg=errmsg)
        end if
        if (stat == ttgt_success) call read_tensors(plan, arrays, tensors, stat, errmsg)
        if (stat == ttgt_success) call check_permutation(perm, tensors, stat, errmsg)
        if (stat /= ttgt_success) return
        has_no_beta = 1
        if (present(beta_is_zero)) has_no_beta = merge(1, 0, beta_is_zero)
        if (present(conjugate)) options%conjugate = merge(1, 0, conjugate)
        call report(c_ttgt_group_plan_create_transposes(handle, tensors, size(d, kind=c_int64_t), &
            int(perm - 1, c_int32_t), has_no_beta, c_loc(options), plan%handle), stat, errmsg)
        if (stat == ttgt_success) plan%layouts = layouts_of(tensors)
    end subroutine

    !> Runs the plan on arrays of the types, shapes and steps that it was made for.
    subroutine plan_run(plan, d, l, r, alpha, beta, stat, errmsg)
        class(ttgt_group_plan), intent(in) :: plan
        type(ttgt_array), intent(in) :: d(:), l(:)
        type(ttgt_array), intent(in), optional :: r(:)
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_array), allocatable, target :: arrays(:)
        type(ttgt_tensor), allocatable :: tensors(:)
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)
        integer :: operands

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat == ttgt_success .and. .not. allocated(plan%layouts)) then
            call fail(ttgt_error_stale_handle, 'the plan was destroyed, or never made', stat, errmsg)
        end if
        if (stat == ttgt_success) call interleave(d, l, r, arrays, operands, stat, errmsg)
        if (stat == ttgt_success .and. operands /= plan%operands) then
            call fail(ttgt_error_operand_count, 'the run has more or fewer inputs than the plan', &
                stat, errmsg)
        end if
        if (stat == ttgt_success) call read_tensors(plan, arrays, tensors, stat, errmsg)
        if (stat == ttgt_success) call check_layouts(plan, layouts_of(tensors), stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_group_plan_run(plan%handle, tensors%data, size(tensors, kind=c_int64_t), &
            given(1), given(2), c_null_ptr), stat, errmsg)
    end subroutine

    !> Ends the plan that was there, and finds the context and where its device works.
    subroutine begin_plan(plan, context, handle, stat, errmsg)
        type(ttgt_group_plan), intent(inout) :: plan
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_handle), intent(out) :: handle
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call plan%destroy()
        call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat == ttgt_success) call report(c_ttgt_context_space(handle, plan%space), stat, errmsg)
    end subroutine

    !> The arrays of one problem after the other, the output's first.
    subroutine interleave(d, l, r, arrays, operands, stat, errmsg)
        type(ttgt_array), intent(in) :: d(:), l(:)
        type(ttgt_array), intent(in), optional :: r(:)
        type(ttgt_array), allocatable, intent(out) :: arrays(:)
        integer, intent(out) :: operands
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer :: i
        logical :: are_as_many

        operands = 2
        are_as_many = size(l) == size(d)
        if (present(r)) then
            operands = 3
            are_as_many = are_as_many .and. size(r) == size(d)
        end if
        call succeed(stat, errmsg)
        if (.not. are_as_many) then
            call fail(ttgt_error_invalid_argument, &
                'the lists of arrays are not of one length: each problem needs one of each', stat, &
                errmsg)
            return
        end if
        allocate(arrays(operands * size(d)))
        do i = 1, size(d)
            arrays(operands * (i - 1) + 1) = d(i)
            arrays(operands * (i - 1) + 2) = l(i)
            if (present(r)) arrays(operands * i) = r(i)
        end do
    end subroutine

    !> The arrays as C takes them; they point into `arrays`.
    subroutine read_tensors(plan, arrays, tensors, stat, errmsg)
        class(ttgt_group_plan), intent(in) :: plan
        type(ttgt_array), intent(in), target :: arrays(:)
        type(ttgt_tensor), allocatable, intent(out) :: tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer :: i
        character(len=40) :: name

        allocate(tensors(size(arrays)))
        call succeed(stat, errmsg)
        do i = 1, size(arrays)
            write (name, '(a, i0, 2a)') 'problem ', (i - 1) / plan%operands, ': ', &
                'DLR'(mod(i - 1, plan%operands) + 1:mod(i - 1, plan%operands) + 1)
            call ttgt_array_as_c(arrays(i), trim(name), plan%space, tensors(i), stat, errmsg)
            if (stat /= ttgt_success) return
        end do
    end subroutine

    subroutine check_permutation(perm, tensors, stat, errmsg)
        integer(int32), intent(in) :: perm(:)
        type(ttgt_tensor), intent(in) :: tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(len=80) :: text

        call succeed(stat, errmsg)
        if (size(tensors) == 0) return
        if (size(perm) == tensors(2)%rank) return
        write (text, '(a, i0, a, i0)') 'perm has ', size(perm), ' entries, L has rank ', &
            tensors(2)%rank
        call fail(ttgt_error_invalid_argument, trim(text), stat, errmsg)
    end subroutine

    !> Refuses arrays that are not as those that the plan was made for.
    subroutine check_layouts(plan, layouts, stat, errmsg)
        class(ttgt_group_plan), intent(in) :: plan
        integer(int64), intent(in) :: layouts(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(len=120) :: text
        integer :: i

        call succeed(stat, errmsg)
        i = first_other_layout(plan%layouts, layouts)
        if (i == 0) return
        write (text, '(a, i0, a)') 'problem ', (i - 1) / plan%operands, &
            ': its arrays have other types, shapes or steps than those it was planned for'
        call fail(ttgt_error_invalid_argument, trim(text), stat, errmsg)
    end subroutine

    !> Exactly the scratch bytes of a run; -1 where there is no plan.
    function plan_workspace_bytes(plan) result(bytes)
        class(ttgt_group_plan), intent(in) :: plan
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_group_plan_workspace_bytes(plan%handle, bytes) /= ttgt_success) bytes = -1
    end function

    !> The plan in words; blank if there is none.
    function plan_explain(plan) result(text)
        class(ttgt_group_plan), intent(in) :: plan
        character(len=:), allocatable :: text

        text = text_of(c_ttgt_group_plan_explain, plan%handle)
    end function

    subroutine plan_destroy(plan)
        class(ttgt_group_plan), intent(inout) :: plan
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_group_plan_destroy(plan%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) plan%handle%id = 0
        if (allocated(plan%layouts)) deallocate(plan%layouts)
    end subroutine

    impure elemental subroutine plan_finalize(plan)
        type(ttgt_group_plan), intent(inout) :: plan

        call plan%destroy()
    end subroutine
end module
