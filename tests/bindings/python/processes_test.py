# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Children of fork(), signals during a run, and threads that are left when Python ends."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy
import pytest

import ttgt


def exit_code(act):
    """Of a child that ends with what `act` returns; one that hangs is killed after a minute."""
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(int(act()))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_child_runs_what_its_parent_holds(array, close):
    a, b = array((300, 200)), array((200, 300), seed=1)
    context, plan = ttgt.Context(threads=2), ttgt.plan("ij,jk->ik", a, b)
    calls = {
        "plan": lambda: plan.run(a, b),
        "context": lambda: ttgt.einsum("ij,jk->ik", a, b, context=context),
        "neither": lambda: ttgt.einsum("ij,jk->ik", a, b),
    }
    expected = a @ b
    for call in calls.values():
        call()

    for name, call in calls.items():
        assert exit_code(lambda call=call: not numpy.allclose(call(), expected)) == 0, name
        close(call(), expected, 200)  # the parent goes on


class Waits:
    """An allocator that another thread stays in."""

    def __init__(self):
        self.entered, self.may_leave = threading.Event(), threading.Event()

    def allocate(self, size):
        self.entered.set()
        self.may_leave.wait(60)
        return 0

    def deallocate(self, address, size):
        pass


def test_child_refuses_a_context_that_a_thread_of_its_parent_was_using(array):
    a, b = array((300, 30, 20)), array((20, 300, 30), seed=1)
    waits = Waits()
    context = ttgt.Context(threads=1, allocator=waits)

    def use():
        with pytest.raises(ttgt.OutOfMemory):
            ttgt.einsum("ijk,klj->il", a, b, context=context)

    def is_refused():
        with pytest.raises(ttgt.InvalidArgument, match="another thread was using the context when fork"):
            ttgt.einsum("ijk,klj->il", a, b, context=context)
        return False

    thread = threading.Thread(target=use)
    thread.start()
    assert waits.entered.wait(60)
    code = exit_code(is_refused)
    waits.may_leave.set()
    thread.join()

    assert code == 0


@pytest.fixture
def on_alarm():
    """Calls a handler a twentieth of a second later, in the main thread."""
    before = signal.getsignal(signal.SIGALRM)

    def start(handler):
        signal.signal(signal.SIGALRM, lambda number, frame: handler())
        signal.setitimer(signal.ITIMER_REAL, 0.05)

    yield start
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def chain(out):
    """Some hundred milliseconds of products, the last of which writes."""
    matrix = numpy.eye(1500)
    ttgt.einsum("ab,bc,cd,de,ef,fg,gh,hi->ai", *[matrix] * 8, out=out)


class Stopped(BaseException):
    """As KeyboardInterrupt is, which would end pytest where it comes late."""


def test_signals_end_a_run_between_its_products(on_alarm):
    out = numpy.zeros((1500, 1500))

    def stop():
        raise Stopped

    on_alarm(stop)
    with pytest.raises(Stopped):
        chain(out)

    assert not out.any()  # the last product did not run
    chain(out)
    assert (out == numpy.eye(1500)).all()


def test_handlers_that_return_let_the_run_go_on(on_alarm):
    out, times = numpy.zeros((1500, 1500)), []

    on_alarm(lambda: times.append((out == 0).all()))
    chain(out)

    assert times == [True]  # during the run, not behind it
    assert (out == numpy.eye(1500)).all()


def test_handlers_do_not_call_ttgt(on_alarm):
    on_alarm(lambda: ttgt.einsum("i->", numpy.ones(3)))

    with pytest.raises(ttgt.InvalidArgument, match="handler of a signal"):
        chain(numpy.zeros((1500, 1500)))


@pytest.mark.parametrize("context", ["None", "ttgt.Context()"])
def test_python_ends_while_a_daemon_contracts(context):
    script = f"""
        import threading, time, numpy, ttgt
        a, context, runs = numpy.ones((500, 500)), {context}, []
        def contract():
            while True:
                ttgt.einsum("ij,jk->ik", a, a, context=context)
                runs.append(1)
        threading.Thread(target=contract, daemon=True).start()
        while len(runs) < 3:
            time.sleep(0.01)
    """

    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120)

    assert (ended.returncode, ended.stderr) == (0, "")
