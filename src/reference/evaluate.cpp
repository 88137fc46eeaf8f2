// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cstddef>
#include <new>

#include <fmt/format.h>

#include "src/core/checked.h"
#include "src/reference/visit.h"

namespace ttgt::reference {

std::vector<Value> evaluate(const Problem& problem, const ConstTensorView* before) {
    const Job job = make_job(problem, before, nullptr);
    const std::int64_t elements = group_size(job.bound, output_group(job.bound));
    const std::int64_t bytes = checked_multiply(elements, static_cast<std::int64_t>(sizeof(Value)),
                                                "bytes of the reference's result");
    std::vector<Value> values;
    try {
        values.resize(static_cast<std::size_t>(elements));
    } catch (const std::bad_alloc&) {
        throw OutOfMemory(fmt::format("{} bytes for the reference's result", bytes));
    }
    visit(job, [&](const Place& place, const Value& value) {
        values[static_cast<std::size_t>(place.position)] = value;
    });
    return values;
}

}  // namespace ttgt::reference
