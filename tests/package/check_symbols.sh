#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_symbols.sh BUILD_DIR
# Fails, naming the layer, the symbol and the layer that defines it, where the objects of a layer
# call into a layer above it. Includes alone do not show that: a public header declares what any
# layer may define. The order is that of layers.sh, the stages of one layer taken together.
set -euo pipefail
build=$(cd "${1:?"usage: check_symbols.sh BUILD_DIR"}" && pwd)
. "$(dirname "${BASH_SOURCE[0]}")/layers.sh"

layers="src/core src/runtime src/gemm src/context transpose contraction operators network blocks distributed src/reference tools bindings/c"
optional=" src/reference tools bindings/c "

# Names of namespace ttgt, with those of their vtables, typeinfo, thunks, guards and local statics.
in_ttgt='^_Z(Z|GV|GR|T[CHISTVW]|Th?n?[0-9]+_|Tv[n0-9_]+)*N[KVr]*[RO]?4ttgt'

# symbols_of <layer>: a line "<layer> <type> <symbol>" for each global symbol of its objects.
symbols_of() {
    local objects=()
    [ ! -d "$build/$1/CMakeFiles" ] ||
        mapfile -t objects < <(find "$build/$1/CMakeFiles" -name '*.o' -o -name '*.obj')
    if [ "${#objects[@]}" -eq 0 ]; then
        [[ $optional == *" $1 "* ]] && return
        printf '%s has no objects of %s: build it first\n' "$build" "$1" >&2
        return 1
    fi
    nm --extern-only --portability "${objects[@]}" |
        awk -v layer="$1" -v wanted="$in_ttgt" 'NF > 1 && $1 ~ wanted { print layer, $2, $1 }'
}

# Lines "<layer> <used layer>" for all that may_use allows.
allowed() {
    local layer used
    for layer in $layers; do
        for used in $layers; do
            ! is_used_rightly "$layer" "$used" || printf '%s %s\n' "$layer" "$used"
        done
    done
}

collected=$(for layer in $layers; do symbols_of "$layer" || exit 1; done)
# Lines "<layer> <symbol> <defining layers>", for symbols that no layer below defines. What none
# defines at all is the linker's to find.
wrong=$({ allowed | sed 's/^/allowed /' && printf '%s\n' "$collected"; } | awk '
    $1 == "allowed" { allowed[$2, $3] = 1; next }
    $2 ~ /^[Uwv]$/ { undefined[$1 " " $3] = 1; next }
    !(($1, $3) in defined) { defined[$1, $3] = 1; definers[$3] = definers[$3] " " $1 }
    END {
        for (use in undefined) {
            split(use, part, " ")
            count = split(definers[part[2]], layer, " ")
            right = count == 0
            for (i = 1; i <= count; i++) right = right || ((part[1], layer[i]) in allowed)
            if (!right) print use definers[part[2]]
        }
    }' | sort)
[ -n "$wrong" ] || exit 0
while read -r layer symbol definers; do
    printf '%s must not call %s, which %s defines\n' "$layer" "$(c++filt "$symbol")" \
        "${definers// / and }" >&2
done <<<"$wrong"
exit 1
