! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Contexts, and contractions that are planned and run by one call.
submodule (ttgt:ttgt_arrays) ttgt_calls
    use :: ttgt_c, only: ttgt_context_options, ttgt_contract_options, c_ttgt_contract, &
        c_ttgt_context_create, c_ttgt_context_destroy, c_ttgt_share_openblas_threads, &
        c_ttgt_unshare_openblas_threads, c_ttgt_share_openmp_threads, c_ttgt_unshare_openmp_threads
    implicit none

contains

    module procedure context_create
        type(ttgt_context_options), target :: options
        character(len=:), allocatable, target :: name

        call context%destroy()
        if (present(device)) then
            name = trim(device) // c_null_char
            options%device = c_loc(name)
        end if
        if (present(stream)) options%stream = stream
        if (present(workspace_limit)) options%workspace_limit = workspace_limit
        call read_threads(threads, options%threads, stat, errmsg)
        if (stat /= ttgt_success) return
        call report(c_ttgt_context_create(c_loc(options), context%handle), stat, errmsg)
    end procedure

    subroutine read_threads(given, threads, stat, errmsg)
        class(*), intent(in), optional :: given
        integer(c_int32_t), intent(inout) :: threads
        integer(int32), intent(out) :: stat
        character(len=*), intent(out), optional :: errmsg

        call succeed(stat, errmsg)
        if (.not. present(given)) return
        select type (given)
        type is (integer(int32))
            threads = given
        type is (integer(int64))
            ! Numbers that C cannot be told are refused by it as the nearest ones are.
            threads = nearest_int32(given)
            if (threads == given) return
            call fail(ttgt_error_invalid_argument, 'threads is beyond 32 bits', stat, errmsg)
        class default
            call fail(ttgt_error_invalid_argument, 'threads is no integer of 32 or 64 bits', stat, &
                errmsg)
        end select
    end subroutine

    module procedure context_destroy
        integer(c_int32_t) :: status

        ! A copy may have been destroyed before: that is no fault of this one.
        status = c_ttgt_context_destroy(context%handle)
        if (status == ttgt_success .or. status == ttgt_error_stale_handle) context%handle%id = 0
    end procedure

    module procedure context_c_handle
        handle = context%handle
    end procedure

    module procedure context_finalize
        call context%destroy()
    end procedure

    module procedure ttgt_share_openblas_threads
        integer(c_int32_t) :: status

        status = c_ttgt_share_openblas_threads()
    end procedure

    module procedure ttgt_unshare_openblas_threads
        integer(c_int32_t) :: status

        status = c_ttgt_unshare_openblas_threads()
    end procedure

    module procedure ttgt_share_openmp_threads
        integer(c_int32_t) :: status

        status = c_ttgt_share_openmp_threads()
    end procedure

    module procedure ttgt_unshare_openmp_threads
        integer(c_int32_t) :: status

        status = c_ttgt_unshare_openmp_threads()
    end procedure

    module procedure contract
        type(ttgt_array) :: output
        type(input_list) :: inputs

        call gather(inputs, l, r, input3, input4, input5, input6, input7, input8)
        call check_gap(inputs, stat, errmsg)
        if (stat /= ttgt_success) return
        call describe(d, output)
        call contract_list(expression, output, inputs%arrays(:inputs%count), alpha, beta, stat, &
            errmsg, context, strategy, workspace_limit, copy_host)
        call explain_count(stat, errmsg)
    end procedure

    module procedure contract_pair
        if (present(r)) then
            call contract_list(expression, d, [l, r], alpha, beta, stat, errmsg, context)
        else
            call contract_list(expression, d, [l], alpha, beta, stat, errmsg, context)
        end if
    end procedure

    module procedure contract_list
        type(ttgt_contract_options), target :: options
        character(len=:), allocatable, target :: name
        type(ttgt_tensor) :: output, tensors(size(inputs))
        type(ttgt_scalar), target :: factors(2)
        type(ttgt_handle) :: handle
        type(c_ptr) :: given(2)
        integer(c_int32_t) :: space

        call read_scalars(alpha, beta, factors, given, stat, errmsg)
        if (stat == ttgt_success) call ttgt_context_as_c(context, handle, stat, errmsg)
        if (stat == ttgt_success) then
            call read_logical(copy_host, 'copy_host', options%copy_host_operands, stat, errmsg)
        end if
        if (stat == ttgt_success) then
            call find_space(handle, options%copy_host_operands == 1, space, stat, errmsg)
        end if
        if (stat == ttgt_success) then
            call read_tensors(d, inputs, space, output, tensors, stat, errmsg)
        end if
        if (stat /= ttgt_success) return
        call read_choice(strategy, workspace_limit, name, options)
        call report(c_ttgt_contract(handle, expression // c_null_char, output, tensors, &
            size(inputs, kind=c_int32_t), given(1), given(2), c_loc(options)), stat, errmsg)
    end procedure
end submodule
