// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace ttgt {

/// Lines of C++, indented by the blocks that are open.
class SourceText {
public:
    void line(const std::string& text) {
        if (!text.empty()) text_.append(4 * depth_, ' ');
        text_ += text + '\n';
    }
    /// "head {" and its end.
    void open(const std::string& head) {
        line(head + " {");
        ++depth_;
    }
    void close() {
        --depth_;
        line("}");
    }
    /// Whole lines, as they are.
    void add(const std::string& lines) { text_ += lines; }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace ttgt
