# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""As much of Spack as packaging/spack needs: directives that are written down, and what cmake_args() answers."""

import contextlib
import sys
import types


class Spec:
    """The chosen variants."""

    def __init__(self, values):
        self.values = values
        self.variants = {"cuda_arch": types.SimpleNamespace(value=("90",))}

    def satisfies(self, text):
        """Of texts such as `+cuda+mpi`."""
        return all(self.values[name] for name in text.split("+") if name)


class CMakePackage:
    """What the package derives from."""

    variants = {"cuda": False}

    def define(self, name, value):
        """An option of CMake; not as text, which Spack makes of it."""
        return name, value

    def define_from_variant(self, name, variant):
        """The same, of a variant."""
        return name, self.spec.values[variant]

    @classmethod
    def configure(cls, values):
        """The options for these variants, the others as by default."""
        package = cls()
        package.spec = Spec({**cls.variants, **values})
        package.stage = types.SimpleNamespace(source_path="/source")
        return dict(package.cmake_args())


def load_package(text):
    """The class of a package.py."""
    variants = dict(CMakePackage.variants)
    directives = types.ModuleType("spack.package")

    def variant(name, default, description):
        assert description, name
        variants[name] = default

    def ignore(*_arguments, **_named):
        return lambda function: function

    for name in ("license", "version", "depends_on", "extends", "resource", "conflicts", "generator", "run_after"):
        setattr(directives, name, ignore)
    directives.variant = variant
    directives.when = lambda condition: contextlib.nullcontext()
    directives.join_path = lambda *parts: "/".join(parts)
    systems = {}
    for name in ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems", "spack"):
        systems[name] = types.ModuleType(name)
    for name, value in (("cmake", "CMakePackage"), ("cuda", "CudaPackage")):
        module = systems[f"spack_repo.builtin.build_systems.{name}"] = types.ModuleType(name)
        setattr(module, value, CMakePackage if name == "cmake" else type(value, (), {}))
    sys.modules.update(systems, **{"spack.package": directives})
    names = {"__name__": "package"}
    exec(compile(text, "package.py", "exec"), names)  # the project's own file
    names["Ttgt"].variants = variants
    return names["Ttgt"]
