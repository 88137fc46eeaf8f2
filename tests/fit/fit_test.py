#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Cost models fitted to launches: fit_test.py FIT_MODELS. No GPU is needed."""
import contextlib
import gzip
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
FIT = ROOT / "tools" / "fit"
sys.path.insert(0, str(FIT))
import fit  # noqa: E402  (after the path)
import fit_choices  # noqa: E402
import fit_sources  # noqa: E402

MODELS = str(pathlib.Path(sys.argv.pop(1)).resolve())
CANDIDATES = ROOT / "benchmarks/results/h200/transposes_candidates/results.tsv.gz"


def printed(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Fitting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.rows = cls.folder / "rows.tsv"
        cases = cls.folder / "cases.tsv"
        cases.write_text(printed(sys.executable, FIT / "draw_contractions.py", "40", "--seed", "5"))
        cls.rows.write_text(printed(MODELS, "rows", "gett", cases, "--draws", "12"))

    def model(self, *arguments):
        model = fit.Model(MODELS, *arguments)
        self.addCleanup(model.close)
        return model

    def timed(self, family, rows, column, factor, *options):
        """The launches as a machine would time them whose values are the compiled-in ones by factor."""
        model = self.model("model", family, str(rows), *options)
        times = iter(model.predict(model.values * [factor(name) for name in model.names]) / 1000)
        header, *rows = [line.split("\t") for line in rows.read_text().splitlines()]
        for row in rows:
            row[header.index(column)] = f"{next(times):.9g}"
        path = self.folder / "timed.tsv.gz"
        with gzip.open(path, "wt") as file:
            file.write("# another card\n" + "".join("\t".join(row) + "\n" for row in [header, *rows]))
        return path

    def run_fit(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()) as errors:
            status = fit.main([*map(str, arguments), "--models", MODELS])
        self.assertEqual(status, 1 if errors.getvalue() else 0)
        return errors.getvalue() or out.getvalue()

    def sources(self):
        root = self.folder / "sources"
        for name in (fit_sources.GETT_RATES, *fit_sources.RATES.values(), fit_sources.TILED_POLICIES):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        return root

    def test_launches_by_the_compiled_in_rates_give_these_rates_from_another_start(self):
        model = self.model("model", "gett", str(self.rows))
        start = model.values * np.where(np.arange(len(model.values)) % 2, 1.3, 0.7)
        self.assertGreater(fit.errors(model.measured, model.predict(start))[0], 1.1)
        values = fit.fit(model, start)
        self.assertLess(fit.errors(model.measured, model.predict(values))[0], 1.01)
        used = dict(zip(model.names, zip(values, model.values)))
        for name in ("of_peak[0]", "of_peak[1]", "slice_us", "item_us", "launch_us", "overlap"):
            fitted, compiled = used[name]
            self.assertAlmostEqual(fitted / compiled, 1, delta=0.1, msg=name)

    def test_a_held_value_stays(self):
        raw = self.timed("gett", self.rows, "ms", lambda name: 1.4 if "_us" in name else 1)
        _, _, *values = self.run_fit("gett", raw, "--hold", "item_us", "--hold", "of_peak").splitlines()
        found = {name: (before, after) for name, before, after in (line.split("\t") for line in values)}
        for name in ("item_us", "of_peak[0]", "of_peak[1]"):
            self.assertEqual(*found[name], msg=name)
        self.assertNotEqual(*found["slice_us"])
        self.assertIn("no value items_us", self.run_fit("gett", raw, "--hold", "items_us"))

    def test_a_fit_to_choices_takes_faster_launches(self):
        raw = self.timed("gett", self.rows, "ms", lambda name: {
            "staged_us": 4, "partial_us": 3, "of_peak[0]": 0.75, "of_peak[1]": 1.3}.get(name, 1))
        _, before, _, after, *_ = self.run_fit("gett", raw, "--choices").splitlines()
        lost = [float(line.split()[3]) for line in (before, after)]
        self.assertGreater(lost[0], 1.03, before)
        self.assertLess(lost[1], 1.01, after)
        self.assertIn("does not tell contractions",
                      self.run_fit("cuda-transposes", CANDIDATES, "--choices"))

    def test_choices_lose_what_the_launch_takes_longer(self):
        choices = fit_choices.Choices(["a", "a", "b", "b"], np.array([1.0, 2.0, 4.0, 3.0]))
        self.assertAlmostEqual(choices.mean_loss(np.array([1, 2, 4, 3])), 1)
        self.assertAlmostEqual(choices.mean_loss(np.array([2, 1, 4, 3])), 2 ** 0.5)
        self.assertAlmostEqual(choices.mean_loss(np.array([2, 1, 3, 4])), (2 * 4 / 3) ** 0.5)
        choices.temperature = 0.01
        roots = choices.misses(np.array([3.0, 1.0, 4.0, 3.0]))[:2]
        self.assertAlmostEqual(roots[0] ** 2, np.log(2), places=4)
        self.assertAlmostEqual(roots[1] ** 2, 0, places=4)

    def test_another_card_is_fitted_and_written(self):
        raw = self.timed("gett", self.rows, "ms",
                         lambda name: 0.7 if "[" in name else 1.4 if "_us" in name else 1)
        root = self.sources()
        before, after, *values = self.run_fit("gett", raw, "--write", "--root", root).splitlines()
        self.assertGreater(float(before.split()[6]), 1.15, before)
        self.assertLess(float(after.split()[6]), 1.02, after)
        new = (root / fit_sources.GETT_RATES).read_text().split("constexpr GettRates ")
        old = (ROOT / fit_sources.GETT_RATES).read_text().split("constexpr GettRates ")
        changed = [each for each, was in zip(new, old) if each != was]
        self.assertEqual(len(new), len(old))
        self.assertEqual([each.split()[0] for each in changed], ["float64_rates"])
        for line in values:
            name, _, value = line.split("\t")
            if "[" not in name:
                self.assertIn(f"    .{name} = {value},\n", changed[0])
        self.assertEqual(changed[0].split("}")[0].count(","), 12, "a rate for each of 13 tiles")

    def test_the_measured_launches_of_transposes(self):
        root = self.sources()
        before, after, *values = self.run_fit("cuda-transposes", CANDIDATES, "--write", "--root",
                                              root).splitlines()
        self.assertIn("2058 launches", before)
        self.assertLess(float(before.split()[6]), 1.1, "the compiled-in rates predict these times")
        self.assertLess(float(after.split()[6]), float(before.split()[6]))
        rates = (root / fit_sources.RATES["cuda-transposes"]).read_text()
        policies = (root / fit_sources.TILED_POLICIES).read_text()
        for line in values:
            name, _, value = line.split("\t")
            self.assertIn(f", {value}}}" if "[" in name else f"double {name} = {value};",
                          policies if "[" in name else rates)

    def test_tiles_on_another_cpu_are_fitted_and_written(self):
        cases, rows = self.folder / "transposes.tsv", self.folder / "tiles.tsv"
        perms = ("3,2,1,0", "2,1,0,3", "1,0,3,2", "3,0,1,2", "0,3,2,1", "1,3,0,2")
        for family, extents in (("cpu-streamed", ("59,64,40,51", "128,60,32,40")),
                                ("cpu-cached", ("9,16,20,11", "16,24,8,12"))):
            cases.write_text("".join(
                f"{each}:{perm}:{size}\t{size}\t{each}\t{perm}\n"
                for each in extents for perm in perms for size in (4, 8)))
            rows.write_text(printed(MODELS, "rows", "cpu-transposes", cases))
            raw = self.timed(family, rows, "time_ms",
                             lambda name: 3 if "tile" in name else 0.5 if "end" in name else 1)
            root = self.sources()
            before, after, *values = self.run_fit(family, raw, "--write", "--root", root).splitlines()
            self.assertGreater(float(before.split()[6]), 1.02, before)
            self.assertLess(float(after.split()[6]), 1.01, after)
            for line in values:
                name, _, value = line.split("\t")
                self.assertIn(f"double {name} = {value};",
                              (root / fit_sources.RATES[family]).read_text())

    def test_direct_on_another_cpu_is_fitted_and_written(self):
        cases, rows = self.folder / "small.tsv", self.folder / "direct.tsv"
        cases.write_text(printed(sys.executable, FIT / "draw_contractions.py", "60", "--elements", "1e6"))
        machine = (f"--calibration={ROOT}/src/context/cpu/zen3_2_threads.json", "--threads=2")
        rows.write_text(printed(MODELS, "rows", "cpu-direct", cases, *machine))
        options = (f"--cases={cases}", *machine)
        raw = self.timed("cpu-direct", rows, "median_ms",
                         lambda name: {"tile_ns": 5, "move_ns": 4}.get(name, 1), *options)
        root = self.sources()
        before, after, *values = self.run_fit("cpu-direct", raw, *options, "--write", "--root",
                                              root).splitlines()
        self.assertGreater(float(before.split()[6]), 1.05, before)
        self.assertLess(float(after.split()[6]), 1.005, after)
        rates = {line.split("\t")[0]: line.split("\t")[2] for line in values}
        self.assertAlmostEqual(float(rates["tile_ns"]) / (5 * 48), 1, delta=0.1)
        self.assertIn(f"double tile_ns = {rates['tile_ns']};",
                      (root / fit_sources.RATES["cpu-direct"]).read_text())
        self.assertIn("no case", subprocess.run(
            [MODELS, "model", "cpu-direct", rows, "--cases", self.folder / "cases.tsv"],
            capture_output=True, text=True, check=False).stderr)

    def test_fit_models_fits_as_fit_py_does(self):
        raw = self.folder / "another.tsv"
        with gzip.open(self.timed("gett", self.rows, "ms", lambda name: 0.8 if "[" in name else 1.3)) as file:
            raw.write_bytes(file.read())
        by_python = self.run_fit("gett", raw).splitlines()
        in_program = printed(MODELS, "fit", "gett", raw).splitlines()
        self.assertEqual(in_program[0], by_python[0])
        self.assertGreater(float(in_program[0].split()[6]), 1.1)
        self.assertEqual(len(in_program), len(by_python))
        for line, other in zip(in_program[1:], by_python[1:]):
            for word, other_word in zip(line.split()[1:], other.split()[1:]):
                if word != other_word:
                    self.assertAlmostEqual(float(word.strip(",")), float(other_word.strip(",")),
                                           delta=0.02 * abs(float(other_word.strip(","))), msg=line)

    def test_what_cannot_be_fitted_is_refused_and_nothing_is_written(self):
        lines = self.rows.read_text().splitlines(keepends=True)
        columns = len(lines[0].split("\t"))
        for name, text, reason in (
                ("few", "".join(lines[:100]), "99 launches for 30 values"),
                ("short", lines[0] + lines[1].replace("\tok\t", "\t"),
                 f"{columns - 1} cells for {columns} columns"),
                ("lost", "".join(lines).replace("d_runs", "runs"), "no column d_runs"),
                ("text", lines[0] + lines[1].replace("\tok\t", "\tok\tx"), "not a number")):
            path = self.folder / f"{name}.tsv"
            path.write_text(text)
            root = self.sources()
            error = self.run_fit("gett", path, "--write", "--root", root)
            if name == "few":
                self.assertIn(reason, error)
            else:
                self.assertIn("fit_models failed", error)
                found = subprocess.run([MODELS, "model", "gett", path], capture_output=True, text=True,
                                       check=False)
                self.assertIn(reason, found.stderr)
                self.assertIn(f"{name}.tsv", found.stderr)
            self.assertEqual((root / fit_sources.GETT_RATES).read_text(), (ROOT / fit_sources.GETT_RATES).read_text())
        other = self.folder / "other.tsv"
        other.write_text("id\tms\n")
        self.assertIn("not the columns of", self.run_fit("gett", self.rows, other))


if __name__ == "__main__":
    unittest.main()
