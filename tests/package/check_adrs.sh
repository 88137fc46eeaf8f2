#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_adrs.sh [ROOT]
# Fails, naming the page, where decisions in docs/adr are not numbered 1, 2, 3 and so on, each once; where
# a page does not open with its number, its date and its status; where docs/adr/README.md has not one row
# for it; and where the row of a page that another one supersedes does not link to that one.
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
cd "$root/docs/adr"
faults=0

# fault <page> <what>
fault() {
    printf 'docs/adr/%s: %s\n' "$1" "$2" >&2
    faults=1
}

# row <number>: the rows of the index with this number.
row() { grep -E "^\| $1 \|" README.md || true; }

# check_superseded <page> <status>: pages that the status line says it supersedes.
check_superseded() {
    local old
    for old in $(grep -oE 'supersedes (part of )?ADR [0-9]+' <<<"$2" | grep -oE '[0-9]+$'); do
        [[ $(row "$old") == *"($1)"* ]] || fault README.md "the row of ADR $old does not link to $1, which supersedes it"
    done
}

# check_page <page> <number>
check_page() {
    local page=$1 number=$2 title="" status=""
    { read -r title && read -r _ && read -r status; } <"$page" || true
    [[ $title == "# $number. "?* ]] || fault "$page" "does not open with '# $number. <title>'"
    [[ $status =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}\ ·\ (proposed|accepted|rejected)(\ ·\ .+)?$ ]] ||
        fault "$page" "its third line is not '<date> · accepted', with what else is to say behind another ' · '"
    [ "$(row "$number" | wc -l)" -eq 1 ] && [[ $(row "$number") == *"]($page) |"* ]] ||
        fault README.md "has not one row '| $number | [<title>]($page) |'"
    check_superseded "$page" "$status"
}

expected=1
for page in [0-9]*.md; do
    number=$((10#${page%%-*}))
    [ "$number" -eq "$expected" ] || fault "$page" "the next number is $expected"
    check_page "$page" "$number"
    expected=$((number + 1))
done
[ "$(grep -cE '^\| [0-9]+ \|' README.md)" -eq "$((expected - 1))" ] || fault README.md "has not as many rows as there are pages"
exit "$faults"
