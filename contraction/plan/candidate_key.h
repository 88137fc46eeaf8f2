// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "contraction/plan/candidate.h"
#include "src/core/kernel_key.h"

namespace ttgt {

/// The identity of a candidate among the candidates of one Problem: how it computes, without prices
/// and without text for people. Labels are indices into Problem::labels.
struct CandidateKey {
    Method method = Method::direct;         ///< as in Candidate
    GemmForm gemm;                          ///< as in Candidate; only for Method::gemm
    std::vector<ReorderedInput> reordered;  ///< as in Candidate; only for Method::direct
    std::vector<Slice> slices;              ///< as in Candidate
    KernelKey kernel;                       ///< key of Candidate::kernel; empty if that is null

    friend bool operator==(const CandidateKey&, const CandidateKey&) = default;
};

[[nodiscard]] CandidateKey key_of(const Candidate& candidate);

/// The key in one line, such as "gemm left 0,0,1 right 1,1,0 rows 1,2 columns 3 inner 0 loops -
/// output 1,1 real 0 slices 4,16". Keys that differ have texts that differ. The cache on disk keeps
/// such texts, so a change of the encoding needs another ChoiceCache::current_schema.
[[nodiscard]] std::string to_text(const CandidateKey& key);

}  // namespace ttgt
