// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "src/core/element.h"
#include "tools/bench/cases/block_case_file.h"

namespace ttgt::bench {

/// The elements of pools: element i is that at i modulo their number, which is odd so that blocks
/// of equal extents differ.
template <class T>
std::vector<T> sample_pattern() {
    constexpr std::size_t count = (std::size_t{1} << 21U) - 9;
    std::vector<T> pattern(count);
    std::uint64_t state = 1;
    for (T& element : pattern) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        element = T(static_cast<RealOf<T>>(static_cast<double>(state >> 40U) * 0x1p-24 - 0.5));
    }
    return pattern;
}

/// An element of D, by its place in D's pool, and what it must be.
template <class T>
struct BlockSample {
    std::int64_t offset = 0;
    T value{};
    double tolerance = 0;
};

/// "P(c,b,a)=X(a,b,c)" for a tensor of so many modes.
inline std::string reversing_expression(std::size_t rank) {
    std::string in;
    std::string out;
    for (std::size_t m = 0; m < rank; ++m) {
        const std::string label = "m" + std::to_string(m);
        in += (m == 0 ? "" : ",") + label;
        out = label + (m == 0 ? "" : ",") + out;
    }
    return "P(" + out + ")=X(" + in + ")";
}

/// Computes elements of D by the definition: a sum over all blocks of A and of B.
template <class T>
class SampleSum {
public:
    SampleSum(const tool::BlockCase& its, const std::vector<T>& pattern)
        : case_(its), pattern_(pattern) {
        const Expression expression = parse_expression(its.expression);
        labels_.push_back(expression.output.labels);
        for (const Factor& factor : expression.terms.at(0).factors)
            labels_.push_back(factor.labels);
    }

    /// The element of a block of D at `index`.
    BlockSample<T> element(const BlockLayout& d, std::int64_t block,
                           const std::vector<std::int64_t>& index) {
        BlockSample<T> sample;
        const Layout layout = d.layout(block);
        sample.offset = d.offset(block);
        for (std::size_t m = 0; m < index.size(); ++m)
            sample.offset += index[m] * layout.strides[m];
        d_sections_ = {d.coordinates(block).begin(), d.coordinates(block).end()};
        d_index_ = index;
        sum_ = {};
        magnitude_ = 0;
        for (std::int64_t a = 0; a < case_.inputs[0].blocks(); ++a) add_block(a);
        sample.value = sum_;
        sample.tolerance = 64 * static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon()) *
                           (magnitude_ + 1e-30);
        return sample;
    }

private:
    static std::size_t find(const std::vector<std::string>& labels, const std::string& label) {
        return static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin());
    }

    /// Adds the products of a block of A with the block of B that meets it.
    void add_block(std::int64_t a) {
        const auto coordinates = case_.inputs[0].coordinates(a);
        for (std::size_t m = 0; m < coordinates.size(); ++m) {
            const std::size_t in_d = find(labels_[0], labels_[1][m]);
            if (in_d < labels_[0].size() && d_sections_[in_d] != coordinates[m]) return;
        }
        BlockCoordinates of_b;
        for (const std::string& label : labels_[2]) {
            const std::size_t in_a = find(labels_[1], label);
            of_b.push_back(in_a < coordinates.size() ? coordinates[in_a]
                                                     : d_sections_[find(labels_[0], label)]);
        }
        if (const auto b = case_.inputs[1].find(of_b)) add_products(a, *b);
    }

    void add_products(std::int64_t a, std::int64_t b) {
        const Layout layout_a = case_.inputs[0].layout(a);
        const Layout layout_b = case_.inputs[1].layout(b);
        std::int64_t at_a = case_.inputs[0].offset(a);
        std::int64_t at_b = case_.inputs[1].offset(b);
        std::vector<std::int64_t> extents, steps_a, steps_b;
        for (std::size_t m = 0; m < labels_[1].size(); ++m) {
            const std::size_t in_d = find(labels_[0], labels_[1][m]);
            if (in_d < labels_[0].size()) {
                at_a += d_index_[in_d] * layout_a.strides[m];
                continue;
            }
            extents.push_back(layout_a.extents[m]);
            steps_a.push_back(layout_a.strides[m]);
            const std::size_t in_b = find(labels_[2], labels_[1][m]);
            steps_b.push_back(in_b < labels_[2].size() ? layout_b.strides[in_b] : 0);
        }
        for (std::size_t m = 0; m < labels_[2].size(); ++m) {
            const std::size_t in_d = find(labels_[0], labels_[2][m]);
            if (in_d < labels_[0].size()) at_b += d_index_[in_d] * layout_b.strides[m];
        }
        add_terms(extents, steps_a, steps_b, at_a, at_b, extents.size());
    }

    void add_terms(const std::vector<std::int64_t>& extents,
                   const std::vector<std::int64_t>& steps_a,
                   const std::vector<std::int64_t>& steps_b, std::int64_t at_a, std::int64_t at_b,
                   std::size_t modes) {
        if (modes == 0) {
            const auto period = static_cast<std::int64_t>(pattern_.size());
            const T product = pattern_[static_cast<std::size_t>(at_a % period)] *
                              pattern_[static_cast<std::size_t>(at_b % period)];
            sum_ += product;
            magnitude_ += static_cast<double>(std::abs(product));
            return;
        }
        for (std::int64_t i = 0; i < extents[modes - 1]; ++i) {
            add_terms(extents, steps_a, steps_b, at_a + i * steps_a[modes - 1],
                      at_b + i * steps_b[modes - 1], modes - 1);
        }
    }

    const tool::BlockCase& case_;
    const std::vector<T>& pattern_;
    std::vector<std::vector<std::string>> labels_;  // of D, A, B
    BlockCoordinates d_sections_;
    std::vector<std::int64_t> d_index_;
    T sum_{};
    double magnitude_ = 0;
};

/// The first, a middle and the last element of some blocks of D, spread over all of them.
template <class T>
std::vector<BlockSample<T>> block_samples(const tool::BlockCase& its, const BlockLayout& d) {
    const std::vector<T> pattern = sample_pattern<T>();
    SampleSum<T> sum(its, pattern);
    std::vector<BlockSample<T>> samples;
    constexpr std::int64_t most_blocks = 8;
    const std::int64_t step = std::max<std::int64_t>(d.blocks() / most_blocks, 1);
    for (std::int64_t block = step - 1; block < d.blocks(); block += step) {
        const std::vector<std::int64_t> extents = d.extents(block);
        if (std::ranges::find(extents, 0) != extents.end()) continue;
        for (const int part : {0, 1, 2}) {
            std::vector<std::int64_t> index;
            for (const std::int64_t extent : extents) index.push_back((extent - 1) * part / 2);
            samples.push_back(sum.element(d, block, index));
        }
    }
    return samples;
}

}  // namespace ttgt::bench
