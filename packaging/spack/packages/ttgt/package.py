# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""ttgt for Spack. scripts/recipes writes the version, the archive's address and its sum."""

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Ttgt(CMakePackage, CudaPackage):
    """Dense tensor contractions by transpose-GEMM-transpose, on CPUs and NVIDIA GPUs."""

    url = "@URL@"
    license("Apache-2.0")
    version("@VERSION@", sha256="@SHA256@")

    variant("shared", default=True, description="Build a shared C++ library")
    variant("blas", default=True, description="Multiply by a CBLAS; else by Eigen")
    variant("openmp", default=True, description="Take the numbers of threads from OpenMP")
    variant("mpi", default=False, description="Contractions over ranks")
    variant("fortran", default=False, description="The Fortran modules")
    variant("python", default=False, description="The Python package")
    variant("tapp", default=False, description="The TAPP interface")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("cmake@3.26:", type="build", when="+python")
    depends_on("ninja", type="build")
    depends_on("eigen@3.4:", type="build")
    depends_on("fmt@9.1:", type="build")
    depends_on("cli11@2.1:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("highway@1.0.3:")
    depends_on("blas", when="+blas")
    depends_on("mpi", when="+mpi")
    depends_on("scalapack", when="+mpi")
    depends_on("cuda@12.4:", when="+cuda")
    depends_on("nccl", when="+cuda+mpi")
    with when("+python"):
        extends("python@3.10:")
        depends_on("py-nanobind@3.1:", type="build")
        depends_on("py-numpy@1.23:", type=("build", "run"))

    # TAPP is a header, of which no package is known.
    resource(
        name="tapp",
        git="https://github.com/TAPPorg/reference-implementation.git",
        branch="main",
        destination="",
        placement="tapp-reference",
        when="+tapp",
    )

    conflicts("%gcc@:11", msg="ttgt needs C++20: GCC 12 or newer")
    conflicts("%clang@:13", msg="ttgt needs C++20: Clang 14 or newer")
    conflicts("cuda_arch=none", when="+cuda", msg="name the GPUs by cuda_arch, such as cuda_arch=90")

    generator("ninja")

    def cmake_args(self):
        """The options of the build; what is left out is what the project's own defaults say."""
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("TTGT_BLAS", "blas"),
            self.define_from_variant("TTGT_OPENMP", "openmp"),
            self.define_from_variant("TTGT_CUDA", "cuda"),
            self.define_from_variant("TTGT_MPI", "mpi"),
            self.define_from_variant("TTGT_BUILD_FORTRAN", "fortran"),
            self.define_from_variant("TTGT_PYTHON", "python"),
            self.define("TTGT_NCCL", self.spec.satisfies("+cuda+mpi")),
            self.define("TTGT_CCACHE", False),
            self.define("TTGT_UNITY_BUILD", True),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        if self.spec.satisfies("+tapp"):
            args.append(self.define("TAPP_DIR", join_path(self.stage.source_path, "tapp-reference")))
        return args

    @run_after("install")
    def install_python(self):
        """The package's own files, and the component `python` of the install tree."""
        if self.spec.satisfies("+python"):
            cmake = which("cmake", required=True)
            cmake("--install", self.builder.build_directory, "--component", "python", "--prefix", python_platlib)
            install_tree(join_path(self.stage.source_path, "bindings/python/ttgt"), join_path(python_platlib, "ttgt"))
