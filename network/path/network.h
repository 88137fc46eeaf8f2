// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace ttgt::network {

/// Labels by number, ascending, each once.
using Labels = std::vector<std::size_t>;

/// A product of tensors as the search for a path sees it.
struct Network {
    std::vector<Labels> inputs;
    Labels output;
    std::vector<double> extents;  ///< the extent of each label
};

/// The pairs of tensors multiplied, in order: inputs are numbered first, then the product of each
/// step. One step fewer than inputs; none for one input.
using Path = std::vector<std::array<std::size_t, 2>>;

/// The largest volume that is counted. A product of three volumes is still a finite double, so
/// paths of the largest networks can be compared.
inline constexpr double most_volume = 1e100;

/// Volumes come with rounding errors below this share: those of whole subsets of inputs.
inline constexpr double volume_error = 1e-9;

/// How many index tuples a step's tensors have, and how many there are of all its labels together.
struct StepVolumes {
    double l = 1;
    double r = 1;
    double d = 1;
    double all = 1;

    /// Whether a label ends here.
    [[nodiscard]] bool sums() const { return d < all * (1 - volume_error); }
    /// Multiplications, and additions where products are summed.
    [[nodiscard]] double operations() const { return sums() ? 2 * all : all; }

    friend bool operator==(const StepVolumes&, const StepVolumes&) = default;
};

/// The volume of a tensor with these labels: the product of their extents, at most most_volume.
[[nodiscard]] double volume(const Network& network, const Labels& labels);

/// Multiplies tensors of a network pair by pair and keeps count of the labels that stay: those of
/// the output, or of a tensor not yet used up.
class LabelTally {
public:
    explicit LabelTally(const Network& network);

    [[nodiscard]] StepVolumes volumes(const Labels& l, const Labels& r) const;
    /// The labels of the product of `l` and `r`, which are used up.
    [[nodiscard]] Labels multiply(const Labels& l, const Labels& r);

private:
    /// Calls visit(label, whether it stays) for every label of either.
    template <class Visit>
    void for_each_label(const Labels& l, const Labels& r, Visit&& visit) const;

    const std::vector<double>& extents_;
    std::vector<std::size_t>
        holders_;  ///< for each label: number of tensors that have it, the output included
};

/// The labels of every tensor of a path: inputs, then products.
[[nodiscard]] std::vector<Labels> labels_along(const Network& network, const Path& path);
/// The volumes of every step of a path.
[[nodiscard]] std::vector<StepVolumes> volumes_along(const Network& network, const Path& path);

}  // namespace ttgt::network
