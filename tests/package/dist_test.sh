#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: dist_test.sh CMAKE VERSION OPTION...
# What scripts/dist packs is of that version, configures with the options where there is no git, and packs
# itself into the same bytes.
set -euo pipefail
cmake=$1 version=$2
shift 2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    printf 'dist_test: %s\n' "$*" >&2
    exit 1
}

"$root/scripts/dist" --out "$folder/packed" >/dev/null
[ "$(ls "$folder/packed")" = "ttgt-$version.tar.gz" ] || fail "packed $(ls "$folder/packed")"
tar -C "$folder" --extract --file "$folder/packed/ttgt-$version.tar.gz"
source="$folder/ttgt-$version"
[ ! -e "$source/.git" ] && [ -x "$source/scripts/test" ] || fail "not the sources alone"
[ -z "$(find "$source" -type f \( -newer "$source/LICENSE" -o -perm /022 \))" ] || fail "times differ, or others may write"

mkdir "$folder/bin"
printf '#!/bin/sh\nexit 1\n' >"$folder/bin/git"
chmod +x "$folder/bin/git"
export PATH="$folder/bin:$PATH"
"$cmake" -S "$source" -B "$folder/build" "$@" >"$folder/log" 2>&1 || {
    cat "$folder/log" >&2
    fail "does not configure without git"
}
grep -q "define TTGT_VERSION \"$version\"" "$folder/build/include/ttgt/version.h" || fail "the headers are not of $version"

umask 077
"$source/scripts/dist" --out "$folder/again" >/dev/null
cmp "$folder/packed/ttgt-$version.tar.gz" "$folder/again/ttgt-$version.tar.gz" || fail "the sources pack themselves differently"
