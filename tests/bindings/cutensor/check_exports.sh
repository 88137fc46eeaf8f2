#!/bin/bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_exports.sh <libcutensor.so.2> <libcutensorMg.so.2> <folder of cuTENSOR's headers>
#
# Fails unless the libraries export, with a version, every function and constant that the headers
# declare, and nothing but cuTENSOR's names, and unless constants have their values without code.
set -euo pipefail
export LC_ALL=C

fail=0
names_of() {  # <library>: exported names with their versions, without the versions themselves
    nm -D --defined-only --with-symbol-versions "$1" | awk '$2 != "A" { print $3 }'
}
declared_in() {  # <header>...
    sed 's://.*::' "$@" | grep -oE '\b(cutensor[A-Z][A-Za-z]*|CUTENSOR_COMPUTE_DESC_[0-9A-Z]+) *[(;]' |
        tr -d ' (;' | sort -u
}
check() {  # <library> <pattern of its names> <header>...
    local library=$1 pattern=$2 exported strangers name
    shift 2
    exported=$(names_of "$library")
    strangers=$(grep -vE "^($pattern)@@libcutensor" <<<"$exported" || true)
    if [ -n "$strangers" ]; then
        echo "$library exports $strangers"
        fail=1
    fi
    for name in $(declared_in "$@" | grep -E "^($pattern)$"); do
        if ! grep -q "^$name@@" <<<"$exported"; then
            echo "$library lacks $name"
            fail=1
        fi
    done
}

# Programs that were linked with cuTENSOR have copies of the constants in memory that no code may set.
if unset=$(nm -D --defined-only "$1" | grep ' B CUTENSOR_COMPUTE_DESC_'); then
    echo "$1 sets at run time:"
    echo "$unset"
    fail=1
fi
check "$1" 'cutensor[A-Z][A-Za-z]*|CUTENSOR_COMPUTE_DESC_[0-9A-Z]+' "$3/cutensor.h" "$3/cutensor/types.h"
check "$2" 'cutensorMg[A-Z][A-Za-z]*' "$3/cutensorMg.h"
exit $fail
