! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Tensors of blocks as calls of modules ttgt_blocks and ttgt_block_programs take them.
module ttgt_block_tensors
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt, only: ttgt_complex32 => ttgt_complex64, ttgt_complex64 => ttgt_complex128, &
        ttgt_error_invalid_argument, ttgt_float32, ttgt_float64, ttgt_success
    use :: ttgt_arguments, only: fail, report
    use :: ttgt_block_layouts, only: ttgt_block_layout
    use :: ttgt_c_blocks
    implicit none
    private

    public :: ttgt_block_tensor, ttgt_block_tensor_of
    public :: check_length

    !> A layout and the array of its blocks, one after the other, the first mode fastest; made by
    !> ttgt_block_tensor_of(). Neither is copied: both must stay where they are.
    type :: ttgt_block_tensor
        private
        type(ttgt_c_block_tensor) :: tensor
        integer(int64) :: elements = 0  ! -1 of an array with gaps
    contains
        procedure :: c_tensor
    end type

    !> The tensor of that layout in an array of rank 1, a target.
    interface ttgt_block_tensor_of
        procedure tensor_of_real32, tensor_of_real64, tensor_of_complex32, tensor_of_complex64
    end interface

contains

    function tensor_of_real32(layout, array) result(found)
        type(ttgt_block_layout), intent(in) :: layout
        real(real32), intent(in), target :: array(:)
        type(ttgt_block_tensor) :: found

        found = tensor_at(layout, ttgt_float32, c_loc(array), &
            elements_of(size(array, kind=int64), is_contiguous(array)))
    end function

    function tensor_of_real64(layout, array) result(found)
        type(ttgt_block_layout), intent(in) :: layout
        real(real64), intent(in), target :: array(:)
        type(ttgt_block_tensor) :: found

        found = tensor_at(layout, ttgt_float64, c_loc(array), &
            elements_of(size(array, kind=int64), is_contiguous(array)))
    end function

    function tensor_of_complex32(layout, array) result(found)
        type(ttgt_block_layout), intent(in) :: layout
        complex(real32), intent(in), target :: array(:)
        type(ttgt_block_tensor) :: found

        found = tensor_at(layout, ttgt_complex32, c_loc(array), &
            elements_of(size(array, kind=int64), is_contiguous(array)))
    end function

    function tensor_of_complex64(layout, array) result(found)
        type(ttgt_block_layout), intent(in) :: layout
        complex(real64), intent(in), target :: array(:)
        type(ttgt_block_tensor) :: found

        found = tensor_at(layout, ttgt_complex64, c_loc(array), &
            elements_of(size(array, kind=int64), is_contiguous(array)))
    end function

    !> The number of elements of an array, -1 of one with gaps, which no blocks fit.
    pure function elements_of(elements, has_no_gaps) result(found)
        integer(int64), intent(in) :: elements
        logical, intent(in) :: has_no_gaps
        integer(int64) :: found

        found = merge(elements, -1_int64, has_no_gaps)
    end function

    function tensor_at(layout, dtype, address, elements) result(found)
        type(ttgt_block_layout), intent(in) :: layout
        integer(c_int32_t), intent(in) :: dtype
        type(c_ptr), intent(in) :: address
        integer(int64), intent(in) :: elements
        type(ttgt_block_tensor) :: found

        found%tensor%dtype = dtype
        found%tensor%layout = layout%c_handle()
        found%tensor%data = address
        found%elements = elements
    end function

    !> The struct of the C interface.
    pure function c_tensor(tensor) result(found)
        class(ttgt_block_tensor), intent(in) :: tensor
        type(ttgt_c_block_tensor) :: found

        found = tensor%tensor
    end function

    !> Refuses an array that is not as long as its layout says.
    subroutine check_length(tensor, name, stat, errmsg)
        type(ttgt_block_tensor), intent(in) :: tensor
        character(len=*), intent(in) :: name
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        integer(c_int32_t) :: rank
        integer(int64) :: blocks, elements
        character(len=120) :: text

        call report(c_ttgt_block_layout_counts(tensor%tensor%layout, rank, blocks, elements), stat, &
            errmsg)
        if (stat /= ttgt_success .or. elements == tensor%elements) return
        if (tensor%elements < 0) then
            text = name // ' has an array with gaps, its blocks lie one after the other'
        else
            write (text, '(2a, i0, a, i0)') name, ' has an array of ', tensor%elements, &
                ' element(s), its blocks have ', elements
        end if
        call fail(ttgt_error_invalid_argument, trim(text), stat, errmsg)
    end subroutine
end module
