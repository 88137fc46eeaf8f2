# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Ranks that are threads, for tests."""

import threading

import ttgt
from ttgt import ranks


def on_ranks(count, body):
    """Calls body(communicator) on each of `count` ranks, and returns what they return or raise, in their order."""
    results = [None] * count

    def call(communicator):
        try:
            results[communicator.rank] = body(communicator)
        except ttgt.Error as error:
            results[communicator.rank] = error

    threads = [threading.Thread(target=call, args=(each,), daemon=True) for each in ranks.Communicator.local(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "ranks wait for each other"
    return results
