// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/fit/gett_draws.h"

#include <algorithm>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/gett/plan/gett_index.h"

namespace ttgt::tool {

std::vector<cuda::GettChoice> drawn_getts(const cuda::DirectShape& shape,
                                          const cuda::Architecture& gpu, const GettDraws& draws,
                                          std::mt19937_64& random) {
    constexpr std::int64_t scratch = cuda::most_gett_scratch_bytes;
    constexpr std::size_t tries_of_each = 20;
    std::vector<cuda::GettChoice> choices;
    std::vector<cuda::GettOptions> options = cuda::gett_options(shape, gpu, scratch);
    std::erase_if(options,
                  [&](const cuda::GettOptions& of) { return of.compute != shape.compute; });
    if (const auto best = cuda::best_gett(shape, gpu, options)) choices.push_back(best->choice);
    if (draws.most == 0) return choices;
    const auto any = [&](const auto& values) { return values[random() % values.size()]; };
    for (std::size_t tries = 0; tries < tries_of_each * draws.most && !options.empty(); ++tries) {
        const cuda::GettOptions& of = options[random() % options.size()];
        const cuda::GettChoice choice = cuda::choice_of(of, any);
        const bool fits =
            cuda::describe(shape.dtypes[1], choice).find(draws.part) != std::string::npos;
        if (!fits || std::find(choices.begin(), choices.end(), choice) != choices.end()) continue;
        choices.push_back(choice);
        if (choices.size() > draws.most) break;
    }
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
