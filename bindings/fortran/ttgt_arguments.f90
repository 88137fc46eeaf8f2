! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Scalars, layouts, statuses and messages, as all modules take and give them.
module ttgt_arguments
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt_c, only: ttgt_error_invalid_argument, ttgt_handle, ttgt_scalar, ttgt_success, &
        ttgt_tensor, c_ttgt_last_error
    implicit none
    private
    public :: counted_text_of, fail, first_other_layout, layouts_of, read_factors, read_scalars
    public :: report, succeed, text_of

    abstract interface
        !> A call of the C interface that writes a text about what a handle names.
        function text_call(handle, text, capacity, length) bind(c) result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: handle
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        !> One that is told how many of its parts the text has.
        function counted_text_call(handle, count, text, capacity, length) bind(c) result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: handle
            integer(c_int32_t), value :: count
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function
    end interface

contains

    !> What the call writes; blank where it fails.
    function text_of(c_call, handle) result(text)
        procedure(text_call) :: c_call
        type(ttgt_handle), intent(in) :: handle
        character(len=:), allocatable :: text
        character(len=:), allocatable, target :: letters
        integer(c_size_t) :: length

        text = ''
        if (c_call(handle, c_null_ptr, 0_c_size_t, length) /= ttgt_success) return
        allocate(character(len=length + 1) :: letters)
        if (c_call(handle, c_loc(letters), length + 1, length) == ttgt_success) &
            text = letters(:length)
    end function

    !> What the call writes with at most `count` parts, `most` unless it is given; blank where it
    !> fails.
    function counted_text_of(c_call, handle, count, most) result(text)
        procedure(counted_text_call) :: c_call
        type(ttgt_handle), intent(in) :: handle
        integer, intent(in), optional :: count
        integer(c_int32_t), intent(in) :: most
        character(len=:), allocatable :: text
        character(len=:), allocatable, target :: letters
        integer(c_int32_t) :: parts
        integer(c_size_t) :: length

        parts = most
        if (present(count)) parts = int(max(count, 0), c_int32_t)
        text = ''
        if (c_call(handle, parts, c_null_ptr, 0_c_size_t, length) /= ttgt_success) return
        allocate(character(len=length + 1) :: letters)
        if (c_call(handle, parts, c_loc(letters), length + 1, length) == ttgt_success) &
            text = letters(:length)
    end function

    !> The two scalars as C takes them, each a null pointer where it is absent.
    subroutine read_scalars(alpha, beta, factors, given, stat, errmsg)
        class(*), intent(in), optional :: alpha, beta
        type(ttgt_scalar), intent(out), target :: factors(2)
        type(c_ptr), intent(out) :: given(2)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        logical :: known

        given = c_null_ptr
        known = .true.
        if (present(alpha)) then
            call read_scalar(alpha, factors(1), known)
            given(1) = c_loc(factors(1))
        end if
        if (present(beta) .and. known) then
            call read_scalar(beta, factors(2), known)
            given(2) = c_loc(factors(2))
        end if
        call succeed(stat, errmsg)
        if (known) return
        call fail(ttgt_error_invalid_argument, &
            'alpha and beta are real or complex of 32 or 64 bits, or integers', stat, errmsg)
    end subroutine

    subroutine read_scalar(value, factor, known)
        class(*), intent(in) :: value
        type(ttgt_scalar), intent(out) :: factor
        logical, intent(out) :: known

        known = .true.
        select type (value)
        type is (real(real64))
            factor%real_part = value
        type is (complex(real64))
            factor%real_part = real(value)
            factor%imaginary_part = aimag(value)
        type is (real(real32))
            factor%real_part = value
        type is (complex(real32))
            factor%real_part = real(value)
            factor%imaginary_part = aimag(value)
        type is (integer(int32))
            factor%real_part = value
        type is (integer(int64))
            factor%real_part = real(value, real64)
        class default
            known = .false.
        end select
    end subroutine

    !> The scalars of a formula as C takes them; none where they are absent.
    subroutine read_factors(scalars, factors, stat, errmsg)
        class(*), intent(in), optional :: scalars(:)
        type(ttgt_scalar), allocatable, intent(out) :: factors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        logical :: known
        integer :: i, count

        known = .true.
        count = 0
        if (present(scalars)) count = size(scalars)
        allocate(factors(count))
        do i = 1, count
            if (known) call read_scalar(scalars(i), factors(i), known)
        end do
        call succeed(stat, errmsg)
        if (known) return
        call fail(ttgt_error_invalid_argument, &
            'scalars are real or complex of 32 or 64 bits, or integers', stat, errmsg)
    end subroutine

    subroutine succeed(stat, errmsg)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        stat = ttgt_success
        if (present(errmsg)) errmsg = ''
    end subroutine

    subroutine fail(status, text, stat, errmsg)
        integer(c_int32_t), intent(in) :: status
        character(len=*), intent(in) :: text
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        stat = status
        if (present(errmsg)) errmsg = text
    end subroutine

    !> The status of a call of the C interface, with its text.
    subroutine report(status, stat, errmsg)
        integer(c_int32_t), intent(in) :: status
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(kind=c_char), pointer :: letters(:)
        integer :: i

        stat = status
        if (.not. present(errmsg)) return
        errmsg = ''
        if (status == ttgt_success) return
        call c_f_pointer(c_ttgt_last_error(), letters, [len(errmsg)])
        do i = 1, len(errmsg)
            if (letters(i) == c_null_char) return
            errmsg(i:i) = letters(i)
        end do
    end subroutine

    !> For each array: its type, its number of dimensions, their extents, whether it has strides, and
    !> these.
    function layouts_of(tensors) result(layouts)
        type(ttgt_tensor), intent(in) :: tensors(:)
        integer(int64), allocatable :: layouts(:)
        integer(c_int64_t), pointer :: numbers(:)
        integer :: i, at, rank

        allocate(layouts(sum(3 + 2 * tensors%rank)))
        at = 0
        layouts = 0
        do i = 1, size(tensors)
            rank = tensors(i)%rank
            layouts(at + 1) = tensors(i)%dtype
            layouts(at + 2) = rank
            call c_f_pointer(tensors(i)%extents, numbers, [rank])
            layouts(at + 3:at + 2 + rank) = numbers
            if (c_associated(tensors(i)%strides)) then
                layouts(at + 3 + rank) = 1
                call c_f_pointer(tensors(i)%strides, numbers, [rank])
                layouts(at + 4 + rank:at + 3 + 2 * rank) = numbers
            end if
            at = at + 3 + 2 * rank
        end do
    end function

    !> The number of the first array whose layout is not the planned one, or that one of the two has
    !> alone; 0 where there is none. Both are from layouts_of().
    pure function first_other_layout(planned, layouts) result(number)
        integer(int64), intent(in) :: planned(:), layouts(:)
        integer :: number
        integer :: at, last

        at = 0
        number = 1
        do while (at < min(size(layouts), size(planned)))
            last = at + 3 + 2 * int(planned(at + 2))
            if (last > size(layouts)) return
            if (any(planned(at + 1:last) /= layouts(at + 1:last))) return
            at = last
            number = number + 1
        end do
        if (at == size(layouts) .and. at == size(planned)) number = 0
    end function
end module
