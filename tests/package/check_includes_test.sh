#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Plants one include, or one line of code, at a time in an empty tree: check_includes.sh must take
# the right ones and reject, with file and line, the wrong ones.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/planted.sh"

# verdict_of <file> <include>: of a tree that holds this one include, in the file's second line.
verdict_of() {
    plant "$1" "// a file\n#include $2\n"
    message=$("$folder/check_includes.sh" "$tree" 2>&1)
}

rejects() {
    if verdict_of "$1" "$2"; then
        failed "wrongly accepted: $2 in $1"
    elif [[ $message != *"$1:2: "* ]]; then
        failed "rejected without file and line: $2 in $1: $message"
    fi
}

# judges_code <accepts|rejects> <file> <line of code>
judges_code() {
    local verdict=accepts
    plant "$2" "// a file\n$3\n"
    message=$("$folder/check_includes.sh" "$tree" 2>&1) || verdict=rejects
    if [ "$verdict" != "$1" ]; then
        failed "wrongly $verdict: '$3' in $2: $message"
    elif [ "$1" = rejects ] && [[ $message != *"$2:2: "* ]]; then
        failed "rejected without file and line: '$3' in $2: $message"
    fi
}

accepts include/ttgt/a.h '<ttgt/b.h>'
accepts include/ttgt/a.h '<string_view>'
accepts src/core/a.cpp '"src/core/a.h"'
accepts src/runtime/cuda/a.cpp '<cuda_runtime_api.h>'
accepts src/gemm/a.cpp '<Eigen/Core>'
accepts transpose/a.cpp '"src/runtime/a.h"'
accepts transpose/cuda/a.cu '"transpose/cuda/a.cuh"'
accepts transpose/cuda/a.cu '<cuda_fp16.h>'
accepts tools/bench/cuda/a.cu '<cuda_runtime_api.h>'
accepts tools/bench/cuda/a.cpp '"src/runtime/cuda/a.h"'
accepts transpose/a.cpp '"transpose/cpu/a.h"'
accepts transpose/cuda/a.cpp '"transpose/a.h"'
accepts contraction/problem/a.h '"contraction/expression/a.h"'
accepts contraction/plan/a.cpp '"contraction/problem/a.h"'
accepts contraction/plan/a.cpp '"transpose/a.h"'
accepts contraction/planner/a.cpp '"contraction/plan/a.h"'
accepts contraction/execute/a.h '"contraction/planner/a.h"'
accepts contraction/cpu/a.cpp '"transpose/a.h"'
accepts contraction/cpu/a.cpp '"transpose/cpu/a.h"'
accepts contraction/cpu/direct/a.cpp '"contraction/execute/a.h"'
accepts contraction/cuda/direct/a.cu '"contraction/plan/a.h"'
accepts contraction/a.cpp '"contraction/planner/a.h"'
accepts contraction/a.cpp '"contraction/cuda/a.h"'
accepts network/plan/a.cpp '"contraction/a.h"'
accepts network/contract/a.cpp '"contraction/execute/a.h"'
accepts tools/operands/a.cpp '"tools/io/a.h"'
accepts tools/bench/cuda/a.cpp '"tools/operands/cuda/a.h"'
accepts tools/calibrate/a.cpp '"tools/bench/a.h"'
accepts tools/calibrate/a.cpp '"tools/fit/a.h"'
accepts tools/commands/a.cpp '"tools/calibrate/cuda/a.h"'
accepts tools/a.cpp '"tools/calibrate/cuda/a.h"'
accepts tools/bench/a.cpp '"src/reference/reference.h"'
accepts bindings/c/a.cpp '"src/runtime/a.h"'
accepts bindings/tapp/a.cpp '<ttgt/c_api.h>'
accepts include/ttgt/c_api.h '<stdint.h>'
accepts examples/a.cpp '"tools/io/npy.h"'
accepts examples/a/b.cpp '"examples/a/b.h"'
accepts examples/a.cpp '<cuda_runtime_api.h>'
accepts tests/unit/a.cpp '"examples/a/b.h"'
accepts tests/unit/a.cpp '"contraction/plan/plan.h"'
accepts tests/support/a.cpp '"transpose/cuda/a.cuh"'

