! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The C interface of tensors of blocks (ttgt/c_blocks.h, which says what each call does).
module ttgt_c_blocks
    use, intrinsic :: iso_c_binding
    use :: ttgt_c, only: ttgt_float64, ttgt_handle, ttgt_host
    implicit none
    public

    type, bind(c) :: ttgt_c_block_tensor
        integer(c_int32_t) :: dtype = ttgt_float64
        integer(c_int32_t) :: space = ttgt_host
        type(ttgt_handle) :: layout
        type(c_ptr) :: data = c_null_ptr
        type(c_ptr) :: blocks = c_null_ptr
    end type

    type, bind(c) :: ttgt_block_options
        integer(c_size_t) :: size = 24
        type(c_ptr) :: planning = c_null_ptr
        integer(c_int32_t) :: method = 0
        integer(c_int32_t) :: leaves_out_missing = 0
    end type

    ! Pointers that may be null are type(c_ptr).
    interface
        function c_ttgt_block_layout_create(rank, section_counts, extents, block_count, &
                coordinates, strides, offsets, layout) bind(c, name='ttgt_block_layout_create') &
                result(status)
            import :: c_int32_t, c_int64_t, c_ptr, ttgt_handle
            integer(c_int32_t), value :: rank
            integer(c_int32_t), intent(in) :: section_counts(*)
            integer(c_int64_t), intent(in) :: extents(*)
            integer(c_int64_t), value :: block_count
            integer(c_int32_t), intent(in) :: coordinates(*)
            type(c_ptr), value :: strides, offsets
            type(ttgt_handle), intent(out) :: layout
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_layout_create_charged(rank, section_counts, extents, &
                component_count, charges, signs, moduli, total, layout) &
                bind(c, name='ttgt_block_layout_create_charged') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            integer(c_int32_t), value :: rank
            integer(c_int32_t), intent(in) :: section_counts(*)
            integer(c_int64_t), intent(in) :: extents(*)
            integer(c_int32_t), value :: component_count
            integer(c_int64_t), intent(in) :: charges(*)
            integer(c_int32_t), intent(in) :: signs(*)
            integer(c_int64_t), intent(in) :: moduli(*), total(*)
            type(ttgt_handle), intent(out) :: layout
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_layout_create_output(expression, inputs, input_count, layout) &
                bind(c, name='ttgt_block_layout_create_output') result(status)
            import :: c_char, c_int32_t, ttgt_handle
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_handle), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(ttgt_handle), intent(out) :: layout
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_layout_destroy(layout) bind(c, name='ttgt_block_layout_destroy') &
                result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: layout
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_layout_counts(layout, rank, block_count, element_count) &
                bind(c, name='ttgt_block_layout_counts') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: layout
            integer(c_int32_t), intent(out) :: rank
            integer(c_int64_t), intent(out) :: block_count, element_count
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_layout_blocks(layout, coordinates, offsets) &
                bind(c, name='ttgt_block_layout_blocks') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: layout
            integer(c_int32_t), intent(out) :: coordinates(*)
            integer(c_int64_t), intent(out) :: offsets(*)
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_layout_find(layout, coordinates, block) &
                bind(c, name='ttgt_block_layout_find') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: layout
            integer(c_int32_t), intent(in) :: coordinates(*)
            integer(c_int64_t), intent(out) :: block
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_contract(context, expression, output, inputs, input_count, alpha, &
                beta, options) bind(c, name='ttgt_block_contract') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_c_block_tensor, ttgt_handle
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_c_block_tensor) :: output  ! without an intent, because what it points to is written
            type(ttgt_c_block_tensor), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_plan_create(context, expression, output, inputs, input_count, &
                options, plan) bind(c, name='ttgt_block_plan_create') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_c_block_tensor, ttgt_handle
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: expression(*)
            type(ttgt_c_block_tensor), intent(in) :: output, inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_plan_destroy(plan) bind(c, name='ttgt_block_plan_destroy') &
                result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_plan_workspace_bytes(plan, bytes) &
                bind(c, name='ttgt_block_plan_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int64_t), intent(out) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_plan_pairs(plan, pairs) bind(c, name='ttgt_block_plan_pairs') &
                result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int64_t), intent(out) :: pairs
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_plan_explain(plan, components, text, capacity, length) &
                bind(c, name='ttgt_block_plan_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: plan
            integer(c_int32_t), value :: components
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_plan_run(plan, output, inputs, input_count, alpha, beta, options) &
                bind(c, name='ttgt_block_plan_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_c_block_tensor, ttgt_handle
            type(ttgt_handle), value :: plan
            type(ttgt_c_block_tensor) :: output  ! without an intent, because what it points to is written
            type(ttgt_c_block_tensor), intent(in) :: inputs(*)
            integer(c_int32_t), value :: input_count
            type(c_ptr), value :: alpha, beta, options
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_program_create(context, statements, names, tensors, tensor_count, options, program) &
                bind(c, name='ttgt_block_program_create') result(status)
            import :: c_char, c_int32_t, c_ptr, ttgt_c_block_tensor, ttgt_handle
            type(ttgt_handle), value :: context
            character(kind=c_char), intent(in) :: statements(*)
            type(c_ptr), intent(in) :: names(*)
            type(ttgt_c_block_tensor), intent(in) :: tensors(*)
            integer(c_int32_t), value :: tensor_count
            type(c_ptr), value :: options
            type(ttgt_handle), intent(out) :: program
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_program_destroy(program) &
                bind(c, name='ttgt_block_program_destroy') result(status)
            import :: c_int32_t, ttgt_handle
            type(ttgt_handle), value :: program
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_program_workspace_bytes(program, bytes) &
                bind(c, name='ttgt_block_program_workspace_bytes') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: program
            integer(c_int64_t), intent(out) :: bytes
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_program_pairs(program, pairs) &
                bind(c, name='ttgt_block_program_pairs') result(status)
            import :: c_int32_t, c_int64_t, ttgt_handle
            type(ttgt_handle), value :: program
            integer(c_int64_t), intent(out) :: pairs
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_program_explain(program, components, text, capacity, length) &
                bind(c, name='ttgt_block_program_explain') result(status)
            import :: c_int32_t, c_ptr, c_size_t, ttgt_handle
            type(ttgt_handle), value :: program
            integer(c_int32_t), value :: components
            type(c_ptr), value :: text
            integer(c_size_t), value :: capacity
            integer(c_size_t), intent(out) :: length
            integer(c_int32_t) :: status
        end function

        function c_ttgt_block_program_run(program, tensors, tensor_count, options) &
                bind(c, name='ttgt_block_program_run') result(status)
            import :: c_int32_t, c_ptr, ttgt_c_block_tensor, ttgt_handle
            type(ttgt_handle), value :: program
            type(ttgt_c_block_tensor), intent(in) :: tensors(*)
            integer(c_int32_t), value :: tensor_count
            type(c_ptr), value :: options
            integer(c_int32_t) :: status
        end function
    end interface
end module
