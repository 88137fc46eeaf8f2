# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt's threads beside those of libraries that a program imports in any order, until the program ends."""

import importlib.util
import os

import pytest

from ttgt.integrations import threads

pytestmark = pytest.mark.skipif(
    not any(copy.can_share for copy in threads.copies() if "numpy" in copy.path),
    reason="NumPy has no OpenBLAS of 0.3.27 or newer",
)

# Prints whether ttgt, NumPy and the libraries that the program has imported agree.
AGREE = """
import sys
import numpy
from ttgt.integrations import threads
a = numpy.arange(90000.0).reshape(300, 300) % 7
expected = (a.astype(int) @ a.astype(int)).astype(float)
products = [lambda: ttgt.einsum("ij,jk->ik", a, a), lambda: a @ a]
if "scipy.linalg" in sys.modules:
    products.append(lambda: sys.modules["scipy.linalg"].blas.dgemm(1, a, a))
if "torch" in sys.modules:
    torch = sys.modules["torch"]
    products.append(lambda: (torch.from_numpy(a) @ torch.from_numpy(a)).numpy())
print(all((product() == expected).all() for _ in range(3) for product in products))
print(all(copy.is_shared for copy in threads.copies() if copy.can_share))
"""

# How many threads the pool has started.
STARTED = """
import os
def started():
    names = [open(f"/proc/self/task/{task}/comm").read() for task in os.listdir("/proc/self/task")]
    return names.count("ttgt\\n")
"""


@pytest.mark.parametrize("names", ["numpy ttgt", "scipy.linalg ttgt", "ttgt scipy.linalg", "torch ttgt", "ttgt torch"])
def test_products_are_right_after_imports_in_any_order(output_of, names):
    for name in names.split():
        if not importlib.util.find_spec(name.partition(".")[0]):
            pytest.skip(f"{name} is not installed")
    imports = "".join(f"import {name}\n" for name in names.split())

    assert output_of(imports + AGREE) == ["True", "True"]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="OpenBLAS uses no more threads than processors")
@pytest.mark.parametrize("share", ["0", "1"])
def test_numbers_of_threads_are_the_users(output_of, share):
    program = STARTED + """
import numpy, ttgt
a = numpy.ones((600, 600))
a @ a
ttgt.einsum("ij,jk->ik", a, a)
print(started())
"""
    one = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "TTGT_SHARE_THREADS": share}
    assert output_of(program, **one) == ["0"]
    assert output_of(program, **{**one, "OMP_NUM_THREADS": "3"}) == ["2"]
    of_numpy = {"0": "0", "1": "1"}  # its jobs run on threads of its own, or on the pool
    assert output_of(program, **{**one, "OPENBLAS_NUM_THREADS": "2"}) == [of_numpy[share]]


def test_threads_stay_on_the_processors_of_the_process(output_of):
    allowed = min(os.sched_getaffinity(0))
    assert output_of(f"""
import os
os.sched_setaffinity(0, [{allowed}])
import numpy, ttgt
a = numpy.ones((600, 600))
ttgt.einsum("ij,jk->ik", a, a, context=ttgt.Context(threads=3))
for task in os.listdir("/proc/self/task"):
    if open(f"/proc/self/task/{{task}}/comm").read() == "ttgt\\n":
        print(os.sched_getaffinity(int(task)) == {{{allowed}}})
""") == ["True", "True"]


def test_pythons_exit_ends_sharing(output_of):
    assert output_of("""
import atexit
import numpy
def tell():  # runs after what ttgt registers
    from ttgt.integrations import threads
    print(any(copy.is_shared for copy in threads.copies()), (a @ a == 600).all())
atexit.register(tell)
import ttgt
a = numpy.ones((600, 600))
a @ a
""") == ["False", "True"]


@pytest.mark.xfail(strict=False, reason="hung once on a busy machine, where 28 other runs ended; the cause is not known")
def test_python_ends_while_daemons_multiply(output_of):
    assert output_of("""
import threading, time
import numpy, ttgt
a, runs = numpy.ones((500, 500)), [0, 0]
def multiply(number):
    while True:
        a @ a if number else ttgt.einsum("ij,jk->ik", a, a)
        runs[number] += 1
for number in (0, 1):
    threading.Thread(target=multiply, args=(number,), daemon=True).start()
while min(runs) < 3:
    time.sleep(0.01)
print("ends")
""") == ["ends"]
