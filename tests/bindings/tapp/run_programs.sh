#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: run_programs.sh CHECKOUT LIBRARY [SEEDS]
#
# Builds the test programs of a checkout of TAPPorg/reference-implementation against our library
# (the path of libttgt_tapp.so, libttgt_c.so beside it or where it was linked from) and runs them:
#   test/test.cpp            random products, judged by the loops of tblis.h beside this script,
#                            for SEEDS seeds (10); each of its lines must say true
#   test/test.c, test/demo.c, examples/driver, the answers of examples/exercise_contraction
#                            what they print must be what they print with the reference
#                            implementation of the same checkout
set -euo pipefail
checkout=$(cd "${1:?usage: run_programs.sh CHECKOUT LIBRARY [SEEDS]}" && pwd)
library=$(realpath "${2:?usage: run_programs.sh CHECKOUT LIBRARY [SEEDS]}")
seeds=${3:-10}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes=(-I"$checkout/api/include" -I"$checkout/test" -I"$checkout/reference_implementation/include")
ours=("$library" "-Wl,-rpath,$(dirname "$library")")
failures=0

fail() {
    printf 'failed: %s\n' "$*"
    failures=$((failures + 1))
}

# Prints the words that a program says with our library and with the reference, and compares them.
compare() {
    local name=$1
    shift
    cc -w "${includes[@]}" "$@" "${ours[@]}" -lm -o "$work/$name"
    cc -w "${includes[@]}" "$@" "$checkout"/reference_implementation/src/*.c -lm -o "$work/$name.theirs"
    if ! "$work/$name" >"$work/$name.out"; then
        fail "$name ends with an error"
    fi
    "$work/$name.theirs" >"$work/$name.expected"
    if diff "$work/$name.expected" "$work/$name.out" >"$work/$name.diff"; then
        printf 'ok: %s prints the same %d lines\n' "$name" "$(wc -l <"$work/$name.out")"
    else
        fail "$name prints something else than with the reference implementation:"
        head -n 20 "$work/$name.diff"
    fi
}

compare test "$checkout/test/test.c"
compare demo "$checkout/test/demo.c" "$checkout/test/helpers.c"
compare driver "$checkout/examples/driver/driver.c" "$checkout/test/helpers.c"
compare exercise "$checkout/examples/exercise_contraction/answers/exercise_contraction_answers.c" \
    "$checkout/test/helpers.c"

c++ -w -std=c++20 -O1 "${includes[@]}" -I"$here" "$checkout/test/test.cpp" "${ours[@]}" -o "$work/random"
for ((seed = 0; seed < seeds; seed++)); do
    if ! "$work/random" "$seed" >"$work/random.out"; then
        fail "test.cpp ends with an error for seed $seed"
    elif ! grep -q ': true$' "$work/random.out" || grep -q ': false$' "$work/random.out"; then
        fail "test.cpp, seed $seed: $(grep ': false$' "$work/random.out")"
    fi
done
printf 'test.cpp ran for %d seeds\n' "$seeds"
exit "$((failures > 0))"
