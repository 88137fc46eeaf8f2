// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ttgt::tool {

/// Hears what is done now, for those who wait.
using Say = std::function<void(std::string_view phase)>;
inline void say_nothing(std::string_view) {}

/// A bar on standard error while something takes long; shows nothing where standard error is no
/// terminal or `quiet` was asked for. Erased when it goes out of scope.
class Progress {
public:
    explicit Progress(bool quiet = false);
    ~Progress();
    Progress(const Progress&) = delete;  // one terminal line
    Progress& operator=(const Progress&) = delete;

    /// Starts a new stage of `total` units (0: unknown) at 0.
    void stage(std::string text, std::int64_t total);
    void advance(std::int64_t units);
    /// Changes the text of the stage.
    void show(std::string text);
    /// Leaves the line to other output until the next stage() or advance().
    void erase();

private:
    void draw();

    bool shown_;
    bool drawn_ = false;
    std::string text_;
    std::int64_t total_ = 0;
    std::int64_t done_ = 0;
    std::chrono::steady_clock::time_point last_draw_;
};

/// `[########............]  40% text`: the bar as one line.
[[nodiscard]] std::string progress_line(const std::string& text, std::int64_t done,
                                        std::int64_t total);

}  // namespace ttgt::tool
