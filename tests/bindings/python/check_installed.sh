#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_installed.sh BUILD PYTHON
#
# Installs the component `python` of a build to a folder of its own, beside the package's files as a
# wheel has them, and uses it from there: the module must find its library, and the command be there, as
# well as the statements of whose code is compiled in.
set -euo pipefail
build=$1 python=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cmake --install "$build" --component python --prefix "$folder" >/dev/null
cp -r "$root/bindings/python/ttgt" "$folder/"
mkdir "$folder/elsewhere"
cd "$folder/elsewhere"
export PYTHONPATH=$folder PYTHONDONTWRITEBYTECODE=1
"$python" - "$folder" <<'END'
import sys

import numpy
import ttgt

assert ttgt._core.__file__.startswith(sys.argv[1] + "/ttgt/"), ttgt._core.__file__
with open("/proc/self/maps", encoding="utf-8") as maps:
    assert sys.argv[1] + "/ttgt/lib/libttgt_c.so" in maps.read()
assert (ttgt.einsum("ij,jk->ik", numpy.ones((3, 4)), numpy.ones((4, 5))) == 4).all()
END
"$python" -m ttgt --version
for words in 'License: Apache-2.0' 'nanobind.*LICENSE' 'robin_map.h' 'Redistribution and use'; do
    grep -q "$words" "$folder/ttgt/copyright.txt" || { printf 'copyright.txt lacks: %s\n' "$words" >&2; exit 1; }
done
