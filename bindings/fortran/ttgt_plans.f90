! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Plans, which remember what their arrays were.
submodule (ttgt:ttgt_arrays) ttgt_plans
    use :: ttgt_arguments, only: counted_text_of
    use :: ttgt_c, only: ttgt_contract_options, c_ttgt_plan_create, c_ttgt_plan_destroy, &
        c_ttgt_plan_explain, c_ttgt_plan_run, c_ttgt_plan_workspace_bytes
    implicit none

contains

    module procedure plan_create
        type(ttgt_array) :: output
        type(input_list) :: inputs

        call plan%destroy()
        call gather(inputs, l, r, input3, input4, input5, input6, input7, input8)
        call check_gap(inputs, stat, errmsg)
        if (stat /= ttgt_success) return
        call describe(d, output)
        call plan_create_list(plan, expression, output, inputs%arrays(:inputs%count), stat, errmsg, &
            context, strategy, workspace_limit, beta_is_zero)
        call explain_count(stat, errmsg)
    end procedure

    module procedure plan_create_list
        type(ttgt_contract_options), target :: options
        character(len=:), allocatable, target :: name
        type(ttgt_tensor) :: output, tensors(size(inputs))
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space

        call plan%destroy()
        call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat == ttgt_success) call find_space(handle, .false., space, stat, errmsg)
        if (stat == ttgt_success) then
            call read_logical(beta_is_zero, 'beta_is_zero', options%beta_is_zero, stat, errmsg)
        end if
        if (stat == ttgt_success) then
            call read_tensors(d, inputs, space, output, tensors, stat, errmsg)
        end if
        if (stat /= ttgt_success) return
        call read_choice(strategy, workspace_limit, name, options)
        call report(c_ttgt_plan_create(handle, expression // c_null_char, output, tensors, &
            size(inputs, kind=c_int32_t), c_loc(options), plan%handle), stat, errmsg)
        if (stat == ttgt_success) plan%arrays = [d, inputs]
    end procedure

    module procedure plan_run
        type(ttgt_array) :: output
        type(input_list) :: inputs

        call gather(inputs, l, r, input3, input4, input5, input6, input7, input8)
        call check_gap(inputs, stat, errmsg)
        if (stat /= ttgt_success) return
        call describe(d, output)
        call plan_run_list(plan, output, inputs%arrays(:inputs%count), alpha, beta, stat, errmsg)
    end procedure

    module procedure plan_run_list
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat /= ttgt_success) return
        if (plan%handle%id == 0 .or. .not. allocated(plan%arrays)) then
            call fail(ttgt_error_stale_handle, 'the plan was destroyed, or never made', stat, errmsg)
            return
        end if
        call check_arrays(plan, d, inputs, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_plan_run(plan%handle, d%data, inputs%data, &
            size(inputs, kind=c_int32_t), given(1), given(2), c_null_ptr), stat, errmsg)
    end procedure

    !> Refuses arrays that are not as they were when the plan was made.
    subroutine check_arrays(plan, d, inputs, stat, errmsg)
        class(ttgt_plan), intent(in) :: plan
        type(ttgt_array), intent(in) :: d, inputs(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(len=120) :: text
        integer :: i

        if (size(inputs) /= size(plan%arrays) - 1) then
            write (text, '(a, i0, a, i0)') 'the plan has ', size(plan%arrays) - 1, &
                ' input(s), the run was given ', size(inputs)
            call fail(ttgt_error_operand_count, trim(text), stat, errmsg)
            return
        end if
        call check_array(plan%arrays(1), d, 0, stat, errmsg)
        do i = 1, size(inputs)
            if (stat == ttgt_success) then
                call check_array(plan%arrays(i + 1), inputs(i), i, stat, errmsg)
            end if
        end do
    end subroutine

    subroutine check_array(planned, array, position, stat, errmsg)
        type(ttgt_array), intent(in) :: planned, array
        integer, intent(in) :: position
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call check_fault(array, position, stat, errmsg)
        if (stat /= ttgt_success .or. is_same(planned, array)) return
        call fail(ttgt_error_invalid_argument, name_of(position) // &
            ' has another type, shape or steps than the array it was planned for', stat, errmsg)
    end subroutine

    !> Tells whether two arrays have one type, memory and layout.
    pure function is_same(a, b) result(same)
        type(ttgt_array), intent(in) :: a, b
        logical :: same

        same = a%dtype == b%dtype .and. a%space == b%space .and. a%rank == b%rank .and. &
            a%is_packed == b%is_packed
        if (same) same = all(a%extents(:a%rank) == b%extents(:a%rank))
        if (same .and. a%is_packed == 0) same = all(a%strides(:a%rank) == b%strides(:a%rank))
    end function

    module procedure plan_workspace_bytes
        bytes = -1
        if (c_ttgt_plan_workspace_bytes(plan%handle, bytes) /= ttgt_success) bytes = -1
    end procedure

    module procedure plan_explain
        text = counted_text_of(c_ttgt_plan_explain, plan%handle, losers, most=3)
    end procedure

    module procedure plan_destroy
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_plan_destroy(plan%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) plan%handle%id = 0
        if (allocated(plan%arrays)) deallocate(plan%arrays)
    end procedure

    module procedure plan_finalize
        call plan%destroy()
    end procedure
end submodule
