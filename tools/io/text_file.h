// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/core/files/text_file.h"

/// How the engine reads text files, for programs that have files of their own.
namespace ttgt::tool {

using ttgt::read_text_file;
using ttgt::wide_encoding;
using ttgt::without_byte_order_mark;

}  // namespace ttgt::tool
