! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Arrays over ranks whose parts the library owns. Programs use module ttgt_ranks.
module ttgt_rank_tensors
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt, only: ttgt_array_at, ttgt_complex64, ttgt_complex128, ttgt_error_invalid_argument, &
        ttgt_error_stale_handle, ttgt_float32, ttgt_float64, ttgt_host, ttgt_success
    use :: ttgt_arguments, only: fail, report
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar
    use :: ttgt_c_rank_tensors
    use :: ttgt_c_ranks
    use :: ttgt_communicators, only: ttgt_communicator, ttgt_communicator_as_c
    use :: ttgt_distributions
    implicit none
    private

    public :: ttgt_rank_tensor, ttgt_rank_tensor_create, ttgt_element_function

    !> An array over ranks that owns this rank's part: contiguous, all zeros at first. A copy is another
    !> name of the same part.
    type :: ttgt_rank_tensor
        private
        type(ttgt_handle) :: handle
        type(ttgt_distribution) :: distribution
    contains
        procedure :: array => tensor_array
        procedure :: extents => tensor_extents
        generic :: part => part_real32, part_real64, part_complex32, part_complex64
        procedure, private :: part_real32, part_real64, part_complex32, part_complex64
        procedure :: fill => tensor_fill
        procedure :: destroy => tensor_destroy
        final :: tensor_finalize
    end type

    abstract interface
        !> The value of the element at these indices, which count from 1 in the whole array.
        function ttgt_element_function(indices) result(value)
            import :: int64, real64
            integer(int64), intent(in) :: indices(:)
            complex(real64) :: value
        end function
    end interface

    !> The caller's function, behind an address that C hands on.
    type :: function_holder
        procedure(ttgt_element_function), pointer, nopass :: value_of => null()
    end type

