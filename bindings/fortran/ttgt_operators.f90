! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Formulas: elementwise functions of arrays and reductions, such as
!> "T(a,b,i,j) = R(i,j,a,b) / (e(i) + e(j) - f(a) - f(b))" (docs/guide/operators.md has the grammar).
!> Arrays are made by ttgt_array_of() or ttgt_array_at() of module ttgt; the inputs are in the order
!> in which the formula first names them. No procedure prints or stops; each that can fail sets
!> `stat`, 0 or one of ttgt_error_*, and `errmsg`, blank or what was wrong. Nothing has been written
!> then.
module ttgt_operators
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use :: ttgt, only: ttgt_array, ttgt_array_as_c, ttgt_context, ttgt_context_as_c, &
        ttgt_error_invalid_argument, ttgt_error_operand_count, ttgt_error_stale_handle, ttgt_host, &
        ttgt_success
    use :: ttgt_arguments, only: fail, first_other_layout, layouts_of, read_factors, report, succeed, &
        text_of
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, ttgt_tensor, c_ttgt_context_space
    use :: ttgt_c_operators
    implicit none
    private

    public :: ttgt_evaluate, ttgt_evaluation_plan, ttgt_evaluation_plan_create

    !> One way to evaluate a formula, for arrays of fixed types, shapes and steps. A copy is another
    !> name of the same plan.
    type :: ttgt_evaluation_plan
        private
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space = ttgt_host
        integer(int64), allocatable :: layouts(:)  !< of the output and the inputs
    contains
        procedure :: run => plan_run
        procedure :: explain => plan_explain
        procedure :: source => plan_source
        procedure :: bytes => plan_bytes
        procedure :: predicted_ms => plan_predicted_ms
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

