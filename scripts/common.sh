# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the scripts beside it.

say() { printf '\n==> %s\n' "$*"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Prints the comment block that opens the calling script.
print_help() { sed -n '/^# Usage:/,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"; }

jobs_here() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN; }

# project_files <pattern>...: the project's own files, tracked or about to be.
project_files() {
    if git -C "$root" rev-parse --git-dir >/dev/null 2>&1; then
        git -C "$root" ls-files --cached --others --exclude-standard -- "$@" |
            while IFS= read -r file; do [ ! -e "$root/$file" ] || printf '%s\n' "$file"; done
    else
        local pattern names=()
        for pattern in "$@"; do names+=(-o -name "$pattern"); done
        (cd "$root" && find . -path './build*' -prune -o -type f \( "${names[@]:1}" \) -print |
            sed 's|^\./||' | sort)
    fi
}
