! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> Functions of elements, apart from the program: pointers to its own need an executable stack.
module rank_formula_elements
    use, intrinsic :: iso_fortran_env, only: int64, real64
    implicit none

contains

    !> Element i of vectors and i + 10 * j of matrices; indices count from 1.
    function element(indices) result(value)
        integer(int64), intent(in) :: indices(:)
        complex(real64) :: value

        value = cmplx(indices(1), 0, real64)
        if (size(indices) > 1) value = value + 10 * real(indices(2), real64)
    end function
end module

!> What formulas of module ttgt_ranks compute and refuse, on the processes of mpirun or on one process
!> alone.
program fortran_rank_formulas_test
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use :: ttgt
    use :: ttgt_ranks
    use :: fortran_expect, only: expect, expect_text, failures
    use :: rank_formula_elements, only: element
    implicit none

    character(len=*), parameter :: scaled = 'D(j,i) = alpha*A(i,j) + e(i) - shift'
    type(ttgt_communicator) :: world
    integer(int32) :: stat
    character(len=200) :: text

    call ttgt_communicator_create_world(world, stat, text)
    if (stat == ttgt_error_unsupported) then
        call check_without_mpi(world)
    else
        call expect(stat == ttgt_success, text)
        call check_elements(world)
        call check_reductions(world)
        call check_plans(world)
        call check_refusals(world)
        call check_refused_plans(world)
        call world%destroy()
    end if
    if (failures > 0) error stop 1

