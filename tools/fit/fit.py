#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Fits the values of a cost model to measured launches; tools/fit/README.md says how.

fit.py gett RAW... --models PROGRAM [--dtype D] [--compute C] [--choices] [--hold NAME]... [--write]
fit.py cpu-direct RAW... --models PROGRAM --cases C --calibration F --threads N [--write]
fit.py outer RAW... --models PROGRAM --cases C [--write]
fit.py cuda-transposes|cpu-streamed|cpu-cached RAW... --models PROGRAM [--write]

RAW are tables of launches, compressed (.gz) or not. PROGRAM is the built fit_models. Prints the error
before and after, and each value before and after. With --choices the fit is to what is lost where the
launch that is predicted to be the fastest of its contraction is taken. With --write the values replace those of the sources.
"""
import argparse
import contextlib
import gzip
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True
from fit_choices import TEMPERATURES, Choices, narrow, shorten_far  # noqa: E402  (after the flag)
from fit_sources import RATES, FitError, write_gett, write_members  # noqa: E402  (after the flag)

# Options of fit_models.
PASSED = {"dtype": "of GETT's inputs", "compute": "full, tf32 or tf32x3", "threads": "of Direct",
          "cases": "case file of Direct's launches", "calibration": "of the CPU on which it ran"}
FEWEST = 8  # launches for each value


class Model:
    """The model's names, values, their bounds and launches, and its predictions, by the program
    fit_models."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.names = self.process.stdout.readline().split()
        if not self.names:
            self.close()
        self.values = self.read_numbers()
        self.bounds = self.read_numbers(), self.read_numbers()
        self.measured = self.read_numbers()
        self.cases = self.process.stdout.readline().split("\t")
        self.choices = None  # what the fit is to, instead of times

    def read_numbers(self):
        return np.array(self.process.stdout.readline().split(), dtype=float)

    def predict(self, values):
        print(*(repr(float(value)) for value in values), file=self.process.stdin, flush=True)
        return self.read_numbers()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        if self.process.wait() != 0:
            raise FitError("fit_models failed")


def errors(measured, predicted):
    """Geometric mean and 90th percentile of the ratio of both, the larger over the smaller."""
    ratios = np.exp(np.abs(np.log(predicted / measured)))
    return np.exp(np.mean(np.log(ratios))), np.percentile(ratios, 90)


def misses(model, values):
    """What a fit makes small: logarithms of predicted over measured, far ones counting less, or what
    choices lose."""
    predicted = model.predict(values)
    if model.choices:
        return model.choices.misses(predicted)
    return shorten_far(np.log(predicted / model.measured))


def slopes(model, values, steps, at):
    """The change of each miss for one step of each value."""
    columns = []
    for index, step in enumerate(steps):
        moved = values.copy()
        moved[index] += 1e-3 * step
        columns.append((misses(model, moved) - at) / 1e-3)
    return np.array(columns).T


def fit(model, start=None, rounds=40):
    """Values that leave the least sum of squared misses, by Levenberg and Marquardt's steps; those
    that tools/fit/least_squares.cpp takes, too."""
    low, high = model.bounds
    values = np.clip(model.values if start is None else start, low, high)
    damping, at = 1e-2, misses(model, values)
    for _ in range(rounds):
        steps = np.maximum(np.abs(values), 1e-3 * np.maximum(np.abs(model.values), 1e-3))
        jacobian = slopes(model, values, steps, at)
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ at
        before = at @ at
        while damping < 1e6:
            move = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-6), -gradient)
            trial = np.clip(values + steps * np.clip(move, -0.5, 0.5), low, high)
            found = misses(model, trial)
            if found @ found < before:
                values, at, damping = trial, found, damping / 5
                break
            damping *= 4
        if before - at @ at < 1e-6 * before:
            break
    return values


def fit_choices(model):
    """Values by which little is lost where the launch is taken that is predicted to be the fastest."""
    model.bounds = narrow(model.names, model.values, model.bounds)
    values = model.values
    for temperature in TEMPERATURES:
        model.choices.temperature = temperature
        values = fit(model, values)
    return values


def hold(model, names):
    """Bounds that leave the named values, or all those of a named list, as they are."""
    for name in names:
        held = [index for index, each in enumerate(model.names) if name in (each, each.partition("[")[0])]
        if not held:
            raise FitError(f"no value {name}; there are {', '.join(model.names)}")
        for bound in model.bounds:
            bound[held] = model.values[held]


def read_raw(paths):
    """One table of all launches; all files have the same columns."""
    header, rows = None, []
    for path in paths:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
            first, *others = [line for line in file.read().splitlines() if line[:1] not in ("", "#")]
        if first != (header or first):
            raise FitError(f"{path}: not the columns of {paths[0]}")
        header, rows = first, rows + others
    return "\n".join([header, *rows])


def run(options):
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as table:
        print(read_raw(options.raw), file=table, flush=True)
        passed = [f"--{name}={vars(options)[name]}" for name in PASSED if vars(options)[name]]
        command = [options.models, "model", options.family, table.name, *passed]
        with contextlib.closing(Model(*command)) as model:
            if len(model.measured) < FEWEST * len(model.names):
                raise FitError(f"{len(model.measured)} launches for {len(model.names)} values")
            if options.choices and len(model.cases) != len(model.measured):
                raise FitError(f"the model {options.family} does not tell contractions")
            model.choices = Choices(model.cases, model.measured) if options.choices else None
            hold(model, options.hold)
            values = fit_choices(model) if options.choices else fit(model)
            for when, by in (("before", model.values), ("after", values)):
                mean, high = errors(model.measured, model.predict(by))
                print(f"{when}: off by a factor of {mean:.3f} (geometric mean), {high:.3f} (90th "
                      f"percentile), {len(model.measured)} launches")
                if model.choices:
                    print(f"{when}: choices take {model.choices.mean_loss(model.predict(by)):.4f} times as "
                          "long as the best launches (geometric mean)")
    for name, before, after in zip(model.names, model.values, values):
        print(f"{name}\t{before:.3g}\t{after:.3g}")
    named = dict(zip(model.names, values))
    if options.write and options.family == "gett":
        write_gett(options.root, options.dtype, options.compute, named)
    elif options.write:
        write_members(options.root, options.family, named)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("family", choices=["gett", *RATES])
    parser.add_argument("raw", nargs="+", type=pathlib.Path, help="tables of launches")
    parser.add_argument("--models", required=True, help="the program fit_models")
    for name, text in PASSED.items():
        parser.add_argument(f"--{name}", help=text)
    parser.add_argument("--choices", action="store_true", help="fit to choices instead of times")
    parser.add_argument("--hold", action="append", default=[], metavar="NAME",
                        help="a value, or a list of values, that stays")
    parser.set_defaults(dtype="float64", compute="full")
    parser.add_argument("--write", action="store_true", help="replace the values in the sources")
    parser.add_argument("--root", type=pathlib.Path, help="of the sources",
                        default=pathlib.Path(__file__).resolve().parents[2])
    try:
        run(parser.parse_args(arguments))
    except (FitError, OSError, ValueError) as error:
        print(f"fit.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
