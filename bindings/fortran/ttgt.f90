! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> Contractions of Fortran arrays where they lie, sections included: docs/guide/fortran.md.
!> No procedure prints or stops; each that can fail sets `stat`, 0 or one of ttgt_error_*, and
!> `errmsg`, blank or what was wrong. Nothing has been written then (but see ttgt_error_device).
!>
!> Procedures stand here twice, for a `stat` of 32 and of 64 bits: integers and logicals of programs
!> whose default integers have 64 bits are taken as they are. One module, long as it is: the types'
!> components are private to it. What the procedures do is in its submodules, ttgt_*.f90.
module ttgt
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use :: ttgt_c, only: ttgt_handle, ttgt_success, ttgt_error_expression, &
        ttgt_error_invalid_argument, ttgt_error_unsupported, ttgt_error_out_of_memory, &
        ttgt_error_device, ttgt_error_stale_handle, ttgt_error_internal, &
        ttgt_error_interrupted, ttgt_error_shape, ttgt_error_operand_count, &
        ttgt_error_aliased_output, ttgt_error_overlap, ttgt_error_repeated_block, &
        ttgt_error_missing_block, ttgt_float32, ttgt_float64, &
        ttgt_complex64, ttgt_complex128, ttgt_host, ttgt_device, ttgt_tensor
    implicit none
    private

    public :: ttgt_contract, ttgt_contract_at, ttgt_plan_create, ttgt_plan_create_at
    public :: ttgt_context_create, ttgt_context_as_c, ttgt_array_at, ttgt_array_of, ttgt_array_as_c
    public :: ttgt_share_openblas_threads, ttgt_unshare_openblas_threads
    public :: ttgt_share_openmp_threads, ttgt_unshare_openmp_threads
    public :: ttgt_context, ttgt_plan, ttgt_array
    public :: ttgt_success, ttgt_error_expression, ttgt_error_invalid_argument
    public :: ttgt_error_unsupported, ttgt_error_out_of_memory, ttgt_error_device
    public :: ttgt_error_stale_handle, ttgt_error_internal, ttgt_error_interrupted
    public :: ttgt_error_shape, ttgt_error_operand_count, ttgt_error_aliased_output
    public :: ttgt_error_overlap, ttgt_error_repeated_block, ttgt_error_missing_block
    public :: ttgt_float32, ttgt_float64, ttgt_complex64, ttgt_complex128, ttgt_host, ttgt_device

    !> A device, its limits and what is kept between calls; made by ttgt_context_create(). A copy is
    !> another name of the same context and is refused once any of the names was destroyed.
    type :: ttgt_context
        private
        type(ttgt_handle) :: handle
    contains
        procedure :: c_handle => context_c_handle  !< as calls of module ttgt_c take it
        procedure :: destroy => context_destroy
        final :: context_finalize
    end type

    integer, parameter :: max_rank = 64

    !> An array by its address, on a device or the host; made by ttgt_array_of() or ttgt_array_at().
    !> Of fixed size, so that a call allocates nothing for it; bindings/fortran/arrays.h has it, too.
    type, bind(c) :: ttgt_array
        private
        integer(c_int32_t) :: dtype = ttgt_float64
        integer(c_int32_t) :: space = ttgt_device
        integer(c_int32_t) :: rank = 0
        integer(c_int32_t) :: is_packed = 0  !< 1: strides are not set
        integer(c_int32_t) :: fault_length = 0  !< 0: the array can be used
        type(c_ptr) :: data = c_null_ptr
        integer(c_int64_t) :: extents(max_rank)
        integer(c_int64_t) :: strides(max_rank)
        character(kind=c_char) :: fault(128)  !< why it cannot be used, as what follows its name
    end type

    !> One way to do a contraction, for arrays of fixed types, shapes and steps; made by
    !> ttgt_plan_create(). A copy is another name of the same plan, as of a context.
    type :: ttgt_plan
        private
        type(ttgt_handle) :: handle
        type(ttgt_array), allocatable :: arrays(:)  !< as planned: the output, then the inputs
    contains
        procedure, private :: plan_run, plan_run_int64, plan_run_list, plan_run_list_int64
        procedure, private :: plan_explain, plan_explain_int64
        generic :: run => plan_run, plan_run_int64
        generic :: run_at => plan_run_list, plan_run_list_int64
        generic :: explain => plan_explain, plan_explain_int64
        procedure :: workspace_bytes => plan_workspace_bytes
        procedure :: destroy => plan_destroy
        final :: plan_finalize
    end type

    integer(c_int32_t), parameter :: space_of_context = -1

    !> D = alpha * (product of the inputs) + beta * D, by an expression such as
    !> "D(a,b,i)+=L(a,c,i,k)*R(k,b,c)" or an einsum string. Arrays bind by position and lie in the
    !> memory that the context's device works on; without a context, the host's. alpha is 1 unless it
    !> is given, beta 0 for `=` and einsum strings, else 1. With one input: a transpose, a sum, a
    !> diagonal. More than eight inputs: ttgt_contract_at().
    interface ttgt_contract
        module subroutine contract(expression, d, l, r, input3, input4, input5, input6, input7, &
                input8, alpha, beta, stat, errmsg, context, strategy, workspace_limit, copy_host)
            character(len=*), intent(in) :: expression
            type(*), dimension(..), intent(inout) :: d
            type(*), dimension(..), intent(in) :: l
            type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
            type(*), dimension(..), intent(in), optional :: input7, input8
            class(*), intent(in), optional :: alpha, beta
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: copy_host
        end subroutine
        module subroutine contract_int64(expression, d, l, r, input3, input4, input5, input6, &
                input7, input8, alpha, beta, stat, errmsg, context, strategy, workspace_limit, &
                copy_host)
            character(len=*), intent(in) :: expression
            type(*), dimension(..), intent(inout) :: d
            type(*), dimension(..), intent(in) :: l
            type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
            type(*), dimension(..), intent(in), optional :: input7, input8
            class(*), intent(in), optional :: alpha, beta
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: copy_host
        end subroutine
    end interface

    !> As ttgt_contract(), of elements at addresses: those of CUDA Fortran and OpenACC. With a list of
    !> inputs, any number of them.
    interface ttgt_contract_at
        module subroutine contract_pair(expression, d, l, r, alpha, beta, stat, errmsg, context)
            character(len=*), intent(in) :: expression
            type(ttgt_array), intent(in) :: d, l
            type(ttgt_array), intent(in), optional :: r
            class(*), intent(in), optional :: alpha, beta
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
        end subroutine
        module subroutine contract_pair_int64(expression, d, l, r, alpha, beta, stat, errmsg, &
                context)
            character(len=*), intent(in) :: expression
            type(ttgt_array), intent(in) :: d, l
            type(ttgt_array), intent(in), optional :: r
            class(*), intent(in), optional :: alpha, beta
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
        end subroutine
        module subroutine contract_list(expression, d, inputs, alpha, beta, stat, errmsg, context, &
                strategy, workspace_limit, copy_host)
            character(len=*), intent(in) :: expression
            type(ttgt_array), intent(in) :: d, inputs(:)
            class(*), intent(in), optional :: alpha, beta
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: copy_host
        end subroutine
        module subroutine contract_list_int64(expression, d, inputs, alpha, beta, stat, errmsg, &
                context, strategy, workspace_limit, copy_host)
            character(len=*), intent(in) :: expression
            type(ttgt_array), intent(in) :: d, inputs(:)
            class(*), intent(in), optional :: alpha, beta
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: copy_host
        end subroutine
    end interface

    !> Plans a contraction of arrays like these, whose elements are not looked at. The plan is for
    !> beta = 0 where `beta_is_zero` says so, or without it where the expression assigns by `=`.
    interface ttgt_plan_create
        module subroutine plan_create(plan, expression, d, l, r, input3, input4, input5, input6, &
                input7, input8, stat, errmsg, context, strategy, workspace_limit, beta_is_zero)
            type(ttgt_plan), intent(inout) :: plan
            character(len=*), intent(in) :: expression
            type(*), dimension(..), intent(in) :: d, l
            type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
            type(*), dimension(..), intent(in), optional :: input7, input8
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: beta_is_zero
        end subroutine
        module subroutine plan_create_int64(plan, expression, d, l, r, input3, input4, input5, &
                input6, input7, input8, stat, errmsg, context, strategy, workspace_limit, &
                beta_is_zero)
            type(ttgt_plan), intent(inout) :: plan
            character(len=*), intent(in) :: expression
            type(*), dimension(..), intent(in) :: d, l
            type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
            type(*), dimension(..), intent(in), optional :: input7, input8
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: beta_is_zero
        end subroutine
    end interface

    !> As ttgt_plan_create(), for a list of any number of inputs.
    interface ttgt_plan_create_at
        module subroutine plan_create_list(plan, expression, d, inputs, stat, errmsg, context, &
                strategy, workspace_limit, beta_is_zero)
            type(ttgt_plan), intent(inout) :: plan
            character(len=*), intent(in) :: expression
            type(ttgt_array), intent(in) :: d, inputs(:)
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: beta_is_zero
        end subroutine
        module subroutine plan_create_list_int64(plan, expression, d, inputs, stat, errmsg, &
                context, strategy, workspace_limit, beta_is_zero)
            type(ttgt_plan), intent(inout) :: plan
            character(len=*), intent(in) :: expression
            type(ttgt_array), intent(in) :: d, inputs(:)
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            type(ttgt_context), intent(in), optional :: context
            character(len=*), intent(in), optional :: strategy
            integer(int64), intent(in), optional :: workspace_limit
            class(*), intent(in), optional :: beta_is_zero
        end subroutine
    end interface

    !> A context on `device`, "cpu" or "cuda:0", that enqueues on `stream` (a cudaStream_t; without
    !> one on its own), plans within `workspace_limit` bytes and runs with so many CPU `threads`.
    interface ttgt_context_create
        module subroutine context_create(context, stat, errmsg, device, stream, threads, &
                workspace_limit)
            type(ttgt_context), intent(inout) :: context
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            character(len=*), intent(in), optional :: device
            type(c_ptr), intent(in), optional :: stream
            class(*), intent(in), optional :: threads
            integer(int64), intent(in), optional :: workspace_limit
        end subroutine
        module subroutine context_create_int64(context, stat, errmsg, device, stream, threads, &
                workspace_limit)
            type(ttgt_context), intent(inout) :: context
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
            character(len=*), intent(in), optional :: device
            type(c_ptr), intent(in), optional :: stream
            class(*), intent(in), optional :: threads
            integer(int64), intent(in), optional :: workspace_limit
        end subroutine
    end interface

    interface
        !> Makes each loaded copy of OpenBLAS that can share (version 0.3.27 and newer) run its jobs
        !> on ttgt's threads, so that neither library's threads wait for the other's to leave the
        !> cores. No thread should be in a call of OpenBLAS meanwhile. Where memory for that is
        !> short, the copies keep their own threads.
        module subroutine ttgt_share_openblas_threads()
        end subroutine
        !> Makes all copies of OpenBLAS use threads of their own again.
        module subroutine ttgt_unshare_openblas_threads()
        end subroutine
        !> Lets calls of the process's first thread run on threads of the program's OpenMP while
        !> these look for work, as they do for some milliseconds after each region, so that neither
        !> library's threads wait for the other's to leave the cores. Where memory for that is
        !> short, calls use ttgt's own threads.
        module subroutine ttgt_share_openmp_threads()
        end subroutine
        !> Lets all calls use ttgt's own threads again.
        module subroutine ttgt_unshare_openmp_threads()
        end subroutine
    end interface

    interface
        !> Runs the plan on arrays of the types, shapes and steps that it was made for, with the
        !> workspace of the plan's context.
        module subroutine plan_run(plan, d, l, r, input3, input4, input5, input6, input7, input8, &
                alpha, beta, stat, errmsg)
            class(ttgt_plan), intent(in) :: plan
            type(*), dimension(..), intent(inout) :: d
            type(*), dimension(..), intent(in) :: l
            type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
            type(*), dimension(..), intent(in), optional :: input7, input8
            class(*), intent(in), optional :: alpha, beta
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
        end subroutine
        module subroutine plan_run_int64(plan, d, l, r, input3, input4, input5, input6, input7, &
                input8, alpha, beta, stat, errmsg)
            class(ttgt_plan), intent(in) :: plan
            type(*), dimension(..), intent(inout) :: d
            type(*), dimension(..), intent(in) :: l
            type(*), dimension(..), intent(in), optional :: r, input3, input4, input5, input6
            type(*), dimension(..), intent(in), optional :: input7, input8
            class(*), intent(in), optional :: alpha, beta
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
        end subroutine
        !> The same of elements at addresses, with a list of inputs.
        module subroutine plan_run_list(plan, d, inputs, alpha, beta, stat, errmsg)
            class(ttgt_plan), intent(in) :: plan
            type(ttgt_array), intent(in) :: d, inputs(:)
            class(*), intent(in), optional :: alpha, beta
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
        end subroutine
        module subroutine plan_run_list_int64(plan, d, inputs, alpha, beta, stat, errmsg)
            class(ttgt_plan), intent(in) :: plan
            type(ttgt_array), intent(in) :: d, inputs(:)
            class(*), intent(in), optional :: alpha, beta
            integer(int64), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
        end subroutine
        !> Exactly the scratch bytes of a run; -1 where there is no plan.
        module function plan_workspace_bytes(plan) result(bytes)
            class(ttgt_plan), intent(in) :: plan
            integer(int64) :: bytes
        end function
        !> The plan in words, with some of the ways not taken; empty where there is no plan.
        module function plan_explain(plan, losers) result(text)
            class(ttgt_plan), intent(in) :: plan
            integer(int32), intent(in), optional :: losers
            character(len=:), allocatable :: text
        end function
        module function plan_explain_int64(plan, losers) result(text)
            class(ttgt_plan), intent(in) :: plan
            integer(int64), intent(in) :: losers
            character(len=:), allocatable :: text
        end function
        module subroutine plan_destroy(plan)
            class(ttgt_plan), intent(inout) :: plan
        end subroutine
        impure elemental module subroutine plan_finalize(plan)
            type(ttgt_plan), intent(inout) :: plan
        end subroutine
        module subroutine context_destroy(context)
            class(ttgt_context), intent(inout) :: context
        end subroutine
        module function context_c_handle(context) result(handle)
            class(ttgt_context), intent(in) :: context
            type(ttgt_handle) :: handle
        end function
        impure elemental module subroutine context_finalize(context)
            type(ttgt_context), intent(inout) :: context
        end subroutine
    end interface

    interface
        !> The array of this shape at an address, packed or with `strides` in elements; on the device
        !> unless `space` is ttgt_host.
        module function ttgt_array_at(data, dtype, extents, strides, space) result(array)
            type(c_ptr), intent(in) :: data
            integer(c_int32_t), intent(in) :: dtype
            integer(int64), intent(in) :: extents(:)
            integer(int64), intent(in), optional :: strides(:)
            integer(c_int32_t), intent(in), optional :: space
            type(ttgt_array) :: array
        end function
        !> A context as calls of module ttgt_c take it, or the thread's own where none is given.
        !> Refuses one that failed to be made or was destroyed.
        module subroutine ttgt_context_as_c(context, handle, stat, errmsg)
            type(ttgt_context), intent(in), optional :: context
            type(ttgt_handle), intent(out) :: handle
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
        end subroutine

        !> The array as calls of module ttgt_c take it, pointing into `array`: in `space` if it lies
        !> where the context's device works. Refuses one that cannot be used, calling it `name`.
        module subroutine ttgt_array_as_c(array, name, space, tensor, stat, errmsg)
            type(ttgt_array), intent(in), target :: array
            character(len=*), intent(in) :: name
            integer(c_int32_t), intent(in) :: space
            type(ttgt_tensor), intent(out) :: tensor
            integer(int32), intent(out) :: stat
            character(len=*), intent(out), optional :: errmsg
        end subroutine
    end interface

    !> A Fortran array or section as one of a list, where the context's device works (host memory on
    !> CPUs). No element is copied: the array must have the attribute `target` or `pointer`, and stay
    !> where it is as long as the list is used. Of a component of an array of derived types, give a
    !> pointer to it (p => atoms%x): gfortran 12 passes the address of another component else.
    interface ttgt_array_of
        module function array_of_real32(array) result(found)
            real(real32), dimension(..), pointer, intent(in) :: array
            type(ttgt_array) :: found
        end function
        module function array_of_real64(array) result(found)
            real(real64), dimension(..), pointer, intent(in) :: array
            type(ttgt_array) :: found
        end function
        module function array_of_complex32(array) result(found)
            complex(real32), dimension(..), pointer, intent(in) :: array
            type(ttgt_array) :: found
        end function
        module function array_of_complex64(array) result(found)
            complex(real64), dimension(..), pointer, intent(in) :: array
            type(ttgt_array) :: found
        end function
    end interface
end module
