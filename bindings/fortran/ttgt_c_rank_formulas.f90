! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface of formulas over ranks (ttgt/c_ranks.h, which says what each call does).
module ttgt_c_rank_formulas
    use, intrinsic :: iso_c_binding
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar
    use :: ttgt_c_ranks, only: ttgt_distributed_tensor
    implicit none
    public

    ! Pointers that may be null are type(c_ptr).
    interface
        function c_ttgt_distributed_evaluate(communicator, context, formula, output, inputs, &
                input_count, scalars, scalar_count, options) &
                bind(c, name='ttgt_distributed_evaluate') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle, ttgt_scalar
            type(ttgt_handle), value :: communicator, context
            character(kind=c_char), intent(in) :: formula(*)
            type(ttgt_distributed_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(ttgt_scalar), intent(in) :: scalars(*)
            integer(c_int32_t), value :: scalar_count
            type(c_ptr), value :: options
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_evaluation_create(communicator, context, formula, output, &
                inputs, input_count, options, evaluation) &
                bind(c, name='ttgt_distributed_evaluation_create') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            character(kind=c_char), intent(in) :: formula(*)
            type(ttgt_distributed_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(inout) :: evaluation
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_evaluation_destroy(evaluation) &
                bind(c, name='ttgt_distributed_evaluation_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: evaluation
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_evaluation_workspace_bytes(evaluation, bytes) &
                bind(c, name='ttgt_distributed_evaluation_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: evaluation
            integer(c_int64_t), intent(inout) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_evaluation_bytes_received(evaluation, bytes) &
                bind(c, name='ttgt_distributed_evaluation_bytes_received') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: evaluation
            integer(c_int64_t), intent(inout) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_evaluation_explain(evaluation, losers, text, capacity, length) &
                bind(c, name='ttgt_distributed_evaluation_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: evaluation
            integer(c_int32_t), value :: losers
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_evaluation_run(evaluation, output, inputs, input_count, &
                scalars, scalar_count, options) &
                bind(c, name='ttgt_distributed_evaluation_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle, ttgt_scalar
            type(ttgt_handle), value :: evaluation
            type(c_ptr), value :: output
            type(c_ptr), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(ttgt_scalar), intent(in) :: scalars(*)
            integer(c_int32_t), value :: scalar_count
            type(c_ptr), value :: options
            integer(c_int32_t) :: status
        end function
    end interface
end module
