! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> What module ttgt_ranks computes and refuses, on the processes of mpirun or on one process alone.
program fortran_ranks_test
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use :: ttgt
    use :: ttgt_ranks
    use :: fortran_expect, only: expect, expect_text, failures
    implicit none

    type(ttgt_communicator) :: world
    integer(int32) :: stat
    character(len=200) :: text

    call ttgt_communicator_create_world(world, stat, text)
    if (stat == ttgt_error_unsupported) then
        call expect(world%rank() == -1 .and. world%ranks() == 0, 'a communicator without MPI')
    else
        call expect(stat == ttgt_success, text)
        call check_product(world)
        call check_many_inputs(world)
        call check_refusals(world)
        call world%set_timeout(-2.0_real64, stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'a negative time-out')
        call expect_text(text, 'no time to wait')
        call world%set_timeout(60.0_real64, stat, text)
        call expect(stat == ttgt_success, text)
        call check_product(world)
        call world%destroy()
        call expect(world%rank() == -1, 'a destroyed communicator')
    end if
    if (failures > 0) error stop 1

contains

    !> Element (i, j) of a matrix of which all tests are made.
    pure elemental function element(i, j) result(value)
        integer(int64), intent(in) :: i, j
        real(real64) :: value

        value = real(i - 2 * j, real64)
    end function

    !> The part of the matrix that this rank has.
    subroutine make_part(world, distribution, part)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distribution), intent(in) :: distribution
        real(real64), allocatable, target, intent(out) :: part(:, :)
        integer(int64), allocatable :: rows(:), columns(:)
        integer(int32) :: stat
        integer :: j
        character(len=200) :: text

        call distribution%indices(1, world%rank(), rows, stat, text)
        call expect(stat == ttgt_success, text)
        call distribution%indices(2, world%rank(), columns, stat, text)
        call expect(stat == ttgt_success, text)
        allocate(part(size(rows), size(columns)))
        do j = 1, size(columns)
            part(:, j) = element(rows, columns(j))
        end do
    end subroutine

    !> D = 3 * L * R + D by rows, moved to the first rank, against matmul().
    subroutine check_product(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distribution) :: of_d, of_l, of_r, of_all
        real(real64), allocatable, target :: d(:, :), l(:, :), r(:, :), all_of_d(:, :)
        real(real64) :: whole_l(5, 7), whole_r(7, 4), whole_d(5, 4)
        integer(int64) :: i, j
        integer(int32) :: stat
        character(len=200) :: text

        of_d = ttgt_distribution([5_int64, 4_int64], [world%ranks()], [1, 0], [1_int64, 0_int64])
        of_l = ttgt_distribution([5_int64, 7_int64], [world%ranks()], [0, 1], [0_int64, 0_int64])
        of_r = ttgt_distribution([7_int64, 4_int64], [1, world%ranks()], [0, 2], [0_int64, 2_int64])
        of_all = ttgt_distribution([5_int64, 4_int64], [1], [0, 0], [0_int64, 0_int64])
        call make_part(world, of_d, d)
        call make_part(world, of_l, l)
        call make_part(world, of_r, r)
        call make_part(world, of_all, all_of_d)
        whole_l = reshape([((element(i, j), i = 1, 5), j = 1, 7)], [5, 7])
        whole_r = reshape([((element(i, j), i = 1, 7), j = 1, 4)], [7, 4])
        whole_d = reshape([((element(i, j), i = 1, 5), j = 1, 4)], [5, 4])

        call ttgt_distributed_contract(world, 'D(i,j)+=L(i,k)*R(k,j)', &
            ttgt_distributed_array(of_d, ttgt_array_of(d)), &
            ttgt_distributed_array(of_l, ttgt_array_of(l)), &
            ttgt_distributed_array(of_r, ttgt_array_of(r)), alpha=3, stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        call ttgt_distributed_contract(world, 'A(i,j)=D(i,j)', &
            ttgt_distributed_array(of_all, ttgt_array_of(all_of_d)), &
            ttgt_distributed_array(of_d, ttgt_array_of(d)), stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        if (world%rank() > 0) then
            call expect(size(all_of_d) == 0, 'a rank beyond the grid')
        else
            call expect(all(nint(all_of_d) == nint(whole_d + 3 * matmul(whole_l, whole_r))), &
                'the product')
        end if
    end subroutine

    !> E = 2 * L * R * M - E, of three inputs and a sum, in a list.
    subroutine check_many_inputs(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distribution) :: rows, columns
        type(ttgt_distributed_array) :: output, inputs(4)
        type(ttgt_distributed_plan) :: plan
        real(real64), allocatable, target :: e(:, :), l(:, :), m(:, :), expected(:, :)
        real(real64) :: whole(5, 5), whole_e(5, 5)
        integer(int64), allocatable :: held(:)
        integer(int64) :: i, j
        integer(int32) :: stat
        character(len=200) :: text

        rows = ttgt_distribution([5_int64, 5_int64], [world%ranks()], [1, 0], [1_int64, 0_int64])
        columns = ttgt_distribution([5_int64, 5_int64], [world%ranks()], [0, 1])
        call make_part(world, rows, l)
        call make_part(world, columns, m)
        call make_part(world, rows, e)
        e = 7
        whole = reshape([((element(i, j), i = 1, 5), j = 1, 5)], [5, 5])
        whole_e = 2 * matmul(whole, matmul(whole, whole)) - whole
        output = ttgt_distributed_array(rows, ttgt_array_of(e))
        inputs = [ttgt_distributed_array(rows, ttgt_array_of(l)), &
            ttgt_distributed_array(columns, ttgt_array_of(m)), &
            ttgt_distributed_array(columns, ttgt_array_of(m)), &
            ttgt_distributed_array(rows, ttgt_array_of(l))]

        call ttgt_distributed_contract(world, 'E(i,j)=2*L(i,k)*R(k,l)*M(l,j)-N(i,j)', output, inputs, &
            stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        call rows%indices(1, world%rank(), held, stat, text)
        expected = whole_e(held, :)
        call expect(all(nint(e) == nint(expected)), 'a sum of a product of three arrays')

        call ttgt_distributed_plan_create(plan, world, 'E(i,j)=2*L(i,k)*R(k,l)*M(l,j)-N(i,j)', &
            output, inputs, stat, text)
        call expect(stat == ttgt_success, text)
        call expect_text(plan%explain(), 'a program of 3 steps')
        e = 7
        call plan%run(output, inputs(1:3), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_operand_count, 'a run that lacks an input of four')
        call plan%run(output, inputs, stat=stat, errmsg=text)
        call expect(stat == ttgt_success, text)
        call expect(all(nint(e) == nint(expected)), 'a plan of many inputs')
        if (world%rank() == world%ranks() - 1) deallocate(inputs(4)%distribution%grid)
        call plan%run(output, inputs, stat=stat, errmsg=text)
        call expect(stat /= ttgt_success, 'a fourth input without a grid')
        call plan%destroy()
    end subroutine

    !> What one rank cannot give fails on all of them.
    subroutine check_refusals(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distribution) :: of_square
        type(ttgt_distributed_plan) :: plan
        type(ttgt_distributed_array) :: square, other
        real(real64), allocatable, target :: d(:, :)
        real(real64), target :: few(1, 1)
        integer(int64), allocatable :: extents(:)
        integer(int32) :: stat
        character(len=200) :: text

        of_square = ttgt_distribution([6_int64, 6_int64], [world%ranks()], [1, 0], &
            [0_int64, 0_int64])
        call make_part(world, of_square, d)
        square = ttgt_distributed_array(of_square, ttgt_array_of(d))
        other = square
        if (world%rank() == world%ranks() - 1) other%part = ttgt_array_of(few)
        call ttgt_distributed_plan_create(plan, world, 'D(i,j)=L(i,k)*R(k,j)', square, other, square, &
            stat, text)
        call expect(stat == ttgt_error_shape, 'a part of another shape')
        call expect_text(text, 'is 1x1, but its distribution gives this rank')
        call ttgt_distributed_plan_create(plan, world, 'D(i,j)=L(i,k)*R(k,j)', square, square, square, &
            stat, text, engine='local')
        call expect(stat == ttgt_success, text)
        call expect_text(plan%explain(), 'chosen: ')
        call expect(plan%workspace_bytes() >= 0, 'the workspace')
        if (world%rank() == 0) then
            call plan%run(square, square, stat=stat, errmsg=text)
        else
            call plan%run(square, square, square, stat=stat, errmsg=text)
        end if
        call expect(stat == ttgt_error_operand_count, 'a run that lacks an input')
        other = square
        if (world%rank() == 0) deallocate(other%distribution%grid)
        call plan%run(square, square, other, stat=stat, errmsg=text)
        call expect(stat /= ttgt_success, 'a distribution without a grid')
        call plan%destroy()
        call expect(len(plan%explain()) == 0, 'a destroyed plan')
        of_square%axes = [1, 1]
        call of_square%part(0, extents, stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'two dimensions over one axis')
    end subroutine
end program
