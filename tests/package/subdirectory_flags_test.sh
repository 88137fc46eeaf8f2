#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: subdirectory_flags_test.sh CMAKE SOURCE WORK CMAKE-OPTION...
# A project that sets no build type gets an optimised ttgt, and its own flags and cache stay as they
# are. Nothing is compiled.
set -euo pipefail
cmake=$1 source=$2 work=$3
shift 3
rm -rf "$work"

fail() {
    printf 'subdirectory_flags_test: %s\n' "$*" >&2
    exit 1
}

"$cmake" -S "$source" -B "$work" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@" >/dev/null
commands=$(grep '"command":' "$work/compile_commands.json")
own=$(grep 'consumer[_a-z]*/main\.' <<<"$commands")
engine=$(grep -v 'consumer[_a-z]*/main\.' <<<"$commands")
[[ $own != *-O* ]] || fail "the project's own flags changed: $own"
slow=$(grep -v -e '-O3' <<<"$engine" | head -n 1 || true)
[ -z "$slow" ] || fail "not optimised: $slow"
strict=$(grep -e '-Werror' <<<"$engine" | head -n 1 || true)
[ -z "$strict" ] || fail "stops at warnings: $strict"
grep -q '^CMAKE_BUILD_TYPE:[A-Z]*=$' "$work/CMakeCache.txt" || fail "the project's build type changed"
