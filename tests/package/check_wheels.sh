#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_wheels.sh FOLDER [ROOT|RELEASE]...
#
# Tests the wheels in the folder, which scripts/wheels built: what the files are, and for each root, a
# file system of Linux without a compiler, that its Python has the first right result seconds after pip
# was asked for the file, with the newest and the oldest NumPy, and with that of the distribution, whose
# BLAS is another, where it is there. Where Python is older than 3.10, as in Debian 11, the command in the wheel
# contracts instead. A RELEASE is one that roots.sh makes, in build-wheels; bookworm unless anything is given.
# Needs a network.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
folder=$(cd "$1" && pwd)
shift
roots=("$@")
. "$here/roots.sh"
most_seconds=20

fail() {
    printf 'check_wheels: %s\n' "$*" >&2
    exit 1
}

# wheel_for <root> <package>: the wheel for the root's Python: of the stable ABI, or of that version.
wheel_for() {
    local tag
    tag=$(in_root "$1" python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
    [[ $tag == cp3* ]] || fail "no Python in $1"
    local found=("$folder/$2"-*-"$tag-$tag"-*.whl)
    [ -e "${found[0]}" ] || [ "${tag#cp3}" -lt 12 ] || found=("$folder/$2"-*-abi3-*.whl)
    [ -e "${found[0]}" ] || fail "$folder has no wheel of $2 for the Python of $1, $tag"
    printf '%s\n' "${found[0]}"
}

# check_command <root> <package>: the command in any of the wheels, which needs no Python.
check_command() {
    local root=$1 wheels=("$folder/$2"-*.whl) libc
    rm -rf "$root/tmp/wheel"
    mkdir "$root/tmp/wheel"
    python3 -m zipfile --extract "${wheels[0]}" "$root/tmp/wheel"
    chmod +x "$root/tmp/wheel/ttgt/bin/ttgt"
    in_root "$root" python3 -c 'import numpy
numpy.save("/tmp/wheel/l.npy", numpy.arange(6.0).reshape(2, 3)); numpy.save("/tmp/wheel/r.npy", numpy.arange(12.0).reshape(3, 4))'
    in_root "$root" /tmp/wheel/ttgt/bin/ttgt contract "D(a,b)=L(a,k)*R(k,b)" --in L=/tmp/wheel/l.npy \
        --in R=/tmp/wheel/r.npy --out /tmp/wheel/d.npy --check
    libc=$(in_root "$root" python3 -c 'import os; print(os.confstr("CS_GNU_LIBC_VERSION"))')
    printf 'the command of %s is right in %s, %s\n' "${wheels[0]##*/}" "$root" "$libc"
}

# check_root <root> <package>
check_root() {
    local root=$1 wheel start seconds oldest
    for compiler in cc gcc g++ clang; do
        [ -z "$(in_root "$root" bash -c "command -v $compiler" || true)" ] || fail "$root has $compiler"
    done
    if in_root "$root" python3 -c 'import sys; sys.exit(sys.version_info >= (3, 10))'; then
        # The package for GPUs has no command.
        [ "$2" != ttgt ] || check_command "$root" "$2"
        return
    fi
    wheel=$(wheel_for "$root" "$2")
    rm -rf "$root/tmp/wheel" "$root/tmp/venv"
    mkdir "$root/tmp/wheel"
    cp "$wheel" "$here/first_einsum.py" "$root/tmp/wheel/"
    in_root "$root" python3 -m venv /tmp/venv
    start=$(date +%s)
    in_root "$root" /tmp/venv/bin/pip install --quiet --disable-pip-version-check \
        "/tmp/wheel/${wheel##*/}"
    in_root "$root" /tmp/venv/bin/python /tmp/wheel/first_einsum.py
    seconds=$(($(date +%s) - start))
    printf '%s in %s: %d s from pip install to the first result\n' "${wheel##*/}" "$root" "$seconds"
    [ "$seconds" -le "$most_seconds" ] || fail "more than $most_seconds s"
    # The oldest NumPy with a wheel for that Python.
    oldest=$(in_root "$root" python3 -c \
        'import sys; print({10: "1.23.5", 11: "1.23.5", 12: "1.26.0", 13: "2.1.0"}.get(sys.version_info[1], "2.3.3"))')
    in_root "$root" /tmp/venv/bin/pip install --quiet --disable-pip-version-check "numpy==$oldest"
    in_root "$root" /tmp/venv/bin/python /tmp/wheel/first_einsum.py
    in_root "$root" python3 -c 'import numpy' 2>/dev/null || return 0
    rm -rf "$root/tmp/venv"
    in_root "$root" python3 -m venv --system-site-packages /tmp/venv
    in_root "$root" /tmp/venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
        "/tmp/wheel/${wheel##*/}"
    in_root "$root" /tmp/venv/bin/python /tmp/wheel/first_einsum.py
}

packages=()
for wheel in "$folder"/ttgt*.whl; do
    [ -e "$wheel" ] || fail "$folder has no wheels"
    python3 "$here/check_wheel_file.py" "$wheel"
    name=${wheel##*/}
    [[ " ${packages[*]} " == *" ${name%%-*} "* ]] || packages+=("${name%%-*}")
done
[ ${#roots[@]} -gt 0 ] || roots=(bookworm)
for root in "${roots[@]}"; do
    if [ ! -d "$root" ]; then
        make_root "$root" "$project/build-wheels/bare-$root" python3 python3-venv python3-numpy
        root="$project/build-wheels/bare-$root"
    fi
    for package in "${packages[@]}"; do check_root "$root" "$package"; done
done
