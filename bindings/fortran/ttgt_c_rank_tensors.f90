! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface of tensors over ranks that own their parts, of whole tensors and of programs
!> (ttgt/c_ranks.h, which says what each call does).
module ttgt_c_rank_tensors
    use, intrinsic :: iso_c_binding
    use :: ttgt_c, only: ttgt_handle, ttgt_scalar
    use :: ttgt_c_ranks, only: ttgt_distributed_tensor
    implicit none
    public

    ! Pointers that may be null are type(c_ptr).
    interface
        function c_ttgt_rank_tensor_create(communicator, layout, tensor) &
                bind(c, name='ttgt_rank_tensor_create') result(status)
            import :: c_int32_t, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator
            type(ttgt_distributed_tensor), intent(in) :: layout
            type(ttgt_handle), intent(inout) :: tensor
            integer(c_int32_t) :: status
        end function

        function c_ttgt_rank_tensor_destroy(tensor) &
                bind(c, name='ttgt_rank_tensor_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: tensor
            integer(c_int32_t) :: status
        end function

        function c_ttgt_rank_tensor_describe(tensor, description) &
                bind(c, name='ttgt_rank_tensor_describe') result(status)
            import :: c_int32_t, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: tensor
            type(ttgt_distributed_tensor), intent(inout) :: description
            integer(c_int32_t) :: status
        end function

        function c_ttgt_rank_tensor_fill(tensor, function, user) &
                bind(c, name='ttgt_rank_tensor_fill') result(status)
            import :: c_funptr, c_int32_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: tensor
            type(c_funptr), value :: function
            type(c_ptr), value :: user
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_redistribute(communicator, context, to, from) &
                bind(c, name='ttgt_distributed_redistribute') result(status)
            import :: c_int32_t, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            type(ttgt_distributed_tensor), intent(in) :: to, from
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_scatter(communicator, context, to, whole) &
                bind(c, name='ttgt_distributed_scatter') result(status)
            import :: c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            type(ttgt_distributed_tensor), intent(in) :: to
            type(c_ptr), value :: whole
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_gather(communicator, context, whole, from) &
                bind(c, name='ttgt_distributed_gather') result(status)
            import :: c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            type(c_ptr), value :: whole
            type(ttgt_distributed_tensor), intent(in) :: from
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_dot(communicator, context, a, b, sum) &
                bind(c, name='ttgt_distributed_dot') result(status)
            import :: c_int32_t, ttgt_distributed_tensor, ttgt_handle, ttgt_scalar
            type(ttgt_handle), value :: communicator, context
            type(ttgt_distributed_tensor), intent(in) :: a, b
            type(ttgt_scalar), intent(inout) :: sum
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_norm(communicator, context, a, norm) &
                bind(c, name='ttgt_distributed_norm') result(status)
            import :: c_double, c_int32_t, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            type(ttgt_distributed_tensor), intent(in) :: a
            real(c_double), intent(inout) :: norm
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_write_npy(communicator, path, tensor) &
                bind(c, name='ttgt_distributed_write_npy') result(status)
            import :: c_char, c_int32_t, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator
            character(kind=c_char), intent(in) :: path(*)
            type(ttgt_distributed_tensor), intent(in) :: tensor
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_read_npy(communicator, path, tensor) &
                bind(c, name='ttgt_distributed_read_npy') result(status)
            import :: c_char, c_int32_t, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator
            character(kind=c_char), intent(in) :: path(*)
            type(ttgt_distributed_tensor), intent(in) :: tensor
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_program_create(communicator, context, statements, names, &
                tensors, tensor_count, options, program) &
                bind(c, name='ttgt_distributed_program_create') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_distributed_tensor, ttgt_handle
            type(ttgt_handle), value :: communicator, context
            character(kind=c_char), intent(in) :: statements(*)
            type(c_ptr), intent(in) :: names(*)
            type(ttgt_distributed_tensor), intent(in) :: tensors(*)
            integer(c_int32_t), value :: tensor_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(inout) :: program
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_program_destroy(program) &
                bind(c, name='ttgt_distributed_program_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: program
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_program_workspace_bytes(program, bytes) &
                bind(c, name='ttgt_distributed_program_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: program
            integer(c_int64_t), intent(inout) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_program_explain(program, text, capacity, length) &
                bind(c, name='ttgt_distributed_program_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: program
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_distributed_program_run(program, data, tensor_count, options) &
                bind(c, name='ttgt_distributed_program_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_handle
            type(ttgt_handle), value :: program
            type(c_ptr), intent(in) :: data(*)
            integer(c_int32_t), value :: tensor_count
            type(c_ptr), value :: options
            integer(c_int32_t) :: status
        end function
    end interface
end module
