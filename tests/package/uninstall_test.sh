#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: uninstall_test.sh CMAKE BUILD PREFIX DOCDIR MANDIR
# What was installed is where it belongs, and `uninstall` removes it, but nothing of others.
set -euo pipefail
cmake=$1 build=$2 prefix=$3 docs=$3/$4 man=$3/$5
rm -rf "$prefix"
mkdir -p "$prefix/include"
touch "$prefix/include/other.h"

"$cmake" --install "$build" --prefix "$prefix" >/dev/null
for file in "$docs/LICENSE" "$docs/README.md" "$docs/guide/api.md" "$docs/guide/expressions.md" \
    "$man/man1/ttgt.1"; do
    [ -s "$file" ] || { printf 'not installed: %s\n' "$file" >&2; exit 1; }
done
"$cmake" --build "$build" --target uninstall >/dev/null

left=$(cd "$prefix" && find . ! -type d)
[ "$left" = ./include/other.h ] || { printf 'left behind:\n%s\n' "$left" >&2; exit 1; }
left=$(find "$prefix" -name 'ttgt*')
[ -z "$left" ] || { printf 'left behind:\n%s\n' "$left" >&2; exit 1; }
if "$cmake" -P "$build/uninstall.cmake" 2>/dev/null; then
    printf 'uninstalling twice succeeded\n' >&2
    exit 1
fi
