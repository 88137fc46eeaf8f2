! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Which rank holds which elements of an array over ranks, and how C is told. Programs use module
!> ttgt_ranks.
module ttgt_distributions
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_array, ttgt_array_as_c, ttgt_error_invalid_argument, ttgt_success
    use :: ttgt_arguments, only: fail, report, succeed
    use :: ttgt_c, only: ttgt_tensor
    use :: ttgt_c_ranks
    implicit none
    private

    public :: ttgt_distribution, ttgt_distributed_array, c_array, read_arrays, read_distribution

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

    !> An array as C takes it, and the numbers that its pointers name.
    type :: c_array
        integer(c_int64_t), allocatable :: extents(:), blocks(:)
        integer(c_int32_t), allocatable :: grid(:), axes(:)
        type(ttgt_distributed_tensor) :: tensor
    end type

    !> A rank that no array has: what one rank cannot give then fails on every rank.
    integer(c_int32_t), parameter :: no_rank = -1

contains

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

    !> The arrays as C takes them. Where one cannot be used, sets `stat` and `errmsg`, and the rank of
    !> the first to no_rank. Keeps what failed before. Messages call the arrays D, L, R, input 3 and so
    !> on; where they are `of_formula`, the output, input 1 and so on.
    subroutine read_arrays(d, inputs, space, arrays, stat, errmsg, of_formula)
        type(ttgt_distributed_array), intent(in), target :: d, inputs(:)
        integer(c_int32_t), intent(in) :: space
        type(c_array), intent(inout), target :: arrays(:)
        integer(int32), intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg
        logical, intent(in), optional :: of_formula
        logical :: has_letters
        character(len=16) :: name
        integer :: i

        has_letters = .true.
        if (present(of_formula)) has_letters = .not. of_formula
        name = 'the output'
        if (has_letters) name = 'D'
        if (stat == ttgt_success) call read_array(d, trim(name), space, arrays(1), stat, errmsg)
        do i = 1, size(inputs)
            if (stat /= ttgt_success) exit
            write (name, '(a, i0)') 'input ', i
            if (has_letters .and. i == 1) name = 'L'
            if (has_letters .and. i == 2) name = 'R'
            call read_array(inputs(i), trim(name), space, arrays(i + 1), stat, errmsg)
        end do
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
end module
