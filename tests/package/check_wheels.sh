#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_wheels.sh FOLDER [ROOT]...
#
# Tests the wheels in the folder, which scripts/wheels built: what the files are, and for each root, a
# file system of Linux without a compiler, that its Python has the first right result seconds after pip
# was asked for the file, with the newest and the oldest NumPy. Without ROOT a Debian 12 is made in
# build-wheels/bare by debootstrap, as root. Needs a network.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
folder=$(cd "$1" && pwd)
shift
roots=("$@")
most_seconds=20

fail() {
    printf 'check_wheels: %s\n' "$*" >&2
    exit 1
}

# make_root <folder>: a minimal Debian 12 with Python, and nothing that compiles.
make_root() {
    [ ! -e "$1/complete" ] || return 0
    rm -rf "$1"
    mkdir -p "$1"
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$1" \
        >"$1.log" || fail "no Debian 12 in $1; $1.log says why"
    touch "$1/complete"
}

# in_root <root> <command>...: with the network, the certificates and pip's settings of this system.
in_root() {
    local root=$1
    shift
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    cp --dereference /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    [ ! -r /etc/pip.conf ] || cp --dereference /etc/pip.conf "$root/etc/pip.conf"
    # Programs find the libraries beside them by /proc.
    env -u PIP_FIND_LINKS -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE HOME=/tmp LC_ALL=C.UTF-8 \
        unshare --mount bash -c 'mount --rbind /proc "$0/proc" && exec chroot "$0" /usr/bin/env PATH=/usr/bin:/bin "$@"' \
        "$root" "$@"
}

# The wheel for the root's Python: of the stable ABI, or of that version.
wheel_for() {
    local tag
    tag=$(in_root "$1" python3 -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
    [[ $tag == cp3* ]] || fail "no Python in $1"
    local found=("$folder"/ttgt-*-"$tag-$tag"-*.whl)
    [ -e "${found[0]}" ] || [ "${tag#cp3}" -lt 12 ] || found=("$folder"/ttgt-*-abi3-*.whl)
    [ -e "${found[0]}" ] || fail "$folder has no wheel for the Python of $1, $tag"
    printf '%s\n' "${found[0]}"
}

check_root() {
    local root=$1 wheel start seconds oldest
    wheel=$(wheel_for "$root")
    for compiler in cc gcc g++ clang; do
        [ -z "$(in_root "$root" bash -c "command -v $compiler" || true)" ] || fail "$root has $compiler"
    done
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
    oldest=$(in_root "$root" python3 -c 'import sys; print("1.23.5" if sys.version_info < (3, 12) else "1.26.0")')
    in_root "$root" /tmp/venv/bin/pip install --quiet --disable-pip-version-check "numpy==$oldest"
    in_root "$root" /tmp/venv/bin/python /tmp/wheel/first_einsum.py
}

for wheel in "$folder"/ttgt-*.whl; do
    [ -e "$wheel" ] || fail "$folder has no wheels"
    python3 "$here/check_wheel_file.py" "$wheel"
done
if [ ${#roots[@]} -eq 0 ]; then
    make_root "$project/build-wheels/bare"
    roots=("$project/build-wheels/bare")
fi
for root in "${roots[@]}"; do check_root "$root"; done
