#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: man_page.sh PROGRAM NAME VERSION SECTIONS
# Prints the man page of a command: what its --help and that of its subcommands say, and the file
# SECTIONS, which is roff already.
set -euo pipefail
program=$1 name=$2 version=$3 sections=$4

# The lines of one help text as roff. An item is two blanks, its name and, from column 31 or in the
# next line, what it is. Roff takes a hyphen for a dash, and lines that begin with a dot or an
# apostrophe for its own.
body() {
    awk '
        function escape(text) {
            gsub(/\\/, "\\e", text)
            gsub(/-/, "\\-", text)
            return text ~ /^[.\047]/ ? "\\&" text : text
        }
        function item(name, text) { printf ".TP\n\\fB%s\\fR\n%s\n", escape(name), escape(text) }
        # Of an item without a second line: the description, if any, follows blanks in column 31.
        function flush() {
            if (pending != "" && length(pending) > 30 && substr(pending, 30, 1) == " ") {
                text = substr(pending, 31)
                name = substr(pending, 3, 28)
                sub(/ +$/, "", name)
                item(name, text)
            } else if (pending != "") item(substr(pending, 3), "")
            pending = ""
        }
        length($0) > 30 && substr($0, 1, 30) ~ /^ +$/ {
            if (pending != "") item(substr(pending, 3), substr($0, 31))
            else print escape(substr($0, 31))
            pending = ""
            next
        }
        { flush() }
        /^Usage: / { printf ".PP\n.B %s\n", escape(substr($0, 8)); next }
        /^[A-Z].*:$/ { printf ".PP\n.I %s\n", escape($0); next }
        /^  [^ ]/ { pending = $0; next }
        NF > 0 { print escape($0) }
        END { flush() }'
}

# page COMMAND...: its own help, then that of each subcommand.
page() {
    local help subcommand
    help=$("$program" "${@:2}" --help)
    printf '.SS "%s"\n' "$*"
    printf '%s\n' "$help" | body
    for subcommand in $(printf '%s\n' "$help" | sed '1,/^Subcommands:/d' | awk '/^  [^ ]/ { print $1 }'); do
        page "$@" "$subcommand"
    done
}

printf '.TH %s 1 "" "ttgt %s" "User Commands"\n.SH NAME\n' "${name^^}" "$version"
printf '%s \\- %s\n.SH COMMANDS\n' "$name" "$("$program" --help | head -n 1 | body)"
page "$name"
cat "$sections"
