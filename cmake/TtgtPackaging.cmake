# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# Read by cpack before it installs into its own folder: installed_files.cmake then keeps no list.
set(ENV{TTGT_PACKAGING} 1)
