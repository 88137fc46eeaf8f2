// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt::test {

/// An .npy file's start around any dictionary text: version `major`.0, nothing checked.
inline std::string npy_header_bytes(std::string_view dict, int major = 1) {
    std::string bytes("\x93NUMPY", 6);
    bytes += static_cast<char>(major);
    bytes += '\0';
    std::size_t length = dict.size();
    for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
        bytes += static_cast<char>(length % 256);
        length /= 256;
    }
    return bytes.append(dict);
}

/// The dictionary as NumPy spells it.
inline std::string npy_dict_text(std::string_view descr, bool fortran_order,
                                 std::string_view shape) {
    std::string dict = "{'descr': '";
    dict.append(descr).append("', 'fortran_order': ").append(fortran_order ? "True" : "False");
    return dict.append(", 'shape': ").append(shape).append(", }");
}

template <class T>
std::string element_bytes(const std::vector<T>& elements) {
    std::string bytes(elements.size() * sizeof(T), '\0');
    if (!elements.empty()) std::memcpy(bytes.data(), elements.data(), bytes.size());
    return bytes;
}

/// The elements behind the header of an .npy file of version 1.0.
template <class T>
std::vector<T> elements_of_npy(std::string_view file) {
    const std::size_t length = static_cast<unsigned char>(file[8]) +
                               std::size_t{256} * static_cast<unsigned char>(file[9]);
    const std::string_view data = file.substr(10 + length);
    std::vector<T> elements(data.size() / sizeof(T));
    if (!elements.empty()) std::memcpy(elements.data(), data.data(), elements.size() * sizeof(T));
    return elements;
}

}  // namespace ttgt::test
