! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface of groups (ttgt/c_groups.h, which says what each call does).
module ttgt_c_groups
    use, intrinsic :: iso_c_binding
    use :: ttgt_c, only: ttgt_handle, ttgt_tensor
    implicit none
    public

    ! Pointers that may be null are type(c_ptr).
    interface
        function c_ttgt_group_plan_create(context, expression, tensors, operand_count, &
                problem_count, options, plan) bind(c, name='ttgt_group_plan_create') result(status)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_tensor), intent(in) :: tensors(*)
            integer(c_int32_t), value :: operand_count
            integer(c_int64_t), value :: problem_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_group_plan_create_transposes(context, tensors, problem_count, perm, &
                beta_is_zero, options, plan) &
                bind(c, name='ttgt_group_plan_create_transposes') result(status)
            import :: c_int32_t, c_int64_t, c_ptr, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            type(ttgt_tensor), intent(in) :: tensors(*)
            integer(c_int64_t), value :: problem_count
            integer(c_int32_t), intent(in) :: perm(*)
            integer(c_int32_t), value :: beta_is_zero
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_group_plan_destroy(plan) bind(c, name='ttgt_group_plan_destroy') &
                result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_group_plan_workspace_bytes(plan, bytes) &
                bind(c, name='ttgt_group_plan_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int64_t), intent(out) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_group_plan_explain(plan, text, capacity, length) &
                bind(c, name='ttgt_group_plan_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_group_plan_run(plan, addresses, address_count, alpha, beta, options) &
                bind(c, name='ttgt_group_plan_run') result(status)
            import :: c_int32_t, c_int64_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), intent(in) :: addresses(*)
            integer(c_int64_t), value :: address_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function
    end interface
end module
