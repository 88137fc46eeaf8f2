! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface (ttgt/c_api.h, which says what each call does) for any compiler of Fortran 2003:
!> pointers, no array descriptors. Compile this file with your own compiler and link ttgt_c.
module ttgt_c
    use, intrinsic :: iso_c_binding
    implicit none
    public

    integer(c_int32_t), parameter :: ttgt_success = 0
    integer(c_int32_t), parameter :: ttgt_error_expression = 1
    integer(c_int32_t), parameter :: ttgt_error_invalid_argument = 2
    integer(c_int32_t), parameter :: ttgt_error_unsupported = 3
    integer(c_int32_t), parameter :: ttgt_error_out_of_memory = 4
    integer(c_int32_t), parameter :: ttgt_error_device = 5
    integer(c_int32_t), parameter :: ttgt_error_stale_handle = 6
    integer(c_int32_t), parameter :: ttgt_error_internal = 7
    integer(c_int32_t), parameter :: ttgt_error_interrupted = 8
    integer(c_int32_t), parameter :: ttgt_error_shape = 9
    integer(c_int32_t), parameter :: ttgt_error_operand_count = 10
    integer(c_int32_t), parameter :: ttgt_error_aliased_output = 11
    integer(c_int32_t), parameter :: ttgt_error_overlap = 12
    integer(c_int32_t), parameter :: ttgt_error_repeated_block = 13
    integer(c_int32_t), parameter :: ttgt_error_missing_block = 14

    integer(c_int32_t), parameter :: ttgt_float32 = 2
    integer(c_int32_t), parameter :: ttgt_float64 = 3
    integer(c_int32_t), parameter :: ttgt_complex64 = 4
    integer(c_int32_t), parameter :: ttgt_complex128 = 5

    integer(c_int32_t), parameter :: ttgt_host = 0
    integer(c_int32_t), parameter :: ttgt_device = 1

    integer(c_int32_t), parameter :: ttgt_capability_cuda_devices = 0
    integer(c_int32_t), parameter :: ttgt_capability_max_inputs = 1
    integer(c_int32_t), parameter :: ttgt_capability_max_rank = 2
    integer(c_int32_t), parameter :: ttgt_capability_einsum = 3
    integer(c_int32_t), parameter :: ttgt_capability_cpu_threads = 4

    !> A ttgt_context, ttgt_plan, ttgt_transpose_plan or ttgt_task; 0 is none.
    type, bind(c) :: ttgt_handle
        integer(c_int64_t) :: id = 0
    end type

    !> Extents and strides (in elements) are pointed to: c_loc of arrays of integer(c_int64_t).
    type, bind(c) :: ttgt_tensor
        integer(c_int32_t) :: dtype = ttgt_float64
        integer(c_int32_t) :: space = ttgt_host
        integer(c_int32_t) :: rank = 0
        type(c_ptr) :: extents = c_null_ptr
        type(c_ptr) :: strides = c_null_ptr
        type(c_ptr) :: data = c_null_ptr
    end type

    type, bind(c) :: ttgt_scalar
        real(c_double) :: real_part = 1
        real(c_double) :: imaginary_part = 0
    end type

    ! Each `size` is the struct's sizeof in C.
    type, bind(c) :: ttgt_context_options
        integer(c_size_t) :: size = 88
        type(c_ptr) :: device = c_null_ptr
        type(c_ptr) :: stream = c_null_ptr
        integer(c_int32_t) :: threads = 0
        integer(c_int64_t) :: workspace_limit = -1
        integer(c_int64_t) :: plan_cache = -1
        type(c_ptr) :: calibration = c_null_ptr
        type(c_funptr) :: allocate = c_null_funptr
        type(c_funptr) :: deallocate = c_null_funptr
        type(c_ptr) :: user = c_null_ptr
        integer(c_int32_t) :: use_kept_choices = 0
    end type

    type, bind(c) :: ttgt_contract_options
        integer(c_size_t) :: size = 56
        type(c_ptr) :: strategy = c_null_ptr
        integer(c_int32_t) :: measure = 0
        integer(c_int32_t) :: tf32 = 0
        integer(c_int64_t) :: workspace_limit = -1
        integer(c_int32_t) :: beta_is_zero = -1
        integer(c_int32_t) :: copy_host_operands = 0
        integer(c_int32_t) :: generated_kernels = 0
        real(c_double) :: search_seconds = 2
    end type

    type, bind(c) :: ttgt_run_options
        integer(c_size_t) :: size = 32
        type(c_ptr) :: workspace = c_null_ptr
        integer(c_int64_t) :: workspace_bytes = 0
        type(c_ptr) :: stream = c_null_ptr
    end type

    type, bind(c) :: ttgt_transpose_options
        integer(c_size_t) :: size = 16
        integer(c_int32_t) :: conjugate = 0
        integer(c_int32_t) :: measure = 0
    end type

    type, bind(c) :: ttgt_profile
        integer(c_size_t) :: size = 104
        integer(c_int64_t) :: m = 0, n = 0, k = 0, batch = 0
        real(c_double) :: flops = 0
        integer(c_int64_t) :: bytes = 0
        real(c_double) :: arithmetic_intensity = 0
        integer(c_int64_t) :: workspace_bytes = 0
        real(c_double) :: predicted_ms = 0
        real(c_double) :: total_ms = 0
        real(c_double) :: gemm_ms = 0
        real(c_double) :: overhead = 0
    end type

    ! Pointers that may be null are type(c_ptr): options, scalars, expressions ending in c_null_char.
    interface
        function c_ttgt_last_error() bind(c, name='ttgt_last_error') result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function

        function c_ttgt_version() bind(c, name='ttgt_version') result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function

        function c_ttgt_status_name(status) bind(c, name='ttgt_status_name') result(text)
            import :: c_int32_t, c_ptr
            integer(c_int32_t), value :: status
            type(c_ptr) :: text
        end function

        function c_ttgt_query(capability) bind(c, name='ttgt_query') result(answer)
            import :: c_int32_t, c_int64_t
            integer(c_int32_t), value :: capability
            integer(c_int64_t) :: answer
        end function

        function c_ttgt_context_create(options, context) bind(c, name='ttgt_context_create') &
                result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: context
            integer(c_int32_t) :: status
        end function

        function c_ttgt_context_destroy(context) bind(c, name='ttgt_context_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: context
            integer(c_int32_t) :: status
        end function

        function c_ttgt_context_space(context, space) bind(c, name='ttgt_context_space') &
                result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: context
            integer(c_int32_t), intent(out) :: space
            integer(c_int32_t) :: status
        end function

        function c_ttgt_context_bytes(context, bytes) bind(c, name='ttgt_context_bytes') &
                result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: context
            integer(c_int64_t), intent(out) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_context_release_workspace(context) &
                bind(c, name='ttgt_context_release_workspace') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: context
            integer(c_int32_t) :: status
        end function

        function c_ttgt_contract(context, expression, output, inputs, input_count, alpha, beta, &
                options) bind(c, name='ttgt_contract') result(status)
            import :: c_int32_t, c_ptr, c_char, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_tensor), intent(in) :: output
            type(ttgt_tensor), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_create(context, expression, output, inputs, input_count, options, &
                plan) bind(c, name='ttgt_plan_create') result(status)
            import :: c_int32_t, c_ptr, c_char, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_tensor), intent(in) :: output
            type(ttgt_tensor), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_destroy(plan) bind(c, name='ttgt_plan_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_workspace_bytes(plan, bytes) &
                bind(c, name='ttgt_plan_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int64_t), intent(out) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_explain(plan, losers, text, capacity, length) &
                bind(c, name='ttgt_plan_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t), value :: losers
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_run(plan, output, inputs, input_count, alpha, beta, options) &
                bind(c, name='ttgt_plan_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: output
            type(c_ptr), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_profile(plan, output, inputs, input_count, alpha, beta, options, &
                profile, text, capacity, length) bind(c, name='ttgt_plan_profile') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle, ttgt_profile
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: output
            type(c_ptr), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            type(ttgt_profile), intent(inout) :: profile
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_contract_start(context, expression, output, inputs, input_count, alpha, &
                beta, options, task) bind(c, name='ttgt_contract_start') result(status)
            import :: c_int32_t, c_ptr, c_char, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_tensor), intent(in) :: output
            type(ttgt_tensor), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            type(ttgt_handle), intent(out) :: task
            integer(c_int32_t) :: status
        end function

        function c_ttgt_plan_start(plan, output, inputs, input_count, alpha, beta, options, task) &
                bind(c, name='ttgt_plan_start') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: output
            type(c_ptr), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            type(ttgt_handle), intent(out) :: task
            integer(c_int32_t) :: status
        end function

        function c_ttgt_task_test(task, done) bind(c, name='ttgt_task_test') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: task
            integer(c_int32_t), intent(out) :: done
            integer(c_int32_t) :: status
        end function

        function c_ttgt_task_wait(task) bind(c, name='ttgt_task_wait') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: task
            integer(c_int32_t) :: status
        end function

        function c_ttgt_task_destroy(task) bind(c, name='ttgt_task_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: task
            integer(c_int32_t) :: status
        end function

        function c_ttgt_transpose_plan_create(context, output, input, perm, options, plan) &
                bind(c, name='ttgt_transpose_plan_create') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle, ttgt_tensor
            type(ttgt_handle), value :: context
            type(ttgt_tensor), intent(in) :: output, input
            integer(c_int32_t), intent(in) :: perm(*)
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_transpose_plan_destroy(plan) bind(c, name='ttgt_transpose_plan_destroy') &
                result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_transpose_plan_run(plan, output, input, alpha, beta, stream) &
                bind(c, name='ttgt_transpose_plan_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: plan
            type(c_ptr), value :: output, input, alpha, beta, stream
            integer(c_int32_t) :: status
        end function

        function c_ttgt_share_openblas_threads() bind(c, name='ttgt_share_openblas_threads') &
                result(status)
            import :: c_int32_t
            integer(c_int32_t) :: status
        end function

        function c_ttgt_unshare_openblas_threads() bind(c, name='ttgt_unshare_openblas_threads') &
                result(status)
            import :: c_int32_t
            integer(c_int32_t) :: status
        end function

        function c_ttgt_share_openmp_threads() bind(c, name='ttgt_share_openmp_threads') &
                result(status)
            import :: c_int32_t
            integer(c_int32_t) :: status
        end function

        function c_ttgt_unshare_openmp_threads() bind(c, name='ttgt_unshare_openmp_threads') &
                result(status)
            import :: c_int32_t
            integer(c_int32_t) :: status
        end function
    end interface
end module
