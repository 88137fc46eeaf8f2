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
    use :: ttgt, only: ttgt_array, ttgt_array_as_c, ttgt_context, ttgt_context_as_c, &
        ttgt_error_invalid_argument, ttgt_error_stale_handle, ttgt_host, ttgt_success
    use :: ttgt_arguments, only: counted_text_of, fail, read_scalars, report, succeed
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, ttgt_tensor, c_ttgt_context_space
    use :: ttgt_c_ranks
    implicit none
    private

    public :: ttgt_communicator, ttgt_communicator_create_world, ttgt_communicator_create_mpi
    public :: ttgt_distribution, ttgt_distributed_array
    public :: ttgt_distributed_contract, ttgt_distributed_plan, ttgt_distributed_plan_create

    !> One rank of a group of ranks that work together. A copy is another name of the same rank.
    type :: ttgt_communicator
        private
        type(ttgt_handle) :: handle
    contains
        procedure :: rank => communicator_rank  !< number of this rank, from 0; -1: there is none
        procedure :: ranks => communicator_ranks  !< number of ranks; 0: there is no communicator
        procedure :: destroy => communicator_destroy
        final :: communicator_finalize
    end type

    !> Which rank holds which elements of an array. The ranks form a grid: rank r has coordinate
    !> mod(r, grid(1)) on axis 1, mod(r / grid(1), grid(2)) on axis 2, and so on. Index i of dimension
    !> m lies on the ranks whose coordinate on axis axes(m) is mod((i - 1) / blocks(m), grid(axes(m))).
    !> Ranks beyond the grid hold nothing; ranks that differ in other coordinates hold the same.
    type :: ttgt_distribution
        integer(int64), allocatable :: extents(:)  !< of the whole array
        integer(int32), allocatable :: grid(:)  !< number of ranks along each axis
        !> For each dimension its axis, from 1; 0: each rank of the grid has all its indices.
        integer(int32), allocatable :: axes(:)
        !> For each dimension the indices of one block; 0: one block for each rank, of the extent over
        !> the ranks along the axis, rounded up. Not allocated: 0 for each.
        integer(int64), allocatable :: blocks(:)
    contains
        procedure :: part => distribution_part
        procedure :: indices => distribution_indices
    end type

    !> An array over ranks, and this rank's part of it, made by ttgt_array_of() or ttgt_array_at() of
    !> module ttgt.
    type :: ttgt_distributed_array
        type(ttgt_distribution) :: distribution
        type(ttgt_array) :: part
    end type

    !> One way to do a contraction over ranks; made by ttgt_distributed_plan_create(). A copy is another
    !> name of the same plan. Plans must be destroyed before MPI is finalised.
    type :: ttgt_distributed_plan
        private
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space = ttgt_host
    contains
        procedure :: run => plan_run
        procedure :: explain => plan_explain
        procedure :: workspace_bytes => plan_workspace_bytes
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

    !> An array as C takes it, and the numbers that its pointers name.
    type :: c_array
        integer(c_int64_t), allocatable :: extents(:), blocks(:)
        integer(c_int32_t), allocatable :: grid(:), axes(:)
        type(ttgt_distributed_tensor) :: tensor
    end type

    !> A rank that no array has: what one rank cannot give then fails on every rank.
    integer(c_int32_t), parameter :: no_rank = -1

