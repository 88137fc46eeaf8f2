! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface of formulas (ttgt/c_operators.h, which says what each call does).
module ttgt_c_operators
    use, intrinsic :: iso_c_binding
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, ttgt_tensor
    implicit none
    public

    ! Pointers that may be null are type(c_ptr).
    interface
        function c_ttgt_evaluate(context, formula, output, inputs, input_count, scalars, &
                scalar_count) bind(c, name='ttgt_evaluate') result(status)
            import :: c_char, c_int32_t, ttgt_handle, ttgt_scalar, ttgt_tensor
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: formula(*)
            type(ttgt_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(ttgt_scalar), intent(in) :: scalars(*)
            integer(c_int32_t), value :: scalar_count
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_create(context, formula, output, inputs, input_count, plan) &
                bind(c, name='ttgt_evaluation_plan_create') result(status)
            import :: c_char, c_int32_t, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: formula(*)
            type(ttgt_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(ttgt_handle), intent(out) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_destroy(plan) &
                bind(c, name='ttgt_evaluation_plan_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_bytes(plan, bytes) &
                bind(c, name='ttgt_evaluation_plan_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int64_t), intent(out) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_predicted_ms(plan, ms) &
                bind(c, name='ttgt_evaluation_plan_predicted_ms') result(status)
            import :: c_double, c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            real(c_double), intent(out) :: ms
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_explain(plan, text, capacity, length) &
                bind(c, name='ttgt_evaluation_plan_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_source(plan, text, capacity, length) &
                bind(c, name='ttgt_evaluation_plan_source') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_evaluation_plan_run(plan, output, inputs, input_count, scalars, &
                scalar_count, stream) bind(c, name='ttgt_evaluation_plan_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle, ttgt_scalar
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: output
            type(c_ptr), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(ttgt_scalar), intent(in) :: scalars(*)
            integer(c_int32_t), value :: scalar_count
            type(c_ptr), value :: stream
            integer(c_int32_t) :: status
        end function
    end interface
end module
