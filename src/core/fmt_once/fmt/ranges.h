// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// fmt's own ranges.h includes the format.h beside it, which is not the one of this folder.

#include <fmt/format.h>

#include_next <fmt/ranges.h>
