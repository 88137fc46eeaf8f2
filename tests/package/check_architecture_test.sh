#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Changes one arrow or station of a copy of docs/architecture.md at a time: check_architecture.sh must
# take the page as it is and reject each change, naming the folder or the file.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/planted.sh"
page="$folder/../../docs/architecture.md"
copy="$tree/architecture.md"

# rejects <what is changed> <sed's script> <what the message must name>
rejects() {
    sed -E "$2" "$page" >"$copy"
    if cmp -s "$page" "$copy"; then
        failed "changes nothing: $1"
    elif message=$("$folder/check_architecture.sh" "$copy" 2>&1); then
        failed "wrongly accepted: $1"
    elif [[ $message != *"$3"* ]]; then
        failed "rejected with another message: $1: $message"
    fi
}

cp "$page" "$copy"
message=$("$folder/check_architecture.sh" "$copy" 2>&1) || failed "rejects the page as it is: $message"

rejects "an arrow that is added" 's|^(    src/core +->.*)|\1 src/runtime|' 'src/core -> include src/runtime'
rejects "an arrow that is removed" 's|^(    src/cache +->.*) src/core|\1|' 'src/cache -> include'
rejects "another folder" 's|^(    transpose/cpu +->.*) transpose$|\1 transpose/*|' 'transpose/cpu -> '
rejects "an added arrow in a line that goes on" 's|^( +contraction/plan contraction/planner src/cache)|\1 contraction/cpu|' \
    'contraction/execute -> '
rejects "a folder without an arrow" '/^    src\/gemm +->/d' 'src/gemm has no arrow'
rejects "a folder that is none" 's|^(    src/cache +->.*)|\1\n    src/other -> include|' 'src/other has an arrow'
rejects "two arrows of one folder" 's|^(    src/cache +->.*)|\1\n    src/cache -> include|' 'src/cache has two arrows'
rejects "no arrows at all" '/->/d; /^                                /d' 'has no arrows'
rejects "a station that is not there" 's|planner/choice\.cpp  |planner/chosen.cpp  |' 'there is no contraction/planner/chosen.cpp'

[ "$failures" -eq 0 ] && echo "check_architecture: all changes of the page judged rightly"
exit "$((failures > 0))"