contains

    !> Evaluates the formula into `output`. `scalars`: the values of the words without brackets, in
    !> the order in which the formula first names them.
    subroutine ttgt_evaluate(formula, output, inputs, scalars, stat, errmsg, context)
        character(len=*), intent(in) :: formula
        type(ttgt_array), intent(in) :: output
        type(ttgt_array), intent(in) :: inputs(:)
        class(*), intent(in), optional :: scalars(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_array), allocatable, target :: arrays(:)
        type(ttgt_tensor), allocatable :: tensors(:)
        type(ttgt_scalar), allocatable :: factors(:)
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space

        call find_context(context, handle, space, stat, errmsg)
        if (stat == ttgt_success) call read_factors(scalars, factors, stat, errmsg)
        arrays = [output, inputs]
        if (stat == ttgt_success) call read_tensors(space, arrays, tensors, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_evaluate(handle, formula // c_null_char, tensors(1), tensors(2:), &
            size(inputs, kind=c_int32_t), factors, size(factors, kind=c_int32_t)), stat, errmsg)
    end subroutine

    !> A plan for arrays like these, whose elements are not read.
    subroutine ttgt_evaluation_plan_create(plan, formula, output, inputs, stat, errmsg, context)
        type(ttgt_evaluation_plan), intent(inout) :: plan
        character(len=*), intent(in) :: formula
        type(ttgt_array), intent(in) :: output
        type(ttgt_array), intent(in) :: inputs(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_array), allocatable, target :: arrays(:)
        type(ttgt_tensor), allocatable :: tensors(:)
        type(ttgt_handle) :: handle

        call plan%destroy()
        call find_context(context, handle, plan%space, stat, errmsg)
        arrays = [output, inputs]
        if (stat == ttgt_success) call read_tensors(plan%space, arrays, tensors, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_evaluation_plan_create(handle, formula // c_null_char, tensors(1), &
            tensors(2:), size(inputs, kind=c_int32_t), plan%handle), stat, errmsg)
        if (stat == ttgt_success) plan%layouts = layouts_of(tensors)
    end subroutine

    !> Runs the plan on arrays of the types, shapes and steps that it was made for.
    subroutine plan_run(plan, output, inputs, scalars, stat, errmsg)
        class(ttgt_evaluation_plan), intent(in) :: plan
        type(ttgt_array), intent(in) :: output
        type(ttgt_array), intent(in) :: inputs(:)
        class(*), intent(in), optional :: scalars(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_array), allocatable, target :: arrays(:)
        type(ttgt_tensor), allocatable :: tensors(:)
        type(ttgt_scalar), allocatable :: factors(:)

        call read_factors(scalars, factors, stat, errmsg)
        if (stat == ttgt_success .and. .not. allocated(plan%layouts)) then
            call fail(ttgt_error_stale_handle, 'the plan was destroyed, or never made', stat, errmsg)
        end if
        arrays = [output, inputs]
        if (stat == ttgt_success) call read_tensors(plan%space, arrays, tensors, stat, errmsg)
        if (stat == ttgt_success) call check_layouts(plan, tensors, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_evaluation_plan_run(plan%handle, tensors(1)%data, tensors(2:)%data, &
            size(inputs, kind=c_int32_t), factors, size(factors, kind=c_int32_t), c_null_ptr), &
            stat, errmsg)
    end subroutine

    !> The context as C takes it, and where its device works.
    subroutine find_context(context, handle, space, stat, errmsg)
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_handle), intent(out) :: handle
        integer(c_int32_t), intent(out) :: space
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        space = ttgt_host
        call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat == ttgt_success) call report(c_ttgt_context_space(handle, space), stat, errmsg)
    end subroutine

    !> The arrays as C takes them; they point into `arrays`.
    subroutine read_tensors(space, arrays, tensors, stat, errmsg)
        integer(c_int32_t), intent(in) :: space
        type(ttgt_array), intent(in), target :: arrays(:)
        type(ttgt_tensor), allocatable, intent(out) :: tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer :: i

        allocate(tensors(size(arrays)))
        call succeed(stat, errmsg)
        do i = 1, size(arrays)
            call ttgt_array_as_c(arrays(i), array_name(i), space, tensors(i), stat, errmsg)
            if (stat /= ttgt_success) return
        end do
    end subroutine

    function array_name(number) result(name)
        integer, intent(in) :: number
        character(len=:), allocatable :: name
        character(len=24) :: text

        text = 'the output'
        if (number > 1) write (text, '(a, i0)') 'input ', number - 1
        name = trim(text)
    end function

    !> Refuses arrays that are not as those that the plan was made for.
    subroutine check_layouts(plan, tensors, stat, errmsg)
        class(ttgt_evaluation_plan), intent(in) :: plan
        type(ttgt_tensor), intent(in) :: tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer :: i

        call succeed(stat, errmsg)
        i = first_other_layout(plan%layouts, layouts_of(tensors))
        if (i == 0) return
        if (i > size(tensors)) then
            call fail(ttgt_error_operand_count, 'the run has fewer inputs than the plan', stat, &
                errmsg)
            return
        end if
        call fail(ttgt_error_invalid_argument, array_name(i) // &
            ' has another type, shape or steps than that it was planned for', stat, errmsg)
    end subroutine

    !> The bytes of the elements that a run reads and writes; -1 where there is no plan.
    function plan_bytes(plan) result(bytes)
        class(ttgt_evaluation_plan), intent(in) :: plan
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_evaluation_plan_bytes(plan%handle, bytes) /= ttgt_success) bytes = -1
    end function

    !> Predicted milliseconds of a run; -1 where there is no plan.
    function plan_predicted_ms(plan) result(ms)
        class(ttgt_evaluation_plan), intent(in) :: plan
        real(real64) :: ms

        ms = -1
        if (c_ttgt_evaluation_plan_predicted_ms(plan%handle, ms) /= ttgt_success) ms = -1
    end function

    !> The plan in words; blank if there is none.
    function plan_explain(plan) result(text)
        class(ttgt_evaluation_plan), intent(in) :: plan
        character(len=:), allocatable :: text

        text = text_of(c_ttgt_evaluation_plan_explain, plan%handle)
    end function

    !> The CUDA C++ source of the plan's kernels; blank on CPUs.
    function plan_source(plan) result(text)
        class(ttgt_evaluation_plan), intent(in) :: plan
        character(len=:), allocatable :: text

        text = text_of(c_ttgt_evaluation_plan_source, plan%handle)
    end function

    subroutine plan_destroy(plan)
        class(ttgt_evaluation_plan), intent(inout) :: plan
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_evaluation_plan_destroy(plan%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) plan%handle%id = 0
        if (allocated(plan%layouts)) deallocate(plan%layouts)
    end subroutine

    impure elemental subroutine plan_finalize(plan)
        type(ttgt_evaluation_plan), intent(inout) :: plan

        call plan%destroy()
    end subroutine
end module
