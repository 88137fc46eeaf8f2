// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace ttgt::tool {

Progress::Progress(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { erase(); }

void Progress::stage(std::string text, std::int64_t total) {
    text_ = std::move(text);
    total_ = total;
    done_ = 0;
    draw();
}

void Progress::advance(std::int64_t units) {
    constexpr std::chrono::milliseconds between_draws(100);
    done_ += units;
    const bool is_last = total_ > 0 && done_ >= total_;
    if (is_last || std::chrono::steady_clock::now() - last_draw_ >= between_draws) draw();
}

void Progress::show(std::string text) {
    text_ = std::move(text);
    draw();
}

void Progress::erase() {
    if (drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
}

void Progress::draw() {
    if (!shown_) return;
    std::fprintf(stderr, "\r\033[K%s", progress_line(text_, done_, total_).c_str());
    std::fflush(stderr);
    drawn_ = true;
    last_draw_ = std::chrono::steady_clock::now();
}

std::string progress_line(const std::string& text, std::int64_t done, std::int64_t total) {
    constexpr std::int64_t width = 24;
    if (total <= 0) return text;
    const double fraction =
        std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(fraction * width);
    return fmt::format("[{}{}] {:3.0f}% {}", std::string(filled, '#'),
                       std::string(width - filled, '.'), 100 * fraction, text);
}

}  // namespace ttgt::tool
