! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> Functions of elements, apart from the program: pointers to its own need an executable stack.
module rank_tensor_elements
    use, intrinsic :: iso_fortran_env, only: int64, real64
    implicit none

contains

    !> Element (i, j), which counts from 1, of the matrix of which all tests are made.
    function element(indices) result(value)
        integer(int64), intent(in) :: indices(:)
        complex(real64) :: value

        value = cmplx(indices(1) + 10 * indices(2), 0, real64)
    end function

    function imaginary(indices) result(value)
        integer(int64), intent(in) :: indices(:)
        complex(real64) :: value

        value = cmplx(0, size(indices), real64)
    end function
end module

!> Arrays over ranks that own their parts, whole arrays, files and programs of module ttgt_ranks, on
!> the processes of mpirun or on one process alone.
program fortran_rank_tensors_test
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt
    use :: ttgt_ranks
    use :: fortran_expect, only: expect, expect_text, failures
    use :: rank_tensor_elements, only: element, imaginary
    implicit none

    type(ttgt_communicator) :: world
    integer(int32) :: stat
    character(len=200) :: text

    call ttgt_communicator_create_world(world, stat, text)
    if (stat /= ttgt_error_unsupported) then
        call expect(stat == ttgt_success, text)
        call check_moves(world)
        call check_files(world, shared_path(world))
        call check_program(world)
        call check_numbers(world)
        call check_refusals(world)
        call world%destroy()
    end if
    if (failures > 0) error stop 1

