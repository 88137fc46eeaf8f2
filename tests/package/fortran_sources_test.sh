#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: fortran_sources_test.sh FORTRAN_COMPILER C_COMPILER SOURCES PROGRAM LIBRARY_PATH OUTPUT
# Compiles the installed sources of module ttgt as a user with another compiler does, in an empty
# folder OUTPUT, links a user's program with them and the C library, and runs it.
set -euo pipefail
fortran=$1 c=$2 sources=$3 program=$4 library_path=$5 output=$6

rm -rf "$output"
mkdir -p "$output"
cd "$output"
# The C API's header is beside the library: PREFIX/lib and PREFIX/include.
"$c" -c "-I$sources" "-I$sources/../../../include" "$sources/arrays.c"
for module in ttgt_c ttgt_c_blocks ttgt_c_groups ttgt_c_operators ttgt_c_ranks \
    ttgt_arguments ttgt ttgt_arrays ttgt_calls ttgt_plans ttgt_int64 ttgt_block_layouts ttgt_block_tensors ttgt_block_programs ttgt_blocks \
    ttgt_groups ttgt_operators ttgt_distributions ttgt_communicators ttgt_c_rank_formulas ttgt_c_rank_tensors \
    ttgt_rank_tensors ttgt_whole_arrays ttgt_distributed_formulas ttgt_distributed_programs ttgt_ranks; do
    "$fortran" -c "$sources/$module.f90"
done
"$fortran" "$program" ./*.o "-L$library_path" -lttgt_c "-Wl,-rpath,$library_path" -o consumer
./consumer
