! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The calls through module ttgt that doors.cpp times.
module doors
    use, intrinsic :: iso_c_binding
    use :: ttgt, only: ttgt_contract, ttgt_plan, ttgt_plan_create
    implicit none
    private

    character(len=*), parameter :: product_of_two = 'D(a,b)=L(a,k)*R(k,b)'
    type(ttgt_plan), save :: plan

contains

    function contract(calls, d, l) bind(c, name='doors_contract') result(status)
        integer(c_int64_t), value :: calls
        real(c_double), intent(inout) :: d(2, 2)
        real(c_double), intent(in) :: l(2, 2)
        integer(c_int) :: status
        integer(c_int64_t) :: call_number

        status = 0
        do call_number = 1, calls
            call ttgt_contract(product_of_two, d, l, l, stat=status)
            if (status /= 0) return
        end do
    end function

    function create(d, l) bind(c, name='doors_plan_create') result(status)
        real(c_double), intent(in) :: d(2, 2), l(2, 2)
        integer(c_int) :: status

        call ttgt_plan_create(plan, product_of_two, d, l, l, stat=status)
    end function

    function run(calls, d, l) bind(c, name='doors_plan_run') result(status)
        integer(c_int64_t), value :: calls
        real(c_double), intent(inout) :: d(2, 2)
        real(c_double), intent(in) :: l(2, 2)
        integer(c_int) :: status
        integer(c_int64_t) :: call_number

        status = 0
        do call_number = 1, calls
            call plan%run(d, l, l, stat=status)
            if (status /= 0) return
        end do
    end function
end module
