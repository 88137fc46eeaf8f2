#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Plants one page at a time beside two right ones: check_adrs.sh must take the right ones and reject the
# wrong ones with the page and the fault.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/planted.sh"

index='| 1 | [One](0001-one.md) | first; in part superseded by [3](0003-three.md) |\n| 2 | [Two](0002-two.md) | second |\n'
third='| 3 | [Three](0003-three.md) | third |\n'

# verdict_of <page> <text>: of an index in `rows` and pages 1 and 2 beside this one.
verdict_of() {
    plant "docs/adr/$1" "$2"
    [ -e "$tree/docs/adr/0001-one.md" ] || printf '# 1. One\n\n2026-01-01 · accepted\n' >"$tree/docs/adr/0001-one.md"
    printf '# 2. Two\n\n2026-01-02 · accepted · last section 2026-01-03\n' >"$tree/docs/adr/0002-two.md"
    printf '%b' "$rows" >"$tree/docs/adr/README.md"
    message=$("$folder/check_adrs.sh" "$tree" 2>&1)
}

# rejects <page> <text> <message>
rejects() {
    if verdict_of "$1" "$2"; then
        failed "wrongly accepted: '$2' in $1"
    elif [ "$message" != "docs/adr/$3" ]; then
        failed "rejected with another message: '$2' in $1: $message"
    fi
}

status="its third line is not '<date> · accepted', with what else is to say behind another ' · '"
rows=$index
accepts 0001-one.md '# 1. One\n\n2026-01-01 · proposed\n\nText.\n'
rejects 0001-one.md '# 2. One\n\n2026-01-01 · accepted\n' "0001-one.md: does not open with '# 1. <title>'"
rejects 0001-one.md '# 1. One\n2026-01-01 · accepted\n\nText.\n' "0001-one.md: $status"
rejects 0001-one.md '# 1. One\n\nStatus: accepted\n' "0001-one.md: $status"
rejects 0001-one.md '# 1. One\n\n2026-01-01\n' "0001-one.md: $status"
rejects 0001-one.md '# 1. One' "0001-one.md: $status"
rejects 0003-three.md '# 3. Three\n\n2026-01-01 · accepted\n' "README.md: has not one row '| 3 | [<title>](0003-three.md) |'
docs/adr/README.md: has not as many rows as there are pages"
rows=$index$third
accepts 0003-three.md '# 3. Three\n\n2026-01-01 · accepted · supersedes part of ADR 1\n'
rejects 0003-three.md '# 3. Three\n\n2026-01-01 · accepted · supersedes ADR 2\n' \
    'README.md: the row of ADR 2 does not link to 0003-three.md, which supersedes it'
rejects 0001-one.md '# 1. One\n\n2026-01-01 · accepted\n' 'README.md: has not as many rows as there are pages'
rows=$index'| 4 | [Four](0004-four.md) | fourth |\n'
rejects 0004-four.md '# 4. Four\n\n2026-01-01 · accepted\n' '0004-four.md: the next number is 3
docs/adr/README.md: has not as many rows as there are pages'
rows=$index
rejects 0002-again.md '# 2. Again\n\n2026-01-01 · accepted\n' "README.md: has not one row '| 2 | [<title>](0002-again.md) |'
docs/adr/0002-two.md: the next number is 3"

[ "$failures" -eq 0 ] && echo "check_adrs: all planted pages judged rightly"
exit "$((failures > 0))"
