! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
! A user's program: a matrix product by hand, and what an error says.
program consumer
    use :: ttgt
    implicit none
    real(kind(1d0)) :: d(2, 2), l(2, 3), r(3, 2)
    integer :: stat
    character(len=100) :: text

    l = 2
    r = 0.5d0
    call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, l, r, stat=stat, errmsg=text)
    if (stat /= 0 .or. any(abs(d - 3) > 0)) stop 1
    call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, l, l, stat=stat, errmsg=text)
    if (stat /= ttgt_error_shape .or. index(text, "label 'k'") == 0) stop 2
end program
