# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""`python -m ttgt` is the `ttgt` command."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Becomes the command that lies in the package."""
    command = Path(__file__).parent / "bin" / "ttgt"
    if not command.exists():
        sys.exit("ttgt: this package was built without the command (TTGT_BUILD_TOOLS)")
    os.execv(command, ["ttgt", *sys.argv[1:]])


if __name__ == "__main__":
    main()
