! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Programs of several statements on arrays over ranks. Programs use module ttgt_ranks.
module ttgt_distributed_programs
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use :: ttgt, only: ttgt_context, ttgt_context_as_c, ttgt_error_operand_count, &
        ttgt_error_stale_handle, ttgt_host, ttgt_success
    use :: ttgt_arguments, only: fail, report, text_of
    use :: ttgt_c, only: ttgt_handle, c_ttgt_context_space
    use :: ttgt_c_rank_tensors
    use :: ttgt_c_ranks, only: ttgt_distributed_options
    use :: ttgt_communicators, only: ttgt_communicator, ttgt_communicator_as_c
    use :: ttgt_distributions
    implicit none
    private

    public :: ttgt_distributed_program, ttgt_distributed_program_create

    !> A plan of several statements on arrays over ranks. A copy is another name of the same plan. It must
    !> be destroyed before MPI is finalised.
    type :: ttgt_distributed_program
        private
        type(ttgt_handle) :: handle
        integer(c_int32_t) :: space = ttgt_host
    contains
        procedure :: run => program_run
        procedure :: explain => program_explain
        procedure :: workspace_bytes => program_workspace_bytes
        procedure :: destroy => program_destroy
        final :: program_finalize
    end type

contains

    !> Plans statements, separated by `;` or line feeds. arrays(i) is called names(i) in them, where
    !> blanks at the end do not count. What a statement writes and has no name is a temporary, to which
    !> the plan gives a distribution. Elements are not looked at. Collective.
    subroutine ttgt_distributed_program_create(program, communicator, statements, names, arrays, stat, &
            errmsg, context, engine, workspace_limit)
        type(ttgt_distributed_program), intent(inout) :: program
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: statements
        character(len=*), intent(in) :: names(:)
        type(ttgt_distributed_array), intent(in), target :: arrays(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional :: engine
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_distributed_options), target :: options
        type(c_array), target :: structs(max(size(arrays), 1))
        character(len=len(names) + 1), target :: texts(size(names))
        character(kind=c_char, len=:), allocatable, target :: engine_name
        type(c_ptr) :: addresses(size(names))
        type(ttgt_handle) :: handle
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        call program%destroy()
        call ttgt_context_as_c(context, handle, own, text)
        if (own == ttgt_success) call report(c_ttgt_context_space(handle, program%space), own, text)
        if (own == ttgt_success .and. size(names) /= size(arrays)) &
            call fail(ttgt_error_operand_count, count_text(size(names), size(arrays)), own, text)
        call read_all(arrays, program%space, structs, own, text)
        do i = 1, size(names)
            texts(i) = trim(names(i)) // c_null_char
            addresses(i) = c_loc(texts(i))
        end do
        if (present(engine)) then
            engine_name = trim(engine) // c_null_char
            options%engine = c_loc(engine_name)
        end if
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        call report(c_ttgt_distributed_program_create(ttgt_communicator_as_c(communicator), handle, &
            statements // c_null_char, addresses, [(structs(i)%tensor, i = 1, size(structs))], &
            given_count(size(arrays), own), c_loc(options), program%handle), stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> Computes all statements on parts of the shapes that the program was made for, in the order of the
    !> names. Collective.
    subroutine program_run(program, arrays, stat, errmsg)
        class(ttgt_distributed_program), intent(in) :: program
        type(ttgt_distributed_array), target :: arrays(:)  ! without an intent: parts are written
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: structs(max(size(arrays), 1))
        integer(int32) :: own
        integer :: i
        character(len=256) :: text

        own = ttgt_success
        call read_all(arrays, program%space, structs, own, text)
        call report(c_ttgt_distributed_program_run(program%handle, &
            [(structs(i)%tensor%data, i = 1, size(structs))], given_count(size(arrays), own), &
            c_null_ptr), stat, errmsg)
        if (own /= ttgt_success) call fail(own, trim(text), stat, errmsg)
    end subroutine

    !> The arrays as C takes them; keeps what failed before.
    subroutine read_all(arrays, space, structs, own, text)
        type(ttgt_distributed_array), intent(in), target :: arrays(:)
        integer(c_int32_t), intent(in) :: space
        type(c_array), intent(inout), target :: structs(:)
        integer(int32), intent(inout) :: own
        character(len=*), intent(inout) :: text

        if (size(arrays) == 0) return
        call read_arrays(arrays(1), arrays(2:), space, structs, own, text)
    end subroutine

    !> How many arrays C is told of: none, so that it fails on every rank, where one cannot be used.
    pure function given_count(arrays, own) result(count)
        integer, intent(in) :: arrays
        integer(int32), intent(in) :: own
        integer(c_int32_t) :: count

        count = 0
        if (own == ttgt_success) count = int(arrays, c_int32_t)
    end function

    pure function count_text(names, arrays) result(text)
        integer, intent(in) :: names, arrays
        character(len=80) :: text

        write (text, '(3(a, i0))') 'the program has ', names, ' name(s) for ', arrays, ' array(s)'
    end function

    !> Exactly the scratch bytes of a run on this rank; -1 where there is no program.
    function program_workspace_bytes(program) result(bytes)
        class(ttgt_distributed_program), intent(in) :: program
        integer(int64) :: bytes

        bytes = -1
        if (c_ttgt_distributed_program_workspace_bytes(program%handle, bytes) /= ttgt_success) &
            bytes = -1
    end function

    !> The distribution of each temporary, and every step, in words; blank where there is no program.
    function program_explain(program) result(text)
        class(ttgt_distributed_program), intent(in) :: program
        character(len=:), allocatable :: text

        text = text_of(c_ttgt_distributed_program_explain, program%handle)
    end function

    subroutine program_destroy(program)
        class(ttgt_distributed_program), intent(inout) :: program
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_distributed_program_destroy(program%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) program%handle%id = 0
    end subroutine

    impure elemental subroutine program_finalize(program)
        type(ttgt_distributed_program), intent(inout) :: program

        call program%destroy()
    end subroutine
end module
