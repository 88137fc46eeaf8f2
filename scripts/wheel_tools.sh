# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by scripts/wheels, after common.sh: the compiler and the libraries that wheels are built with,
# below $work, apart from those of the system.

# The oldest C library that wheels run on, and the platform tag that says so.
glibc=2.28
machine=$(uname -m)
platform="manylinux_${glibc/./_}_$machine"

# make_environment <folder> <python> <requirement>...: a virtual environment, once for its requirements.
make_environment() {
    local folder=$1 python=$2
    shift 2
    if [ "$(cat "$folder/installed.txt" 2>/dev/null)" != "$*" ]; then
        rm -rf "$folder"
        "$python" -m venv "$folder"
        "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps "$@"
        printf '%s' "$*" >"$folder/installed.txt"
    fi
}

# The lines of wheel_requirements.txt whose names match the pattern.
requirements() {
    sed 's/ *#.*//' "$root/scripts/wheel_requirements.txt" | grep -E "^($1)==" ||
        fail "scripts/wheel_requirements.txt has no '$1'"
}

site_packages() { "$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }

# Sets compiler_dir, of programs that compile for the old C library, whatever lies in /usr/include.
make_compiler() {
    local zig
    zig="$(site_packages "$work/tools")/ziglang/zig"
    compiler_dir="$work/compiler"
    mkdir -p "$compiler_dir"
    write_program() {
        printf '#!/bin/sh\n# %s\nexec "%s" %s "$@"\n' "$(requirements ziglang)" "$zig" "$2" \
            >"$compiler_dir/$1"
        chmod +x "$compiler_dir/$1"
    }
    # Where nothing is optimised, or debug information is kept, it would compile another copy of its C++
    # library, and without optimisation check for undefined behaviour.
    local options="-target $machine-linux-gnu.$glibc -O2 -s -fno-sanitize=undefined"
    write_program clang "cc $options"
    write_program clang++ "c++ $options"
    write_program ar ar
    write_program ranlib ranlib
    compiler_options=(
        "-DCMAKE_CXX_COMPILER=$compiler_dir/clang++" "-DCMAKE_C_COMPILER=$compiler_dir/clang"
        "-DCMAKE_AR=$compiler_dir/ar" "-DCMAKE_RANLIB=$compiler_dir/ranlib"
    )
}

# Fetches the sources of a Debian package and unpacks them to a folder.
fetch_source() {
    local package=$1 folder=$2 apt="$work/apt" file
    rm -rf "$apt" "$folder"
    mkdir -p "$apt/lists/partial" "$apt/parts"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
        [ ! -r "$file" ] ||
            sed 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' "$file" >"$apt/parts/${file##*/}"
    done
    [ ! -e "$apt/parts/sources.list" ] || mv "$apt/parts/sources.list" "$apt/parts/main.list"
    local options=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/parts"
        -o "Dir::State::lists=$apt/lists" -o APT::Sandbox::User=)
    apt-get "${options[@]}" update
    (cd "$apt" && apt-get "${options[@]}" --download-only source "$package")
    dpkg-source --no-check --extract "$apt/$package"_*.dsc "$folder" >/dev/null
}

# Makes $work/prefix: headers of the system's packages, of which nothing is linked, and Highway, whose
# library is compiled for the old C library.
make_prefix() {
    prefix="$work/prefix"
    [ ! -e "$prefix/complete" ] || return 0
    local packages=(libfmt-dev libfmt9 libcli11-dev nlohmann-json3-dev libeigen3-dev) package
    rm -rf "$prefix"
    mkdir -p "$prefix"
    for package in "${packages[@]}"; do
        dpkg -L "$package" >"$work/files" || fail "$package is not installed; scripts/setup does that"
        while IFS= read -r file; do [ -d "$file" ] || printf '%s\n' "${file#/}"; done <"$work/files" |
            tar -C / --create --files-from - | tar -C "$prefix" --extract
    done
    fetch_source highway "$work/highway"
    cmake -S "$work/highway" -B "$work/highway-build" -G Ninja "${compiler_options[@]}" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_CXX_VISIBILITY_PRESET=hidden -DCMAKE_POLICY_VERSION_MINIMUM=3.5 \
        -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF \
        "-DCMAKE_INSTALL_PREFIX=$prefix/usr" -DCMAKE_INSTALL_LIBDIR=lib >"$work/highway.log" &&
        cmake --build "$work/highway-build" --target install >>"$work/highway.log" || {
        cat "$work/highway.log"
        fail "Highway was not built"
    }
    touch "$prefix/complete"
}
