#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: pkg_config_test.sh COMPILER SOURCE PKG_CONFIG_PATH LIBRARY_PATH OUTPUT [PACKAGE STANDARD]
# Builds and runs a user's program with what pkg-config says, and nothing else.
set -euo pipefail
compiler=$1 source=$2 library_path=$4 output=$5 package=${6:-ttgt} standard=${7:-c++20}
export PKG_CONFIG_PATH=$3

read -ra cflags < <(pkg-config --cflags "$package")
read -ra libs < <(pkg-config --libs "$package")
"$compiler" -std="$standard" "$source" "${cflags[@]}" "${libs[@]}" -o "$output"
LD_LIBRARY_PATH=$library_path "$output"
