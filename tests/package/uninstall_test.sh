#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: uninstall_test.sh CMAKE CPACK BUILD PREFIX DOCDIR MANDIR
# What was installed is where it belongs, and `uninstall` removes it, a component installed later too,
# but nothing of others; nothing of what cpack staged in between, which it names below /usr; and below
# DESTDIR alone what was installed there.
set -euo pipefail
cmake=$1 cpack=$2 build=$3 prefix=$4 docs=$4/$5 man=$4/$6
staged=$prefix.staged
rm -rf "$prefix" "$staged"
mkdir -p "$prefix/include"
touch "$prefix/include/other.h"

# none_but <expected> <words> <lines>: fails where the lines are not the expected ones.
none_but() {
    [ "$3" = "$1" ] || { printf '%s:\n%s\n' "$2" "$3" >&2; exit 1; }
}
removed_elsewhere() { grep Removing "$prefix.log" | grep -vF "Removing $1/" || true; }

"$cmake" --install "$build" --prefix "$prefix" >/dev/null
for file in "$docs/LICENSE" "$docs/README.md" "$docs/copyright" "$docs/docs/guide/api.md" \
    "$docs/docs/guide/expressions.md" "$man/man1/ttgt.1"; do
    [ -s "$file" ] || { printf 'not installed: %s\n' "$file" >&2; exit 1; }
done
"$cmake" --install "$build" --prefix "$prefix" --component python >/dev/null
# Staged by the generator that makes no archive of it.
"$cpack" --config "$build/CPackConfig.cmake" -G External -D CPACK_EXTERNAL_ENABLE_STAGING=ON \
    -D CPACK_STRIP_FILES=OFF -B "$staged" >/dev/null
rm -rf "$staged"
"$cmake" --build "$build" --target uninstall >"$prefix.log"
none_but "" "removed elsewhere" "$(removed_elsewhere "$prefix")"
none_but ./include/other.h "left behind" "$(cd "$prefix" && find . ! -type d)"
none_but "" "left behind" "$(find "$prefix" -name 'ttgt*')"
if "$cmake" -P "$build/uninstall.cmake" 2>/dev/null; then
    printf 'uninstalling twice succeeded\n' >&2
    exit 1
fi

DESTDIR=$staged "$cmake" --install "$build" --prefix /usr >/dev/null
"$cmake" -P "$build/uninstall.cmake" >"$prefix.log" 2>&1
none_but "" "removed elsewhere" "$(removed_elsewhere "$staged/usr")"
none_but "" "left behind" "$(find "$staged" ! -type d)"
