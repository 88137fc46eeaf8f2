// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <string_view>
#include <utility>

namespace ttgt {

/// Owns a file descriptor; negative: none.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) noexcept : number_(number) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;  // one owner
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const noexcept { return number_; }
    [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
    void reset() noexcept {
        if (is_open()) (void)close();
    }
    /// Closes it where the result matters, 0 or -1 with errno: a full disk may be told of then.
    [[nodiscard]] int close() noexcept { return ::close(std::exchange(number_, -1)); }

private:
    int number_ = -1;
};

/// Writes all bytes to a descriptor. Returns 0, or the error number of what stopped it.
[[nodiscard]] int write_bytes(int descriptor, std::string_view bytes);

}  // namespace ttgt
