! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Groups of ranks. Programs use module ttgt_ranks.
module ttgt_communicators
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, real64
    use :: ttgt, only: ttgt_error_stale_handle, ttgt_success
    use :: ttgt_arguments, only: report
    use :: ttgt_c, only: ttgt_handle
    use :: ttgt_c_ranks
    implicit none
    private

    public :: ttgt_communicator, ttgt_communicator_create_world, ttgt_communicator_create_mpi
    public :: ttgt_communicator_fail, ttgt_communicator_as_c

    !> One rank of a group of ranks that work together. A copy is another name of the same rank.
    type :: ttgt_communicator
        private
        type(ttgt_handle) :: handle
    contains
        procedure :: rank => communicator_rank  !< number of this rank, from 0; -1: there is none
        procedure :: ranks => communicator_ranks  !< number of ranks; 0: there is no communicator
        procedure :: set_timeout => communicator_set_timeout
        procedure :: destroy => communicator_destroy
        final :: communicator_finalize
    end type

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

    !> Sets the most seconds that this rank waits for others in a collective call; without this, there
    !> is no limit. A call whose limit is passed fails with ttgt_error_device, and no rank can use the
    !> communicator from then on: the program should end.
    subroutine communicator_set_timeout(communicator, seconds, stat, errmsg)
        class(ttgt_communicator), intent(in) :: communicator
        real(real64), intent(in) :: seconds
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call report(c_ttgt_communicator_set_timeout(communicator%handle, seconds), stat, errmsg)
    end subroutine

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

    !> Takes part in a collective call that this rank cannot make: instead of waiting for this rank, the
    !> other ranks' call fails with `status`, one of ttgt_error_*, and a message that has this rank's
    !> number and `message`. `stat` is the status that the other ranks get; of stale handles, blocks and
    !> interrupted calls this is ttgt_error_device. Collective.
    subroutine ttgt_communicator_fail(communicator, status, message, stat, errmsg)
        type(ttgt_communicator), intent(in) :: communicator
        integer(int32), intent(in) :: status
        character(len=*), intent(in) :: message
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call report(c_ttgt_communicator_fail(communicator%handle, status, &
            trim(message) // c_null_char), stat, errmsg)
    end subroutine

    !> The communicator as C takes it.
    function ttgt_communicator_as_c(communicator) result(handle)
        type(ttgt_communicator), intent(in) :: communicator
        type(ttgt_handle) :: handle

        handle = communicator%handle
    end function
end module
