#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: check_spdx.sh [ROOT]
# Fails, naming the files, where a source file does not open with the two SPDX lines.
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"
cd "$root"

bad=0
while IFS= read -r file; do
    opening=$(head -n 4 "$file")
    if [[ $opening != *"SPDX-FileCopyrightText: "* ]] ||
        [[ $opening != *"SPDX-License-Identifier: Apache-2.0"* ]]; then
        printf '%s: the two SPDX lines are missing\n' "$file" >&2
        bad=1
    fi
done < <(project_files '*.c' '*.h' '*.cpp' '*.cu' '*.cuh' '*.h.in' '*.cmake' '*.cmake.in' '*.sh' '*.py' \
    '*.f90' 'CMakeLists.txt' '*/CMakeLists.txt' 'scripts/*' '.ci/*')
exit "$bad"
