// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Nothing but the headers that tests share: see CMakeLists.txt.
