#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_exports.sh LIBRARY VERSION HEADER...
# The C library has a soname of that version and exports each function of its headers, and nothing
# that does not begin with ttgt_.
set -euo pipefail
library=$1 version=$2
shift 2

fail() {
    printf 'check_exports: %s\n' "$*" >&2
    exit 1
}

exported=$(nm --dynamic --defined-only --portability "$library" | awk '{ sub(/@.*/, "", $1); print $1 }')
foreign=$(grep -v '^ttgt_' <<<"$exported" || true)
[ -z "$foreign" ] || fail "exports $foreign"

for header in "$@"; do
    declared=$(grep -oE '\bttgt_[a-z_]+\(' "$header" | tr -d '(' | sort -u)
    [ -n "$declared" ] || fail "$header declares nothing"
    for name in $declared; do
        grep -qx "$name" <<<"$exported" || fail "$name is declared but not exported"
    done
done

soname=$(readelf --dynamic "$library" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')
[ "$soname" = "libttgt_c.so.${version%.*}" ] || fail "the soname is '$soname'"
