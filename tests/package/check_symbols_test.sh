#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_symbols_test.sh [COMPILER]
# Compiles a small object for each layer of a build tree and plants one more at a time:
# check_symbols.sh must take the calls that point down and reject, with layer, symbol and the layer
# that defines it, those that point up.
set -euo pipefail
checker=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_symbols.sh
compiler=${1:-c++}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# add <layer> <file>: compiles standard input into an object of the layer's target.
add() {
    mkdir -p "$tree/$1/CMakeFiles/target.dir/deeper"
    "$compiler" -x c++ -c - -o "$tree/$1/CMakeFiles/target.dir/deeper/$2"
}

# with <layer>: puts the planted object, compiled from standard input, into the layer and runs the
# checker.
with() {
    add "$1" planted.cu.o
    local verdict=0
    message=$("$checker" "$tree" 2>&1) || verdict=$?
    rm "$tree/$1/CMakeFiles/target.dir/deeper/planted.cu.o"
    return "$verdict"
}

accepts() {
    if ! with "$1"; then
        echo "wrongly rejected in $1: $message"
        failures=$((failures + 1))
    fi
}

# rejects <layer> <message>
rejects() {
    if with "$1"; then
        echo "wrongly accepted in $1, without: $2"
        failures=$((failures + 1))
    elif [ "$message" != "$2" ]; then
        echo "rejected with another message than '$2': $message"
        failures=$((failures + 1))
    fi
}

if "$checker" "$tree" 2>/dev/null; then
    echo "wrongly accepted: a tree without objects"
    failures=$((failures + 1))
fi

# What each layer defines: a function, and in contraction what C++ makes of a class with a virtual
# function and of an inline function, which every object that uses it defines again.
for layer in src/core src/runtime src/gemm src/context transpose operators network blocks distributed src/reference; do
    add "$layer" own.cpp.o <<<"namespace ttgt { int from_${layer##*/}(int) { return 1; } }"
done
add contraction own.cpp.o <<'END'
namespace ttgt {
int from_contraction(int) { return 1; }
struct Step { virtual ~Step(); int id() const; };
Step::~Step() = default;
int Step::id() const { return 1; }
template <class T> T made_of(T) { return 1; }
template int made_of(int);
inline int inlined() { static int count = 0; return ++count; }
int use() { return inlined(); }
}
END

accepts transpose <<<'namespace ttgt { int from_context(int); int f() { return from_context(1); } }'
rejects contraction \
    "contraction must not call ttgt::from_network(int), which network defines" \
    <<<'namespace ttgt { int from_network(int); int f() { return from_network(1); } }'
accepts network <<<'namespace ttgt { int from_contraction(int); int f() { return from_contraction(1); } }'
accepts contraction <<<'namespace ttgt { int from_gemm(int); int f() { return from_gemm(1); } }'
accepts src/reference <<<'namespace ttgt { int from_core(int); int f() { return from_core(1); } }'
accepts tools <<<'namespace ttgt { int from_reference(int); int f() { return from_reference(1); } }'
# Defined in no layer of the project, and another namespace's.
accepts src/core <<<'namespace ttgt { int from_nowhere(int); int f() { return from_nowhere(1); } }'
accepts src/core <<<'namespace std { int from_contraction(int); int f() { return from_contraction(1); } }'
# Inline functions are their users' own; those of templates too.
accepts src/core <<<'namespace ttgt { inline int inlined() { static int count = 0; return ++count; }
                     int f() { return inlined(); } }'
accepts src/core <<<'namespace ttgt { template <class T> T made_of(T) { return 2; }
                     int f() { return made_of(1); } }'

call_up='namespace ttgt { int from_contraction(int); int f() { return from_contraction(1); } }'
rejects src/core "src/core must not call ttgt::from_contraction(int), which contraction defines" \
    <<<"$call_up"
rejects src/reference \
    "src/reference must not call ttgt::from_contraction(int), which contraction defines" <<<"$call_up"
rejects src/reference "src/reference must not call ttgt::from_runtime(int), which src/runtime defines" \
    <<<'namespace ttgt { int from_runtime(int); int f() { return from_runtime(1); } }'
rejects transpose "transpose must not call ttgt::from_gemm(int), which src/gemm defines" \
    <<<'namespace ttgt { int from_gemm(int); int f() { return from_gemm(1); } }'
rejects transpose "transpose must not call ttgt::Step::id() const, which contraction defines" \
    <<<'namespace ttgt { struct Step { int id() const; }; int f(const Step& s) { return s.id(); } }'
rejects src/gemm "src/gemm must not call typeinfo for ttgt::Step, which contraction defines" \
    <<<'#include <typeinfo>
        namespace ttgt { struct Step { virtual ~Step(); };
        const std::type_info& f() { return typeid(Step); } }'
rejects src/context \
    "src/context must not call int ttgt::made_of<int>(int), which contraction defines" \
    <<<'namespace ttgt { template <class T> T made_of(T); int f() { return made_of(1); } }'

[ "$failures" -eq 0 ] && echo "check_symbols: all planted calls judged rightly"
exit "$((failures > 0))"
