# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of the benchmarks; plot.py beside this folder is the command."""
