#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_wheel.sh [PIP-OPTION...]
#
# Builds a wheel of this source, installs it in a virtual environment of its own and runs the tests of
# the package there, with the library's own BLAS. Not part of scripts/test: it builds the library
# again.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" wheel --no-deps --wheel-dir "$folder" "$@" "$root"
"$folder/venv/bin/pip" install --quiet --requirement "$root/bindings/python/requirements.txt" \
    "$folder"/*.whl
cd "$root/tests/bindings/python"
"$folder/venv/bin/python" -m pytest -q -rs -p no:cacheprovider .
"$folder/venv/bin/python" -m ttgt --version

package=$(cd "$folder" && "$folder/venv/bin/python" -c 'import ttgt; print(ttgt.__path__[0])')
for library in blas gomp; do
    [ -z "$(find "$package/lib" -name "lib*$library*")" ] || grep -q "^==== .*$library" "$package/copyright.txt" || {
        printf 'copyright.txt lacks %s\n' "$library" >&2
        exit 1
    }
done
