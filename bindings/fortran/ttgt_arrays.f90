! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Arrays and options as calls of the C interface take them.
submodule (ttgt) ttgt_arrays
    use :: ttgt_arguments, only: fail, read_scalars, report, succeed
    use :: ttgt_c, only: ttgt_contract_options, ttgt_scalar, c_ttgt_context_space
    implicit none

    integer, parameter :: most_inputs = 8  ! of calls that name their arrays one by one

    !> The inputs of a call that names them one by one.
    type :: input_list
        integer :: count = 0
        integer :: gap = 0  !< the first input before which another is missing; 0: none
        type(ttgt_array) :: arrays(most_inputs)
    end type

    interface
        subroutine fortran_describe(descriptor, array) bind(c, name='ttgt_fortran_describe')
            import :: ttgt_array
            type(*), dimension(..), intent(in) :: descriptor
            type(ttgt_array), intent(inout) :: array
        end subroutine
    end interface

contains

    module procedure ttgt_array_at
        character(len=size(array%fault)) :: text

        array%dtype = dtype
        array%data = data
        array%is_packed = merge(0, 1, present(strides))
        if (present(space)) array%space = space
        if (size(extents) > max_rank) then
            write (text, '(a, i0, a, i0)') 'has rank ', size(extents), '; ranks are 0 to ', max_rank
            call set_fault(array, text)
            return
        end if
        array%rank = size(extents, kind=c_int32_t)
        array%extents(:array%rank) = extents
        if (.not. present(strides)) return
        if (size(strides) == size(extents)) then
            array%strides(:array%rank) = strides
        else
            write (text, '(a, i0, a, i0, a)') 'has ', size(extents), ' extents but ', &
                size(strides), ' strides'
            call set_fault(array, text)
        end if
    end procedure

    subroutine set_fault(array, text)
        type(ttgt_array), intent(inout) :: array
        character(len=*), intent(in) :: text
        integer :: i

        array%fault_length = len_trim(text, kind=c_int32_t)
        do i = 1, array%fault_length
            array%fault(i) = text(i:i)
        end do
    end subroutine

    module procedure array_of_real32
        call describe(array, found)
    end procedure

    module procedure array_of_real64
        call describe(array, found)
    end procedure

    module procedure array_of_complex32
        call describe(array, found)
    end procedure

    module procedure array_of_complex64
        call describe(array, found)
    end procedure

    subroutine describe(array, found)
        type(*), dimension(..), intent(in) :: array
        type(ttgt_array), intent(out) :: found

        found%space = space_of_context
        call fortran_describe(array, found)
    end subroutine

    !> Describes the inputs up to the last that is present.
    subroutine gather(list, l, r, input3, input4, input5, input6, input7, input8)
        type(input_list), intent(inout) :: list
        type(*), dimension(..), intent(in) :: l
        type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
        type(*), dimension(..), intent(in), optional :: input7, input8

        call append(list, 1, l)
        if (present(r)) call append(list, 2, r)
        if (present(input3)) call append(list, 3, input3)
        if (present(input4)) call append(list, 4, input4)
        if (present(input5)) call append(list, 5, input5)
        if (present(input6)) call append(list, 6, input6)
        if (present(input7)) call append(list, 7, input7)
        if (present(input8)) call append(list, 8, input8)
    end subroutine

    subroutine append(list, position, array)
        type(input_list), intent(inout) :: list
        integer, intent(in) :: position
        type(*), dimension(..), intent(in) :: array

        if (list%gap == 0 .and. position /= list%count + 1) list%gap = position
        list%count = list%count + 1
        call describe(array, list%arrays(list%count))
    end subroutine

    !> Refuses inputs behind one that is missing: an array that is not allocated counts as missing.
    subroutine check_gap(list, stat, errmsg)
        type(input_list), intent(in) :: list
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call succeed(stat, errmsg)
        if (list%gap == 0) return
        call fail(ttgt_error_invalid_argument, name_of(list%gap) // ' is given, but ' // &
            name_of(list%gap - 1) // ' is not, or it is not allocated, or a null pointer', stat, &
            errmsg)
    end subroutine

    !> Where the number of inputs was wrong, says what counts as not given.
    subroutine explain_count(stat, errmsg)
        integer(int32), intent(in) :: stat
        character(len=*), intent(inout), optional :: errmsg

        if (stat /= ttgt_error_operand_count .or. .not. present(errmsg)) return
        errmsg = trim(errmsg) // ' (an array that is not allocated counts as not given)'
    end subroutine

    !> D, L and R, as the engine's own messages have it; what is beyond by number.
    function name_of(position) result(name)
        integer, intent(in) :: position
        character(len=:), allocatable :: name
        character(len=20) :: number

        write (number, '(i0)') position
        name = 'input ' // trim(number)
        if (position < 3) name = 'DLR'(position + 1:position + 1)
    end function

    subroutine check_fault(array, position, stat, errmsg)
        type(ttgt_array), intent(in) :: array
        integer, intent(in) :: position
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call succeed(stat, errmsg)
        if (array%fault_length > 0) call check_named(array, name_of(position), stat, errmsg)
    end subroutine

    subroutine check_named(array, name, stat, errmsg)
        type(ttgt_array), intent(in) :: array
        character(len=*), intent(in) :: name
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        character(len=array%fault_length) :: text
        integer :: i

        call succeed(stat, errmsg)
        if (array%fault_length == 0) return
        do i = 1, array%fault_length
            text(i:i) = array%fault(i)
        end do
        call fail(ttgt_error_invalid_argument, name // ' ' // text, stat, errmsg)
    end subroutine

    module procedure ttgt_array_as_c
        call check_named(array, name, stat, errmsg)
        tensor = tensor_of(array, space)
    end procedure

    !> The output's and the inputs' tensors, which point into the arrays.
    subroutine read_tensors(d, inputs, space, output, tensors, stat, errmsg)
        type(ttgt_array), intent(in), target :: d, inputs(:)
        integer(c_int32_t), intent(in) :: space
        type(ttgt_tensor), intent(out) :: output, tensors(:)
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer :: i

        call check_fault(d, 0, stat, errmsg)
        output = tensor_of(d, space)
        do i = 1, size(inputs)
            if (stat /= ttgt_success) return
            call check_fault(inputs(i), i, stat, errmsg)
            tensors(i) = tensor_of(inputs(i), space)
        end do
    end subroutine

    function tensor_of(array, space) result(tensor)
        type(ttgt_array), intent(in), target :: array
        integer(c_int32_t), intent(in) :: space
        type(ttgt_tensor) :: tensor

        tensor%dtype = array%dtype
        tensor%space = merge(space, array%space, array%space == space_of_context)
        tensor%data = array%data
        tensor%rank = array%rank
        tensor%extents = c_loc(array%extents)
        if (array%is_packed == 0) tensor%strides = c_loc(array%strides)
    end function

    !> Where the context's calls find their operands.
    subroutine find_space(handle, copies_host, space, stat, errmsg)
        type(ttgt_handle), intent(in) :: handle
        logical, intent(in) :: copies_host
        integer(c_int32_t), intent(out) :: space
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        space = ttgt_host
        call succeed(stat, errmsg)
        if (.not. copies_host) call report(c_ttgt_context_space(handle, space), stat, errmsg)
    end subroutine

    module procedure ttgt_context_as_c
        call succeed(stat, errmsg)
        if (.not. present(context)) return
        handle = context%handle
        if (handle%id /= 0) return
        call fail(ttgt_error_stale_handle, 'the context was destroyed, or never made', stat, errmsg)
    end procedure

    !> A logical of 32 or 64 bits as C's 0 or 1; `number` stays as it is where there is none.
    subroutine read_logical(value, name, number, stat, errmsg)
        class(*), intent(in), optional :: value
        character(len=*), intent(in) :: name
        integer(c_int32_t), intent(inout) :: number
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call succeed(stat, errmsg)
        if (.not. present(value)) return
        ! Logicals have the kinds of the integers that are as long.
        select type (value)
        type is (logical(int32))
            number = merge(1_c_int32_t, 0_c_int32_t, value)
        type is (logical(int64))
            number = merge(1_c_int32_t, 0_c_int32_t, value)
        class default
            call fail(ttgt_error_invalid_argument, name // ' is no logical of 32 or 64 bits', stat, &
                errmsg)
        end select
    end subroutine

    !> What a caller chose, in `options`, which point to the strategy's name in `name`.
    subroutine read_choice(strategy, workspace_limit, name, options)
        character(len=*), intent(in), optional :: strategy
        integer(c_int64_t), intent(in), optional :: workspace_limit
        character(len=:), allocatable, intent(out), target :: name
        type(ttgt_contract_options), intent(inout) :: options

        if (present(strategy)) then
            name = trim(strategy) // c_null_char
            options%strategy = c_loc(name)
        end if
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
    end subroutine

    !> The number of 32 bits that is nearest.
    pure function nearest_int32(number) result(short)
        integer(int64), intent(in) :: number
        integer(c_int32_t) :: short
        integer(int64), parameter :: largest = huge(0_c_int32_t)

        short = int(max(-largest, min(largest, number)), c_int32_t)
    end function
end submodule
