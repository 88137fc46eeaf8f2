// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "benchmarks/rivals/by_turns/problem.h"

namespace ttgt::by_turns {

/// A contender does not do this problem, which is no failure.
class NotDone : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Does the whole work once, on the memory that it was prepared for.
using Run = std::function<void()>;

/// One contender. What prepares it (a plan) happens in transpose() and contract(), and is timed
/// apart.
class Contender {
public:
    virtual ~Contender() = default;

    /// One line: what it is, in which version, by which library; no paths.
    [[nodiscard]] virtual std::string about() const = 0;
    /// out = in in another order. Throws NotDone where it does none such.
    [[nodiscard]] virtual Run transpose(const Transpose& problem, const void* in, void* out);
    /// D = L * R.
    [[nodiscard]] virtual Run contract(const Contraction& problem, const void* l, const void* r,
                                       void* d);
    /// Its outputs have the order of the inputs.
    [[nodiscard]] virtual bool is_copy() const { return false; }
};

using MakeContender = std::function<std::unique_ptr<Contender>(const std::string& argument)>;

/// The main() of every worker: answers lines of standard input by the protocol of README.md until
/// it ends. A worker has at most one argument, which `make` gets.
int serve(int argc, char** argv, const MakeContender& make);

/// Threads that the driver asked for: OMP_NUM_THREADS, else 1.
[[nodiscard]] int threads_asked_for();

}  // namespace ttgt::by_turns
