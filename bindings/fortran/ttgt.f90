! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Contractions of Fortran arrays where they lie, sections included: docs/guide/fortran.md.
!> No procedure prints or stops; each that can fail sets `stat`, 0 or one of ttgt_error_*, and
!> `errmsg`, blank or what was wrong. Nothing has been written then (but see ttgt_error_device).
!> One module, long as it is: the types' components are private to it.
module ttgt
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar, ttgt_tensor, ttgt_context_options, &
        ttgt_contract_options, c_ttgt_contract, c_ttgt_context_create, c_ttgt_context_destroy, &
        ttgt_success, ttgt_error_expression, ttgt_error_invalid_argument, ttgt_error_unsupported, &
        ttgt_error_out_of_memory, ttgt_error_device, ttgt_error_stale_handle, &
        ttgt_error_internal, ttgt_float32, ttgt_float64, ttgt_complex64, ttgt_complex128, &
        ttgt_host, ttgt_device
    implicit none
    private

    public :: ttgt_contract, ttgt_contract_at, ttgt_plan_create, ttgt_context_create, ttgt_array_at
    public :: ttgt_context, ttgt_plan, ttgt_array
    public :: ttgt_success, ttgt_error_expression, ttgt_error_invalid_argument
    public :: ttgt_error_unsupported, ttgt_error_out_of_memory, ttgt_error_device
    public :: ttgt_error_stale_handle, ttgt_error_internal
    public :: ttgt_float32, ttgt_float64, ttgt_complex64, ttgt_complex128, ttgt_host, ttgt_device

    !> A device, its limits and what is kept between calls; made by ttgt_context_create(). Not to be
    !> copied: the copy goes with its original.
    type :: ttgt_context
        private
        type(ttgt_handle) :: handle
    contains
        procedure :: destroy => context_destroy
        final :: context_finalize
    end type

    !> One way to do a contraction, for arrays of fixed types, shapes and steps; made by
    !> ttgt_plan_create(). Not to be copied.
    type :: ttgt_plan
        private
        type(c_ptr) :: planned = c_null_ptr
    contains
        procedure :: run => plan_run
        procedure :: workspace_bytes => plan_workspace_bytes
        procedure :: explain => plan_explain
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

    !> An array by its address, on a device or the host; made by ttgt_array_at().
    type :: ttgt_array
        private
        integer(c_int32_t) :: dtype = ttgt_float64
        integer(c_int32_t) :: space = ttgt_device
        type(c_ptr) :: data = c_null_ptr
        integer(c_int64_t), allocatable :: extents(:)
        integer(c_int64_t), allocatable :: strides(:)
    end type

    ! As bindings/fortran/calls.c has it.
    type, bind(c) :: fortran_request
        integer(c_int64_t) :: context = 0
        type(c_ptr) :: expression = c_null_ptr
        integer(c_size_t) :: expression_length = 0
        type(c_ptr) :: strategy = c_null_ptr
        integer(c_size_t) :: strategy_length = 0
        integer(c_int64_t) :: workspace_limit = -1
        integer(c_int32_t) :: beta_is_zero = -1
        integer(c_int32_t) :: copy_host = 0
        type(c_ptr) :: errmsg = c_null_ptr
        integer(c_size_t) :: errmsg_length = 0
    end type

    interface
        function fortran_contract(request, count, d, l, r, alpha, beta) &
                bind(c, name='ttgt_fortran_contract') result(status)
            import :: fortran_request, c_int32_t, c_ptr
            type(fortran_request), intent(in) :: request
            integer(c_int32_t), value :: count
            type(*), dimension(..), intent(inout) :: d
            type(*), dimension(..), intent(in) :: l, r
            type(c_ptr), value :: alpha, beta
            integer(c_int32_t) :: status
        end function

        function fortran_plan_create(request, count, d, l, r, plan) &
                bind(c, name='ttgt_fortran_plan_create') result(status)
            import :: fortran_request, c_int32_t, c_ptr
            type(fortran_request), intent(in) :: request
            integer(c_int32_t), value :: count
            type(*), dimension(..), intent(in) :: d, l, r
            type(c_ptr), intent(inout) :: plan
            integer(c_int32_t) :: status
        end function

        function fortran_plan_run(plan, errmsg, errmsg_length, count, d, l, r, alpha, beta) &
                bind(c, name='ttgt_fortran_plan_run') result(status)
            import :: c_int32_t, c_size_t, c_ptr
            type(c_ptr), value :: plan, errmsg
            integer(c_size_t), value :: errmsg_length
            integer(c_int32_t), value :: count
            type(*), dimension(..), intent(inout) :: d
            type(*), dimension(..), intent(in) :: l, r
            type(c_ptr), value :: alpha, beta
            integer(c_int32_t) :: status
        end function

        function fortran_plan_workspace(plan) bind(c, name='ttgt_fortran_plan_workspace') &
                result(bytes)
            import :: c_int64_t, c_ptr
            type(c_ptr), value :: plan
            integer(c_int64_t) :: bytes
        end function

        function fortran_plan_explain(plan, losers, text, capacity) &
                bind(c, name='ttgt_fortran_plan_explain') result(length)
            import :: c_int32_t, c_size_t, c_ptr
            type(c_ptr), value :: plan, text
            integer(c_int32_t), value :: losers
            integer(c_size_t), value :: capacity
            integer(c_size_t) :: length
        end function

        subroutine fortran_plan_destroy(plan) bind(c, name='ttgt_fortran_plan_destroy')
            import :: c_ptr
            type(c_ptr), value :: plan
        end subroutine

        function fortran_last_error(status, errmsg, errmsg_length) &
                bind(c, name='ttgt_fortran_last_error') result(same)
            import :: c_int32_t, c_size_t, c_ptr
            integer(c_int32_t), value :: status
            type(c_ptr), value :: errmsg
            integer(c_size_t), value :: errmsg_length
            integer(c_int32_t) :: same
        end function
    end interface

