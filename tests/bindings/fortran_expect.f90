! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> Counts what goes wrong; the program ends with 1 then.
module fortran_expect
    implicit none
    private
    public :: expect, expect_text, counting, failures

    integer :: failures = 0

contains

    subroutine expect(right, what)
        logical, intent(in) :: right
        character(len=*), intent(in) :: what

        if (right) return
        failures = failures + 1
        print '(2a)', 'failed: ', trim(what)
    end subroutine

    !> The text must hold that part.
    subroutine expect_text(text, part)
        character(len=*), intent(in) :: text, part

        call expect(index(text, part) > 0, "'" // part // "' is not in: " // text)
    end subroutine

    !> 1, 2, ... as real numbers.
    pure function counting(n) result(numbers)
        integer, intent(in) :: n
        real :: numbers(n)
        integer :: i

        do i = 1, n
            numbers(i) = real(i)
        end do
    end function
end module
