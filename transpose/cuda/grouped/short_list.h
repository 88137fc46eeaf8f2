// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace ttgt::cuda {

/// A list of at most `most` elements, which lie in it: planning makes shapes by the thousand.
template <class T, std::size_t most>
class ShortList {
public:
    void push_back(const T& element) { elements_[size_++] = element; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T& back() { return elements_[size_ - 1]; }
    [[nodiscard]] T& operator[](std::size_t i) { return elements_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return elements_[i]; }
    [[nodiscard]] T* begin() { return elements_.data(); }
    [[nodiscard]] T* end() { return elements_.data() + size_; }
    [[nodiscard]] const T* begin() const { return elements_.data(); }
    [[nodiscard]] const T* end() const { return elements_.data() + size_; }

private:
    std::array<T, most> elements_;
    std::size_t size_ = 0;
};

/// Sorts a few elements; equal ones keep their order.
template <class List, class Key>
void insertion_sort(List& list, Key key) {
    for (std::size_t i = 1; i < list.size(); ++i) {
        for (std::size_t j = i; j > 0 && key(list[j]) < key(list[j - 1]); --j) {
            std::swap(list[j], list[j - 1]);
        }
    }
}

}  // namespace ttgt::cuda