contains

    !> A tensor of 5 x 7, 7 x 5, 5 or no dimensions, one of which lies on all ranks in blocks.
    subroutine make(world, extents, spread_dimension, block, tensor)
        type(ttgt_communicator), intent(in) :: world
        integer(int64), intent(in) :: extents(:), block
        integer, intent(in) :: spread_dimension
        type(ttgt_rank_tensor), intent(inout) :: tensor
        type(ttgt_distribution) :: distribution
        integer(int32) :: stat
        integer :: i
        character(len=200) :: text

        distribution%extents = extents
        distribution%grid = [world%ranks()]
        distribution%axes = [(merge(1, 0, i == spread_dimension), i = 1, size(extents))]
        distribution%blocks = [(block, i = 1, size(extents))]
        call ttgt_rank_tensor_create(tensor, world, ttgt_float64, distribution, stat, text)
        call expect(stat == ttgt_success, text)
    end subroutine

    !> D by rows of zeros, A by its second dimension and e on every rank.
    subroutine make_all(world, d, a, e)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor), intent(inout) :: d, a, e
        integer(int32) :: stat
        character(len=200) :: text

        call make(world, [7_int64, 5_int64], 1, 1_int64, d)
        call make(world, [5_int64, 7_int64], 2, 2_int64, a)
        call make(world, [5_int64], 0, 0_int64, e)
        call a%fill(element, stat, text)
        call expect(stat == ttgt_success, text)
        call e%fill(element, stat, text)
        call expect(stat == ttgt_success, text)
    end subroutine

    !> This rank's elements (j, i) of D are of_i * i + of_j * j + rest.
    subroutine expect_elements(world, d, of_i, of_j, rest, what)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor), intent(in) :: d
        integer, intent(in) :: of_i, of_j, rest
        character(len=*), intent(in) :: what
        type(ttgt_distributed_array) :: array
        real(real64), pointer :: flat(:)
        integer(int64), allocatable :: rows(:), columns(:), expected(:)
        integer(int64) :: i, j
        integer(int32) :: stat

        array = d%array()
        call array%distribution%indices(1, world%rank(), rows, stat)
        call array%distribution%indices(2, world%rank(), columns, stat)
        call d%part(flat, stat)
        expected = [((of_i * columns(i) + of_j * rows(j) + rest, j = 1, size(rows)), &
            i = 1, size(columns))]
        call expect(size(flat) == size(expected), what // ': the size of the part')
        if (size(flat) == size(expected)) call expect(all(nint(flat, int64) == expected), what)
    end subroutine

    subroutine check_without_mpi(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distributed_array) :: nothing
        integer(int32) :: stat

        call ttgt_distributed_evaluate(world, 'n() = 1', nothing, [ttgt_distributed_array :: ], &
            stat=stat)
        call expect(stat /= ttgt_success, 'a formula without ranks')
    end subroutine

    subroutine check_elements(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor) :: d, a, e
        integer(int32) :: stat
        character(len=200) :: text

        call make_all(world, d, a, e)
        call ttgt_distributed_evaluate(world, scaled, d%array(), [a%array(), e%array()], [2, 1], stat, &
            text)
        call expect(stat == ttgt_success, text)
        call expect_elements(world, d, 3, 20, -1, 'a formula with scalars')
        call ttgt_distributed_evaluate(world, 'D(j,i) += A(i,j)', d%array(), [a%array()], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_success, text)
        call expect_elements(world, d, 4, 30, -1, 'a formula that adds')
        call ttgt_distributed_evaluate(world, 'D(j,i) = half*D(j,i)', d%array(), &
            [ttgt_distributed_array :: ], [0.5d0], stat, text)
        call expect(stat == ttgt_success, text)
        call ttgt_distributed_evaluate(world, 'D(j,i) = x*D(j,i)', d%array(), &
            [ttgt_distributed_array :: ], [2.0], stat, text)
        call expect(stat == ttgt_success, text)
        call expect_elements(world, d, 4, 30, -1, 'a formula of its output alone')
    end subroutine

    !> Sums and maxima over the dimension that lies on all ranks.
    subroutine check_reductions(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor) :: d, a, e, largest
        type(ttgt_context) :: context
        real(real64), pointer :: flat(:)
        integer(int64) :: i
        integer(int32) :: stat
        character(len=200) :: text

        call make_all(world, d, a, e)
        call ttgt_context_create(context, threads=1, stat=stat)
        call ttgt_distributed_evaluate(world, 's(i) = sum(A(i,j))', e%array(), [a%array()], stat=stat, &
            errmsg=text, context=context)
        call expect(stat == ttgt_success, text)
        call e%part(flat, stat)
        call expect(all(nint(flat) == [(7 * i + 280, i = 1, 5)]), 'a sum over ranks')
        call ttgt_distributed_evaluate(world, 's(i) += sum(A(i,j))', e%array(), [a%array()], stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_success, text)
        call expect(all(nint(flat) == [(14 * i + 560, i = 1, 5)]), 'a sum that is added')
        call make(world, [integer(int64) :: ], 0, 0_int64, largest)
        call ttgt_distributed_evaluate(world, 'm() = max(A(i,j) - 76)', largest%array(), [a%array()], &
            stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        call largest%part(flat, stat)
        call expect(all(nint(flat) == -1), 'a maximum over ranks')
    end subroutine

    subroutine check_plans(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distributed_evaluation) :: plan
        type(ttgt_rank_tensor) :: d, a, e
        integer(int32) :: stat
        character(len=200) :: text

        call make_all(world, d, a, e)
        call ttgt_distributed_evaluation_create(plan, world, scaled, d%array(), &
            [a%array(), e%array()], stat, text, workspace_limit=100000_int64)
        call expect(stat == ttgt_success, text)
        call expect_text(plan%explain(), 'chosen: ')
        call expect(len(plan%explain(losers=0)) <= len(plan%explain()), 'an explanation without losers')
        call expect(plan%workspace_bytes() >= 0, 'the workspace')
        call expect((plan%bytes_received() > 0) .eqv. (world%ranks() > 1), 'the bytes received')
        call plan%run(d%array(), [a%array(), e%array()], [3, 2], stat, text)
        call expect(stat == ttgt_success, text)
        call expect_elements(world, d, 4, 30, -2, 'a plan of a formula')

        call ttgt_distributed_evaluation_create(plan, world, 'D(j,i) += 2*D(j,i)', d%array(), &
            [ttgt_distributed_array :: ], stat, text)
        call expect(stat == ttgt_success, text)
        call expect(plan%bytes_received() == 0, 'a formula that moves nothing')
        call plan%run(d%array(), [ttgt_distributed_array :: ], stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        call expect_elements(world, d, 12, 90, -6, 'a plan of an output alone')
        call plan%destroy()
        call expect(plan%workspace_bytes() == -1, 'the workspace of a destroyed plan')
        call expect(plan%bytes_received() == -1, 'the bytes received by a destroyed plan')
        call expect(len(plan%explain()) == 0, 'a destroyed plan')
        call plan%run(d%array(), [ttgt_distributed_array :: ], stat=stat, errmsg=text)
        call expect(stat == ttgt_error_stale_handle, 'a run of a destroyed plan')
    end subroutine

    !> What one rank cannot give fails on all of them, and nothing is written.
    subroutine check_refusals(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor) :: d, a, e
        type(ttgt_distributed_array) :: inputs(2)
        real(real64), pointer :: nowhere(:, :)
        integer(int32) :: stat
        integer :: given
        logical :: is_last
        character(len=200) :: text

        call make_all(world, d, a, e)
        is_last = world%rank() == world%ranks() - 1
        inputs = [a%array(), e%array()]
        given = merge(1, 2, is_last)
        call ttgt_distributed_evaluate(world, scaled, d%array(), inputs(:given), [2, 1], stat, text)
        call expect(stat == ttgt_error_operand_count, 'a rank that lacks an input')
        call expect_text(text, 'has 2 inputs, but 1 were given')
        call ttgt_distributed_evaluate(world, scaled, d%array(), inputs, [2], stat, text)
        call expect(stat == ttgt_error_operand_count, 'a scalar that lacks')
        call ttgt_distributed_evaluate(world, 'D(j,i) = A(i', d%array(), inputs(:1), stat=stat, &
            errmsg=text)
        call expect(stat == ttgt_error_expression, 'half a formula')
        if (is_last) then
            call ttgt_distributed_evaluate(world, scaled, d%array(), inputs, ['2', '1'], stat, text)
            call expect(stat == ttgt_error_invalid_argument, 'scalars that are letters')
            call expect_text(text, 'scalars are real or complex')
        else
            call ttgt_distributed_evaluate(world, scaled, d%array(), inputs, [2, 1], stat, text)
            call expect(stat /= ttgt_success, 'scalars that are letters on another rank')
        end if
        nowhere => null()
        if (is_last) inputs(1)%part = ttgt_array_of(nowhere)
        call ttgt_distributed_evaluate(world, scaled, d%array(), inputs, [2, 1], stat, text)
        call expect(stat /= ttgt_success, 'a rank without its part')
        if (is_last) call expect_text(text, 'input 1 is not allocated')
        call ttgt_distributed_evaluate(world, scaled, inputs(1), [a%array(), e%array()], [2, 1], stat, &
            text)
        call expect(stat /= ttgt_success, 'a rank without the output')
        if (is_last) call expect_text(text, 'the output is not allocated')
        call expect_elements(world, d, 0, 0, 0, 'nothing is written on an error')
    end subroutine

    subroutine check_refused_plans(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distributed_evaluation) :: plan
        type(ttgt_rank_tensor) :: d, a, e
        type(ttgt_distributed_array) :: inputs(2)
        integer(int32) :: stat
        logical :: is_last
        character(len=200) :: text

        call make_all(world, d, a, e)
        is_last = world%rank() == world%ranks() - 1
        inputs = [a%array(), e%array()]
        call ttgt_distributed_evaluation_create(plan, world, scaled, d%array(), inputs, stat, text)
        call expect(stat == ttgt_success, text)
        call plan%run(d%array(), inputs(:merge(1, 2, is_last)), [2, 1], stat, text)
        call expect(stat == ttgt_error_operand_count, 'a run that lacks an input')
        call expect_text(text, 'the plan has 2 inputs, the run was given 1')
        if (is_last) deallocate(inputs(2)%distribution%grid)
        call plan%run(d%array(), inputs, [2, 1], stat, text)
        call expect(stat /= ttgt_success, 'a run of an array without a grid')
        call ttgt_distributed_evaluation_create(plan, world, scaled, d%array(), inputs, stat, text)
        call expect(stat /= ttgt_success, 'a plan of an array without a grid')
        if (is_last) call expect_text(text, 'a distribution needs extents, grid and axes')
        call expect(len(plan%explain()) == 0, 'a plan that was not made')

        ! A formula without inputs fails together, too.
        call ttgt_distributed_evaluation_create(plan, world, 'D(j,i) = x + 1', d%array(), &
            [ttgt_distributed_array :: ], stat, text)
        call expect(stat == ttgt_success, text)
        if (is_last) then
            call plan%run(d%array(), [ttgt_distributed_array :: ], ['2'], stat, text)
            call expect_text(text, 'scalars are real or complex')
        else
            call plan%run(d%array(), [ttgt_distributed_array :: ], [2], stat, text)
        end if
        call expect(stat /= ttgt_success, 'a run with a scalar that is a letter')
        call expect_elements(world, d, 0, 0, 0, 'no run writes on an error')
    end subroutine
end program
