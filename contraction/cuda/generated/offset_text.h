// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace ttgt::cuda {

/// A sum of products of variables and constants, as an offset is.
class OffsetText {
public:
    void add(const std::string& variable, std::int64_t factor) {
        if (factor == 0) return;
        const std::int64_t size = factor < 0 ? -factor : factor;
        if (text_.empty()) {
            if (factor < 0) text_.push_back('-');
        } else {
            text_ += factor < 0 ? " - " : " + ";
        }
        text_ += size == 1 ? variable : variable + " * " + std::to_string(size);
    }
    [[nodiscard]] std::string text() const { return text_.empty() ? "0" : text_; }

private:
    std::string text_;
};

/// A name that is none of the language's: a label's letters and digits.
[[nodiscard]] std::string variable_of(const std::string& prefix, const std::string& name);

}  // namespace ttgt::cuda
