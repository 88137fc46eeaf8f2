// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/gett_draws.h"

#include <algorithm>
#include <utility>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"

namespace ttgt::tool {
namespace {

/// Draws choices at random from lists of options.
class Drawer {
public:
    Drawer(const std::vector<cuda::GettOptions>& options, DType dtype, const GettDraws& draws,
           std::mt19937_64& random)
        : options_(options), dtype_(dtype), draws_(draws), random_(random) {}

    /// Appends up to `most` choices that are not there yet.
    void append(std::vector<cuda::GettChoice>& choices, std::size_t most) {
        constexpr std::size_t tries_of_each = 20;
        const auto any = [&](const auto& values) { return values[random_() % values.size()]; };
        const std::size_t end = choices.size() + most;
        for (std::size_t tries = 0; tries < tries_of_each * most && !options_.empty(); ++tries) {
            if (choices.size() == end) break;
            const cuda::GettOptions& of = options_[random_() % options_.size()];
            const cuda::GettChoice choice = cuda::choice_of(of, any);
            const bool fits = cuda::describe(dtype_, choice).find(draws_.part) != std::string::npos;
            if (!fits || std::find(choices.begin(), choices.end(), choice) != choices.end())
                continue;
            choices.push_back(choice);
        }
    }

private:
    const std::vector<cuda::GettOptions>& options_;
    DType dtype_;
    const GettDraws& draws_;
    std::mt19937_64& random_;
};

/// Leaves the `most` cheapest of the choices from `begin` on.
void leave_cheapest(std::vector<cuda::GettChoice>& choices, std::size_t begin, std::size_t most,
                    const cuda::DirectShape& shape, const cuda::Architecture& gpu) {
    std::vector<std::pair<double, cuda::GettChoice>> priced;
    for (std::size_t i = begin; i < choices.size(); ++i) {
        const std::optional<cuda::GettWork> work = work_of(shape, choices[i], gpu);
        if (work) priced.emplace_back(cuda::predict_us(*work, gpu), choices[i]);
    }
    std::stable_sort(priced.begin(), priced.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    choices.resize(begin);
    for (std::size_t i = 0; i < std::min(most, priced.size()); ++i)
        choices.push_back(priced[i].second);
}

}  // namespace

std::vector<cuda::GettChoice> drawn_getts(const cuda::DirectShape& shape,
                                          const cuda::Architecture& gpu, const GettDraws& draws,
                                          std::mt19937_64& random) {
    constexpr std::int64_t scratch = cuda::most_gett_scratch_bytes;
    constexpr std::size_t drawn_for_each = 30;
    std::vector<cuda::GettChoice> choices;
    std::vector<cuda::GettOptions> options = cuda::gett_options(shape, gpu, scratch);
    std::erase_if(options,
                  [&](const cuda::GettOptions& of) { return of.compute != shape.compute; });
    if (const auto best = cuda::best_gett(shape, gpu, options)) choices.push_back(best->choice);
    Drawer drawer(options, shape.dtypes[1], draws, random);
    drawer.append(choices, draws.most);
    const std::size_t drawn = choices.size();
    drawer.append(choices, drawn_for_each * draws.cheapest);
    leave_cheapest(choices, drawn, draws.cheapest, shape, gpu);
    return choices;
}

std::optional<cuda::GettWork> work_of(const cuda::DirectShape& shape,
                                      const cuda::GettChoice& choice,
                                      const cuda::Architecture& gpu) {
    const cuda::DirectShape written = choice.splits > 1 ? cuda::with_packed_output(shape) : shape;
    cuda::GettIndexes indexes(written);
    return cuda::gett_work(indexes, choice, gpu);
}

}  // namespace ttgt::tool
