#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: deb_test.sh CPACK BUILD VERSION COMPILER SOURCE WORK
# Makes the .deb of a build folder and unpacks it into a root of its own: the command runs there, its
# page and documents are where they belong, a user's program is built by what pkg-config says, the
# package depends on the libraries that it links and recommends those that pkg-config names.
set -euo pipefail
cpack=$1 build=$2 version=$3 compiler=$4 source=$5 work=$6
rm -rf "$work"
mkdir -p "$work/root"

fail() {
    printf 'deb_test: %s\n' "$*" >&2
    exit 1
}

# Not compressed: that takes longer than all the rest.
"$cpack" --config "$build/CPackConfig.cmake" -D CPACK_DEBIAN_COMPRESSION_TYPE=none \
    -B "$work/packages" >"$work/cpack.log" 2>&1 ||
    { cat "$work/cpack.log" >&2 && exit 1; }
packages=("$work"/packages/ttgt_*.deb)
[ ${#packages[@]} -eq 1 ] && [ -e "${packages[0]}" ] || fail "not one package: ${packages[*]}"
package=${packages[0]}

[ "$(dpkg-deb --field "$package" Package)" = ttgt ] || fail "another name"
[ "$(dpkg-deb --field "$package" Version)" = "$version" ] || fail "another version"
depends=$(dpkg-deb --field "$package" Depends)
for library in libc6 libstdc++6; do
    [[ $depends == *"$library"* ]] || fail "does not depend on $library: $depends"
done
dpkg-deb --contents "$package" | awk '{ print $6 }' | grep -v '^\./usr/\|^\./$\|^\./usr$' &&
    fail "files outside /usr"

dpkg-deb --extract "$package" "$work/root"
usr=$work/root/usr
[ "$("$usr/bin/ttgt" --version)" = "ttgt $version" ] || fail "the command has another version"
for file in share/doc/ttgt/LICENSE share/doc/ttgt/copyright share/doc/ttgt/docs/guide/api.md \
    share/man/man1/ttgt.1 include/ttgt/ttgt.h; do
    [ -s "$usr/$file" ] || fail "no $file"
done
grep -q '^License: Apache-2.0' "$usr/share/doc/ttgt/copyright" || fail "copyright names no licence"
for owner in libeigen3-dev libfmt-dev; do  # whose code is compiled in
    grep -q "^==== $owner$" "$usr/share/doc/ttgt/copyright" || fail "copyright lacks $owner"
done

pc=$(find "$usr" -name ttgt.pc)
libraries=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$pc")
# The unpacked root, not the /usr that the file would be in.
[ "$(realpath "$(pkg-config --variable=prefix ttgt)")" = "$(realpath "$usr")" ] || fail "another prefix"
recommends=", $(dpkg-deb --field "$package" Recommends),"
[[ $recommends == *", g++,"* ]] || fail "recommends no compiler: $recommends"
for library in $(pkg-config --libs ttgt | tr ' ' '\n' | grep '^/'); do
    until owner=$(dpkg-query --search "$library" 2>/dev/null) || [ ! -L "$library" ]; do
        library=$(cd "$(dirname "$library")" && realpath --no-symlinks "$(readlink "$library")")
    done
    owner=${owner%%:*}
    [ -z "$owner" ] || [[ $recommends == *", $owner,"* ]] || fail "recommends no $owner: $recommends"
done
"$(dirname "$0")/pkg_config_test.sh" "$compiler" "$source" "$PKG_CONFIG_PATH" "$libraries" \
    "$work/consumer"
