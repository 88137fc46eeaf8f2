// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitude_summary.h"

#include <algorithm>
#include <cmath>

namespace ccsd {
namespace {

/// The few values of largest magnitude among those that it is shown.
class Largest {
public:
    struct Entry {
        std::int64_t place;
        double value;
    };

    [[nodiscard]] bool would_keep(double value) const {
        return entries_.size() < AmplitudeSummary::most_listed ||
               std::abs(value) > std::abs(entries_.back().value);
    }
    void add(const Entry& entry) {
        const auto after = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& other) {
            return std::abs(entry.value) > std::abs(other.value);
        });
        entries_.insert(after, entry);
        if (entries_.size() > AmplitudeSummary::most_listed) entries_.pop_back();
    }
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

private:
    std::vector<Entry> entries_;
};

/// Calls `visit` with every number of a range of the tensor and its place in that range.
template <class Visit>
void for_each(Memory& memory, const Tensor& tensor, std::int64_t first, std::int64_t count,
              Visit&& visit) {
    constexpr std::int64_t piece = std::int64_t{1} << 16;
    std::vector<double> numbers(static_cast<std::size_t>(std::min(piece, count)));
    for (std::int64_t done = 0; done < count; done += piece) {
        const std::int64_t length = std::min(piece, count - done);
        memory.copy_out(numbers.data(), tensor.data() + first + done,
                        length * static_cast<std::int64_t>(sizeof(double)));
        for (std::int64_t i = 0; i < length; ++i) {
            visit(done + i, numbers[static_cast<std::size_t>(i)]);
        }
    }
}

struct DoublesPlace {
    std::int64_t a, b, i, j;
};

DoublesPlace doubles_place(const AmplitudeShape& shape, std::int64_t place) {
    const std::int64_t v = shape.virtuals;
    const std::int64_t o = shape.occupied;
    return {place % v, place / v % v, place / (v * v) % o, place / (v * v * o)};
}

/// t2(a,b,i,j) = t2(b,a,j,i): whether this is the one of the two to show.
bool is_shown(const DoublesPlace& p) { return p.i < p.j || (p.i == p.j && p.a <= p.b); }

/// Numbers of the first orbitals of either kind.
struct Numbering {
    std::int64_t occupied;
    std::int64_t virtuals;
};

void summarise_singles(Memory& memory, const AmplitudeShape& shape, const Tensor& amplitudes,
                       const Numbering& first, AmplitudeSummary& summary) {
    double square = 0;
    Largest largest;
    for_each(memory, amplitudes, 0, shape.singles_size(), [&](std::int64_t place, double value) {
        square += value * value;
        if (largest.would_keep(value)) largest.add({place, value});
    });
    summary.t1_norm = std::sqrt(square);
    summary.t1_diagnostic = summary.t1_norm / std::sqrt(2.0 * static_cast<double>(shape.occupied));
    for (const Largest::Entry& entry : largest.entries()) {
        summary.largest_singles.push_back({{first.occupied + entry.place / shape.virtuals},
                                           {first.virtuals + entry.place % shape.virtuals},
                                           entry.value});
    }
}

void summarise_doubles(Memory& memory, const AmplitudeShape& shape, const Tensor& amplitudes,
                       const Numbering& first, AmplitudeSummary& summary) {
    double square = 0;
    Largest largest;
    const std::int64_t begin = shape.singles_size();
    for_each(memory, amplitudes, begin, shape.size() - begin,
             [&](std::int64_t place, double value) {
                 square += value * value;
                 if (!largest.would_keep(value)) return;
                 if (is_shown(doubles_place(shape, place))) largest.add({place, value});
             });
    summary.t2_norm = std::sqrt(square);
    for (const Largest::Entry& entry : largest.entries()) {
        const auto [a, b, i, j] = doubles_place(shape, entry.place);
        summary.largest_doubles.push_back({{first.occupied + i, first.occupied + j},
                                           {first.virtuals + a, first.virtuals + b},
                                           entry.value});
    }
}

}  // namespace

AmplitudeSummary summarise(Memory& memory, const AmplitudeShape& shape, const Tensor& amplitudes,
                           std::int64_t frozen_core) {
    const Numbering first{frozen_core + 1, frozen_core + shape.occupied + 1};
    AmplitudeSummary summary;
    summarise_singles(memory, shape, amplitudes, first, summary);
    summarise_doubles(memory, shape, amplitudes, first, summary);
    return summary;
}

}  // namespace ccsd
