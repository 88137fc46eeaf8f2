! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface of ranks (ttgt/c_ranks.h, which says what each call does).
module ttgt_c_ranks
    use, intrinsic :: iso_c_binding
    use :: ttgt_c, only: ttgt_float64, ttgt_handle, ttgt_host
    implicit none
    public

    !> Extents, grid, axes, blocks, part and strides are pointed to: c_loc of arrays of c_int64_t, of
    !> the grid and the axes of c_int32_t. Axes count from 0.
    type, bind(c) :: ttgt_distributed_tensor
        integer(c_int32_t) :: dtype = ttgt_float64
        integer(c_int32_t) :: space = ttgt_host
        integer(c_int32_t) :: rank = 0
        integer(c_int32_t) :: grid_rank = 0
        type(c_ptr) :: extents = c_null_ptr
        type(c_ptr) :: grid = c_null_ptr
        type(c_ptr) :: axes = c_null_ptr
        type(c_ptr) :: blocks = c_null_ptr
        type(c_ptr) :: part = c_null_ptr
        type(c_ptr) :: strides = c_null_ptr
        type(c_ptr) :: data = c_null_ptr
    end type

    type, bind(c) :: ttgt_distributed_options
        integer(c_size_t) :: bytes = 32_c_size_t
        type(c_ptr) :: engine = c_null_ptr
        integer(c_int64_t) :: workspace_limit = -1
        integer(c_int32_t) :: beta_is_zero = -1
        integer(c_int32_t) :: measure_rates = 0
    end type

    ! Pointers that may be null are type(c_ptr).
    interface
        function c_ttgt_communicator_create_world(communicator) &
                bind(c, name='ttgt_communicator_create_world') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), intent(out) :: communicator
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_create_mpi(fortran_handle, communicator) &
                bind(c, name='ttgt_communicator_create_mpi') result(status)
            import :: c_int32_t, ttgt_handle
            integer(c_int32_t), value :: fortran_handle
            type(ttgt_handle), intent(out) :: communicator
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_create_nccl(nccl, communicator) &
                bind(c, name='ttgt_communicator_create_nccl') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(c_ptr), value :: nccl
            type(ttgt_handle), intent(out) :: communicator
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_create_local(rank_count, devices, handles) &
                bind(c, name='ttgt_communicator_create_local') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            integer(c_int32_t), value :: rank_count
            type(c_ptr), value :: devices
            type(ttgt_handle), intent(inout) :: handles(*)
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_destroy(communicator) &
                bind(c, name='ttgt_communicator_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: communicator
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_rank(communicator, rank, rank_count) &
                bind(c, name='ttgt_communicator_rank') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: communicator
            integer(c_int32_t), intent(inout) :: rank, rank_count
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_fail(communicator, status_of_all, message) &
                bind(c, name='ttgt_communicator_fail') result(status)
            import :: c_char, c_int32_t, ttgt_handle
            type(ttgt_handle), value :: communicator
            integer(c_int32_t), value :: status_of_all
            character(kind=c_char), intent(in) :: message(*)
            integer(c_int32_t) :: status
        end function

        function c_ttgt_communicator_set_timeout(communicator, seconds) &
                bind(c, name='ttgt_communicator_set_timeout') result(status)
            import :: c_double, c_int32_t, ttgt_handle
            type(ttgt_handle), value :: communicator
            real(c_double), value :: seconds
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_part(tensor, rank, extents) &
                bind(c, name='ttgt_distributed_part') result(status)
            import :: c_int32_t, c_int64_t, ttgt_distributed_tensor
            type(ttgt_distributed_tensor), intent(in) :: tensor
            integer(c_int32_t), value :: rank
            integer(c_int64_t), intent(inout) :: extents(*)
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_indices(tensor, mode, rank, indices) &
                bind(c, name='ttgt_distributed_indices') result(status)
            import :: c_int32_t, c_int64_t, ttgt_distributed_tensor
            type(ttgt_distributed_tensor), intent(in) :: tensor
            integer(c_int32_t), value :: mode, rank
            integer(c_int64_t), intent(inout) :: indices(*)
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_contract(communicator, context, expression, output, inputs, &
                input_count, alpha, beta, options) &
                bind(c, name='ttgt_distributed_contract') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_distributed_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_plan_create(communicator, context, expression, output, inputs, &
                input_count, options, plan) &
                bind(c, name='ttgt_distributed_plan_create') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_distributed_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(inout) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_plan_destroy(plan) &
                bind(c, name='ttgt_distributed_plan_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_plan_workspace_bytes(plan, bytes) &
                bind(c, name='ttgt_distributed_plan_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int64_t), intent(inout) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_plan_explain(plan, losers, text, capacity, length) &
                bind(c, name='ttgt_distributed_plan_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t), value :: losers
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_plan_run(plan, output, inputs, input_count, alpha, beta, &
                options) bind(c, name='ttgt_distributed_plan_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: output
            type(c_ptr), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function
    end interface
end module
