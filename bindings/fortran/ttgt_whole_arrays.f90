! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> What is done with whole arrays over ranks. Programs use module ttgt_ranks. All procedures are
!> collective.
module ttgt_whole_arrays
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, real64
    use :: ttgt, only: ttgt_array, ttgt_array_as_c, ttgt_context, ttgt_context_as_c, ttgt_host, &
        ttgt_success
    use :: ttgt_arguments, only: fail, report
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, ttgt_tensor, c_ttgt_context_space
    use :: ttgt_c_rank_tensors
    use :: ttgt_communicators, only: ttgt_communicator, ttgt_communicator_as_c
    use :: ttgt_distributions
    implicit none
    private

    public :: ttgt_distributed_redistribute, ttgt_distributed_scatter, ttgt_distributed_gather
    public :: ttgt_distributed_dot, ttgt_distributed_norm
    public :: ttgt_distributed_write_npy, ttgt_distributed_read_npy

    !> What a call takes beside the communicator. Where something cannot be used, `own` says so and the
    !> first array has a rank that none has: the call then fails on every rank.
    type :: whole_call
        type(ttgt_handle) :: context
        integer(c_int32_t) :: space = ttgt_host
        integer(int32) :: own = ttgt_success
        character(len=256) :: text = ''
        type(ttgt_distributed_array) :: given(2)  !< to which `arrays` point
        type(c_array) :: arrays(2)
    end type

