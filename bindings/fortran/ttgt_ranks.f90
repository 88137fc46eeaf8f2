! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Arrays over several ranks, of which each rank holds a part (docs/guide/distributed.md). Ranks count
!> from 0, as in MPI; axes of grids, dimensions and indices count from 1. No procedure prints or
!> stops; each that can fail sets `stat`, 0 or one of ttgt_error_*, and `errmsg`, blank or what was
!> wrong. Nothing has been written then (but see ttgt_error_device).
!>
!> A procedure that is collective must be called by every rank, in the same order and with equal
!> arguments, apart from the parts. Where one rank cannot do it, it fails on every rank.
module ttgt_ranks
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_context, ttgt_context_as_c, ttgt_error_stale_handle, ttgt_host, &
        ttgt_success
    use :: ttgt_arguments, only: counted_text_of, fail, read_scalars, report
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, c_ttgt_context_space
    use :: ttgt_c_ranks
    use :: ttgt_communicators
    use :: ttgt_distributed_formulas
    use :: ttgt_distributed_programs
    use :: ttgt_distributions
    use :: ttgt_rank_tensors
    use :: ttgt_whole_arrays
    implicit none
    private

    public :: ttgt_communicator, ttgt_communicator_create_world, ttgt_communicator_create_mpi
    public :: ttgt_communicator_fail
    public :: ttgt_distribution, ttgt_distributed_array
    public :: ttgt_rank_tensor, ttgt_rank_tensor_create, ttgt_element_function
    public :: ttgt_distributed_redistribute, ttgt_distributed_scatter, ttgt_distributed_gather
    public :: ttgt_distributed_dot, ttgt_distributed_norm
    public :: ttgt_distributed_write_npy, ttgt_distributed_read_npy
    public :: ttgt_distributed_program, ttgt_distributed_program_create
    public :: ttgt_distributed_evaluate
    public :: ttgt_distributed_evaluation, ttgt_distributed_evaluation_create
    public :: ttgt_distributed_contract, ttgt_distributed_plan, ttgt_distributed_plan_create

    !> One way to do a contraction over ranks; made by ttgt_distributed_plan_create(). A copy is another
    !> name of the same plan. Plans must be destroyed before MPI is finalised.
    type :: ttgt_distributed_plan
        private
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space = ttgt_host
    contains
        generic :: run => run_list, run_pair
        procedure, private :: run_list, run_pair
        procedure :: explain => plan_explain
        procedure :: workspace_bytes => plan_workspace_bytes
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

    !> A number of inputs that no plan has.
    integer(c_int32_t), parameter :: no_inputs = 0

    !> The inputs are given as a list, or are one or two.
    interface ttgt_distributed_contract
        module procedure contract_list, contract_pair
    end interface
    interface ttgt_distributed_plan_create
        module procedure create_list, create_pair
    end interface

