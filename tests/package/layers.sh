# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by check_includes.sh and check_symbols.sh: the order of the folders, stated once.

# Which folders the files of a folder may include and call. A name alone is the files that lie in
# that folder itself, name/* those of the folders below it as well.
declare -A may_use=(
    [include]="include"
    [src/core]="include src/core"
    [src/cache]="include src/core src/cache"
    [src/runtime]="include src/core src/runtime"
    [src/gemm]="include src/core src/runtime src/gemm"
    [src/reference]="include src/core src/reference"
    [src/context]="include src/core src/runtime src/gemm src/context"
)

# Transposes: either device knows what all of them share, neither knows the other.
below="include src/core src/runtime src/context"
may_use[transpose]="$below src/cache transpose/*"
may_use[transpose/cpu]="$below transpose transpose/cpu"
may_use[transpose/cuda]="$below transpose transpose/cuda"

# Contractions, stage by stage. Up to the choice of a plan no device is known; a device prices and
# runs steps, but chooses nothing; contraction's own files join the stages.
may_use[contraction/expression]="include src/core contraction/expression"
may_use[contraction/problem]="${may_use[contraction/expression]} contraction/problem"
may_use[contraction/plan]="${may_use[contraction/problem]} src/gemm transpose contraction/plan"
may_use[contraction/planner]="${may_use[contraction/plan]} contraction/planner"
may_use[contraction/execute]="${may_use[contraction/planner]} src/cache src/runtime contraction/execute"
below="include src/core src/cache src/runtime src/gemm src/context"
steps="contraction/problem contraction/plan contraction/execute"
may_use[contraction/cpu]="$below transpose transpose/cpu $steps contraction/cpu"
may_use[contraction/cuda]="$below transpose transpose/cuda $steps contraction/cuda"
library="$below transpose/* contraction/*"
may_use[contraction]="$library"
may_use[contraction/tiled]="$library"

# Elementwise functions and reductions: the grammar, what meets layouts, either device.
may_use[operators/expression]="include src/core contraction/expression operators/expression"
may_use[operators/problem]="${may_use[operators/expression]} operators/problem"
values="operators operators/expression operators/problem"
may_use[operators/cpu]="include src/core src/runtime $values operators/cpu"
may_use[operators/cuda]="include src/core src/runtime $values operators/cuda"
values="include src/core src/runtime src/context contraction contraction/expression"
may_use[operators]="$values src/context/cuda transpose operators/*"

# Networks, stage by stage: programs, paths through their products, their rewriting, their plans.
# They reach a device through contraction's own files alone.
may_use[network/program]="include src/core contraction/expression network/program"
may_use[network/path]="include src/core src/runtime network/path"
may_use[network/rewrite]="include src/core network/program network/path network/rewrite"
stages="contraction/expression contraction/problem contraction/plan contraction/planner"
stages="contraction $stages contraction/execute contraction/tiled operators"
may_use[network/plan]="$below transpose $stages network/*"
may_use[network]="${may_use[network/plan]}"
library="$library network/*"

# Tensors of blocks: lists of blocks, the pairs and components of a contraction, paths of several
# factors, the plan of a contraction, its run.
may_use[blocks/layout]="include src/core blocks/layout"
may_use[blocks/problem]="include src/core contraction/expression contraction/problem blocks/problem"
may_use[blocks/network]="${may_use[blocks/problem]} network/program network/path blocks/network"
plans="contraction/expression contraction/problem contraction/plan contraction/planner"
may_use[blocks/plan]="$below transpose contraction $plans blocks/problem blocks/plan"
may_use[blocks/execute]="${may_use[blocks/plan]} contraction/execute blocks/execute"
may_use[blocks/cuda]="${may_use[blocks/execute]} transpose/cuda contraction/cuda blocks/cuda"
may_use[blocks]="$below transpose contraction $plans contraction/execute network/* blocks/*"

# Tensors over ranks: nothing of MPI is known but behind the interface of a transport.
library="$library distributed/*"
may_use[distributed]="$library operators/*"
may_use[distributed/placement]="include src/core distributed/placement"
may_use[distributed/plan]="${library% distributed/\*} distributed/placement distributed/plan"
may_use[distributed/run]="${may_use[distributed/plan]} distributed/run"
below="include src/core distributed/run"
may_use[distributed/cuda]="$below src/runtime distributed/cuda"
may_use[distributed/nccl]="$below src/runtime distributed/nccl"
may_use[distributed/mpi]="$below distributed/mpi"
library="$library blocks/* operators/*"

# Doors for other languages and interfaces: C over the library, others over its public headers or C.
may_use[bindings/c]="$library bindings/c"
may_use[bindings/tapp]="include bindings/tapp"
may_use[bindings/cutensor]="include bindings/cutensor"
may_use[bindings/fortran]="include bindings/fortran"
may_use[bindings/python]="include bindings/python"

# The command: files and values, operands in memory, timing, calibration, the commands themselves.
# Its own files stand in for what a build without CUDA lacks.
may_use[tools/io]="include src/core tools/io"
may_use[tools/operands]="$library src/reference tools/io tools/operands"
may_use[tools/bench]="${may_use[tools/operands]} tools/bench"
may_use[tools/fit]="${may_use[tools/bench]} tools/fit"
may_use[tools/calibrate]="${may_use[tools/fit]} tools/calibrate"
may_use[tools]="${may_use[tools/calibrate]} tools"
may_use[tools/commands]="${may_use[tools/calibrate]} tools/commands"

may_use[benchmarks]="$library src/reference tools/* benchmarks/*"
may_use[examples]="include tools/io examples/*"
may_use[tests]="$library src/reference tools/* examples/* bindings/* tests/*"

# Folders that know no device: their files name no namespace of one, such as `cuda::`.
neutral_folders=(contraction/expression contraction/problem contraction/plan contraction/planner
    contraction/execute network network/path network/plan network/program network/rewrite
    blocks blocks/layout blocks/problem blocks/network blocks/plan blocks/execute)

# Sets `folder` to the longest key of may_use that holds the path, or to nothing.
find_folder() {
    folder=$1
    while [[ $folder == */* ]]; do
        folder=${folder%/*}
        [ -z "${may_use[$folder]:-}" ] || return 0
    done
    folder=""
}

# is_used_rightly <folder> <used folder>: whether the entries of the first match the second.
is_used_rightly() {
    local entry
    local -a entries
    read -r -a entries <<<"${may_use[$1]}"
    for entry in "${entries[@]}"; do
        # shellcheck disable=SC2053  # an entry is a pattern
        [[ $2 != $entry && $2 != "${entry%/\*}" ]] || return 0
    done
    return 1
}
