// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// The identity of a kernel among those that can do one step: its kind, and its parameters as
/// numbers. It has no text for people, so that rewording what explain() prints changes no key. Two
/// kernels for one step that have equal keys are the same kernel.
struct KernelKey {
    /// A fixed word without blanks, such as "gett"; empty where the device has only one kernel.
    std::string kind;
    /// The parameters. The kind fixes what each group of numbers stands for.
    std::vector<std::vector<std::int64_t>> groups;

    friend bool operator==(const KernelKey&, const KernelKey&) = default;
};

/// The numbers joined by commas, such as "4,16"; "-" where there are none.
[[nodiscard]] std::string to_text(const std::vector<std::int64_t>& numbers);

/// The key in one line, such as "gett 128,64,16 0 - 4": the kind, or "-" where it is empty, then
/// the groups. Keys that differ have texts that differ. The cache on disk keeps such texts, so a
/// change of the encoding needs another ChoiceCache::current_schema.
[[nodiscard]] std::string to_text(const KernelKey& key);

}  // namespace ttgt
