#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_includes.sh [ROOT]
# Fails, naming file and line, where an include points the wrong way between folders, is not written
# from the repository's root, or reaches for a vendor's header outside the folder that owns it; and
# where a file of a folder that knows no device names the namespace of one (comments count too).
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
here=$(dirname "${BASH_SOURCE[0]}")
. "$here/../../scripts/common.sh"
. "$here/layers.sh"
cd "$root"

# Which folders may include a vendor's headers; kernels may always include CUDA's.
declare -A vendor_folders=(
    [Eigen/]="src/gemm src/reference benchmarks examples tests"
    [cblas]="src/gemm"
    [omp.h]="src/runtime tests"
    [cuda]="src/runtime examples tests"
    [cublas]="src/gemm"
    [cutensor]="benchmarks bindings/cutensor tests"
    [nanobind/]="bindings/python"
    [mpi.h]="distributed/mpi tests"
    [nccl.h]="benchmarks distributed/nccl tests"
)

bad=0
reject() {
    printf '%s:%s: %s\n' "$file" "$line" "$1" >&2
    bad=1
}

check_quoted() {
    find_folder "$target"
    if [ -z "$folder" ] || [[ $target == include/* ]]; then
        reject "\"$target\" is not written from the repository's root"
    elif ! is_used_rightly "$from" "$folder"; then
        reject "$from must not include $folder (\"$target\")"
    elif [[ $target == *.cuh && $file != *.cu && $file != *.cuh && $from != tests ]]; then
        reject "only kernels and tests include \"$target\""
    fi
}

check_angled() {
    local vendor
    if [[ $file == include/ttgt/c_api.h && $target == std@(def|int).h ]]; then
        return 0  # C has no <cstdint>
    fi
    if [ "$from" = include ] && [[ $target != ttgt/* ]] && ! [[ $target =~ ^[a-z_0-9]+$ ]]; then
        reject "public headers include the standard library and <ttgt/...> alone, not <$target>"
    fi
    for vendor in "${!vendor_folders[@]}"; do
        [[ $target == "$vendor"* ]] || continue
        [[ $vendor == cuda && $file == *.cu?(h) ]] && continue
        [[ " ${vendor_folders[$vendor]} " == *" $from "* ]] ||
            reject "<$target> belongs to: ${vendor_folders[$vendor]}"
        if [[ $vendor == cuda && $from == src/runtime && $file != src/runtime/cuda/*.cpp ]]; then
            reject "<$target> belongs to src/runtime/cuda/*.cpp: what headers show needs no CUDA"
        fi
    done
}

shopt -s extglob
pattern='^([^:]+):([0-9]+):[[:space:]]*#[[:space:]]*include[[:space:]]*([<"])([^>"]+)[>"]'
while IFS= read -r hit; do
    [[ $hit =~ $pattern ]] || continue
    file=${BASH_REMATCH[1]} line=${BASH_REMATCH[2]} quote=${BASH_REMATCH[3]} target=${BASH_REMATCH[4]}
    find_folder "$file"
    from=$folder
    if [ -z "$from" ]; then
        reject "this folder has no place in the order of includes"
    elif [ "$quote" = '"' ]; then
        check_quoted
    else
        check_angled
    fi
done < <(project_files '*.c' '*.h' '*.cpp' '*.cu' '*.cuh' | tr '\n' '\0' |
    xargs -0 -r grep -nHE '^[[:space:]]*#[[:space:]]*include')

while IFS= read -r hit; do
    file=${hit%%:*} line=${hit#*:} line=${line%%:*}
    find_folder "$file"
    [[ " ${neutral_folders[*]} " != *" $folder "* ]] ||
        reject "$folder knows no device: it reaches one through contraction/devices.h"
done < <(project_files '*.h' '*.cpp' '*.cu' '*.cuh' | tr '\n' '\0' |
    xargs -0 -r grep -nHE '\b(cuda|cpu)(::|[[:space:]]*\{)')
exit "$bad"
