# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Contenders by turns: all are prepared for a case and verified, then each gets a burst of time in
each round."""

import dataclasses
import sys
import time

from contender import Contender, ContenderFailed, without_folders
from line_up import BadInput


@dataclasses.dataclass(frozen=True)
class Times:
    seconds: list
    plan: float  # seconds that preparing took


class Contest:
    """The contenders on one number of threads."""

    def __init__(self, entries, threads, settings):
        self.settings = settings
        self.about, self.left_out = {}, []
        self.contenders = []
        for entry in entries:
            contender = Contender(entry, threads, settings.patience)
            try:
                self.about[entry.name] = contender.ask("about", "about")
                self.contenders.append(contender)
            except ContenderFailed as reason:
                contender.stop()
                if not entry.optional:
                    self.stop()
                    raise BadInput(f"{entry.name}: {reason}") from None
                self.about[entry.name] = f"not here: {reason}"

    def stop(self):
        for contender in self.contenders:
            contender.stop()

    def leave_out(self, contender, case, reason):
        self.left_out.append({"rival": contender.name, "threads": contender.threads, **case,
                              "why": without_folders(str(reason))})
        print(f"left out: {contender.name} on {contender.threads} threads, "
              f"{' '.join(map(str, case.values()))}: {reason}", file=sys.stderr)

    def measure(self, case, line_of):
        """{contender: Times} of those whose result is right. `case` says what is measured, and
        `line_of` how an entry is asked for it."""
        times = {}
        for contender in self.contenders:
            try:
                plan = contender.ask(line_of(contender.entry), "ready")
                times[contender] = Times([], float(plan))
            except ContenderFailed as reason:
                self.leave_out(contender, case, reason)
        for _ in range(self.settings.rounds):
            for contender in list(times):
                time.sleep(self.settings.pause)
                try:
                    answer = contender.ask(f"run {self.settings.burst}", "times")
                    times[contender].seconds.extend(map(float, answer.split()))
                except ContenderFailed as reason:
                    self.leave_out(contender, case, reason)
                    del times[contender]
        return times
