// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/candidate_key.h"

#include <cstdint>

namespace ttgt {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Words of the encoding. They are on disk: they do not follow the words of describe().
const char* word_of(Method method) {
    switch (method) {
        case Method::nothing:
            return "nothing";
        case Method::scale:
            return "scale";
        case Method::transpose:
            return "transpose";
        case Method::reduce:
            return "reduce";
        case Method::direct:
            return "direct";
        case Method::gemm:
            return "gemm";
    }
    return "";
}

/// Appends a group of numbers with the word that names it.
void append(std::string& text, const char* word, const Numbers& numbers) {
    text += ' ';
    text += word;
    text += ' ';
    text += to_text(numbers);
}

Numbers numbers_of(const std::vector<std::size_t>& labels) {
    return {labels.begin(), labels.end()};
}

/// The input, whether it is in place, and whether the contracted labels are fastest.
Numbers numbers_of(const MatrixFactor& factor) {
    return {static_cast<std::int64_t>(factor.operand), factor.in_place, factor.inner_fastest};
}

void append(std::string& text, const GemmForm& form) {
    append(text, "left", numbers_of(form.left));
    append(text, "right", numbers_of(form.right));
    append(text, "rows", numbers_of(form.rows));
    append(text, "columns", numbers_of(form.columns));
    append(text, "inner", numbers_of(form.inner));
    append(text, "loops", numbers_of(form.loops));
    append(text, "output", {form.output_in_place, form.accumulates_in_gemm});
    append(text, "real", {form.real_view});
    if (form.padding_unit > 1) append(text, "padded", {form.padding_unit});
}

/// For each input that is transposed first: the input, then its new order.
void append(std::string& text, const std::vector<ReorderedInput>& inputs) {
    for (const ReorderedInput& input : inputs) {
        Numbers numbers = numbers_of(input.labels);
        numbers.insert(numbers.begin(), static_cast<std::int64_t>(input.operand));
        append(text, "reordered", numbers);
    }
}

}  // namespace

CandidateKey key_of(const Candidate& candidate) {
    return {candidate.method, candidate.gemm, candidate.reordered, candidate.slices,
            candidate.kernel ? candidate.kernel->key() : KernelKey{}};
}

std::string to_text(const CandidateKey& key) {
    std::string text = word_of(key.method);
    if (key.method == Method::gemm) append(text, key.gemm);
    append(text, key.reordered);
    Numbers slices;
    for (const Slice& slice : key.slices) {
        slices.push_back(static_cast<std::int64_t>(slice.label));
        slices.push_back(slice.chunk);
    }
    append(text, "slices", slices);
    if (key.method == Method::direct) text += " kernel " + to_text(key.kernel);
    return text;
}

}  // namespace ttgt
