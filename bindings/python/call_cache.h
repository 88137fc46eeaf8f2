// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "bindings/python/plan.h"

namespace ttgt::python {

/// What a call needs once its operands have been seen: the plan, and how its result is made.
struct Call {
    std::shared_ptr<Plan> plan;
    nb::object shape;  ///< of a new array, its axes in the order of its memory
    nb::object dtype;
    nb::object axes;  ///< the result's axes in that array; None where they are its own
};

/// Calls of NumPy arrays that came before, by text and layouts. Any thread may use it.
class CallCache {
public:
    /// Runs the call if it is known and returns its output; else None. `output` None: a new array.
    nb::object run(nb::str text, nb::handle inputs, nb::object output, nb::handle alpha,
                   nb::handle beta, std::size_t first);
    void add(nb::str text, nb::handle inputs, nb::handle output, bool has_beta, Call call);
    void clear();
    [[nodiscard]] std::size_t size();

private:
    std::mutex guard_;
    std::unordered_map<std::string, Call> calls_;
};

}  // namespace ttgt::python
