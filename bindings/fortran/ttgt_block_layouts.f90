! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Layouts of tensors of blocks; module ttgt_blocks has them, too. Sections and blocks count from 1.
module ttgt_block_layouts
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt_arguments, only: fail, report, succeed
    use :: ttgt_c, only: ttgt_error_invalid_argument, ttgt_error_stale_handle, ttgt_handle, &
        ttgt_success
    use :: ttgt_c_blocks
    implicit none
    private

    public :: ttgt_block_layout, ttgt_block_layout_create, ttgt_block_layout_create_charged
    public :: ttgt_block_layout_create_output

    !> Where the blocks of a tensor are. A copy is another name of the same layout and is refused
    !> once any of the names was destroyed.
    type :: ttgt_block_layout
        private
        type(ttgt_handle) :: handle
    contains
        procedure :: rank => layout_rank  !< modes; this and the others are -1 if there is no layout
        procedure :: blocks => layout_blocks
        procedure :: elements => layout_elements  !< of all blocks together
        procedure :: coordinates => layout_coordinates  !< section of each mode and block
        procedure :: offsets => layout_offsets  !< elements in front of each block in the array
        procedure :: find => layout_find  !< the block with these coordinates; 0: there is none
        procedure :: c_handle => layout_c_handle  !< as calls of module ttgt_c_blocks take it
        procedure :: destroy => layout_destroy
        final :: layout_finalize
    end type

