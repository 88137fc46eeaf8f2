# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by scripts/test, after common.sh: the stages `newcomer` and `demo`, which run what the README
# names in a clone, and what the tests' build shares with them.

clone="$root/build-clone"

# Fails where the compilers warned. That they stop at warnings is not asked for: what users build, in
# the same words, is what the tests' build finds in the compiler cache.
without_warnings() {
    local log
    log=$(mktemp)
    "$@" 2>&1 | tee "$log"
    if grep --quiet ' warning[: ]' "$log"; then
        grep ' warning[: ]' "$log" | sort -u
        rm "$log"
        fail "the compilers warned"
    fi
    rm "$log"
}

# Where nvcc is, device code must compile: for the oldest architecture alone and not optimised, which
# takes a quarter of the time, where there is no device to run it on.
set_cuda_flags() {
    [ -e /dev/nvidiactl ] || export CUDAARCHS=80 CUDAFLAGS="-Xcicc -O0 -Xptxas -O0"
}

# What a newcomer has: a clone of HEAD, so that a file that is missing there is missed here; without
# git a copy of the sources.
make_clone() {
    rm -rf "$clone"
    if git -C "$root" rev-parse --verify --quiet HEAD >/dev/null; then
        git clone --quiet "$root" "$clone"
        git -C "$root" diff --quiet HEAD || say "what is not committed is not in $clone"
    else
        mkdir "$clone"
        project_files '*' | tr '\n' '\0' | xargs -0 cp --parents -t "$clone"
    fi
}

# documented_line <page> <beginning>: the command line of the page that begins so, without its comment.
documented_line() {
    local line
    line=$(sed -n "s/^    \($2.*\)/\1/p" "$root/$1" | sed 's/ *# .*//')
    [ -n "$line" ] && [[ $line != *$'\n'* ]] || fail "$1 has no line, or several, that begin with '$2'"
    printf '%s\n' "$line"
}

# run_line <page> <beginning>: runs the line in the clone.
run_line() {
    local line
    line=$(documented_line "$@")
    say "$line"
    (cd "$clone" && bash -euo pipefail -c "$line")
}

# README's own lines: the plain configuration, built, installed below a folder of its own, used by a
# project that finds it, removed; and the wheel of the guide, used without the sources.
stage_newcomer() (
    make_clone
    set_cuda_flags
    export DESTDIR="$clone/build-root"
    without_warnings run_line README.md "cmake -S "
    CMAKE_PREFIX_PATH="$DESTDIR/usr/local" cmake -S "$clone/tests/package/consumer" \
        -B "$clone/build-consumer"
    cmake --build "$clone/build-consumer"
    "$clone/build-consumer/consumer"
    cmake --build "$clone/build" --target uninstall
    [ -z "$(find "$DESTDIR" -not -type d)" ] || fail "uninstall left files in $DESTDIR"
    unset DESTDIR

    python3 -m venv "$clone/build-venv"
    # Below the sources, where the compiler cache counts paths as relative; by the name that CMake calls the
    # compiler, which Python may have another for, as the cache takes two names for two compilers.
    export PATH="$clone/build-venv/bin:$PATH" SKBUILD_BUILD_DIR="$clone/build-wheel" CXX="${CXX:-c++}"
    run_line docs/guide/python.md "pip install . --config"
    cd /
    python -m ttgt --version
    python -c "import importlib.metadata, ttgt; assert importlib.metadata.version('ttgt') == ttgt.__version__"
    python -c "import numpy, ttgt; assert (ttgt.einsum('ij,jk', numpy.ones((2, 3)), numpy.ones((3, 4))) == 3).all()"
)

# In the same clone. What it says about installing must hold.
stage_demo() (
    [ -d "$clone" ] || make_clone
    set_cuda_flags
    "$clone/scripts/demo" --no-setup --out "$clone/build-demo"
    DESTDIR="$clone/build-root" cmake --install "$clone/build-release" >/dev/null
    "$clone/build-root/usr/local/bin/ttgt" --version
)
