! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Formulas of arrays over ranks: elementwise functions and reductions (docs/guide/operators.md has the
!> grammar). Programs use module ttgt_ranks.
module ttgt_distributed_formulas
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_context, ttgt_context_as_c, ttgt_error_stale_handle, ttgt_host, &
        ttgt_success
    use :: ttgt_arguments, only: counted_text_of, fail, read_factors, report
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, c_ttgt_context_space
    use :: ttgt_c_rank_formulas
    use :: ttgt_c_ranks, only: ttgt_distributed_options
    use :: ttgt_communicators, only: ttgt_communicator, ttgt_communicator_as_c
    use :: ttgt_distributions
    implicit none
    private

    public :: ttgt_distributed_evaluate
    public :: ttgt_distributed_evaluation, ttgt_distributed_evaluation_create

    !> A plan of a formula of arrays over ranks. A copy is another name of the same plan. It must be
    !> destroyed before MPI is finalised.
    type :: ttgt_distributed_evaluation
        private
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space = ttgt_host
    contains
        procedure :: run => evaluation_run
        procedure :: explain => evaluation_explain
        procedure :: workspace_bytes => evaluation_workspace_bytes
        procedure :: bytes_received => evaluation_bytes_received
        procedure :: destroy => evaluation_destroy
        final :: evaluation_finalize
    end type

    !> A number of inputs that no formula has: what one rank cannot give then fails on every rank.
    integer(c_int32_t), parameter :: no_count = -1

contains

    !> Evaluates the formula into `output`, as ttgt_evaluate() of module ttgt_operators, over all
    !> ranks. `inputs` has each other array on the right once, in the order in which the formula first
    !> names them; `scalars` the values of the words without brackets, in the same order, and equal on
    !> all ranks. An input may be the output where the formula reads of it only the element that it
    !> writes. Collective.
    subroutine ttgt_distributed_evaluate(communicator, formula, output, inputs, scalars, stat, errmsg, &
            context, workspace_limit)
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: formula
        type(ttgt_distributed_array), intent(in), target :: output, inputs(:)
        class(*), intent(in), optional :: scalars(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_distributed_options), target :: options
        type(c_array), target :: arrays(size(inputs) + 1)
        type(ttgt_scalar), allocatable :: factors(:)
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        call read_factors(scalars, factors, own, text)
        call read_place(context, handle, space, own, text)
        call read_arrays(output, inputs, space, arrays, own, text, of_formula=.true.)
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        call report(c_ttgt_distributed_evaluate(ttgt_communicator_as_c(communicator), handle, &
            formula // c_null_char, arrays(1)%tensor, [(arrays(i)%tensor, i = 2, size(arrays))], &
            size(inputs, kind=c_int32_t), factors, size(factors, kind=c_int32_t), c_loc(options)), &
            stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> Plans a formula of arrays like these, whose elements are not looked at. Collective.
    subroutine ttgt_distributed_evaluation_create(evaluation, communicator, formula, output, inputs, &
            stat, errmsg, context, workspace_limit)
        type(ttgt_distributed_evaluation), intent(inout) :: evaluation
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: formula
        type(ttgt_distributed_array), intent(in), target :: output, inputs(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_distributed_options), target :: options
        type(c_array), target :: arrays(size(inputs) + 1)
        type(ttgt_handle) :: handle
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        call evaluation%destroy()
        own = ttgt_success
        call read_place(context, handle, evaluation%space, own, text)
        call read_arrays(output, inputs, evaluation%space, arrays, own, text, of_formula=.true.)
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        call report(c_ttgt_distributed_evaluation_create(ttgt_communicator_as_c(communicator), &
            handle, formula // c_null_char, arrays(1)%tensor, &
            [(arrays(i)%tensor, i = 2, size(arrays))], size(inputs, kind=c_int32_t), c_loc(options), &
            evaluation%handle), stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> Runs the plan on parts of the shapes that it was made for. Inputs and scalars are as in
    !> ttgt_distributed_evaluate(). Collective.
    subroutine evaluation_run(evaluation, output, inputs, scalars, stat, errmsg)
        class(ttgt_distributed_evaluation), intent(in) :: evaluation
        type(ttgt_distributed_array), intent(in), target :: output, inputs(:)
        class(*), intent(in), optional :: scalars(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: arrays(size(inputs) + 1)
        type(ttgt_scalar), allocatable :: factors(:)
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        call read_factors(scalars, factors, own, text)
        call read_arrays(output, inputs, evaluation%space, arrays, own, text, of_formula=.true.)
        call report(c_ttgt_distributed_evaluation_run(evaluation%handle, arrays(1)%tensor%data, &
            [(arrays(i)%tensor%data, i = 2, size(arrays))], &
            merge(size(inputs, kind=c_int32_t), no_count, own == ttgt_success), factors, &
            size(factors, kind=c_int32_t), c_null_ptr), stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> The context as C takes it, and where its device works. Keeps what failed before.
    subroutine read_place(context, handle, space, own, text)
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_handle), intent(out) :: handle
        integer(c_int32_t), intent(out) :: space
        integer(int32), intent(inout) :: own
        character(len=*), intent(inout) :: text

        space = ttgt_host
        if (own == ttgt_success) call ttgt_context_as_c(context, handle, own, text)
        if (own == ttgt_success) call report(c_ttgt_context_space(handle, space), own, text)
    end subroutine

    !> Exactly the scratch bytes of a run on this rank; -1 where there is no plan.
    function evaluation_workspace_bytes(evaluation) result(bytes)
        class(ttgt_distributed_evaluation), intent(in) :: evaluation
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_distributed_evaluation_workspace_bytes(evaluation%handle, bytes) /= ttgt_success) &
            bytes = -1
    end function

    !> The bytes that this rank receives from others in a run; -1 where there is no plan.
    function evaluation_bytes_received(evaluation) result(bytes)
        class(ttgt_distributed_evaluation), intent(in) :: evaluation
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_distributed_evaluation_bytes_received(evaluation%handle, bytes) /= ttgt_success) &
            bytes = -1
    end function

    !> The plan in words, with as many rejected candidates as asked for, 3 unless given; blank if there
    !> is no plan.
    function evaluation_explain(evaluation, losers) result(text)
        class(ttgt_distributed_evaluation), intent(in) :: evaluation
        integer, intent(in), optional :: losers
        character(len=:), allocatable :: text

        text = counted_text_of(c_ttgt_distributed_evaluation_explain, evaluation%handle, losers, most=3)
    end function

    subroutine evaluation_destroy(evaluation)
        class(ttgt_distributed_evaluation), intent(inout) :: evaluation
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_distributed_evaluation_destroy(evaluation%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) evaluation%handle%id = 0
    end subroutine

    impure elemental subroutine evaluation_finalize(evaluation)
        type(ttgt_distributed_evaluation), intent(inout) :: evaluation

        call evaluation%destroy()
    end subroutine
end module
