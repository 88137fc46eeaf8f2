// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/kernel_key.h"

namespace ttgt {
namespace {

constexpr const char* no_numbers = "-";

}  // namespace

std::string to_text(const std::vector<std::int64_t>& numbers) {
    if (numbers.empty()) return no_numbers;
    std::string text;
    for (const std::int64_t number : numbers) {
        if (!text.empty()) text += ',';
        text += std::to_string(number);
    }
    return text;
}

std::string to_text(const KernelKey& key) {
    std::string text = key.kind.empty() ? no_numbers : key.kind;
    for (const std::vector<std::int64_t>& group : key.groups) {
        text += ' ';
        text += to_text(group);
    }
    return text;
}

}  // namespace ttgt
