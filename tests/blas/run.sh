#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: tests/blas/run.sh LIBRARY TTGT PROGRAM [ARGUMENT...]
#
# Runs a test program with another BLAS than the one that it was linked with: openblas-openmp,
# openblas-pthread and openblas-serial in its place, blis-pthread and reference before it, as Debian
# and Ubuntu install them. Exits 77 where it is not installed, 1 where TTGT sees another library.
set -u
library=$1 ttgt=$2
shift 2
skip() { echo "skipped: $1" && exit 77; }

folder=$(dirname "$(find /usr/lib -name libblas.so.3 -path "*/${library/reference/blas}/*" | head -n 1)")
[ "$folder" != . ] || skip "no $library below /usr/lib"
case $library in
    openblas-*)
        ldd "$ttgt" | grep -q libopenblas.so.0 || skip "built without libopenblas.so.0"
        export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
        seen="OpenBLAS .*, ${library#openblas-} threads"
        ;;
    *)
        export LD_PRELOAD="$folder/libblas.so.3"
        seen="$library, "
        [ "$library" != blis-pthread ] || seen="(BLIS|unknown).*threads"
        ;;
esac
devices=$("$ttgt" devices)
if ! grep -qE "$seen" <<<"$devices"; then
    echo "not $library: $devices"
    exit 1
fi
exec "$@"
