# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The types that the package states: they are those of the functions, and serve a user of mypy."""
import ast
import inspect
import os
import pathlib
import subprocess
import sys

import pytest
import ttgt
from ttgt import ranks

HERE = pathlib.Path(__file__).parent
PACKAGE = HERE.parents[2] / "bindings" / "python"
STUB = ast.parse((PACKAGE / "ttgt" / "__init__.pyi").read_text(encoding="utf-8")).body
RANKS_STUB = ast.parse((PACKAGE / "ttgt" / "ranks.pyi").read_text(encoding="utf-8")).body


def names_of(function):
    """Parameters that may be given by name, as the stub has them."""
    return [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs) if argument.arg != "cls"]


def parameters(function):
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds]


def stated_functions():
    for node in STUB:
        for function in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(function, ast.FunctionDef) and node.name != "Allocator":
                yield (ttgt if function is node else getattr(ttgt, node.name)), function


def test_every_public_name_has_types():
    stated = {node.name for node in STUB if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    stated |= {alias.asname for node in STUB if isinstance(node, ast.ImportFrom) for alias in node.names}

    assert set(ttgt.__all__) <= stated


@pytest.mark.parametrize("owner,function", list(stated_functions()), ids=lambda value: getattr(value, "name", ""))
def test_parameters_are_those_of_the_function(owner, function):
    actual = getattr(owner, function.name)

    if not isinstance(actual, property):
        assert names_of(function) == parameters(actual)


def test_types_of_ranks_are_those_of_its_functions_and_classes():
    stated = {node.name: node for node in RANKS_STUB if isinstance(node, (ast.ClassDef, ast.FunctionDef))}

    assert set(ranks.__all__) == set(stated)
    for name, node in stated.items():
        owner = getattr(ranks, name)
        if isinstance(node, ast.FunctionDef):
            assert names_of(node) == parameters(owner), name
        for method in (each for each in getattr(node, "body", []) if isinstance(each, ast.FunctionDef)):
            actual = getattr(owner, method.name, None) if isinstance(node, ast.ClassDef) else property()
            assert isinstance(actual, property) or names_of(method) == parameters(actual), f"{name}.{method.name}"


def test_members_of_classes():
    for kind in (ttgt.BlockArray, ttgt.BlockPlan, ttgt.Context, ttgt.EvaluationPlan, ttgt.GroupPlan, ttgt.Plan,
                 ttgt.ProgramPlan):
        (node,) = (node for node in STUB if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
        methods = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
        assert {method for method in methods if method[0] != "_"} == {name for name in vars(kind) if name[0] != "_"}


@pytest.mark.parametrize("program,faulty", [("consumer.py", False), ("misuse.py", True)])
def test_mypy_of_a_users_program(program, faulty, tmp_path):
    pytest.importorskip("mypy")
    text = (HERE / "typed" / program).read_text(encoding="utf-8").splitlines()
    expected = {line for line, words in enumerate(text, 1) if words.endswith("# fault")}

    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", tmp_path, program],
                         cwd=HERE / "typed", env={**os.environ, "MYPYPATH": str(PACKAGE)}, capture_output=True, text=True)

    errors = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert all(line.startswith(f"{program}:") for line in errors), run.stdout + run.stderr
    assert {int(line.split(":")[1]) for line in errors} == expected and bool(expected) == faulty, run.stdout
    assert run.returncode == (1 if faulty else 0), run.stderr