rejects include/ttgt/a.h '"src/core/a.h"'
rejects include/ttgt/a.h '<Eigen/Core>'
rejects include/ttgt/a.h '<unistd.h>'
rejects src/core/a.h '"src/runtime/a.h"'
rejects src/runtime/a.h '"src/gemm/a.h"'
rejects src/runtime/a.cpp '<cuda_runtime_api.h>'
rejects src/runtime/cuda/a.h '<cuda_runtime_api.h>'
rejects tools/bench/cuda/a.cpp '<cuda_runtime_api.h>'
rejects src/gemm/a.h '"transpose/a.h"'
rejects transpose/a.h '"contraction/a.h"'
rejects transpose/a.h '"transpose/cuda/a.cuh"'
rejects transpose/cpu/a.h '"transpose/cuda/a.h"'
rejects transpose/cuda/a.cpp '"transpose/cpu/a.h"'
rejects contraction/expression/a.h '"contraction/problem/a.h"'
rejects contraction/problem/a.cpp '"contraction/plan/a.h"'
rejects contraction/problem/a.cpp '"src/runtime/a.h"'
rejects contraction/plan/a.cpp '"contraction/planner/a.h"'
rejects contraction/plan/a.cpp '"transpose/cuda/a.h"'
rejects contraction/planner/a.cpp '"contraction/execute/a.h"'
rejects contraction/planner/a.cpp '"contraction/cpu/a.h"'
rejects contraction/execute/a.cpp '"contraction/cuda/a.h"'
rejects contraction/execute/a.cpp '"contraction/a.h"'
rejects contraction/cpu/a.cpp '"contraction/planner/a.h"'
rejects contraction/cpu/direct/a.cpp '"contraction/cuda/direct/a.h"'
rejects contraction/cuda/a.cpp '"contraction/cpu/a.h"'
rejects contraction/cuda/a.cpp '"transpose/cpu/a.h"'
rejects contraction/cuda/a.cpp '"contraction/a.h"'
rejects network/plan/a.cpp '"contraction/cuda/a.h"'
rejects network/contract/a.cpp '"contraction/cpu/a.h"'
rejects contraction/a.cpp '"tools/a.h"'
rejects tools/io/a.cpp '"contraction/plan/a.h"'
rejects tools/io/a.cpp '"tools/operands/a.h"'
rejects tools/operands/a.cpp '"tools/bench/a.h"'
rejects tools/bench/a.cpp '"tools/calibrate/a.h"'
rejects tools/fit/a.cpp '"tools/calibrate/a.h"'
rejects tools/calibrate/a.cpp '"tools/commands/a.h"'
rejects tools/a.cpp '"tools/commands/a.h"'
rejects contraction/a.cpp '"contraction/cuda/a.cuh"'
rejects contraction/a.cpp '<cuda_runtime_api.h>'
rejects contraction/a.cpp '<cblas.h>'
rejects contraction/a.cpp '"plan.h"'
rejects src/reference/a.cpp '"src/gemm/gemm.h"'
rejects src/reference/a.cpp '"transpose/a.h"'
rejects tools/bench/a.cpp '"tests/support/a.h"'
rejects examples/a.cpp '"contraction/plan/plan.h"'
rejects examples/a.cpp '"tools/bench/a.h"'
rejects tools/commands/a.cpp '"examples/a/b.h"'
rejects include/ttgt/a.h '<stdint.h>'
rejects contraction/a.cpp '"bindings/c/a.h"'
rejects bindings/fortran/a.c '"bindings/c/a.h"'
rejects bindings/tapp/a.cpp '"contraction/a.h"'
rejects elsewhere/a.cpp '<ttgt/ttgt.h>'
rejects stray/a.cpp '"src/core/a.h"'

judges_code accepts contraction/a.cpp 'return cuda::backend(0);'
judges_code accepts contraction/cuda/direct/a.cpp 'return cuda::predicted_ms(plan);'
judges_code accepts network/plan/a.cpp 'return device.kind == Device::Kind::cuda;'
judges_code rejects network/plan/a.cpp 'return cuda::backend(0);'
judges_code rejects network/contract/a.cpp 'ttgt::cuda::GeneratedKernelPlan plan;'
judges_code rejects network/loops/a.h 'namespace ttgt::network::cuda {'
judges_code rejects contraction/plan/a.h 'struct Plan; namespace cuda { struct Tile; }'
judges_code rejects contraction/planner/a.cpp 'if (cuda::is_fast(step)) return;'
judges_code rejects contraction/execute/a.h 'cpu::Rates rates;'
judges_code rejects contraction/problem/a.cpp 'cuda::Architecture gpu;'
judges_code rejects contraction/expression/a.cpp 'cuda::Architecture gpu;'

[ "$failures" -eq 0 ] && echo "check_includes: all planted includes judged rightly"
exit "$((failures > 0))"