contains

    !> Makes a communicator of all processes that mpirun started; starts MPI where the program has not,
    !> and ends it then when it is destroyed. Collective.
    subroutine ttgt_communicator_create_world(communicator, stat, errmsg)
        type(ttgt_communicator), intent(inout) :: communicator
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call communicator%destroy()
        call report(c_ttgt_communicator_create_world(communicator%handle), stat, errmsg)
    end subroutine

    !> Makes a communicator from a duplicate of an MPI communicator, which is an integer of module mpi,
    !> and the component mpi_val of the type of module mpi_f08. Destroy it before MPI_Finalize.
    !> Collective.
    subroutine ttgt_communicator_create_mpi(communicator, mpi_communicator, stat, errmsg)
        type(ttgt_communicator), intent(inout) :: communicator
        integer(int32), intent(in) :: mpi_communicator
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call communicator%destroy()
        call report(c_ttgt_communicator_create_mpi(mpi_communicator, communicator%handle), stat, &
            errmsg)
    end subroutine

    function communicator_rank(communicator) result(rank)
        class(ttgt_communicator), intent(in) :: communicator
        integer(int32) :: rank
        integer(int32) :: ranks

        rank = -1
        if (c_ttgt_communicator_rank(communicator%handle, rank, ranks) /= ttgt_success) rank = -1
    end function

    function communicator_ranks(communicator) result(ranks)
        class(ttgt_communicator), intent(in) :: communicator
        integer(int32) :: ranks
        integer(int32) :: rank

        ranks = 0
        if (c_ttgt_communicator_rank(communicator%handle, rank, ranks) /= ttgt_success) ranks = 0
    end function

    subroutine communicator_destroy(communicator)
        class(ttgt_communicator), intent(inout) :: communicator
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_communicator_destroy(communicator%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) communicator%handle%id = 0
    end subroutine

    impure elemental subroutine communicator_finalize(communicator)
        type(ttgt_communicator), intent(inout) :: communicator

        call communicator%destroy()
    end subroutine

    !> The extents of the part that `rank` holds, all 0 where the rank is beyond the grid.
    subroutine distribution_part(distribution, rank, extents, stat, errmsg)
        class(ttgt_distribution), intent(in) :: distribution
        integer(int32), intent(in) :: rank
        integer(int64), allocatable, intent(out) :: extents(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: whole

        call read_distribution(distribution, whole, stat, errmsg)
        if (stat /= ttgt_success) return
        allocate(extents(size(distribution%extents)))
        call report(c_ttgt_distributed_part(whole%tensor, rank, extents), stat, errmsg)
    end subroutine

    !> The indices of a dimension that `rank` holds, from 1, counted in the whole array.
    subroutine distribution_indices(distribution, dimension, rank, indices, stat, errmsg)
        class(ttgt_distribution), intent(in) :: distribution
        integer(int32), intent(in) :: dimension, rank
        integer(int64), allocatable, intent(out) :: indices(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: whole
        integer(int64), allocatable :: extents(:)

        call distribution%part(rank, extents, stat, errmsg)
        if (stat /= ttgt_success) return
        if (dimension < 1 .or. dimension > size(extents)) then
            call fail(ttgt_error_invalid_argument, 'the array has no such dimension', stat, errmsg)
            return
        end if
        call read_distribution(distribution, whole, stat, errmsg)
        allocate(indices(extents(dimension)))
        call report(c_ttgt_distributed_indices(whole%tensor, dimension - 1, rank, indices), stat, &
            errmsg)
        indices = indices + 1
    end subroutine

    !> D = alpha * (product of the inputs) + beta * D over all ranks, as ttgt_contract() of module ttgt.
    !> With one input, it moves an array to another distribution. `engine` is 'local', 'scalapack' or
    !> 'auto'. Collective.
    subroutine ttgt_distributed_contract(communicator, expression, d, l, r, alpha, beta, stat, errmsg, &
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
        type(ttgt_distributed_plan) :: plan
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)
        logical :: is_zero
        integer(int32) :: own
        character(len=256) :: text

        call read_scalars(alpha, beta, factors, given, own, text)
        is_zero = abs(factors(2)%real_part) <= 0 .and. abs(factors(2)%imaginary_part) <= 0
        if (present(beta) .and. own == ttgt_success) then
            call ttgt_distributed_plan_create(plan, communicator, expression, d, l, r, stat, errmsg, &
                context, engine, workspace_limit, beta_is_zero=is_zero)
        else
            call ttgt_distributed_plan_create(plan, communicator, expression, d, l, r, stat, errmsg, &
                context, engine, workspace_limit)
        end if
        if (stat == ttgt_success) call plan%run(d, l, r, alpha, beta, stat, errmsg)
    end subroutine

    !> Plans a contraction of arrays like these, whose elements are not looked at. The plan is for
    !> beta = 0 where `beta_is_zero` says so, or without it where the expression assigns by `=`.
    !> Collective.
    subroutine ttgt_distributed_plan_create(plan, communicator, expression, d, l, r, stat, errmsg, &
            context, engine, workspace_limit, beta_is_zero)
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
        type(ttgt_distributed_options), target :: options
        type(c_array), target :: arrays(3)
        type(ttgt_handle) :: handle
        character(kind=c_char, len=:), allocatable, target :: name
        integer(int32) :: own
        character(len=256) :: text

        call plan%destroy()
        call ttgt_context_as_c(context, handle, own, text)
        if (own == ttgt_success) call report(c_ttgt_context_space(handle, plan%space), own, text)
        call read_arrays(d, l, r, plan%space, arrays, own, text)
        if (present(engine)) then
            name = trim(engine) // c_null_char
            options%engine = c_loc(name)
        end if
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        if (present(beta_is_zero)) options%beta_is_zero = merge(1, 0, beta_is_zero)
        call report(c_ttgt_distributed_plan_create(communicator%handle, handle, &
            expression // c_null_char, arrays(1)%tensor, [arrays(2)%tensor, arrays(3)%tensor], &
            merge(2, 1, present(r)), c_loc(options), plan%handle), stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> Runs the plan on parts of the shapes that it was made for. Collective.
    subroutine plan_run(plan, d, l, r, alpha, beta, stat, errmsg)
        class(ttgt_distributed_plan), intent(in) :: plan
        type(ttgt_distributed_array), intent(in), target :: d, l
        type(ttgt_distributed_array), intent(in), optional, target :: r
        class(*), intent(in), optional :: alpha, beta
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: arrays(3)
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)
        integer(c_int32_t) :: inputs
        integer(int32) :: own
        character(len=256) :: text

        call read_scalars(alpha, beta, factors, given, own, text)
        call read_arrays(d, l, r, plan%space, arrays, own, text)
        inputs = merge(2, 1, present(r))
        if (own /= ttgt_success) inputs = 0
        call report(c_ttgt_distributed_plan_run(plan%handle, arrays(1)%tensor%data, &
            [arrays(2)%tensor%data, arrays(3)%tensor%data], inputs, given(1), given(2), c_null_ptr), &
            stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> The arrays as C takes them. Where one cannot be used, sets `stat` and `errmsg`, and its rank to
    !> no_rank. Keeps what failed before.
    subroutine read_arrays(d, l, r, space, arrays, stat, errmsg)
        type(ttgt_distributed_array), intent(in), target :: d, l
        type(ttgt_distributed_array), intent(in), optional, target :: r
        integer(c_int32_t), intent(in) :: space
        type(c_array), intent(inout), target :: arrays(3)
        integer(int32), intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        if (stat == ttgt_success) call read_array(d, 'D', space, arrays(1), stat, errmsg)
        if (stat == ttgt_success) call read_array(l, 'L', space, arrays(2), stat, errmsg)
        if (stat == ttgt_success .and. present(r)) then
            call read_array(r, 'R', space, arrays(3), stat, errmsg)
        end if
        if (stat /= ttgt_success) arrays(1)%tensor%rank = no_rank
    end subroutine

    subroutine read_array(array, name, space, whole, stat, errmsg)
        type(ttgt_distributed_array), intent(in), target :: array
        character(len=*), intent(in) :: name
        integer(c_int32_t), intent(in) :: space
        type(c_array), intent(inout), target :: whole
        integer(int32), intent(out) :: stat
        character(len=*), intent(out) :: errmsg
        type(ttgt_tensor) :: part

        call ttgt_array_as_c(array%part, name, space, part, stat, errmsg)
        if (stat == ttgt_success) call read_distribution(array%distribution, whole, stat, errmsg)
        if (stat /= ttgt_success) return
        if (part%rank /= whole%tensor%rank) then
            call fail(ttgt_error_invalid_argument, name // &
                ': its part has more or fewer dimensions than its distribution', stat, errmsg)
            return
        end if
        whole%tensor%dtype = part%dtype
        whole%tensor%space = part%space
        whole%tensor%part = part%extents
        whole%tensor%strides = part%strides
        whole%tensor%data = part%data
    end subroutine

    subroutine read_distribution(distribution, whole, stat, errmsg)
        class(ttgt_distribution), intent(in) :: distribution
        type(c_array), intent(inout), target :: whole
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        logical :: is_whole

        call succeed(stat, errmsg)
        is_whole = allocated(distribution%extents) .and. allocated(distribution%grid) &
            .and. allocated(distribution%axes)
        if (is_whole) is_whole = size(distribution%axes) == size(distribution%extents)
        if (is_whole .and. allocated(distribution%blocks)) &
            is_whole = size(distribution%blocks) == size(distribution%extents)
        if (.not. is_whole) then
            call fail(ttgt_error_invalid_argument, 'a distribution needs extents, grid and axes, ' // &
                'and as many axes and blocks as extents', stat, errmsg)
            return
        end if
        whole%extents = distribution%extents
        whole%grid = distribution%grid
        whole%axes = distribution%axes - 1
        whole%tensor%rank = size(whole%extents)
        whole%tensor%grid_rank = size(whole%grid)
        whole%tensor%extents = c_loc(whole%extents)
        whole%tensor%grid = c_loc(whole%grid)
        whole%tensor%axes = c_loc(whole%axes)
        if (.not. allocated(distribution%blocks)) return
        whole%blocks = distribution%blocks
        whole%tensor%blocks = c_loc(whole%blocks)
    end subroutine

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
