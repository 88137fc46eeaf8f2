# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Usage: command_test.py TTGT MPIEXEC LATE_RANK

`mpirun -n N ttgt contract EXPR ... --ranks` over files of small integers, against sums in plain Python.
"""
import itertools
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest

TTGT, MPIEXEC, LATE_RANK = sys.argv[1:4]
EXPRESSION = "D(d,a)=2*L(a,c,b)*R(b,c,d)"
EXTENTS = {"a": 7, "b": 5, "c": 9, "d": 8}


def indices(labels):
    return itertools.product(*[range(EXTENTS[label]) for label in labels])


def draw(labels):
    return {index: float(random.randint(-3, 3)) for index in indices(labels)}


def npy(labels, values, fortran):
    shape = tuple(EXTENTS[label] for label in labels)
    header = f"{{'descr': '<f8', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    order = (index[::-1] for index in indices(labels[::-1])) if fortran else indices(labels)
    data = [values[index] for index in order]
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
            + struct.pack(f"<{len(data)}d", *data))


def elements(content, labels, fortran):
    start = 10 + struct.unpack("<H", content[8:10])[0]
    data = struct.unpack(f"<{(len(content) - start) // 8}d", content[start:])
    order = (index[::-1] for index in indices(labels[::-1])) if fortran else indices(labels)
    return dict(zip(order, data))


class CommandOnRanks(unittest.TestCase):
    def setUp(self):
        random.seed(25)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.left, self.right, self.before = draw("acb"), draw("bcd"), draw("da")
        for name, labels, values, fortran in (("l", "acb", self.left, False),
                                              ("r", "bcd", self.right, True),
                                              ("d", "da", self.before, False)):
            with open(self.at(name), "wb") as file:
                file.write(npy(labels, values, fortran))

    def at(self, name):
        return os.path.join(self.folder.name, name + ".npy")

    def contract(self, ranks, *options, expression=EXPRESSION, out=None):
        command = [MPIEXEC, "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), TTGT,
                   "contract", expression, "--in", "L=" + self.at("l"), "--in",
                   "R=" + self.at("r"), "--out", out or self.at("out"), "--ranks", *options]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def result(self, fortran=True):
        with open(self.at("out"), "rb") as file:
            return elements(file.read(), "da", fortran)

    def expected(self, beta=0):
        sums = {}
        for d, a in indices("da"):
            products = sum(self.left[a, c, b] * self.right[b, c, d] for b, c in indices("bc"))
            sums[d, a] = 2 * products + beta * self.before[d, a]
        return sums

    def test_gives_the_result_on_any_grid(self):
        for ranks, options in ((1, ()), (3, ()), (4, ("--grid", "2x2")),
                               (4, ("--grid", "2x2", "--spread", "L=a:0,c:1", "--spread",
                                    "R=d:0,c:1:2", "--spread", "D="))):
            with self.subTest(ranks=ranks, options=options):
                run = self.contract(ranks, "--check", *options)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("check: ok", run.stdout)
                self.assertEqual(run.stdout.count("wrote "), 1)  # by the first rank alone
                self.assertEqual(self.result(), self.expected())

    def test_each_rank_writes_its_part(self):
        for options in ((), ("--grid", "2x2"), ("--spread", "D="), ("--spread", "D=a:0:2"),
                        ("--report", os.path.join(self.folder.name, "report.json"))):
            with self.subTest(options=options):
                run = self.contract(4, *options)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(run.stdout.count("wrote "), 1)
                self.assertEqual(self.result(), self.expected())
                self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith(".")], [])
                os.remove(self.at("out"))

    def test_adds_to_a_file_and_writes_c_order(self):
        run = self.contract(2, "--in", "D=" + self.at("d"), "--order", "C", "--quiet",
                            expression=EXPRESSION.replace("=", "+=", 1))
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)
        self.assertEqual(self.result(fortran=False), self.expected(beta=1))

    def test_one_rank_says_what_is_wrong(self):
        for options, words in ((("--grid", "3x3"), "has 9 ranks, but there are 2"),
                               (("--spread", "L=x:0"), "'x:0' is not LABEL:AXIS"),
                               (("--device", "cuda:0"), "--ranks with --device cuda:0")):
            with self.subTest(options=options):
                run = self.contract(2, *options)
                self.assertEqual(run.returncode, 2)
                self.assertEqual(run.stderr.count("ttgt: "), 1, run.stderr)
                self.assertIn(words, run.stderr)
                self.assertFalse(os.path.exists(self.at("out")))

    def test_the_first_rank_has_said_so_before_any_ends(self):
        # Each time another rank may be the first to end, whereupon mpirun ends the others.
        for options, code, words in (
                ({"expression": "D(d,a)=2*L(a,c,b)*R(c,b,d)"}, 2, "label 'c'"),  # on all ranks
                ({"expression": "D(d,a)=2*L(a,c,b"}, 2, "column 17"),
                ({"out": "/proc/none/out.npy"}, 2, "/proc/none/out.npy: cannot be written")):
            for time in range(8):
                with self.subTest(options=options, time=time):
                    run = self.contract(4, **options)
                    self.assertEqual(run.returncode, code)
                    self.assertEqual(run.stderr.count("ttgt: "), 1, run.stderr)
                    self.assertIn(words, run.stderr)

    def test_one_rank_says_what_is_wrong_with_the_arguments(self):
        for options, words in ((("--nonsense",), "--nonsense"),
                               (("--threads", "many"), "--threads")):
            with self.subTest(options=options):
                run = self.contract(4, *options)
                self.assertEqual(run.returncode, 2)
                self.assertEqual(run.stderr.count("ttgt: "), 1, run.stderr)
                self.assertIn(words, run.stderr)

    def test_waits_for_a_rank_no_longer_than_it_is_told(self):
        run = self.contract(1, "--timeout", "0.5", ":", "-n", "1", LATE_RANK, "absent")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("ttgt: rank 0 has waited 0.5 s for ", run.stderr)
        self.assertFalse(os.path.exists(self.at("out")))

    def test_refuses_a_time_that_is_none(self):
        run = self.contract(2, "--timeout", "0")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr.count("ttgt: "), 1, run.stderr)
        self.assertIn("0 s is no time to wait", run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
