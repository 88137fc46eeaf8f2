#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Usage: recipes_test.py BUILD

Writes the recipes of packaging/ by scripts/recipes and checks each by the tool that reads it, where that is installed,
and for what it says of this project: names of options, features and sums of the archive.
"""
import hashlib
import importlib.util
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from spack_stand_in import load_package

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name)
        subprocess.run([ROOT / "scripts" / "recipes", "--out", cls.out], check=True, stdout=subprocess.DEVNULL)
        (cls.archive,) = cls.out.glob("ttgt-*.tar.gz")
        cls.version = cls.archive.name[len("ttgt-"):-len(".tar.gz")]
        cls.debian = cls.out / "debian" / f"ttgt-{cls.version}"
        cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        cls.options = set(re.findall(r"^(?:option|set)\((\w+)", cmake, re.MULTILINE))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def read(self, path):
        """A written recipe, in which nothing is left to fill in."""
        text = (self.out / path).read_text(encoding="utf-8")
        self.assertNotRegex(text, "@[A-Z0-9]+@")
        return text

    def assert_options(self, names):
        """The project has options of these names."""
        known = self.options | {"CMAKE_CUDA_ARCHITECTURES"}
        self.assertTrue(names)
        self.assertLessEqual(set(names), known)

    def test_folders_of_others_are_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            theirs = pathlib.Path(folder) / "vcpkg" / "README"
            theirs.parent.mkdir()
            theirs.write_text("a clone of vcpkg", encoding="utf-8")
            run = subprocess.run([ROOT / "scripts" / "recipes", "--out", folder], capture_output=True, text=True)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("vcpkg is there and no recipe of an earlier call", run.stderr)
            self.assertTrue(theirs.exists())

    def test_spack(self):
        text = self.read("spack/packages/ttgt/package.py")
        total = hashlib.sha256(self.archive.read_bytes()).hexdigest()
        self.assertIn(f'version("{self.version}", sha256="{total}")', text)
        package = load_package(text)
        self.assertEqual(package.url, f"file://{self.out}/{self.archive.name}")
        wanted = ["blas", "cuda", "mpi", "fortran", "python", "tapp"]
        self.assertLessEqual(set(wanted), set(package.variants))
        for values in itertools.product((False, True), repeat=len(wanted)):
            given = package.configure(dict(zip(wanted, values)))
            self.assert_options(given)
            chosen = (given["TTGT_CUDA"], given["TTGT_MPI"], "TAPP_DIR" in given)
            self.assertEqual(chosen, (values[1], values[2], values[5]))

    def test_vcpkg(self):
        manifest = json.loads(self.read("vcpkg/ttgt/vcpkg.json"))
        port = self.read("vcpkg/ttgt/portfile.cmake")
        self.assertEqual(manifest["version"], self.version)
        self.assertIn(hashlib.sha512(self.archive.read_bytes()).hexdigest(), port)
        mapped = dict(re.findall(r"^    ([a-z]+) (TTGT_\w+)\)?$", port, re.MULTILINE))
        self.assertEqual(set(mapped), set(manifest["features"]))
        self.assert_options([*mapped.values(), *re.findall(r"-D(\w+)=", port)])
        # As `vcpkg format-manifest` orders them.
        for named in (manifest["features"], manifest["default-features"]):
            self.assertEqual(list(named), sorted(named))
        for dependencies in (manifest, *manifest["features"].values()):
            names = [each if isinstance(each, str) else each["name"] for each in dependencies.get("dependencies", [])]
            self.assertEqual(names, sorted(names))

    def test_conda(self):
        text = self.read("conda/recipe.yaml")
        self.assertIn(hashlib.sha256(self.archive.read_bytes()).hexdigest(), text)
        self.assert_options(re.findall(r"(?:-D|cmake\.define\.)(\w+)=", text))
        if importlib.util.find_spec("rattler_build") is None:
            self.skipTest("no rattler_build (PyPI's py-rattler-build): the recipe is not rendered")
        import rattler_build

        recipe = rattler_build.Stage0Recipe.from_file(self.out / "conda" / "recipe.yaml")
        rendered = recipe.render(rattler_build.VariantConfig.from_file(self.out / "conda" / "variants.yaml"))
        packages = {each.recipe.package.name: each.recipe for each in rendered}
        self.assertEqual(set(packages), {"libttgt", "ttgt", "ttgt-cuda"})
        self.assertIn("run_exports", packages["libttgt"].requirements.to_dict())

    def test_debian(self):
        self.assert_options(re.findall(r"-D(\w+)=", self.read(self.debian / "debian" / "rules")))
        self.assertTrue(self.read(self.debian / "debian" / "changelog").startswith(f"ttgt ({self.version}-1) "))
        control = self.read(self.debian / "debian" / "control")
        cpack = (BUILD / "CPackConfig.cmake").read_text(encoding="utf-8")
        summary, words = re.search(r"^Description: (.*)\n((?: .*\n)+)", control, re.MULTILINE).groups()
        section = re.search(r"^Section: (.*)", control, re.MULTILINE)[1]
        for each in (f'SECTION "{section}"', f'SUMMARY "{summary}"', *words.split("\n")):
            self.assertIn(each.strip(), cpack)
        if shutil.which("lintian") is None or shutil.which("dpkg-source") is None:
            self.skipTest("no lintian: the source package is not checked")
        self.run_lintian()

    def run_lintian(self):
        """Of few of the sources: all of them take half a minute."""
        folder = self.out / "small"
        source = folder / self.debian.name
        source.mkdir(parents=True)
        shutil.copy(ROOT / "LICENSE", source)
        archive = folder / f"ttgt_{self.version}.orig.tar.gz"
        subprocess.run(["tar", "-C", folder, "-czf", archive, source.name], check=True)
        shutil.copytree(self.debian / "debian", source / "debian")
        subprocess.run(["dpkg-source", "--build", source.name], cwd=folder, check=True, capture_output=True)
        command = ["lintian", "--allow-root", "--fail-on", "error,warning", *map(str, folder.glob("*.dsc"))]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
