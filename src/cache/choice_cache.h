// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "src/cache/disk_cache.h"
#include "src/cache/measured_choice.h"

namespace ttgt {

/// What is to be done in the fastest way, and how the ways are measured.
struct ChoiceTask {
    /// Lines of text that name everything the fastest way depends on: the problem and the platform.
    std::string problem;
    /// Seconds that the search for the fastest way may take; 0: the search has no limit of time.
    double seconds = 0;
    /// Makes the way that a kept choice names the result. Returns false where no way has its key.
    std::function<bool(const MeasuredChoice& kept)> take;
    /// Measures the ways, makes the fastest one the result, and returns it. `first` is the key of
    /// the way that an earlier, shorter search found, which takes part in any case; empty where
    /// there is none.
    std::function<MeasuredChoice(const std::string& first)> measure;
};

/// What a ChoiceCache did for a task.
struct ChoiceOutcome {
    /// Whether ChoiceTask::take made a kept choice the result.
    bool is_kept = false;
    /// One line for explain(): where the kept choice comes from, or why none was taken or kept.
    /// Empty where the cache had nothing for the task and no trouble.
    std::string note;
};

/// Measured choices in the cache on disk: which way to do something was the fastest. It knows
/// nothing of what is done: ways are named by texts of keys. Trouble on disk is a note, not an
/// error.
class ChoiceCache {
public:
    /// The number of what records and keys mean. Raise it with every change of to_text() of a key
    /// or of MeasuredChoice, so that records of before are measured again instead of misread.
    static constexpr int current_schema = 1;

    explicit ChoiceCache(DiskCache files, int schema = current_schema);

    /// Takes the choice that is kept for the task, however short its search was. Measures nothing.
    [[nodiscard]] ChoiceOutcome take_kept(const ChoiceTask& task) const;
    /// Takes the choice that is kept for the task if its search had at least as many seconds.
    /// Otherwise measures, and keeps what was measured. Throws what the task's functions throw.
    [[nodiscard]] ChoiceOutcome take_or_measure(const ChoiceTask& task) const;

private:
    [[nodiscard]] ParsedChoice find(const ChoiceTask& task) const;

    DiskCache files_;
    int schema_;
};

/// The note of an outcome as text that may stand behind other text: one about trouble begins with
/// "cache: ".
[[nodiscard]] std::string titled_note(const ChoiceOutcome& outcome);

}  // namespace ttgt