contains

    function whole_matrix() result(matrix)
        real(real64) :: matrix(5, 7)
        integer(int64) :: i, j

        do j = 1, 7
            do i = 1, 5
                matrix(i, j) = real(element([i, j]), real64)
            end do
        end do
    end function

    !> A matrix of 5 x 7, over one dimension, in ragged blocks or one block for each rank.
    subroutine make(world, dimension, tensor, block)
        type(ttgt_communicator), intent(in) :: world
        integer, intent(in) :: dimension
        type(ttgt_rank_tensor), intent(inout) :: tensor
        integer(int64), intent(in) :: block
        integer(int32) :: stat
        character(len=200) :: text

        call ttgt_rank_tensor_create(tensor, world, ttgt_float64, &
            ttgt_distribution([5_int64, 7_int64], [world%ranks()], &
            [merge(1, 0, dimension == 1), merge(1, 0, dimension == 2)], [block, block]), stat, text)
        call expect(stat == ttgt_success, text)
    end subroutine

    subroutine check_moves(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor) :: rows, columns
        type(ttgt_distributed_array) :: array
        real(real64), target :: whole(7, 5)
        real(real64), pointer :: flat(:), part(:, :)
        real(real32), pointer :: wrong(:)
        integer(int64), allocatable :: extents(:), held(:)
        complex(real64) :: sum
        real(real64) :: norm
        integer(int32) :: stat
        character(len=200) :: text

        call make(world, 1, rows, 1_int64)
        call make(world, 2, columns, 3_int64)
        call rows%fill(element, stat, text)
        call expect(stat == ttgt_success, text)
        call ttgt_distributed_redistribute(world, columns%array(), rows%array(), stat, text)
        call expect(stat == ttgt_success, text)
        array = columns%array()
        call array%distribution%indices(2, world%rank(), held, stat, text)
        extents = columns%extents()
        call expect(size(held) == extents(2), 'the extents of a part')
        call columns%part(flat, stat, text)
        call expect(stat == ttgt_success .and. size(flat) == product(extents), text)
        part(1:extents(1), 1:extents(2)) => flat
        associate (matrix => whole_matrix())
            call expect(all(nint(part) == nint(matrix(:, held))), 'a moved array')
            call ttgt_distributed_norm(world, rows%array(), norm, stat, text)
            call expect(stat == ttgt_success .and. abs(norm - norm2(matrix)) < 1e-10, text)
        end associate
        part = 2 * part
        call ttgt_distributed_dot(world, rows%array(), columns%array(), sum, stat, text)
        call expect(stat == ttgt_success .and. abs(sum - 2 * norm**2) < 1e-8, text)

        ! Rank 0 has the array with its dimensions in another order in memory.
        whole = -1
        call ttgt_distributed_gather(world, columns%array(), &
            ttgt_array_at(c_address(whole), ttgt_float64, [5_int64, 7_int64], [7_int64, 1_int64], &
            ttgt_host), stat, text)
        call expect(stat == ttgt_success, text)
        if (world%rank() == 0) then
            call expect(all(nint(whole) == 2 * nint(transpose(whole_matrix()))), 'a gathered array')
            whole = 7
            call ttgt_distributed_scatter(world, rows%array(), ttgt_array_at(c_address(whole), &
                ttgt_float64, [5_int64, 7_int64], [7_int64, 1_int64], ttgt_host), stat, text)
        else
            call expect(all(nint(whole) == -1), 'an array of another rank')
            call ttgt_distributed_scatter(world, rows%array(), stat=stat, errmsg=text)
        end if
        call expect(stat == ttgt_success, text)
        call rows%part(flat, stat, text)
        call expect(all(nint(flat) == 7), 'a scattered array')
        call rows%part(wrong, stat, text)
        call expect(stat == ttgt_error_invalid_argument .and. .not. associated(wrong), &
            'a pointer of another type')
    end subroutine

    function c_address(array) result(address)
        use, intrinsic :: iso_c_binding, only: c_loc, c_ptr
        real(real64), intent(in), target :: array(:, :)
        type(c_ptr) :: address

        address = c_loc(array(1, 1))
    end function

    !> A path of a file in the current folder that the ranks have in common, and other runs have not.
    function shared_path(world) result(path)
        type(ttgt_communicator), intent(in) :: world
        character(len=:), allocatable :: path
        type(ttgt_rank_tensor) :: first, all_ranks
        real(real64), pointer :: flat(:)
        integer(int64) :: count
        integer(int32) :: stat
        character(len=60) :: name

        call ttgt_rank_tensor_create(first, world, ttgt_float64, &
            ttgt_distribution([1_int64], [1], [0]), stat)
        call ttgt_rank_tensor_create(all_ranks, world, ttgt_float64, &
            ttgt_distribution([1_int64], [world%ranks()], [0]), stat)
        call first%part(flat, stat)
        call system_clock(count)
        flat = real(mod(count, 2_int64**50), real64)
        call ttgt_distributed_redistribute(world, all_ranks%array(), first%array(), stat)
        call all_ranks%part(flat, stat)
        write (name, '(a, i0, a, i0, a)') 'fortran_ranks_', world%ranks(), '_', &
            nint(flat(1), int64), '.npy'
        path = trim(name)
    end function

    subroutine check_files(world, path)
        type(ttgt_communicator), intent(in) :: world
        character(len=*), intent(in) :: path
        type(ttgt_rank_tensor) :: rows, columns, small
        real(real64), pointer :: flat(:)
        complex(real64) :: sum
        real(real64) :: norm
        integer(int32) :: stat
        integer :: unit
        character(len=200) :: text

        call make(world, 1, rows, 2_int64)
        call make(world, 2, columns, 0_int64)
        call rows%fill(element, stat, text)
        call ttgt_distributed_write_npy(world, path, rows%array(), stat, text)
        call expect(stat == ttgt_success, text)
        call ttgt_distributed_read_npy(world, path, columns%array(), stat, text)
        call expect(stat == ttgt_success, text)
        call ttgt_distributed_dot(world, rows%array(), columns%array(), sum, stat, text)
        call ttgt_distributed_norm(world, rows%array(), norm, stat, text)
        call expect(abs(norm - norm2(whole_matrix())) < 1e-10 .and. abs(sum - norm**2) < 1e-8, &
            'an array that was written and read')

        call ttgt_rank_tensor_create(small, world, ttgt_float64, &
            ttgt_distribution([3_int64], [world%ranks()], [1]), stat, text)
        call expect(stat == ttgt_success, text)
        call ttgt_distributed_read_npy(world, path, small%array(), stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'a file of other extents')
        call expect_text(text, 'holds an array of (5,7), the tensor over ranks is (3)')
        call small%part(flat, stat, text)
        call expect(all(nint(flat) == 0), 'an array that was not read')
        call ttgt_distributed_write_npy(world, '/none/a.npy', rows%array(), stat, text)
        call expect_text(text, '/none/a.npy: cannot be written')
        if (world%rank() > 0) return
        open (newunit=unit, file=path, status='old')
        close (unit, status='delete')
    end subroutine

    !> W = A * B and C = W * A + C, with a temporary W.
    subroutine check_program(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_distributed_program) :: program
        type(ttgt_rank_tensor) :: tensors(3)
        type(ttgt_distributed_array) :: arrays(3)
        real(real64), pointer :: flat(:)
        real(real64) :: matrix(4, 4), expected(4, 4)
        integer(int64), allocatable :: held(:)
        integer(int64) :: i, j
        integer(int32) :: stat
        integer :: t
        character(len=200) :: text

        do t = 1, 3
            call ttgt_rank_tensor_create(tensors(t), world, ttgt_float64, &
                ttgt_distribution([4_int64, 4_int64], [world%ranks()], &
                [merge(0, 1, t == 2), merge(1, 0, t == 2)]), stat, text)
            call tensors(t)%fill(element, stat, text)
            call expect(stat == ttgt_success, text)
            arrays(t) = tensors(t)%array()
        end do
        matrix = reshape([((real(element([i, j]), real64), i = 1, 4), j = 1, 4)], [4, 4])
        expected = matmul(matmul(matrix, matrix), matrix) + matrix
        call ttgt_distributed_program_create(program, world, &
            'W(i,j) = A(i,k)*B(k,j); C(i,j) += W(i,k)*A(k,j)', ['A', 'B', 'C'], arrays, stat, text)
        call expect(stat == ttgt_success, text)
        call expect_text(program%explain(), 'W')
        call expect(program%workspace_bytes() >= 0, 'the workspace')
        call program%run(arrays, stat, text)
        call expect(stat == ttgt_success, text)
        call arrays(3)%distribution%indices(1, world%rank(), held, stat, text)
        call tensors(3)%part(flat, stat, text)
        call expect(all(nint(flat) == nint(reshape(expected(held, :), [size(flat)]))), 'a program')
        call program%run(arrays(1:2), stat, text)
        call expect(stat == ttgt_error_operand_count, 'a run that lacks an array')
        if (world%rank() == world%ranks() - 1) deallocate(arrays(2)%distribution%grid)
        call program%run(arrays, stat, text)
        call expect(stat /= ttgt_success, 'an array without a grid')
        call ttgt_distributed_program_create(program, world, 'C(i,j)=A(i,k)*B(k,j)', ['A', 'B', 'C'], &
            arrays, stat, text)
        call expect(stat /= ttgt_success, 'a program of an array without a grid')
        arrays(2) = tensors(2)%array()
        call ttgt_distributed_program_create(program, world, 'C(i,j)=A(i,k)*B(k,j)', ['A', 'B'], &
            arrays, stat, text)
        call expect(stat == ttgt_error_operand_count, 'fewer names than arrays')
        call expect_text(text, 'the program has 2 name(s) for 3 array(s)')
        call expect(len(program%explain()) == 0, 'a program that was not made')
    end subroutine

    !> Arrays without dimensions, and a function that gives what the array cannot hold.
    subroutine check_numbers(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor) :: number, complex_number
        type(ttgt_distribution) :: of_number
        real(real64), pointer :: flat(:)
        complex(real64), pointer :: complex_flat(:)
        integer(int32) :: stat
        character(len=200) :: text

        allocate (of_number%extents(0), of_number%axes(0))
        of_number%grid = [world%ranks()]
        call ttgt_rank_tensor_create(number, world, ttgt_float64, of_number, stat, text)
        call expect(stat == ttgt_success, text)
        call number%part(flat, stat, text)
        call expect(stat == ttgt_success .and. size(flat) == 1, 'an array without dimensions')
        call number%fill(imaginary, stat, text)
        call expect(stat == ttgt_success, text)
        call make(world, 0, number, 0_int64)
        call number%fill(imaginary, stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'a complex value in a real array')
        call expect_text(text, 'element (0, 0) is to be complex')
        call ttgt_rank_tensor_create(complex_number, world, ttgt_complex128, &
            ttgt_distribution([2_int64], [world%ranks()], [0]), stat, text)
        call complex_number%fill(imaginary, stat, text)
        call complex_number%part(complex_flat, stat, text)
        call expect(stat == ttgt_success .and. all(nint(aimag(complex_flat)) == 1), &
            'a complex array')
    end subroutine

    !> What one rank cannot give fails on all of them.
    subroutine check_refusals(world)
        type(ttgt_communicator), intent(in) :: world
        type(ttgt_rank_tensor) :: rows, none
        type(ttgt_distributed_array) :: array
        real(real64) :: norm
        integer(int32) :: stat
        logical :: is_last
        character(len=200) :: text

        call make(world, 1, rows, 0_int64)
        is_last = world%rank() == world%ranks() - 1
        array = rows%array()
        if (is_last) array = none%array()
        call ttgt_distributed_redistribute(world, rows%array(), array, stat, text)
        call expect(stat /= ttgt_success, 'a rank without an array to redistribute')
        call ttgt_distributed_norm(world, array, norm, stat, text)
        call expect(stat /= ttgt_success, 'a rank without an array that has a norm')
        call ttgt_distributed_write_npy(world, 'none.npy', array, stat, text)
        call expect(stat /= ttgt_success, 'a rank without an array to write')
        call ttgt_distributed_scatter(world, rows%array(), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'a first rank without an array')
        call expect_text(text, 'rank 0 gave no whole tensor')
        if (is_last) then
            call ttgt_communicator_fail(world, ttgt_error_shape, 'no part', stat, text)
        else
            call ttgt_distributed_norm(world, rows%array(), norm, stat, text)
        end if
        call expect(stat == ttgt_error_shape, 'a rank that failed')
        call expect_text(text, 'cannot make this call: no part')
        call ttgt_communicator_fail(world, ttgt_success, 'no failure', stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'a failure that is none')
        call ttgt_distributed_norm(world, rows%array(), norm, stat, text)
        call expect(stat == ttgt_success, 'ranks in step after failures')
        call ttgt_rank_tensor_create(none, world, ttgt_float64, &
            ttgt_distribution([5_int64], [world%ranks() + 1], [1]), stat, text)
        call expect(stat == ttgt_error_invalid_argument .and. size(none%extents()) == 0, &
            'a grid of more ranks than there are')
        call none%fill(element, stat, text)
        call expect(stat == ttgt_error_stale_handle, 'a tensor that was not made')
    end subroutine
end program