contains

    !> Copies `from` to `to`, an array of the same type and extents with another distribution.
    subroutine ttgt_distributed_redistribute(communicator, to, from, stat, errmsg, context)
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_distributed_array), intent(in), target :: to, from
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(whole_call), target :: taken

        call read_call(taken, to, from, context)
        call report(c_ttgt_distributed_redistribute(ttgt_communicator_as_c(communicator), &
            taken%context, taken%arrays(1)%tensor, taken%arrays(2)%tensor), stat, errmsg)
        call report_own(taken, stat, errmsg)
    end subroutine

    !> Copies `whole`, an array that rank 0 gives, made by ttgt_array_of(), to `to`. The `whole` of the
    !> other ranks is not used.
    subroutine ttgt_distributed_scatter(communicator, to, whole, stat, errmsg, context)
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_distributed_array), intent(in), target :: to
        type(ttgt_array), intent(in), optional, target :: whole
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(whole_call), target :: taken
        type(ttgt_tensor), target :: tensor
        type(c_ptr) :: given

        call read_call(taken, to, context=context)
        call read_whole(taken, communicator, whole, tensor, given)
        call report(c_ttgt_distributed_scatter(ttgt_communicator_as_c(communicator), taken%context, &
            taken%arrays(1)%tensor, given), stat, errmsg)
        call report_own(taken, stat, errmsg)
    end subroutine

    !> Copies `from` to `whole`, an array of rank 0, made by ttgt_array_of().
    subroutine ttgt_distributed_gather(communicator, from, whole, stat, errmsg, context)
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_distributed_array), intent(in), target :: from
        type(ttgt_array), intent(in), optional, target :: whole
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(whole_call), target :: taken
        type(ttgt_tensor), target :: tensor
        type(c_ptr) :: given

        call read_call(taken, from, context=context)
        call read_whole(taken, communicator, whole, tensor, given)
        call report(c_ttgt_distributed_gather(ttgt_communicator_as_c(communicator), taken%context, &
            given, taken%arrays(1)%tensor), stat, errmsg)
        call report_own(taken, stat, errmsg)
    end subroutine

    !> The sum of conjg(a) * b over all elements, on every rank the same, computed in the arrays' type.
    subroutine ttgt_distributed_dot(communicator, a, b, sum, stat, errmsg, context)
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_distributed_array), intent(in), target :: a, b
        complex(real64), intent(out) :: sum
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(whole_call), target :: taken
        type(ttgt_scalar) :: found

        call read_call(taken, a, b, context)
        call report(c_ttgt_distributed_dot(ttgt_communicator_as_c(communicator), taken%context, &
            taken%arrays(1)%tensor, taken%arrays(2)%tensor, found), stat, errmsg)
        call report_own(taken, stat, errmsg)
        sum = cmplx(found%real_part, found%imaginary_part, real64)
    end subroutine

    !> The square root of the sum of abs(a)**2 over all elements.
    subroutine ttgt_distributed_norm(communicator, a, norm, stat, errmsg, context)
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_distributed_array), intent(in), target :: a
        real(real64), intent(out) :: norm
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(whole_call), target :: taken

        norm = 0
        call read_call(taken, a, context=context)
        call report(c_ttgt_distributed_norm(ttgt_communicator_as_c(communicator), taken%context, &
            taken%arrays(1)%tensor, norm), stat, errmsg)
        call report_own(taken, stat, errmsg)
    end subroutine

    !> Writes an array over ranks to the .npy file `path`, which lies in a file system of all ranks: each
    !> rank writes what it holds. The file appears when all have written.
    subroutine ttgt_distributed_write_npy(communicator, path, array, stat, errmsg)
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: path
        type(ttgt_distributed_array), intent(in), target :: array
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(whole_call), target :: taken

        call read_call(taken, array)
        call report(c_ttgt_distributed_write_npy(ttgt_communicator_as_c(communicator), &
            trim(path) // c_null_char, taken%arrays(1)%tensor), stat, errmsg)
        call report_own(taken, stat, errmsg)
    end subroutine

    !> Reads the .npy file `path`, in the order of Fortran or of C, into an array over ranks: each rank
    !> reads what it holds.
    subroutine ttgt_distributed_read_npy(communicator, path, array, stat, errmsg)
        type(ttgt_communicator), intent(in) :: communicator
        character(len=*), intent(in) :: path
        type(ttgt_distributed_array), intent(in), target :: array
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(whole_call), target :: taken

        call read_call(taken, array)
        call report(c_ttgt_distributed_read_npy(ttgt_communicator_as_c(communicator), &
            trim(path) // c_null_char, taken%arrays(1)%tensor), stat, errmsg)
        call report_own(taken, stat, errmsg)
    end subroutine

    !> Reads one array over ranks or two.
    subroutine read_call(taken, first, second, context)
        type(whole_call), intent(inout), target :: taken
        type(ttgt_distributed_array), intent(in) :: first
        type(ttgt_distributed_array), intent(in), optional :: second
        type(ttgt_context), intent(in), optional :: context
        integer :: count

        call ttgt_context_as_c(context, taken%context, taken%own, taken%text)
        if (taken%own == ttgt_success) call report(c_ttgt_context_space(taken%context, &
            taken%space), taken%own, taken%text)
        count = 1
        taken%given(1) = first
        if (present(second)) then
            count = 2
            taken%given(2) = second
        end if
        call read_arrays(taken%given(1), taken%given(2:count), taken%space, taken%arrays, &
            taken%own, taken%text)
    end subroutine

    !> The array of rank 0 as C takes it, null where there is none.
    subroutine read_whole(taken, communicator, whole, tensor, given)
        type(whole_call), intent(inout), target :: taken
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_array), intent(in), optional, target :: whole
        type(ttgt_tensor), intent(inout), target :: tensor
        type(c_ptr), intent(out) :: given

        given = c_null_ptr
        if (.not. present(whole)) return
        if (communicator%rank() > 0) return
        if (taken%own == ttgt_success) call ttgt_array_as_c(whole, 'the whole array', taken%space, &
            tensor, taken%own, taken%text)
        if (taken%own == ttgt_success) given = c_loc(tensor)
    end subroutine

    !> What was wrong on this rank, in place of what all ranks were told.
    subroutine report_own(taken, stat, errmsg)
        type(whole_call), intent(in) :: taken
        integer(int32), intent(inout) :: stat
        character(len=*), intent(inout), optional :: errmsg

        if (taken%own == ttgt_success) return
        stat = taken%own
        if (present(errmsg)) errmsg = trim(taken%text)
    end subroutine
end module