contains

    !> Makes this rank's part of an array of type ttgt_float32, ttgt_float64, ttgt_complex64 or
    !> ttgt_complex128. Not collective.
    subroutine ttgt_rank_tensor_create(tensor, communicator, dtype, distribution, stat, errmsg)
        type(ttgt_rank_tensor), intent(inout) :: tensor
        type(ttgt_communicator), intent(in) :: communicator
        integer(int32), intent(in) :: dtype
        type(ttgt_distribution), intent(in) :: distribution
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_array), target :: whole

        call tensor%destroy()
        call read_distribution(distribution, whole, stat, errmsg)
        if (stat /= ttgt_success) return
        whole%tensor%dtype = dtype
        call report(c_ttgt_rank_tensor_create(ttgt_communicator_as_c(communicator), whole%tensor, &
            tensor%handle), stat, errmsg)
        if (stat == ttgt_success) tensor%distribution = distribution
    end subroutine

    !> The array as contractions and other calls take it; without a distribution where there is none.
    !> Its part lasts until the tensor is destroyed.
    function tensor_array(tensor) result(array)
        class(ttgt_rank_tensor), intent(in) :: tensor
        type(ttgt_distributed_array) :: array
        type(ttgt_distributed_tensor) :: description
        integer(c_int64_t), pointer :: extents(:)

        if (c_ttgt_rank_tensor_describe(tensor%handle, description) /= ttgt_success) return
        call c_f_pointer(description%part, extents, [description%rank])
        array%distribution = tensor%distribution
        array%part = ttgt_array_at(description%data, description%dtype, extents, space=ttgt_host)
    end function

    !> The extents of this rank's part; without elements where there is no tensor.
    function tensor_extents(tensor) result(extents)
        class(ttgt_rank_tensor), intent(in) :: tensor
        integer(int64), allocatable :: extents(:)
        type(ttgt_distributed_tensor) :: description
        integer(c_int64_t), pointer :: held(:)

        allocate(extents(0))
        if (c_ttgt_rank_tensor_describe(tensor%handle, description) /= ttgt_success) return
        call c_f_pointer(description%part, held, [description%rank])
        extents = held
    end function

    !> The address and the number of the elements of this rank's part, which are of type `dtype`.
    subroutine find_part(tensor, dtype, data, count, stat, errmsg)
        class(ttgt_rank_tensor), intent(in) :: tensor
        integer(c_int32_t), intent(in) :: dtype
        type(c_ptr), intent(out) :: data
        integer(int64), intent(out) :: count
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(ttgt_distributed_tensor) :: description
        integer(c_int64_t), pointer :: extents(:)

        data = c_null_ptr
        count = 0
        call report(c_ttgt_rank_tensor_describe(tensor%handle, description), stat, errmsg)
        if (stat /= ttgt_success) return
        if (description%dtype /= dtype) then
            call fail(ttgt_error_invalid_argument, 'the pointer is of another type than the elements', &
                stat, errmsg)
            return
        end if
        call c_f_pointer(description%part, extents, [description%rank])
        data = description%data
        count = product(extents)
    end subroutine

    !> Points `elements` to this rank's part, all elements in the order of Fortran; `part(1:n, 1:m) =>
    !> elements` gives it its shape, that of extents(). It lasts until the tensor is destroyed.
    subroutine part_real32(tensor, elements, stat, errmsg)
        class(ttgt_rank_tensor), intent(in) :: tensor
        real(real32), pointer, intent(out) :: elements(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_ptr) :: data
        integer(int64) :: count

        call find_part(tensor, ttgt_float32, data, count, stat, errmsg)
        nullify (elements)
        if (stat == ttgt_success) call c_f_pointer(data, elements, [count])
    end subroutine

    subroutine part_real64(tensor, elements, stat, errmsg)
        class(ttgt_rank_tensor), intent(in) :: tensor
        real(real64), pointer, intent(out) :: elements(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_ptr) :: data
        integer(int64) :: count

        call find_part(tensor, ttgt_float64, data, count, stat, errmsg)
        nullify (elements)
        if (stat == ttgt_success) call c_f_pointer(data, elements, [count])
    end subroutine

    subroutine part_complex32(tensor, elements, stat, errmsg)
        class(ttgt_rank_tensor), intent(in) :: tensor
        complex(real32), pointer, intent(out) :: elements(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_ptr) :: data
        integer(int64) :: count

        call find_part(tensor, ttgt_complex64, data, count, stat, errmsg)
        nullify (elements)
        if (stat == ttgt_success) call c_f_pointer(data, elements, [count])
    end subroutine

    subroutine part_complex64(tensor, elements, stat, errmsg)
        class(ttgt_rank_tensor), intent(in) :: tensor
        complex(real64), pointer, intent(out) :: elements(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(c_ptr) :: data
        integer(int64) :: count

        call find_part(tensor, ttgt_complex128, data, count, stat, errmsg)
        nullify (elements)
        if (stat == ttgt_success) call c_f_pointer(data, elements, [count])
    end subroutine

    !> Sets each element of this rank's part to what `value_of` gives for it. Not collective. Fails
    !> where a value is complex and the array real; some elements then have their new values. An
    !> internal procedure as `value_of` needs an executable stack, a module's procedure does not.
    subroutine tensor_fill(tensor, value_of, stat, errmsg)
        class(ttgt_rank_tensor), intent(in) :: tensor
        procedure(ttgt_element_function) :: value_of
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        type(function_holder), target :: holder

        holder%value_of => value_of
        call report(c_ttgt_rank_tensor_fill(tensor%handle, c_funloc(call_function), c_loc(holder)), &
            stat, errmsg)
    end subroutine

    !> Calls the caller's function for C.
    function call_function(indices, rank, user, value) bind(c) result(status)
        type(c_ptr), value :: indices
        integer(c_int32_t), value :: rank
        type(c_ptr), value :: user
        type(ttgt_scalar), intent(inout) :: value
        integer(c_int32_t) :: status
        type(function_holder), pointer :: holder
        integer(c_int64_t), pointer :: held(:)
        complex(real64) :: element

        call c_f_pointer(user, holder)
        if (rank > 0) then
            call c_f_pointer(indices, held, [rank])
            element = holder%value_of(held + 1)
        else
            element = holder%value_of([integer(int64) ::])
        end if
        value%real_part = real(element)
        value%imaginary_part = aimag(element)
        status = ttgt_success
    end function

    subroutine tensor_destroy(tensor)
        class(ttgt_rank_tensor), intent(inout) :: tensor
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_rank_tensor_destroy(tensor%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) tensor%handle%id = 0
    end subroutine

    impure elemental subroutine tensor_finalize(tensor)
        type(ttgt_rank_tensor), intent(inout) :: tensor

        call tensor%destroy()
    end subroutine
end module
