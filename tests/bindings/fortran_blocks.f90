! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> What module ttgt_blocks makes, computes and refuses.
module fortran_block_tests
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt, only: ttgt_context, ttgt_context_create, ttgt_error_expression, &
        ttgt_error_invalid_argument, ttgt_error_missing_block, ttgt_error_operand_count, &
        ttgt_error_overlap, ttgt_error_repeated_block, ttgt_error_shape, &
        ttgt_error_stale_handle, ttgt_success
    use :: ttgt_blocks
    use :: fortran_expect, only: counting, expect, expect_text
    implicit none
    private
    public :: check_layouts, check_products, check_products_of_many, check_plans, check_programs
    public :: check_refusals

    integer, parameter :: counts(2) = [2, 2]
    integer(int64), parameter :: extents(4) = [2_int64, 3_int64, 2_int64, 3_int64]
    integer, parameter :: diagonal(2, 2) = reshape([1, 1, 2, 2], [2, 2])

contains

    subroutine check_layouts()
        type(ttgt_block_layout) :: layout, charged, reached
        integer :: stat
        character(len=200) :: text

        call ttgt_block_layout_create(layout, counts, extents, diagonal, stat, text)
        call expect(stat == ttgt_success, text)
        call expect(layout%rank() == 2 .and. layout%blocks() == 2, 'numbers of modes and blocks')
        call expect(layout%elements() == 13, 'the number of elements')
        call expect(all(layout%coordinates() == diagonal), 'coordinates')
        call expect(all(layout%offsets() == [0, 4]), 'offsets')
        call expect(layout%find([2, 2]) == 2 .and. layout%find([1, 2]) == 0, 'blocks by place')
        call expect(layout%find([1]) == 0, 'a place of another rank')
        call ttgt_block_layout_create_charged(charged, counts, extents, &
            reshape([0, 1, 0, 1], [1, 4]), [1, -1], stat, text, total=[1])
        call expect(stat == ttgt_success, text)
        call expect(all(charged%coordinates() == reshape([2, 1], [2, 1])), 'an allowed block')
        call ttgt_block_layout_create_charged(charged, counts, extents, &
            reshape([0, 1, 0, 1], [1, 4]), [1, 1], stat, text, moduli=[2])
        call expect(all(charged%coordinates() == diagonal), 'allowed blocks of Z_2')
        call ttgt_block_layout_create_output(reached, 'ik,kj->ij', layout, charged, stat, text)
        call expect(stat == ttgt_success .and. all(reached%coordinates() == diagonal), text)
        call layout%destroy()
        call expect(layout%blocks() == -1, 'a layout that is gone')
    end subroutine

    subroutine check_products()
        type(ttgt_block_layout) :: layout
        type(ttgt_context) :: context
        real(real32), target :: d(13), l(13), r(13)
        complex(real64), target :: z(13), w(13)
        integer :: stat
        character(len=200) :: text

        l = counting(13)
        r = 1
        d = 1
        call ttgt_block_layout_create(layout, counts, extents, diagonal, stat)
        call ttgt_context_create(context, threads=1, stat=stat)
        call ttgt_block_contract('D(i,j)+=L(i,k)*R(k,j)', ttgt_block_tensor_of(layout, d), &
            ttgt_block_tensor_of(layout, l), ttgt_block_tensor_of(layout, r), alpha=2, stat=stat, &
            errmsg=text, context=context)
        call expect(stat == ttgt_success, text)
        call expect(all(d(:4) == [9, 13, 9, 13]), 'the first block')
        call expect(all(d(5:) == [49, 55, 61, 49, 55, 61, 49, 55, 61]), 'the second block')
        z = [(cmplx(l(stat), 1, real64), stat = 1, 13)]
        call ttgt_block_contract('W(j,i)=conj(Z(i,j))', ttgt_block_tensor_of(layout, w), &
            ttgt_block_tensor_of(layout, z), stat=stat, errmsg=text)
        call expect(stat == ttgt_success .and. w(2) == (3, -1) .and. w(6) == (8, -1), text)
    end subroutine

    !> D = L * R * S * R of ones: 2**3 in the first block, 3**3 in the second one.
    subroutine check_products_of_many()
        type(ttgt_block_layout) :: layout, reached
        type(ttgt_block_plan) :: plan
        type(ttgt_block_tensor) :: output, ones
        real(real64), target :: d(13), l(13), few(4)
        integer :: stat
        character(len=200) :: text
        character(len=*), parameter :: product = 'D(i,n)=L(i,k)*R(k,l)*S(l,m)*T(m,n)'

        l = 1
        call ttgt_block_layout_create(layout, counts, extents, diagonal, stat)
        call ttgt_block_layout_create_output(reached, product, layout, layout, stat, text, &
            more=[layout, layout])
        call expect(stat == ttgt_success .and. all(reached%coordinates() == diagonal), text)
        output = ttgt_block_tensor_of(layout, d)
        ones = ttgt_block_tensor_of(layout, l)
        call ttgt_block_contract(product, output, ones, ones, alpha=2, stat=stat, errmsg=text, &
            more=[ones, ones])
        call expect(stat == ttgt_success .and. all(d(:4) == 16) .and. all(d(5:) == 54), text)
        call ttgt_block_plan_create(plan, product, output, ones, ones, stat, text, &
            more=[ones, ones])
        call expect(stat == ttgt_success .and. plan%pairs() == 6, text)
        call plan%run(output, ones, ones, stat=stat, errmsg=text, more=[ones, ones])
        call expect(stat == ttgt_success .and. all(d(:4) == 8) .and. all(d(5:) == 27), text)
        call plan%run(output, ones, ones, stat=stat, errmsg=text, &
            more=[ones, ttgt_block_tensor_of(layout, few)])
        call expect(stat == ttgt_error_invalid_argument, 'a fourth array that is too short')
        call expect_text(text, 'input 4 has an array of 4 element(s)')
    end subroutine

    subroutine check_plans()
        type(ttgt_block_layout) :: layout
        type(ttgt_block_plan) :: plan
        type(ttgt_block_tensor) :: output, input
        real(real64), target :: d(13), l(13)
        integer :: stat
        character(len=200) :: text

        l = counting(13)
        d = 1
        call ttgt_block_layout_create(layout, counts, extents, diagonal, stat)
        output = ttgt_block_tensor_of(layout, d)
        input = ttgt_block_tensor_of(layout, l)
        call ttgt_block_plan_create(plan, 'ij->ij', output, input, stat=stat, errmsg=text, &
            beta_is_zero=.false.)
        call expect(stat == ttgt_success, text)
        call expect(plan%pairs() == 2 .and. plan%workspace_bytes() >= 0, 'numbers of a plan')
        call expect_text(plan%explain(), 'blocks')
        call plan%run(output, input, beta=3, stat=stat, errmsg=text)
        call expect(stat == ttgt_success .and. all(d == l + 3), text)
        call plan%destroy()
        call plan%run(output, input, stat=stat)
        call expect(stat == ttgt_error_stale_handle, 'a plan that is gone')
        call expect(plan%pairs() == -1 .and. plan%explain() == '', 'its numbers')
    end subroutine

    !> W = A * A + 2 X, D = D + W * A on blocks of ones: the second block has 3 rows and columns.
    subroutine check_programs()
        type(ttgt_block_layout) :: layout, part
        type(ttgt_block_program) :: program
        type(ttgt_block_tensor) :: tensors(3)
        real(real64), target :: d(13), a(13), x(4), few(4)
        integer :: stat
        character(len=200) :: text

        a = 1
        x = 1
        d = 5
        call ttgt_block_layout_create(layout, counts, extents, diagonal, stat)
        call ttgt_block_layout_create(part, counts, extents, diagonal(:, :1), stat)
        tensors = [ttgt_block_tensor_of(layout, d), ttgt_block_tensor_of(layout, a), &
            ttgt_block_tensor_of(part, x)]
        call ttgt_block_program_create(program, &
            'W(i,k)=A(i,j)*A(j,k)+2*X(i,k); Dnew(i,k)+=W(i,j)*A(j,k)', ['Dnew', 'A   ', 'X   '], &
            tensors, stat, text)
        call expect(stat == ttgt_success, text)
        call expect(program%pairs() == 2 + 1 + 2 .and. program%workspace_bytes() > 0, &
            'numbers of a program')
        call expect_text(program%explain(), 'statement 2')
        call program%run(tensors, stat, text)
        call expect(stat == ttgt_success .and. all(d(:4) == 5 + 8) .and. all(d(5:) == 5 + 9), text)
        call program%run(tensors(:2), stat, text)
        call expect(stat == ttgt_error_operand_count, text)
        tensors(2) = ttgt_block_tensor_of(layout, few)
        call program%run(tensors, stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'an array that is too short in a program')
        call expect_text(text, 'A has an array of 4 element(s), its blocks have 13')
        tensors(2) = ttgt_block_tensor_of(layout, d)
        call program%run(tensors, stat, text)
        call expect(stat == ttgt_error_overlap, text)
        call program%destroy()
        call program%run(tensors, stat)
        call expect(stat == ttgt_error_stale_handle, 'a program that is gone')
        call expect(program%pairs() == -1 .and. program%explain() == '', 'its numbers')
        call ttgt_block_program_create(program, 'Dnew(i,k)=A(i,j)*', ['Dnew', 'A   ', 'X   '], &
            tensors, stat, text)
        call expect(stat == ttgt_error_expression, text)
        call expect(all(d(:4) == 5 + 8), 'nothing is written by refused runs')
    end subroutine

    subroutine check_refusals()
        type(ttgt_block_layout) :: layout, part, other
        type(ttgt_context) :: none
        real(real64), target :: d(13), l(13), few(4), gaps(26)
        integer :: stat
        character(len=200) :: text

        d = 7
        gaps = 0
        l = 1
        call ttgt_block_layout_create(layout, counts, extents, diagonal(:, [1, 1]), stat, text)
        call expect(stat == ttgt_error_repeated_block, text)
        call expect_text(text, '(0, 0)')
        call ttgt_block_layout_create(layout, counts, extents(:3), diagonal, stat, text)
        call expect(stat == ttgt_error_invalid_argument, 'an extent too few')
        call ttgt_block_layout_create(layout, counts, extents, diagonal, stat)
        call ttgt_block_layout_create(part, counts, extents, diagonal(:, :1), stat)
        call ttgt_block_contract('D(i,j)=L(i,j)', ttgt_block_tensor_of(part, few), &
            ttgt_block_tensor_of(layout, l), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_missing_block, text)
        call ttgt_block_contract('D(i,j)=L(i,j)', ttgt_block_tensor_of(layout, d), &
            ttgt_block_tensor_of(layout, few), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'an array that is too short')
        call expect_text(text, 'L has an array of 4 element(s), its blocks have 13')
        call ttgt_block_contract('D(i,j)=L(i,j)', ttgt_block_tensor_of(layout, d), &
            ttgt_block_tensor_of(layout, gaps(::2)), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_invalid_argument, 'an array with gaps')
        call expect_text(text, 'L has an array with gaps')
        call ttgt_block_layout_create(other, counts, [2_int64, 2_int64, 2_int64, 3_int64], &
            diagonal(:, :1), stat)
        call ttgt_block_contract('D(i,j)=L(i,j)', ttgt_block_tensor_of(layout, d), &
            ttgt_block_tensor_of(other, few), stat=stat, errmsg=text)
        call expect(stat == ttgt_error_shape, text)
        call expect_text(text, "'i'")
        call ttgt_block_contract('D(i,j)=L(i,j)', ttgt_block_tensor_of(layout, d), &
            ttgt_block_tensor_of(layout, l), stat=stat, context=none)
        call expect(stat == ttgt_error_stale_handle, 'a context that never was')
        call ttgt_block_contract('D(i,j)=L(i,j)', ttgt_block_tensor_of(layout, d), &
            ttgt_block_tensor_of(layout, l), alpha='2', stat=stat)
        call expect(stat == ttgt_error_invalid_argument, 'a scalar that is none')
        call expect(all(d == 7), 'nothing is written')
    end subroutine
end module

program fortran_blocks
    use :: fortran_block_tests
    use :: fortran_expect, only: failures
    implicit none

    call check_layouts()
    call check_products()
    call check_products_of_many()
    call check_plans()
    call check_programs()
    call check_refusals()
    if (failures > 0) stop 1, quiet=.true.
    print '(a)', 'all blocks are right'
end program
