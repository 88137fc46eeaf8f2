// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// make_inputs FILE EXTENT...: writes an .npy file of float64 numbers in [-1, 1), reproducibly.
#include <ttgt/tensor.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/io/npy.h"
#include "tools/io/output_file.h"

namespace {

std::vector<std::int64_t> parse_extents(const std::vector<std::string_view>& words) {
    std::vector<std::int64_t> extents;
    for (const std::string_view word : words) {
        std::int64_t extent = -1;
        const char* const last = word.data() + word.size();
        const auto [end, failure] = std::from_chars(word.data(), last, extent);
        if (failure != std::errc{} || end != last || extent < 0) {
            throw std::invalid_argument("extent '" + std::string(word) + "' is not a count");
        }
        extents.push_back(extent);
    }
    return extents;
}

void write_random(const std::string& path, const std::vector<std::int64_t>& extents) {
    ttgt::Tensor<double> tensor(extents);
    std::mt19937_64 generator(static_cast<std::uint64_t>(tensor.size()));
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (double& element : tensor) element = uniform(generator);

    ttgt::tool::OutputFile file(path);
    ttgt::tool::write_npy(file, tensor, true, [](std::int64_t) {});
    file.commit();
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> words(argv, argv + argc);
    if (words.size() < 2) {
        std::fputs("usage: make_inputs FILE EXTENT...\n", stderr);
        return 2;
    }
    try {
        write_random(std::string(words[1]), parse_extents({words.begin() + 2, words.end()}));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "make_inputs: %s\n", error.what());
        return 1;
    }
    return 0;
}