contains

    !> D = alpha * (product of L and R) + beta * D, by an expression such as
    !> "D(a,b,i)+=L(a,c,i,k)*R(k,b,c)" or an einsum string. Arrays bind by position and lie in the
    !> memory that the context's device works on; without a context, the host's. alpha is 1 unless it
    !> is given, beta 0 for `=` and einsum strings, else 1. Without R: a transpose, a sum, a diagonal.
    subroutine ttgt_contract(expression, d, l, r, alpha, beta, stat, errmsg, context, &
            strategy, workspace_limit, copy_host)
        character(len=*), intent(in), target :: expression
        type(*), dimension(..), intent(inout) :: d
        type(*), dimension(..), intent(in) :: l
        type(*), dimension(..), intent(in), optional :: r
        class(*), intent(in), optional :: alpha, beta
        integer, intent(out) :: stat
        character(len=*), intent(out), optional, target :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional, target :: strategy
        integer(int64), intent(in), optional :: workspace_limit
        logical, intent(in), optional :: copy_host
        type(fortran_request) :: request
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2)

        request = request_of(expression, errmsg, context, strategy, workspace_limit)
        if (present(copy_host)) request%copy_host = merge(1_c_int32_t, 0_c_int32_t, copy_host)
        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat /= ttgt_success) return
        if (present(r)) then
            stat = fortran_contract(request, 3_c_int32_t, d, l, r, given(1), given(2))
        else
            stat = fortran_contract(request, 2_c_int32_t, d, l, l, given(1), given(2))
        end if
    end subroutine

    !> Plans a contraction of arrays like these, whose elements are not looked at. The plan is for
    !> beta = 0 where `beta_is_zero` says so, or without it where the expression assigns by `=`.
    subroutine ttgt_plan_create(plan, expression, d, l, r, stat, errmsg, context, strategy, &
            workspace_limit, beta_is_zero)
        type(ttgt_plan), intent(inout) :: plan
        character(len=*), intent(in), target :: expression
        type(*), dimension(..), intent(in) :: d, l
        type(*), dimension(..), intent(in), optional :: r
        integer, intent(out) :: stat
        character(len=*), intent(out), optional, target :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional, target :: strategy
        integer(int64), intent(in), optional :: workspace_limit
        logical, intent(in), optional :: beta_is_zero
        type(fortran_request) :: request

        call plan%destroy()
        request = request_of(expression, errmsg, context, strategy, workspace_limit)
        if (present(beta_is_zero)) then
            request%beta_is_zero = merge(1_c_int32_t, 0_c_int32_t, beta_is_zero)
        end if
        if (present(r)) then
            stat = fortran_plan_create(request, 3_c_int32_t, d, l, r, plan%planned)
        else
            stat = fortran_plan_create(request, 2_c_int32_t, d, l, l, plan%planned)
        end if
    end subroutine

    !> Runs the plan on arrays of the types, shapes and steps that it was made for, with the
    !> workspace of the plan's context.
    subroutine plan_run(plan, d, l, r, alpha, beta, stat, errmsg)
        class(ttgt_plan), intent(in) :: plan
        type(*), dimension(..), intent(inout) :: d
        type(*), dimension(..), intent(in) :: l
        type(*), dimension(..), intent(in), optional :: r
        class(*), intent(in), optional :: alpha, beta
        integer, intent(out) :: stat
        character(len=*), intent(out), optional, target :: errmsg
        type(ttgt_scalar), target :: factors(2)
        type(c_ptr) :: given(2), text
        integer(c_size_t) :: length

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat /= ttgt_success) return
        call locate(errmsg, text, length)
        if (present(r)) then
            stat = fortran_plan_run(plan%planned, text, length, 3_c_int32_t, d, l, r, given(1), &
                given(2))
        else
            stat = fortran_plan_run(plan%planned, text, length, 2_c_int32_t, d, l, l, given(1), &
                given(2))
        end if
    end subroutine

    !> Exactly the scratch bytes of a run; -1 where there is no plan.
    function plan_workspace_bytes(plan) result(bytes)
        class(ttgt_plan), intent(in) :: plan
        integer(int64) :: bytes

        bytes = fortran_plan_workspace(plan%planned)
    end function

    !> The plan in words, with some of the ways not taken; empty where there is no plan.
    function plan_explain(plan, losers) result(text)
        class(ttgt_plan), intent(in) :: plan
        integer, intent(in), optional :: losers
        character(len=:), allocatable, target :: text
        integer(c_int32_t) :: most
        integer(c_size_t) :: length

        most = 3
        if (present(losers)) most = max(losers, 0)
        length = fortran_plan_explain(plan%planned, most, c_null_ptr, 0_c_size_t)
        allocate(character(len=length + 1) :: text)
        length = fortran_plan_explain(plan%planned, most, c_loc(text), length + 1)
        text = text(:length)
    end function

    subroutine plan_destroy(plan)
        class(ttgt_plan), intent(inout) :: plan

        call fortran_plan_destroy(plan%planned)
        plan%planned = c_null_ptr
    end subroutine

    subroutine plan_finalize(plan)
        type(ttgt_plan), intent(inout) :: plan

        call plan%destroy()
    end subroutine

    !> A context on `device`, "cpu" or "cuda:0", that enqueues on `stream` (a cudaStream_t; without
    !> one on its own), plans within `workspace_limit` bytes and runs with so many CPU `threads`.
    subroutine ttgt_context_create(context, stat, errmsg, device, stream, threads, workspace_limit)
        type(ttgt_context), intent(inout) :: context
        integer, intent(out) :: stat
        character(len=*), intent(out), optional, target :: errmsg
        character(len=*), intent(in), optional :: device
        type(c_ptr), intent(in), optional :: stream
        integer, intent(in), optional :: threads
        integer(int64), intent(in), optional :: workspace_limit
        type(ttgt_context_options), target :: options
        character(len=:), allocatable, target :: name
        type(c_ptr) :: text
        integer(c_size_t) :: length

        call context%destroy()
        if (present(device)) then
            name = trim(device) // c_null_char
            options%device = c_loc(name)
        end if
        if (present(stream)) options%stream = stream
        if (present(threads)) options%threads = int(threads, c_int32_t)
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        call locate(errmsg, text, length)
        stat = fortran_last_error(c_ttgt_context_create(c_loc(options), context%handle), text, &
            length)
    end subroutine

    subroutine context_destroy(context)
        class(ttgt_context), intent(inout) :: context
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_context_destroy(context%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) context%handle%id = 0
    end subroutine

    subroutine context_finalize(context)
        type(ttgt_context), intent(inout) :: context

        call context%destroy()
    end subroutine

    !> The array of this shape at an address, packed or with `strides` in elements; on the device
    !> unless `space` is ttgt_host.
    function ttgt_array_at(data, dtype, extents, strides, space) result(array)
        type(c_ptr), intent(in) :: data
        integer(c_int32_t), intent(in) :: dtype
        integer(int64), intent(in) :: extents(:)
        integer(int64), intent(in), optional :: strides(:)
        integer(c_int32_t), intent(in), optional :: space
        type(ttgt_array) :: array

        array%dtype = dtype
        array%data = data
        allocate(array%extents, source=extents)
        if (present(strides)) allocate(array%strides, source=strides)
        if (present(space)) array%space = space
    end function

    !> As ttgt_contract(), of elements at addresses: those of CUDA Fortran and OpenACC.
    subroutine ttgt_contract_at(expression, d, l, r, alpha, beta, stat, errmsg, context)
        character(len=*), intent(in) :: expression
        type(ttgt_array), intent(in), target :: d, l
        type(ttgt_array), intent(in), optional, target :: r
        class(*), intent(in), optional :: alpha, beta
        integer, intent(out) :: stat
        character(len=*), intent(out), optional, target :: errmsg
        type(ttgt_context), intent(in), optional :: context
        type(ttgt_scalar), target :: factors(2)
        type(ttgt_tensor) :: inputs(2)
        type(ttgt_handle) :: handle
        type(c_ptr) :: given(2), text
        integer(c_int32_t) :: count
        integer(c_size_t) :: length

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat /= ttgt_success) return
        count = 1
        inputs(1) = tensor_of(l)
        if (present(r)) then
            count = 2
            inputs(2) = tensor_of(r)
        end if
        if (present(context)) handle = context%handle
        call locate(errmsg, text, length)
        stat = fortran_last_error(c_ttgt_contract(handle, expression // c_null_char, tensor_of(d), &
            inputs, count, given(1), given(2), c_null_ptr), text, length)
    end subroutine

    function tensor_of(array) result(tensor)
        type(ttgt_array), intent(in), target :: array
        type(ttgt_tensor) :: tensor

        tensor%dtype = array%dtype
        tensor%space = array%space
        tensor%data = array%data
        if (.not. allocated(array%extents)) return
        tensor%rank = size(array%extents, kind=c_int32_t)
        if (tensor%rank == 0) return
        tensor%extents = c_loc(array%extents)
        if (allocated(array%strides)) tensor%strides = c_loc(array%strides)
    end function

    function request_of(expression, errmsg, context, strategy, workspace_limit) result(request)
        character(len=*), intent(in), target :: expression
        character(len=*), intent(in), optional, target :: errmsg
        type(ttgt_context), intent(in), optional :: context
        character(len=*), intent(in), optional, target :: strategy
        integer(int64), intent(in), optional :: workspace_limit
        type(fortran_request) :: request

        request%expression = c_loc(expression)
        request%expression_length = len(expression, kind=c_size_t)
        if (present(context)) request%context = context%handle%id
        if (present(strategy)) then
            request%strategy = c_loc(strategy)
            request%strategy_length = len_trim(strategy, kind=c_size_t)
        end if
        if (present(workspace_limit)) request%workspace_limit = workspace_limit
        call locate(errmsg, request%errmsg, request%errmsg_length)
    end function

    !> Where a text goes; nowhere where there is none.
    subroutine locate(errmsg, text, length)
        character(len=*), intent(in), optional, target :: errmsg
        type(c_ptr), intent(out) :: text
        integer(c_size_t), intent(out) :: length

        text = c_null_ptr
        length = 0
        if (.not. present(errmsg)) return
        text = c_loc(errmsg)
        length = len(errmsg, kind=c_size_t)
    end subroutine

    !> The two scalars as C takes them, each a null pointer where it is absent.
    subroutine read_scalars(alpha, beta, factors, given, stat, errmsg)
        class(*), intent(in), optional :: alpha, beta
        type(ttgt_scalar), intent(out), target :: factors(2)
        type(c_ptr), intent(out) :: given(2)
        integer, intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg
        logical :: known

        given = c_null_ptr
        known = .true.
        if (present(alpha)) then
            call read_scalar(alpha, factors(1), known)
            given(1) = c_loc(factors(1))
        end if
        if (present(beta) .and. known) then
            call read_scalar(beta, factors(2), known)
            given(2) = c_loc(factors(2))
        end if
        stat = merge(ttgt_success, ttgt_error_invalid_argument, known)
        if (present(errmsg)) then
            errmsg = ''
            if (.not. known) then
                errmsg = 'alpha and beta are real or complex of 32 or 64 bits, or integers'
            end if
        end if
    end subroutine

    subroutine read_scalar(value, factor, known)
        class(*), intent(in) :: value
        type(ttgt_scalar), intent(out) :: factor
        logical, intent(out) :: known

        known = .true.
        select type (value)
        type is (real(real64))
            factor%real_part = value
        type is (complex(real64))
            factor%real_part = real(value)
            factor%imaginary_part = aimag(value)
        type is (real(real32))
            factor%real_part = value
        type is (complex(real32))
            factor%real_part = real(value)
            factor%imaginary_part = aimag(value)
        type is (integer(int32))
            factor%real_part = value
        type is (integer(int64))
            factor%real_part = real(value, real64)
        class default
            known = .false.
        end select
    end subroutine
end module
