// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "contraction/expression/expression.h"
#include "network/program/program.h"

namespace ttgt::network {

/// The sum that a statement stands for. `input` says which tensor a factor is, given its number
/// among all of the statement's. The output's tensor is left to the caller. Throws RankMismatch,
/// ExtentMismatch and InvalidArgument (a label of the output in no factor of a term, or twice in
/// the output), naming statement and factor.
using FindInput = std::function<std::size_t(const Factor& factor, std::size_t number)>;
[[nodiscard]] Sum bind_sum(const Program& program, const Expression& statement,
                           const std::string& title, const FindInput& input);

/// Throws where a tensor cannot be the output of the sum: of another rank or other extents, in an
/// input, or of a dtype that the products do not have.
void check_output(const Program& program, const Sum& sum, const std::string& title);

/// "factor 2 'T'" of the statement's title: "statement 3, factor 2 'T'".
[[nodiscard]] std::string factor_title(const std::string& title, const std::string& name,
                                       std::size_t number);

}  // namespace ttgt::network