contains

    !> D = alpha * (product of the inputs, or sum of products) + beta * D over all ranks, as
    !> ttgt_contract() of module ttgt. With one input, it moves an array to another distribution.
    !> `engine` is 'local', 'scalapack' or 'auto'. Collective.
    subroutine contract_list(communicator, expression, d, inputs, alpha, beta, stat, errmsg, &
            context, engine, workspace_limit)
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: expression
        type(ttgt_distributed_array), intent(in), target :: d, inputs(:)
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional :: engine
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_distributed_plan) :: plan
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)
        logical :: is_zero
        integer(int32) :: own
        character(len=256) :: text

        call read_scalars(alpha, beta, factors, given, own, text)
        is_zero = abs(factors(2)%real_part) <= 0 .and. abs(factors(2)%imaginary_part) <= 0
        if (present(beta) .and. own == ttgt_success) then
            call create_list(plan, communicator, expression, d, inputs, stat, errmsg, context, &
                engine, workspace_limit, beta_is_zero=is_zero)
        else
            call create_list(plan, communicator, expression, d, inputs, stat, errmsg, context, &
                engine, workspace_limit)
        end if
        if (stat == ttgt_success) call plan%run(d, inputs, alpha, beta, stat, errmsg)
    end subroutine

    subroutine contract_pair(communicator, expression, d, l, r, alpha, beta, stat, errmsg, &
            context, engine, workspace_limit)
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: expression
        type(ttgt_distributed_array), intent(in), target :: d, l
        type(ttgt_distributed_array), intent(in), optional, target :: r
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional :: engine
        integer(int64), intent(in), optional :: workspace_limit

        call contract_list(communicator, expression, d, list_of(l, r), alpha, beta, stat, errmsg, &
            context, engine, workspace_limit)
    end subroutine

    !> Plans a contraction of arrays like these, whose elements are not looked at. The plan is for
    !> beta = 0 where `beta_is_zero` says so, or without it where the expression assigns by `=`.
    !> Collective.
    subroutine create_list(plan, communicator, expression, d, inputs, stat, errmsg, context, engine, &
            workspace_limit, beta_is_zero)
        type(ttgt_distributed_plan), intent(inout) :: plan
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: expression
        type(ttgt_distributed_array), intent(in), target :: d, inputs(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional :: engine
        integer(int64), intent(in), optional :: workspace_limit
        logical, intent(in), optional :: beta_is_zero
        type(ttgt_distributed_options), target :: options
        type(c_array), target :: arrays(size(inputs) + 1)
        type(ttgt_handle) :: handle
        character(kind=c_char, len=:), allocatable, target :: name
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        call plan%destroy()
        call ttgt_context_as_c(context, handle, own, text)
        if (own == ttgt_success) call report(c_ttgt_context_space(handle, plan%space), own, text)
        call read_arrays(d, inputs, plan%space, arrays, own, text)
        if (present(engine)) then
            name = trim(engine) // c_null_char
            options%engine = c_loc(name)
        end if
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        if (present(beta_is_zero)) options%beta_is_zero = merge(1, 0, beta_is_zero)
        call report(c_ttgt_distributed_plan_create(ttgt_communicator_as_c(communicator), handle, &
            expression // c_null_char, arrays(1)%tensor, &
            [(arrays(i)%tensor, i = 2, size(arrays))], size(inputs), c_loc(options), plan%handle), &
            stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    subroutine create_pair(plan, communicator, expression, d, l, r, stat, errmsg, context, engine, &
            workspace_limit, beta_is_zero)
        type(ttgt_distributed_plan), intent(inout) :: plan
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: expression
        type(ttgt_distributed_array), intent(in), target :: d, l
        type(ttgt_distributed_array), intent(in), optional, target :: r
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional :: engine
        integer(int64), intent(in), optional :: workspace_limit
        logical, intent(in), optional :: beta_is_zero

        call create_list(plan, communicator, expression, d, list_of(l, r), stat, errmsg, context, &
            engine, workspace_limit, beta_is_zero)
    end subroutine

    !> Runs the plan on parts of the shapes that it was made for. Collective.
    subroutine run_list(plan, d, inputs, alpha, beta, stat, errmsg)
        class(ttgt_distributed_plan), intent(in) :: plan
        type(ttgt_distributed_array), intent(in), target :: d, inputs(:)
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: arrays(size(inputs) + 1)
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        call read_scalars(alpha, beta, factors, given, own, text)
        call read_arrays(d, inputs, plan%space, arrays, own, text)
        call report(c_ttgt_distributed_plan_run(plan%handle, arrays(1)%tensor%data, &
            [(arrays(i)%tensor%data, i = 2, size(arrays))], &
            merge(size(inputs), no_inputs, own == ttgt_success), given(1), given(2), c_null_ptr), &
            stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    subroutine run_pair(plan, d, l, r, alpha, beta, stat, errmsg)
        class(ttgt_distributed_plan), intent(in) :: plan
        type(ttgt_distributed_array), intent(in), target :: d, l
        type(ttgt_distributed_array), intent(in), optional, target :: r
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call plan%run(d, list_of(l, r), alpha, beta, stat, errmsg)
    end subroutine

    !> One input or two as a list.
    function list_of(l, r) result(inputs)
        type(ttgt_distributed_array), intent(in) :: l
        type(ttgt_distributed_array), intent(in), optional :: r
        type(ttgt_distributed_array), allocatable :: inputs(:)

        if (present(r)) then
            inputs = [l, r]
        else
            inputs = [l]
        end if
    end function

    !> Exactly the scratch bytes of a run on this rank; -1 where there is no plan.
    function plan_workspace_bytes(plan) result(bytes)
        class(ttgt_distributed_plan), intent(in) :: plan
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_distributed_plan_workspace_bytes(plan%handle, bytes) /= ttgt_success) bytes = -1
    end function

    !> The plan in words, with as many rejected candidates as asked for, 3 unless given; blank if there
    !> is no plan.
    function plan_explain(plan, losers) result(text)
        class(ttgt_distributed_plan), intent(in) :: plan
        integer, intent(in), optional :: losers
        character(len=:), allocatable :: text

        text = counted_text_of(c_ttgt_distributed_plan_explain, plan%handle, losers, most=3)
    end function

    subroutine plan_destroy(plan)
        class(ttgt_distributed_plan), intent(inout) :: plan
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_distributed_plan_destroy(plan%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) plan%handle%id = 0
    end subroutine

    impure elemental subroutine plan_finalize(plan)
        type(ttgt_distributed_plan), intent(inout) :: plan

        call plan%destroy()
    end subroutine
end module
