# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the tests of the checkers, which plant one thing at a time in an empty tree. They define
# verdict_of <file> <what is planted>: runs the checker and leaves what it said in `message`.
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# failed <what>: counts it.
failed() {
    echo "$*"
    failures=$((failures + 1))
}

# plant <file> <text>: a tree that holds this file alone.
plant() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/$(dirname "$1")"
    printf '%b' "$2" >"$tree/$1"
}

accepts() {
    verdict_of "$1" "$2" || failed "wrongly rejected: '$2' in $1: $message"
}
