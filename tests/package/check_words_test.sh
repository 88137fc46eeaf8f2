#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Plants one text at a time in an empty tree: check_words.sh must take the right ones and reject,
# with file, line and the word to use, the wrong ones.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/planted.sh"

# verdict_of <file> <text>: of a tree that holds this text, from the file's second line on.
verdict_of() {
    plant "$1" "the first line\n$2\n"
    message=$("$folder/check_words.sh" "$tree" 2>&1)
}

# rejects <file> <text> <found> <what to say> [LINE]
rejects() {
    if verdict_of "$1" "$2"; then
        failed "wrongly accepted: '$2' in $1"
    elif [ "$message" != "$1:${5:-2}: \"$3\": say $4" ]; then
        failed "rejected with another message: '$2' in $1: $message"
    fi
}

accepts contraction/plan/a.cpp '// resolves the layouts, then lowers the candidate'
accepts docs/a.md 'an unsettled question, the assembly of a matrix, h8_stretched, multiply-adds up to here'
accepts src/a.cpp 'renamed(reader, "cached_run_ns", "near_run_ns");'
accepts transpose/a.h '// rows are gathered; some settlement; reckonings'
accepts CHANGELOG.md 'settled'
accepts docs/adr/0001.md 'settled'
accepts docs/design.md '### Words not used\n| instead of | say |\n| settle | resolve layouts |\n'
accepts docs/lab-notes/2026-11-23.md 'settled likewise, as far as seen on the way'
accepts src/a.cpp '// insofar as far_as; what is left_of; all but four; seen on the way'
accepts a.txt 'settled'

rejects contraction/planner/a.cpp '// settles it' settles 'resolve layouts'
rejects contraction/plan/a.h 'Plan assemble(int);' assemble 'lower, lowering'
rejects transpose/a.h '/// the assembly of steps' assembly 'lower, lowering'
rejects docs/a.md 'to gather the partial sums' 'gather the partial sums' 'split reduction'
rejects docs/a.md '| Widen | a word |' Widen 'promote, complex view or vectorise'
rejects src/a.cpp 'int widened_value = 0;' widened 'promote, complex view or vectorise'
rejects src/a.cu '// writes past the caches' 'past the caches' 'non-temporal store'
rejects src/a.cuh '    // writes past\n    // the cache' 'past the cache' 'non-temporal store'
rejects src/a.h '/// turned in registers' 'turned in registers' 'in-register transpose'
rejects benchmarks/a.py '# turned in\n# registers' 'turned in registers' 'in-register transpose'
rejects tools/CMakeLists.txt '# a stretch of it' stretch 'contiguous segment'
rejects src/a.h 'double near_runs = 0;' near_runs 'cached run'
rejects docs/a.md 'a far run' 'far run' 'uncached run'
rejects docs/design.md '### Words not used\n| far run |\n\n## Next\nfar run' 'far run' 'uncached run' 6
rejects scripts/a.sh 'echo "adds up"' 'adds up' accumulates
rejects tests/a.cpp '// as reckoned' reckoned compute
rejects src/a.h '/// Of R likewise.' likewise 'what is the same, by its name'
rejects src/a.cpp '// copied as\n    // far as it fits' 'as far as' 'where, or up to'
rejects docs/a.md 'there is none that fits' 'is none that' 'there is no'
rejects bindings/a.py '# all but for one' 'but for' 'except, or without'
rejects src/a.cu '// What is left of a row' 'What is left of' 'the rest of, or what remains by its name'
rejects docs/algorithms/a.md 'numbers seen on the way' 'seen on the way' 'the file that has the numbers, or a lab note'

[ "$failures" -eq 0 ] && echo "check_words: all planted words judged rightly"
exit "$((failures > 0))"
