// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/choice_cache.h"

#include <utility>

namespace ttgt {
namespace {

constexpr const char* unknown_way = "the cache's choice is none of those there are";

}  // namespace

ChoiceCache::ChoiceCache(DiskCache files, int schema) : files_(std::move(files)), schema_(schema) {}

ParsedChoice ChoiceCache::find(const ChoiceTask& task) const {
    DiskCache::Found found = files_.find(task.problem);
    if (!found.value) return {std::nullopt, std::move(found.note)};
    return parse_measured_choice(*found.value, schema_);
}

ChoiceOutcome ChoiceCache::take_kept(const ChoiceTask& task) const {
    ParsedChoice kept = find(task);
    if (!kept.choice) return {.is_kept = false, .note = std::move(kept.note)};
    if (!task.take(*kept.choice)) return {.is_kept = false, .note = unknown_way};
    return {.is_kept = true, .note = origin(*kept.choice)};
}

ChoiceOutcome ChoiceCache::take_or_measure(const ChoiceTask& task) const {
    ParsedChoice kept = find(task);
    if (kept.choice && kept.choice->seconds >= task.seconds) {
        if (task.take(*kept.choice)) return {.is_kept = true, .note = origin(*kept.choice)};
        kept.note = unknown_way;
    }
    const MeasuredChoice fastest = task.measure(kept.choice ? kept.choice->key : "");
    if (fastest.measured_us > 0) {
        std::string refusal = files_.store(task.problem, to_text(fastest, schema_));
        if (kept.note.empty()) kept.note = std::move(refusal);
    }
    return {.is_kept = false, .note = std::move(kept.note)};
}

std::string titled_note(const ChoiceOutcome& outcome) {
    const bool is_trouble = !outcome.is_kept && !outcome.note.empty();
    return is_trouble ? "cache: " + outcome.note : outcome.note;
}

}  // namespace ttgt
