// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bindings/python/operand.h"

namespace ttgt::python {

/// A copy of an input in another type, which a kept call makes each time.
struct Cast {
    nb::object dtype;    ///< of the copy; null where the input is taken as it lies
    std::string layout;  ///< of the copy, as Operand::append_to writes it
};

/// Which of a tuple's items are inputs: every `step`-th from `first` on.
struct Places {
    std::size_t first = 0;
    std::size_t count = 0;
    std::size_t step = 1;
};

/// The inputs and the output of a call as they lie: NumPy's arrays and what NumPy reads as one, and
/// tensors of PyTorch in host memory.
class CallOperands {
public:
    /// False where an object is none of these. `output` may be None.
    bool read(nb::handle objects, Places inputs, nb::handle output);

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] const Operand* inputs() const { return many_ ? many_.get() : few_.data(); }
    [[nodiscard]] const Operand& output() const { return output_; }
    /// Whether all are of one library, so that there is no doubt whose a new result is.
    [[nodiscard]] bool is_of_numpy() const;
    [[nodiscard]] bool is_of_torch() const;
    /// What is equal where kinds, types and layouts of all are, appended to `key`.
    void append_to(std::string& key) const;

    /// Replaces inputs by their copies in other types. False where a copy is not as the cast says.
    bool cast(nb::handle objects, Places inputs, const std::vector<Cast>& casts);
    /// Of the inputs, or of their copies.
    [[nodiscard]] const void* const* addresses() const {
        return many_addresses_ ? many_addresses_.get() : few_addresses_.data();
    }

private:
    bool read_input(nb::handle object, std::size_t at);
    bool is_plain(nb::handle tensor);
    [[nodiscard]] Operand* writable_inputs() { return many_ ? many_.get() : few_.data(); }
    [[nodiscard]] const void** writable_addresses() {
        return many_addresses_ ? many_addresses_.get() : few_addresses_.data();
    }

    // Two inputs, as most calls have, are read without an allocation.
    std::array<Operand, 2> few_;
    std::array<const void*, 2> few_addresses_{};
    std::unique_ptr<Operand[]> many_;
    std::unique_ptr<const void*[]> many_addresses_;
    Operand output_;
    std::size_t count_ = 0;
    std::string kinds_;  ///< a letter for each input and the output
    bool asked_torch_ = false;
    std::vector<nb::object> copies_;
    std::unique_ptr<Operand[]> copied_;
};

}  // namespace ttgt::python
