#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_version.sh [ROOT]
# The version stands in project() of CMakeLists.txt, and CHANGELOG.md names it as the latest release.
# Fails, naming file and line, where another file states it again, where a find_package(ttgt) asks for
# another one, or where pyproject.toml has one of its own. Results of benchmarks and history keep theirs.
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"
cd "$root"
faults=0

# fault <place> <what>
fault() {
    printf '%s: %s\n' "$1" "$2" >&2
    faults=1
}

version=$(sed -n '/^project($/,/)/s/^ *VERSION \([0-9][0-9.]*\)$/\1/p' CMakeLists.txt)
[[ $version =~ ^([0-9]+\.[0-9]+)\.[0-9]+$ ]] || {
    fault CMakeLists.txt "project() has no line 'VERSION <major>.<minor>.<patch>'"
    exit 1
}
minor=${BASH_REMATCH[1]}

pages=$(project_files '*' | grep -vE '^(CMakeLists\.txt|CHANGELOG\.md|docs/(adr|lab-notes)/.*|benchmarks/results/.*|tests/(data|fuzz)/.*|tests/package/check_version_test\.sh)$' || true)
# search <pattern>: the lines of all other text files that match, as `file:line:text`.
search() { [ -z "$pages" ] || tr '\n' '\0' <<<"$pages" | xargs -0 grep -HnIP -- "$1" || true; }

while IFS=: read -r file line _; do
    fault "$file:$line" "states $version; take it from project() of CMakeLists.txt"
done < <(search "(?<![0-9.])${version//./\\.}(?![0-9]|\\.[0-9])" | grep .)
while IFS=: read -r file line _; do
    fault "$file:$line" "asks for another ttgt than $minor"
done < <(search 'find_package\(ttgt [0-9]' | grep -vE "find_package\(ttgt ${minor//./\\.}[ )]" || true)
if [ -e pyproject.toml ]; then
    while IFS=: read -r line _; do
        fault "pyproject.toml:$line" "has a version of its own"
    done < <(grep -nE '^version *=' pyproject.toml || true)
fi

headings=$(sed -n 's/^## \[\([^]]*\)\].*/\1/p' CHANGELOG.md | head -n 2 | tr '\n' ' ')
[ "$headings" = "Unreleased $version " ] ||
    fault CHANGELOG.md "begins with the sections '${headings% }'; expected 'Unreleased $version'"
exit "$faults"
