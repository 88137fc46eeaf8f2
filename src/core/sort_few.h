// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>

namespace ttgt {

/// Sorts a few elements, such as the modes of a tensor: the order is that of std::stable_sort,
/// which takes memory for every sort. The time grows with the square of the number of elements.
template <class Iterator, class Less>
void sort_few(Iterator begin, Iterator end, const Less& is_less) {
    for (Iterator next = begin; next != end; ++next) {
        const Iterator place = std::upper_bound(begin, next, *next, std::ref(is_less));
        if (place != next) std::rotate(place, next, std::next(next));
    }
}

}  // namespace ttgt
