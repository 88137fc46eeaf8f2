# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Copies of OpenBLAS, such as NumPy's, on ttgt's threads."""

import os
import subprocess
import sys
import textwrap
import threading

import numpy
import pytest

import ttgt
from ttgt.integrations import threads


def numpy_copies():
    return [copy for copy in threads.copies() if "numpy" in copy.path]


pytestmark = pytest.mark.skipif(
    not any(copy.can_share for copy in numpy_copies()), reason="NumPy has no OpenBLAS of 0.3.27 or newer"
)


@pytest.fixture
def shared():
    threads.share()
    yield
    threads.share()


SHARED_OF = """
    def shared(name):
        from ttgt.integrations import threads
        return [copy.is_shared for copy in threads.copies() if name in copy.path]
"""


def test_import_shares_numpys_copy(output_of):
    program = SHARED_OF + "    import numpy, ttgt; print(*shared('numpy.libs'))"
    assert output_of(program) == ["True"]
    assert output_of(SHARED_OF + "    import ttgt, numpy; print(*shared('numpy.libs'))") == ["True"]
    assert output_of(program, TTGT_SHARE_THREADS="0") == ["False"]


def test_a_copy_that_is_loaded_later_is_shared_by_the_next_unseen_call(output_of):
    pytest.importorskip("scipy")
    found = output_of(SHARED_OF + """
    import numpy, ttgt
    import scipy.linalg
    print(*shared("scipy.libs"))
    ttgt.einsum("ij,jk->ik", numpy.ones((2, 3)), numpy.ones((3, 4)))
    print(*shared("scipy.libs"))
    """)
    assert found == ["False", "True"]


def test_a_copy_that_another_thread_could_be_using_is_left_alone(output_of):
    pytest.importorskip("scipy")
    found = output_of(SHARED_OF + """
    import threading, numpy, ttgt
    import scipy.linalg
    from ttgt.integrations import threads
    ends = threading.Event()
    threading.Thread(target=ends.wait, daemon=True).start()
    ttgt.einsum("ij,jk->ik", numpy.ones((2, 3)), numpy.ones((3, 4)))
    print(*shared("scipy.libs"))
    threads.share()
    print(*shared("scipy.libs"))
    """)
    assert found == ["False", "True"]


def test_products_are_right_whether_shared_or_not(array, close, shared):
    a, b = array((300, 400)), array((400, 350), seed=1)
    expected = ttgt.einsum("ij,jk->ik", a, b)
    for change in (threads.share, threads.unshare, threads.share):
        change()
        close(a @ b, expected, 400)
    assert all(copy.is_shared for copy in numpy_copies())


def test_products_of_several_threads_are_right(array, close, shared):
    a, b = array((200, 300)), array((300, 250), seed=1)
    expected = a @ b
    found = {}

    def multiply(number):
        for _ in range(20):
            found[number] = a @ b if number % 2 else ttgt.einsum("ij,jk->ik", a, b)

    workers = [threading.Thread(target=multiply, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(found) == 4
    for result in found.values():
        close(result, expected, 300)


def test_a_child_of_fork_multiplies(array, shared):
    a, b = array((300, 300)), array((300, 300), seed=1)
    expected = a @ b
    child = os.fork()
    if child == 0:
        os._exit(0 if numpy.allclose(a @ b, expected) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_spawned_process_multiplies(tmp_path):
    program = tmp_path / "spawns.py"
    program.write_text(textwrap.dedent("""
    import multiprocessing

    import numpy
    import ttgt

    def multiply(size):
        a = numpy.ones((size, size))
        return float((a @ a)[0, 0])

    if __name__ == "__main__":
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(pool.apply(multiply, (300,)))
    """))
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split() == ["300.0"], done.stderr


def test_threadpoolctl_sees_and_sets_the_number_of_threads(array, close, shared):
    threadpoolctl = pytest.importorskip("threadpoolctl")
    a = array((300, 300))
    expected = ttgt.einsum("ij,jk->ik", a, a)

    def numbers():
        return [each["num_threads"] for each in threadpoolctl.threadpool_info() if "numpy" in each["filepath"]]

    before = numbers()
    with threadpoolctl.threadpool_limits(1):
        assert numbers() == [1]
        close(a @ a, expected, 300)
    assert numbers() == before
    close(a @ a, expected, 300)


def test_import_shares_openmp_runtimes(output_of):
    program = """
    import ttgt
    from ttgt.integrations import threads
    print(len(threads.runtimes()) > 0, *{each.is_shared for each in threads.runtimes()})
    threads.unshare()
    print(*{each.is_shared for each in threads.runtimes()})
    """
    assert output_of(program) == ["True", "True", "False"]
    assert output_of(program, TTGT_SHARE_THREADS="0") == ["True", "False", "False"]


def test_products_by_turns_with_torch_are_right_also_in_a_child(output_of):
    pytest.importorskip("torch")
    assert output_of("""
    import os, warnings, torch, ttgt
    warnings.simplefilter("ignore")  # newer Pythons warn of forks of a program with threads
    a = torch.arange(250000.0, dtype=torch.float64).reshape(500, 500) % 7
    expected = torch.round(a @ a)
    def are_right(turns):
        return all(bool((product == expected).all()) for _ in range(turns)
                   for product in (a @ a, ttgt.einsum("ij,jk->ik", a, a), torch.from_numpy(a.numpy() @ a.numpy())))
    print(are_right(30))
    child = os.fork()
    if child == 0:
        os._exit(0 if torch.equal(torch.round(ttgt.einsum("ij,jk->ik", a, a)), expected) else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), are_right(5))
    """) == ["True", "0", "True"]


def test_exceptions_of_numpy_pass(shared):
    with pytest.raises(numpy.linalg.LinAlgError):
        numpy.linalg.inv(numpy.zeros((300, 300)))
