// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "bindings/python/calls/call_operands.h"
#include "bindings/python/plan.h"

namespace ttgt::python {

/// What a call needs once its operands have been seen: the plan, and how its result is made.
struct Call {
    std::shared_ptr<Plan> plan;
    nb::object shape;         ///< of a new array, its axes in the order of its memory
    nb::object dtype;         ///< of a new array of NumPy's
    nb::object pattern;       ///< of a new tensor of PyTorch's; None where NumPy's arrays are made
    nb::object axes;          ///< the result's axes in that array; None where they are its own
    std::vector<Cast> casts;  ///< one for each input, or none
};

/// What einsum() is asked beside its operands.
struct EinsumOptions {
    nb::handle dtype;
    nb::handle order;
    nb::handle casting;
};

/// A call's text, options and layouts in bytes, and where its inputs are.
struct CallKey {
    std::string bytes;  ///< empty: such calls are not kept
    Places inputs;
};

/// Calls that came before, by text and layouts. Any thread may use it.
class CallCache {
public:
    /// The key of contract() with the inputs from `first` on.
    static CallKey key(nb::handle text, nb::handle inputs, nb::handle output, bool has_beta,
                       std::size_t first, CallOperands& read);
    /// The key of einsum(), whose operands begin with a string or alternate with lists of labels.
    static CallKey einsum_key(nb::handle operands, nb::handle output, const EinsumOptions& options,
                              CallOperands& read);

    /// Runs the call if it is known and returns its output; else None. `output` None: a new array.
    nb::object run(nb::handle text, nb::handle inputs, nb::object output, nb::handle alpha,
                   nb::handle beta, std::size_t first);
    nb::object run_einsum(nb::handle operands, nb::object output, const EinsumOptions& options);
    void add(std::string key, Call call);
    void clear();
    [[nodiscard]] std::size_t size();

private:
    nb::object run_kept(const CallKey& key, nb::handle inputs, nb::object output,
                        CallOperands& read, nb::handle alpha, nb::handle beta);

    std::mutex guard_;
    std::unordered_map<std::string, std::shared_ptr<const Call>> calls_;
};

}  // namespace ttgt::python