contains

    !> The blocks with these coordinates, packed one after the other. Mode i has section_counts(i)
    !> sections; `extents` has those of all sections of the first mode, then of the second, and so
    !> on. coordinates(:, j) are the sections of block j.
    subroutine ttgt_block_layout_create(layout, section_counts, extents, coordinates, stat, errmsg)
        type(ttgt_block_layout), intent(inout) :: layout
        integer, intent(in) :: section_counts(:)
        integer(int64), intent(in) :: extents(:)
        integer, intent(in) :: coordinates(:, :)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        logical :: fits

        call layout%destroy()
        fits = size(coordinates, 1) == size(section_counts)
        call check_sections(section_counts, size(extents), fits, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_block_layout_create(size(section_counts, kind=c_int32_t), &
            int(section_counts, c_int32_t), extents, size(coordinates, 2, kind=c_int64_t), &
            int(coordinates, c_int32_t) - 1_c_int32_t, c_null_ptr, c_null_ptr, layout%handle), &
            stat, errmsg)
    end subroutine

    !> All blocks that a symmetry allows: those for which the charges of their sections, each times
    !> the sign of its mode (1 or -1), add up to `total`, zeros unless given. charges(:, s) are the
    !> components of section s in the order of `extents`, counted modulo `moduli` where that is not
    !> 0; zeros unless given.
    subroutine ttgt_block_layout_create_charged(layout, section_counts, extents, charges, signs, &
            stat, errmsg, moduli, total)
        type(ttgt_block_layout), intent(inout) :: layout
        integer, intent(in) :: section_counts(:)
        integer(int64), intent(in) :: extents(:)
        integer, intent(in) :: charges(:, :), signs(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer, intent(in), optional :: moduli(:), total(:)
        integer(c_int64_t) :: numbers(size(charges, 1), 2)
        logical :: fits

        call layout%destroy()
        numbers = 0
        fits = size(charges, 2) == size(extents) .and. size(signs) == size(section_counts)
        if (present(moduli)) fits = fits .and. size(moduli) == size(charges, 1)
        if (present(total)) fits = fits .and. size(total) == size(charges, 1)
        call check_sections(section_counts, size(extents), fits, stat, errmsg)
        if (stat /= ttgt_success) return
        if (present(moduli)) numbers(:, 1) = moduli
        if (present(total)) numbers(:, 2) = total
        call report(c_ttgt_block_layout_create_charged(size(section_counts, kind=c_int32_t), &
            int(section_counts, c_int32_t), extents, size(charges, 1, kind=c_int32_t), &
            int(charges, c_int64_t), int(signs, c_int32_t), numbers(:, 1), numbers(:, 2), &
            layout%handle), stat, errmsg)
    end subroutine

    subroutine check_sections(section_counts, extents, fits, stat, errmsg)
        integer, intent(in) :: section_counts(:)
        integer, intent(in) :: extents
        logical, intent(in) :: fits
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call succeed(stat, errmsg)
        if (fits .and. all(section_counts >= 0) .and. sum(section_counts) == extents) return
        call fail(ttgt_error_invalid_argument, &
            'lists of modes, sections, coordinates or charges do not go together', stat, errmsg)
    end subroutine

    !> The blocks of the output that products of the inputs' blocks reach.
    subroutine ttgt_block_layout_create_output(layout, expression, l, r, stat, errmsg, more)
        type(ttgt_block_layout), intent(inout) :: layout
        character(len=*), intent(in) :: expression
        type(ttgt_block_layout), intent(in) :: l
        type(ttgt_block_layout), intent(in), optional :: r
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_block_layout), intent(in), optional :: more(:)  ! of the inputs behind the second
        type(ttgt_handle), allocatable :: inputs(:)
        integer :: i

        call layout%destroy()
        inputs = [l%handle]
        if (present(r)) inputs = [inputs, r%handle]
        if (present(more)) inputs = [inputs, (more(i)%handle, i = 1, size(more))]
        call report(c_ttgt_block_layout_create_output(expression // c_null_char, inputs, &
            int(size(inputs), c_int32_t), layout%handle), stat, errmsg)
    end subroutine

    function layout_rank(layout) result(rank)
        class(ttgt_block_layout), intent(in) :: layout
        integer :: rank
        integer(int64) :: blocks, elements

        call read_counts(layout, rank, blocks, elements)
    end function

    function layout_blocks(layout) result(blocks)
        class(ttgt_block_layout), intent(in) :: layout
        integer(int64) :: blocks, elements
        integer :: rank

        call read_counts(layout, rank, blocks, elements)
    end function

    function layout_elements(layout) result(elements)
        class(ttgt_block_layout), intent(in) :: layout
        integer(int64) :: blocks, elements
        integer :: rank

        call read_counts(layout, rank, blocks, elements)
    end function

    subroutine read_counts(layout, rank, blocks, elements)
        class(ttgt_block_layout), intent(in) :: layout
        integer, intent(out) :: rank
        integer(int64), intent(out) :: blocks, elements
        integer(c_int32_t) :: modes

        modes = -1
        blocks = -1
        elements = -1
        if (c_ttgt_block_layout_counts(layout%handle, modes, blocks, elements) /= ttgt_success) then
            modes = -1
            blocks = -1
            elements = -1
        end if
        rank = modes
    end subroutine

    function layout_coordinates(layout) result(coordinates)
        class(ttgt_block_layout), intent(in) :: layout
        integer, allocatable :: coordinates(:, :)
        integer(c_int32_t), allocatable :: sections(:, :)
        integer(c_int64_t), allocatable :: offsets(:)

        call read_blocks(layout, sections, offsets)
        coordinates = sections + 1
    end function

    function layout_offsets(layout) result(offsets)
        class(ttgt_block_layout), intent(in) :: layout
        integer(int64), allocatable :: offsets(:)
        integer(c_int32_t), allocatable :: sections(:, :)

        call read_blocks(layout, sections, offsets)
    end function

    subroutine read_blocks(layout, sections, offsets)
        class(ttgt_block_layout), intent(in) :: layout
        integer(c_int32_t), allocatable, intent(out) :: sections(:, :)
        integer(c_int64_t), allocatable, intent(out) :: offsets(:)
        integer(int64) :: blocks, elements
        integer :: rank

        call read_counts(layout, rank, blocks, elements)
        allocate(sections(max(rank, 0), max(blocks, 0_int64)), offsets(max(blocks, 0_int64)))
        if (blocks <= 0) return
        if (c_ttgt_block_layout_blocks(layout%handle, sections, offsets) /= ttgt_success) then
            deallocate(sections, offsets)
            allocate(sections(0, 0), offsets(0))
        end if
    end subroutine

    function layout_find(layout, coordinates) result(block)
        class(ttgt_block_layout), intent(in) :: layout
        integer, intent(in) :: coordinates(:)
        integer(int64) :: block

        block = -1
        if (size(coordinates) == layout%rank()) then
            if (c_ttgt_block_layout_find(layout%handle, int(coordinates, c_int32_t) - &
                1_c_int32_t, block) /= ttgt_success) block = -1
        end if
        block = block + 1
    end function

    function layout_c_handle(layout) result(handle)
        class(ttgt_block_layout), intent(in) :: layout
        type(ttgt_handle) :: handle

        handle = layout%handle
    end function

    subroutine layout_destroy(layout)
        class(ttgt_block_layout), intent(inout) :: layout
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_block_layout_destroy(layout%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) layout%handle%id = 0
    end subroutine

    impure elemental subroutine layout_finalize(layout)
        type(ttgt_block_layout), intent(inout) :: layout

        call layout%destroy()
    end subroutine
end module
