# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Functions of another package that are replaced in all of its modules, those that are imported later included."""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any


class Replacements:
    """What is replaced in a package. A module that has imported a function holds it under a name of its own, so names are
    found by what they hold. undo() gives back what still is the new function, also in modules imported meanwhile."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._replaced: list[tuple[ModuleType, str, Any, Any]] = []
        self._functions: list[tuple[Any, Any]] = []

    def __bool__(self) -> bool:
        return bool(self._replaced or self._functions)

    def function(self, originals: Sequence[Any], new: Any) -> None:
        """Puts `new` wherever one of the originals is."""
        self._functions.append((originals[0], new))
        for module in self._modules():
            for name, held in list(vars(module).items()):
                if any(held is original for original in originals):
                    self.name(module, name, new)

    def name(self, module: ModuleType, name: str, new: Any) -> None:
        self._replaced.append((module, name, getattr(module, name), new))
        setattr(module, name, new)

    def undo(self) -> None:
        while self._replaced:
            module, name, original, new = self._replaced.pop()
            if vars(module).get(name) is new:
                setattr(module, name, original)
        for module in self._modules():
            for name, held in list(vars(module).items()):
                for original, new in self._functions:
                    if held is new:
                        setattr(module, name, original)
        self._functions.clear()

    def _modules(self) -> list[ModuleType]:
        return [each for name, each in list(sys.modules.items())
                if name.partition(".")[0] == self._package and isinstance(each, ModuleType)]


class Awaited(importlib.abc.MetaPathFinder):
    """Calls functions once modules have been imported; at once where they are."""

    def __init__(self) -> None:
        self._actions: dict[str, Callable[[ModuleType], None]] = {}
        self._looking: set[str] = set()

    def after(self, name: str, action: Callable[[ModuleType], None]) -> None:
        module = sys.modules.get(name)
        if module is not None:
            action(module)
            return
        self._actions[name] = action
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def stop(self) -> None:
        """Waits for nothing any more."""
        self._actions.clear()
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname not in self._actions or fullname in self._looking:
            return None
        self._looking.add(fullname)
        try:
            spec = importlib.util.find_spec(fullname)  # by the other finders
        finally:
            self._looking.discard(fullname)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            action = self._actions.pop(fullname, None)  # none where stop() was called meanwhile
            if action is not None:
                action(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


class Integration:
    """What is replaced in a package, and whether it is now."""

    def __init__(self, package: str, name: str) -> None:
        """`name` is what messages call the package."""
        self.replaced = Replacements(package)
        self.awaited = Awaited()
        self._package = package
        self._name = name
        self._is_installed = False

    def install(self, actions: Mapping[str, Callable[[ModuleType], None]]) -> None:
        """Calls each action once the module that it is keyed by has been imported, until uninstall(). Does nothing where it
        is installed. Raises ModuleNotFoundError where the package is not there."""
        if self._is_installed:
            return
        if importlib.util.find_spec(self._package) is None:
            raise ModuleNotFoundError(f"{self._name} is not installed", name=self._package)
        self._is_installed = True
        for module, action in actions.items():
            self.awaited.after(module, action)

    def uninstall(self) -> None:
        self.awaited.stop()
        self.replaced.undo()
        self._is_installed = False

    @contextlib.contextmanager
    def installed(self, actions: Mapping[str, Callable[[ModuleType], None]]) -> Iterator[None]:
        """Installed inside the `with`; as it was before afterwards."""
        was = self._is_installed
        self.install(actions)
        try:
            yield
        finally:
            if not was:
                self.uninstall()
