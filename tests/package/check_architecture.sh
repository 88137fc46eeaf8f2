#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_architecture.sh [PAGE]
# Fails, naming the folder, where the arrows of docs/architecture.md ("A -> B C": files of A may
# include files of B and C) are not those that layers.sh states, or where a file or folder that a
# block of the page names does not exist. Lines without an arrow continue the arrow above them.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
root=$(cd "$here/../.." && pwd)
page=${1:-$root/docs/architecture.md}
. "$here/layers.sh"

bad=0
reject() {
    printf 'docs/architecture.md: %s\n' "$1" >&2
    bad=1
}

# Lines "<folder> <used folder>..." of the page's arrows.
arrows=$(awk '
    /^    [a-z][a-z_\/]* +-> ?/ || /^    [a-z][a-z_\/]* +->$/ {
        if (line != "") print line
        line = $1
        for (i = 3; i <= NF; i++) line = line " " $i
        next
    }
    line != "" && /^      / { for (i = 1; i <= NF; i++) line = line " " $i; next }
    line != "" { print line; line = "" }
    END { if (line != "") print line }' "$page")
[ -n "$arrows" ] || reject "has no arrows"

declare -A on_page=()
while read -r folder used; do
    [ -n "$folder" ] || continue
    [ -z "${on_page[$folder]+set}" ] || reject "$folder has two arrows"
    read -r -a entries <<<"$used"
    on_page[$folder]=$(printf '%s\n' "${entries[@]}" | sed '/^$/d' | LC_ALL=C sort -u | tr '\n' ' ')
done <<<"$arrows"

for folder in "${!may_use[@]}"; do
    read -r -a entries <<<"${may_use[$folder]}"
    wanted=$(printf '%s\n' "${entries[@]}" | sed "\|^$folder\$|d" | LC_ALL=C sort -u | tr '\n' ' ')
    if [ -z "${on_page[$folder]+set}" ]; then
        reject "$folder has no arrow"
    elif [ "${on_page[$folder]}" != "$wanted" ]; then
        reject "$folder -> ${on_page[$folder]}, but layers.sh says: $wanted"
    fi
done
for folder in "${!on_page[@]}"; do
    [ -n "${may_use[$folder]:-}" ] || reject "$folder has an arrow, but no place in layers.sh"
done

# The stations: what looks like a path in an indented block.
while read -r path; do
    [ -e "$root/$path" ] || reject "there is no $path"
done < <(grep '^    ' "$page" | grep -v -- '->' |
    grep -oE '(bindings|blocks|contraction|distributed|include|network|operators|src|tools|transpose)/[a-z_/]+(\.[a-z]+)?' |
    LC_ALL=C sort -u)
exit "$bad"
