! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Programs of several statements on tensors of blocks (docs/guide/blocks.md); module ttgt_blocks
!> has them, too.
module ttgt_block_programs
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_context, ttgt_context_as_c, ttgt_error_operand_count, &
        ttgt_error_stale_handle, ttgt_success
    use :: ttgt_arguments, only: counted_text_of, fail, report, succeed
    use :: ttgt_c, only: ttgt_contract_options, ttgt_handle
    use :: ttgt_block_tensors, only: check_length, ttgt_block_tensor
    use :: ttgt_c_blocks
    implicit none
    private

    public :: ttgt_block_program, ttgt_block_program_create

    !> A plan of several statements, for tensors of fixed types and blocks. A copy is another name of
    !> the same plan.
    type :: ttgt_block_program
        private
        type(ttgt_handle) :: handle
        character(len=:), allocatable :: names(:)
    contains
        procedure :: run => program_run
        procedure :: explain => program_explain
        procedure :: workspace_bytes => program_workspace_bytes
        procedure :: pairs => program_pairs
        procedure :: destroy => program_destroy
        final :: program_finalize
    end type

contains

    !> Plans statements, separated by `;` or line feeds. tensors(i) is called names(i) in them, where
    !> blanks at the end do not count. What a statement writes and has no name is a temporary.
    subroutine ttgt_block_program_create(program, statements, names, tensors, stat, errmsg, context, &
            workspace_limit)
        type(ttgt_block_program), intent(inout) :: program
        character(len=*), intent(in) :: statements
        character(len=*), intent(in) :: names(:)
        type(ttgt_block_tensor), intent(in) :: tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_contract_options), target :: planning
        type(ttgt_block_options), target :: options
        type(ttgt_c_block_tensor), allocatable :: structs(:)
        character(len=len(names) + 1), target :: texts(size(names))
        type(c_ptr) :: addresses(size(names))
        type(ttgt_handle) :: handle
        integer :: i

        call program%destroy()
        program%names = names
        call read_tensors(program, tensors, structs, stat, errmsg)
        if (stat == ttgt_success) call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat /= ttgt_success) return
        do i = 1, size(names)
            texts(i) = trim(names(i)) // c_null_char
            addresses(i) = c_loc(texts(i))
        end do
        if (present(workspace_limit)) planning%workspace_limit = workspace_limit
        options%planning = c_loc(planning)
        call report(c_ttgt_block_program_create(handle, statements // c_null_char, addresses, structs, &
            int(size(structs), c_int32_t), c_loc(options), program%handle), stat, errmsg)
    end subroutine

    !> Computes all statements. The tensors are in the order of planning.
    subroutine program_run(program, tensors, stat, errmsg)
        class(ttgt_block_program), intent(in) :: program
        type(ttgt_block_tensor) :: tensors(:)  ! without an intent: what they point to is written
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_c_block_tensor), allocatable :: structs(:)

        if (program%handle%id == 0) then
            call fail(ttgt_error_stale_handle, 'the program was destroyed, or never made', stat, errmsg)
            return
        end if
        call read_tensors(program, tensors, structs, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_block_program_run(program%handle, structs, int(size(structs), c_int32_t), &
            c_null_ptr), stat, errmsg)
    end subroutine

    !> The tensors' structs. Refuses other numbers of tensors than names, and arrays that are not as
    !> long as their layouts say.
    subroutine read_tensors(program, tensors, structs, stat, errmsg)
        class(ttgt_block_program), intent(in) :: program
        type(ttgt_block_tensor), intent(in) :: tensors(:)
        type(ttgt_c_block_tensor), allocatable, intent(out) :: structs(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(len=80) :: text
        integer :: i

        allocate (structs(size(tensors)))
        call succeed(stat, errmsg)
        if (size(tensors) /= size(program%names)) then
            write (text, '(2(a, i0))') 'the program has ', size(program%names), ' name(s), not ', &
                size(tensors)
            call fail(ttgt_error_operand_count, trim(text), stat, errmsg)
        end if
        do i = 1, size(tensors)
            if (stat /= ttgt_success) return
            structs(i) = tensors(i)%c_tensor()
            call check_length(tensors(i), trim(program%names(i)), stat, errmsg)
        end do
    end subroutine

    function program_workspace_bytes(program) result(bytes)
        class(ttgt_block_program), intent(in) :: program
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_block_program_workspace_bytes(program%handle, bytes) /= ttgt_success) bytes = -1
    end function

    function program_pairs(program) result(pairs)
        class(ttgt_block_program), intent(in) :: program
        integer(int64) :: pairs

        pairs = -1
        if (c_ttgt_block_program_pairs(program%handle, pairs) /= ttgt_success) pairs = -1
    end function

    !> Statements with at most `components` components each, 10 unless given; blank if there is no
    !> program.
    function program_explain(program, components) result(text)
        class(ttgt_block_program), intent(in) :: program
        integer, intent(in), optional :: components
        character(len=:), allocatable :: text

        text = counted_text_of(c_ttgt_block_program_explain, program%handle, components, most=10)
    end function

    subroutine program_destroy(program)
        class(ttgt_block_program), intent(inout) :: program
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_block_program_destroy(program%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) program%handle%id = 0
    end subroutine

    impure elemental subroutine program_finalize(program)
        type(ttgt_block_program), intent(inout) :: program

        call program%destroy()
    end subroutine
end module
