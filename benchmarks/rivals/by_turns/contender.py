# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""A contender: a process that answers one line with one line (README.md has the protocol)."""

import os
import re
import select
import signal
import subprocess

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
           "TBLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
# Helper threads that wait for work must sleep soon: they would disturb the next contender. Nothing
# is kept on disk from run to run.
QUIET = {"OPENBLAS_THREAD_TIMEOUT": "20", "KMP_BLOCKTIME": "1", "TTGT_CACHE_DIR": ""}


class ContenderFailed(Exception):
    """It gave no answer, or one that says why it has no result."""


def without_folders(text):
    """Absolute paths in it reduced to the names of the files."""
    return re.sub(r"(?:/[^/\s'\":,]+)+/([^/\s'\":,]+)", r"\1", text)


class Contender:
    """Started when it is first asked, and again after it died."""

    def __init__(self, entry, threads, patience):
        self.entry, self.threads, self.patience = entry, threads, patience
        self.process, self.pending = None, b""

    @property
    def name(self):
        return self.entry.name

    def start(self):
        self.pending = b""
        environment = dict(os.environ, **QUIET, **{name: str(self.threads) for name in THREADS})
        self.process = subprocess.Popen(self.entry.command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0,
                                        env=environment)

    def stop(self):
        if self.process is None:
            return
        self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        self.process = None

    def ask(self, line, expected):
        """What follows the word `expected` in its answer."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it died, which its answer shows
        word, _, rest = self.read_line().partition(" ")
        if word != expected:
            raise ContenderFailed(f"{word} {rest}".strip())
        return rest

    def read_line(self):
        while b"\n" not in self.pending:
            output = self.process.stdout.fileno()
            if not select.select([output], [], [], self.patience)[0]:
                self.stop()
                raise ContenderFailed(f"no answer within {self.patience:g} s")
            piece = os.read(output, 1 << 16)
            if not piece:
                raise ContenderFailed(self.last_words())
            self.pending += piece
        line, _, self.pending = self.pending.partition(b"\n")
        return line.decode(errors="replace")

    def last_words(self):
        code = self.process.wait()
        self.stop()
        if code < 0:
            return f"died by {signal.Signals(-code).name}"
        return f"ended with {code}"
