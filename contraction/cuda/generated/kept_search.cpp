// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/kept_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/generated/kernel_record.h"

namespace ttgt::cuda {
namespace {

KernelSearch::Kernel with_note(const GeneratedKernelPlan& plan, std::string note) {
    auto result = std::make_shared<GeneratedKernelPlan>(plan);
    result->cache_note = std::move(note);
    return result;
}

KernelSearch::Kernel from_cache(const GeneratedKernelPlan& variant, const KernelRecord& record,
                                const KernelSearch& search) {
    GeneratedKernelPlan plan = *search.compile(variant);
    plan.measured_us = record.measured_us;
    return with_note(plan, fmt::format("from the cache, measured {:.3g} us in a search of {:.3g} s",
                                       record.measured_us, record.seconds));
}

}  // namespace

std::shared_ptr<const GeneratedKernelPlan> kept_fastest_of(
    std::vector<GeneratedKernelPlan> variants, const std::string& device, double seconds,
    const DiskCache& cache, const KernelSearch& search) {
    const std::string key = kernel_key(variants.front().problem, device);
    DiskCache::Found found = cache.find(key);
    const std::optional<KernelRecord> record =
        found.value ? parse_kernel_record(*found.value) : std::nullopt;
    if (record) {
        const auto before = std::find_if(variants.begin(), variants.end(), [&](const auto& plan) {
            return shape_text(plan.shape) == record->shape;
        });
        if (before == variants.end()) {
            found.note = "the cache's variant is none of those there are";
        } else if (record->seconds >= seconds) {
            return from_cache(*before, *record, search);
        } else {  // the first is compiled in any case: a longer search finds nothing slower
            std::rotate(variants.begin(), before, before + 1);
        }
    } else if (found.value) {
        found.note = "the cache holds no variant";
    }
    const KernelSearch::Kernel fastest = search.fastest(variants, seconds);
    if (fastest->measured_us > 0) {
        const std::string refusal =
            cache.store(key, to_text({shape_text(fastest->shape), fastest->measured_us, seconds}));
        if (!refusal.empty() && found.note.empty()) found.note = refusal;
    }
    return with_note(*fastest, found.note.empty() ? "" : "cache: " + found.note);
}

}  // namespace ttgt::cuda
