#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: man_page_test.sh PROGRAM PAGE
# Every command and option that --help names is in the man page as a reader sees it, which roff
# renders without a warning.
set -euo pipefail
program=$1 page=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Plain text: no bold by overstriking, no colours. Not `man`, which small Ubuntu images replace.
groff -man -Tascii -ww -rLL=200n -P-cbou "$page" >"$work/rendered" 2>"$work/warnings"
if [ -s "$work/warnings" ]; then
    cat "$work/warnings" >&2
    exit 1
fi

missing=0
expect() {
    grep -qF -- "$1" "$work/rendered" && return
    printf '%s: nothing of %s\n' "$page" "$1" >&2
    missing=1
}

# expect_help COMMAND...: what the help of it and of its subcommands names.
expect_help() {
    local help word
    help=$("$program" "$@" --help)
    for word in $(printf '%s\n' "$help" | grep -oE -- '^  -[^ ]+' | tr ',' ' '); do
        expect "${word%%\{*}"
    done
    for word in $(printf '%s\n' "$help" | sed '1,/^Subcommands:/d' | grep -oE '^  [a-z]+'); do
        expect "$(basename "$page" .1)${*:+ $*} $word"
        expect_help "$@" "$word"
    done
}
expect_help
expect "EXIT STATUS"
exit "$missing"
