! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> A program whose default integers and logicals have 64 bits: each call, with what it takes. Ends
!> with the number of the first line that is wrong.
program fortran_ilp64
    use, intrinsic :: iso_c_binding, only: c_loc
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use :: ttgt
    implicit none
    real(real64), target :: d(2, 2), l(2, 2), r(2, 2)
    type(ttgt_context) :: context
    type(ttgt_plan) :: plan
    type(ttgt_array) :: inputs(2), output
    integer :: stat
    character(len=200) :: text

    if (kind(stat) /= int64 .or. kind(.true.) /= int64) error stop 'default kinds are short'
    l = 1
    r = 2
    call ttgt_context_create(context, stat, errmsg=text, threads=1, workspace_limit=2**20)
    if (stat /= ttgt_success) error stop 1
    call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, l, r, alpha=3, stat=stat, errmsg=text, &
        context=context, copy_host=.true.)
    if (stat /= 0 .or. any(d /= 12)) error stop 2
    call ttgt_plan_create(plan, 'D(i,j)+=L(i,k)*R(k,j)', d, l, r, stat=stat, beta_is_zero=.false.)
    if (stat /= 0) error stop 3
    call plan%run(d, l, r, beta=2, stat=stat)
    if (stat /= 0 .or. any(d /= 28)) error stop 4
    if (index(plan%explain(losers=1), 'D(i,j) += L(i,k) * R(k,j)') == 0) error stop 5
    if (plan%explain(losers=-1) /= plan%explain(losers=0)) error stop 6
    if (plan%workspace_bytes() < 0) error stop 7
    output = ttgt_array_of(d)
    inputs(1) = ttgt_array_of(l)
    inputs(2) = ttgt_array_at(c_loc(r), ttgt_float64, [2, 2], space=ttgt_host)
    call ttgt_contract_at('D(i,j)=L(i,k)*R(k,j)', output, inputs(1), inputs(2), stat=stat)
    if (stat /= 0 .or. any(d /= 4)) error stop 8
    call ttgt_contract_at('D(i,j)+=L(i,k)*R(k,j)', output, inputs, stat=stat)
    if (stat /= 0 .or. any(d /= 8)) error stop 9
    call ttgt_plan_create_at(plan, 'D(i,j)=L(i,k)*R(k,j)', output, inputs, stat=stat)
    if (stat /= 0) error stop 10
    call plan%run_at(output, inputs, stat=stat, errmsg=text)
    if (stat /= 0 .or. any(d /= 4)) error stop 11
    call ttgt_contract('D(i,j)=L(i,k)*R(k,j)', d, l, stat=stat)
    if (stat /= ttgt_error_operand_count) error stop 12
    call ttgt_context_create(context, stat, threads=2**40)
    if (stat /= ttgt_error_invalid_argument) error stop 13
    print '(a)', 'a program of 64-bit integers is right'
end program
