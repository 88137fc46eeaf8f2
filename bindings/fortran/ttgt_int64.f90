! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
!> The procedures for a `stat` of 64 bits: each calls its namesake.
submodule (ttgt:ttgt_arrays) ttgt_int64
    implicit none

contains

    module procedure contract_int64
        integer(int32) :: status

        call contract(expression, d, l, r, input3, input4, input5, input6, input7, input8, alpha, &
            beta, status, errmsg, context, strategy, workspace_limit, copy_host)
        stat = status
    end procedure

    module procedure contract_pair_int64
        integer(int32) :: status

        call contract_pair(expression, d, l, r, alpha, beta, status, errmsg, context)
        stat = status
    end procedure

    module procedure contract_list_int64
        integer(int32) :: status

        call contract_list(expression, d, inputs, alpha, beta, status, errmsg, context, strategy, &
            workspace_limit, copy_host)
        stat = status
    end procedure

    module procedure plan_create_int64
        integer(int32) :: status

        call plan_create(plan, expression, d, l, r, input3, input4, input5, input6, input7, input8, &
            status, errmsg, context, strategy, workspace_limit, beta_is_zero)
        stat = status
    end procedure

    module procedure plan_create_list_int64
        integer(int32) :: status

        call plan_create_list(plan, expression, d, inputs, status, errmsg, context, strategy, &
            workspace_limit, beta_is_zero)
        stat = status
    end procedure

    module procedure plan_run_int64
        integer(int32) :: status

        call plan_run(plan, d, l, r, input3, input4, input5, input6, input7, input8, alpha, beta, &
            status, errmsg)
        stat = status
    end procedure

    module procedure plan_run_list_int64
        integer(int32) :: status

        call plan_run_list(plan, d, inputs, alpha, beta, status, errmsg)
        stat = status
    end procedure

    module procedure plan_explain_int64
        text = plan_explain(plan, nearest_int32(losers))
    end procedure

    module procedure context_create_int64
        integer(int32) :: status

        call context_create(context, status, errmsg, device, stream, threads, workspace_limit)
        stat = status
    end procedure
end submodule
