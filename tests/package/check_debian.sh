#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_debian.sh SOURCE JOBS RELEASE...
#
# Builds the Debian package of a source folder that scripts/recipes wrote, in a system that has what the
# source package asks for and nothing else, and checks it by lintian. Installs it in another bare system,
# without its recommendations for the command, then with them for programs of users in C++, C and Fortran,
# and removes it. roots.sh makes both systems of each RELEASE in the folder beside the sources, as root and
# with a network. On two processors it takes some ten minutes for each RELEASE.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
source=$(cd "$1" && pwd)
jobs=$2
shift 2
work="$(dirname "$(dirname "$source")")/roots"
name=$(basename "$source")
. "$here/roots.sh"

fail() {
    printf 'check_debian: %s\n' "$*" >&2
    exit 1
}

# apt <root> <argument>...
apt() {
    local root=$1
    shift
    # Its own user could not read what root wrote there.
    in_root "$root" apt-get -qq --yes --no-install-recommends -o APT::Sandbox::User= -o Dpkg::Use-Pty=0 "$@" \
        >>"$root.log" 2>&1 || {
        tail -n 30 "$root.log"
        fail "apt-get $* failed in $root"
    }
}

# build_package <release>: leaves the files in <root>/src.
build_package() {
    local root="$work/build-$1"
    make_root "$1" "$root" build-essential
    apt "$root" update
    rm -rf "$root/src"
    cp -R "$(dirname "$source")" "$root/src"
    apt "$root" build-dep "/src/$name"
    in_root "$root" env DEB_BUILD_OPTIONS="parallel=$jobs noautodbgsym" bash -c \
        'cd "/src/$0" && dpkg-buildpackage --no-sign' "$name" >"$root.build.log" 2>&1 || {
        tail -n 60 "$root.build.log"
        fail "the package was not built; $root.build.log says why"
    }
    lintian --allow-root --fail-on error,warning "$root"/src/*.changes || fail "lintian finds faults"
}

# install_package <release>
install_package() {
    local root="$work/user-$1" package
    make_root "$1" "$root"
    apt "$root" update
    package=$(basename "$work/build-$1"/src/ttgt_*_amd64.deb)
    cp "$work/build-$1/src/$package" "$root/tmp/"
    rm -rf "$root/tmp/project"
    mkdir "$root/tmp/project"
    tar -C "$project" --create tests/package examples/c | tar -C "$root/tmp/project" --extract
    apt "$root" install "/tmp/$package"
    in_root "$root" ttgt --version
    in_root "$root" ttgt explain "D(a,b)=L(a,k)*R(k,b)" a=96 b=80 k=40
    # apt leaves the recommendations of what is installed alone.
    apt "$root" purge ttgt
    apt "$root" install --install-recommends "/tmp/$package" cmake make pkg-config gcc
    in_root "$root" bash -euc '
        cd /tmp/project/tests/package
        for each in consumer consumer_c consumer_fortran; do
            cmake --no-warn-unused-cli -S "$each" -B "/tmp/project/$each" -DBUILT=cpp,c,fortran >/dev/null
            cmake --build "/tmp/project/$each" >/dev/null
            "/tmp/project/$each/consumer"
        done
        ./pkg_config_test.sh c++ consumer/main.cpp "" "" /tmp/project/flags
        ./pkg_config_test.sh cc /tmp/project/examples/c/plans.c "" "" /tmp/project/flags_c ttgt_c c99'
    apt "$root" purge ttgt
    [ -z "$(find "$root/usr" -path '*ttgt*' -print -quit)" ] || fail "files are left in $root/usr"
    printf '%s: %s builds, installs, links and goes\n' "$1" "$package"
}

mkdir -p "$work"
for release in "$@"; do
    build_package "$release"
    install_package "$release"
done
