#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Plants one text at a time in a small tree of version 1.2.3: check_version.sh must take the right ones
# and reject the wrong ones with their place.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/planted.sh"

# verdict_of <file> <text>: of a tree that holds this text beside the project's version.
verdict_of() {
    plant "$1" "the first line\n$2\n"
    [ "$1" = CMakeLists.txt ] || printf 'project(\n    ttgt\n    VERSION 1.2.3\n    LANGUAGES CXX)\n' >"$tree/CMakeLists.txt"
    [ "$1" = CHANGELOG.md ] || printf '## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n' >"$tree/CHANGELOG.md"
    message=$("$folder/check_version.sh" "$tree" 2>&1)
}

# rejects <file> <text> <message>
rejects() {
    if verdict_of "$1" "$2"; then
        failed "wrongly accepted: '$2' in $1"
    elif [ "$message" != "$3" ]; then
        failed "rejected with another message: '$2' in $1: $message"
    fi
}

accepts a.cpp '// 11.2.3, 1.2.34, 1.2.3.4, 1.2, 2026'
accepts docs/adr/0001.md '1.2.3'
accepts benchmarks/results/a.json '"version": "1.2.3"'
accepts docs/a.md 'find_package(ttgt 1.2 REQUIRED) and find_package(ttgt REQUIRED) and find_package(fmt 9.1)'
accepts pyproject.toml 'dynamic = ["version"]'
accepts CHANGELOG.md '## [Unreleased]\n## [1.2.3] - 2026-01-01\n## [1.2.2] - 2025-01-01'

rejects a.cpp '"1.2.3"' 'a.cpp:2: states 1.2.3; take it from project() of CMakeLists.txt'
rejects CITATION.cff 'version: 1.2.3' 'CITATION.cff:2: states 1.2.3; take it from project() of CMakeLists.txt'
rejects docs/a.md 'ttgt-1.2.3.' 'docs/a.md:2: states 1.2.3; take it from project() of CMakeLists.txt'
rejects tests/a/CMakeLists.txt 'find_package(ttgt 1.3)' 'tests/a/CMakeLists.txt:2: asks for another ttgt than 1.2'
rejects docs/a.md 'find_package(ttgt 1.20)' 'docs/a.md:2: asks for another ttgt than 1.2'
rejects pyproject.toml 'version = "1.2.0"' 'pyproject.toml:2: has a version of its own'
rejects CHANGELOG.md '## [Unreleased]\n## [1.2.2]' "CHANGELOG.md: begins with the sections 'Unreleased 1.2.2'; expected 'Unreleased 1.2.3'"
rejects CHANGELOG.md '## [1.2.3]' "CHANGELOG.md: begins with the sections '1.2.3'; expected 'Unreleased 1.2.3'"
rejects CMakeLists.txt 'project(ttgt)' "CMakeLists.txt: project() has no line 'VERSION <major>.<minor>.<patch>'"

[ "$failures" -eq 0 ] && echo "check_version: all planted texts judged rightly"
exit "$((failures > 0))"
