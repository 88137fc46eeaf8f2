// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>

#include "network/network_contraction.h"

namespace ttgt {

ContractionPlan plan_contraction(Context& context, std::string_view expression,
                                 const std::vector<OperandLayout>& operands,
                                 const PlanOptions& options, const PathOptions& path) {
    return plan_text(context, expression, operands, options, path, context.options().threads);
}

}  // namespace ttgt
